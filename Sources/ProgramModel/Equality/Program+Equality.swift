import SwiftFacts

extension Program {
  /// What is wrong with the hand-written equalities of a program's own types, in the order of files.
  public func equalityFlaws() -> [EqualityFlaw] {
    let inference = Inference(program: self)
    var result: [EqualityFlaw] = []
    var byType: [NominalID: Equality] = [:]
    for equality in equalities(inference) {
      byType[equality.type] = equality
      result += equality.unlikePairs()
      switch self[equality.type].kind {
      case .enum:
        let missing = equality.missingCases()
        if !missing.isEmpty, comparesAnyCase(of: equality, inference) { result += missing }
      case .struct, .class, .actor, .protocol, .foreign: break
      }
    }
    for type in declaredTypes {
      guard let equality = byType[type], let hash = hashFunction(of: type) else { continue }
      result += excessHash(hash, equality)
    }
    return result
  }

  /// Whether two values of an enum may be compared of which neither is spelled out: whatever asks for `Equatable` may,
  /// else an operator of the program has to.
  private func comparesAnyCase(of equality: Equality, _ inference: Inference) -> Bool {
    let type = equality.type
    if inherits(type, fromAny: .equatable) { return true }
    let cases = Set(enumCases(of: type).map(\.name))
    func isSpelledOut(_ id: ExpressionID, _ code: Code) -> Bool {
      switch code[id] {
      case .implicitMember(let name), .member(_, let name): cases.contains(name)
      case .call(let callee, _): isSpelledOut(callee, code)
      default: false
      }
    }
    let frames = Frames(of: self)
    for index in files.indices where !isTestFile[index] {
      let file = FileID(index: Int32(index))
      let code = files[index].facts.code
      for use in code.comparisons(in: code.expressions.indices)
      where !isSpelledOut(use.left, code) && !isSpelledOut(use.right, code) {
        guard let function = function(holding: Int(use.left.index), in: file), function != equality.function else {
          continue
        }
        let frame = frames[function]
        if [use.left, use.right].contains(where: { inference.type(of: $0, in: frame).nominal == type }) { return true }
      }
    }
    return false
  }

  /// Every `==` of two values of one type that the program declares.
  func equalities(_ inference: Inference) -> [Equality] {
    var result: [Equality] = []
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let id = FileID(index: Int32(index))
      for (at, function) in file.facts.functions.enumerated()
      where function.name == AssertionNames.equals && function.hasBody && function.parameters.count == 2
        && function.generics.isEmpty
      {
        let function = self.function(FunctionIndex(index: Int32(at)), in: id)
        let sides = declaration(of: function).parameters.compactMap { parameter in
          parameter.type.flatMap {
            self[id].facts.code.isOptional($0) ? nil : resolve($0, in: id, context: owner(of: function)).nominal
          }
        }
        guard sides.count == 2, sides[0] == sides[1] else { continue }
        result.append(Equality(program: self, function: function, type: sides[0]))
      }
    }
    return result
  }

  /// Whether two of its values can be compared with `==`, as far as the source tells.
  func isEquatable(_ type: Type) -> Bool {
    switch type {
    case .foreign(let name): knowledge[.equatable].contains(name)
    case .array(let element): isEquatable(element)
    case .dictionary(_, let value): isEquatable(value)
    case .nominal(let id, _):
      inherits(id, fromAny: .equatable)
        || (self[id].kind == .enum && enumCases(of: id).allSatisfy { $0.payload.isEmpty })
    case .parameter, .function, .tuple, .composition, .metatype, .unknown: false
    }
  }

  /// Whether a property says which thing a value is about, rather than what it is like.
  func isIdentity(_ name: Symbol) -> Bool { knowledge[.identifies].ends(name) }

  // MARK: Hashes

  func hashFunction(of type: NominalID) -> FunctionID? {
    functions(of: type).first { function in
      declaration(of: function).hasBody && isOne(declaration(of: function), of: .hashes)
    }
  }

  private func excessHash(_ hash: FunctionID, _ equality: Equality) -> [EqualityFlaw] {
    let stored = storedProperties(of: equality.type)
    guard let own = declaration(of: hash).selfLocal, let seen = equality.properties(),
      !seen.isEmpty || !equality.comparesReferences, !isOneObjectEach(seen, of: equality.type),
      let hashed = Reading(program: self, type: equality.type).properties(of: own, in: hash)
    else { return [] }
    let excess = stored.filter { property in
      let name = declaration(of: property).name
      return hashed.contains(name) && !seen.contains(name) && !isConstant(property)
    }
    // All files are looked through for that.
    guard !excess.isEmpty, mayBeHashed(equality.type) else { return [] }
    return [
      EqualityFlaw(
        kind: .hashesMore, type: equality.type, span: span(of: hash),
        parts: excess.map { declaration(of: $0).name.text },
        evidence: [span(of: equality.function)])
    ]
  }

  /// Whether two values that agree in some properties are one object: each has an identity that is made with it.
  private func isOneObjectEach(_ seen: Set<Symbol>, of type: NominalID) -> Bool {
    self[type].kind == .class
      && storedProperties(of: type).contains { property in
        let declaration = declaration(of: property)
        guard seen.contains(declaration.name), isConstant(property), isIdentity(declaration.name),
          let value = declaration.initialValue.map({ function($0, in: file(of: property)) })
        else { return false }
        let code = self[file(of: value)].facts.code
        return code[self.declaration(of: value).results].contains { code.callee(of: $0) != nil }
      }
  }
}
