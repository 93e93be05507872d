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
      case .enum: result += equality.missingCases()
      case .struct, .class, .actor: result += missingProperties(of: equality, inference)
      case .protocol, .foreign: break
      }
    }
    for index in nominals.indices {
      let type = NominalID(index: Int32(index))
      guard let equality = byType[type], let hash = hashFunction(of: type) else { continue }
      result += excessHash(hash, equality)
    }
    return result
  }

  /// Every `==` of two values of one type that the program declares.
  private func equalities(_ inference: Inference) -> [Equality] {
    var result: [Equality] = []
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let id = FileID(index: Int32(index))
      for (at, function) in file.facts.functions.enumerated()
      where function.name == "==" && function.hasBody && function.parameters.count == 2 && function.generics.isEmpty {
        let function = self.function(FunctionIndex(index: Int32(at)), in: id)
        let sides = declaration(of: function).parameters.compactMap { parameter in
          parameter.type.flatMap { isOptional($0, in: id) ? nil : resolve($0, in: id, context: owner(of: function)).nominal }
        }
        guard sides.count == 2, sides[0] == sides[1] else { continue }
        result.append(Equality(program: self, function: function, type: sides[0]))
      }
    }
    return result
  }

  private func isOptional(_ type: TypeID, in file: FileID) -> Bool {
    if case .optional = self[file].facts.code[type] { true } else { false }
  }

  /// The properties that two values may differ in although they are equal, where equality is about most others.
  private func missingProperties(of equality: Equality, _ inference: Inference) -> [EqualityFlaw] {
    guard let seen = equality.properties(), !seen.isEmpty, !seen.allSatisfy({ isIdentity($0) }) else { return [] }
    // A hash of just these is a second word for it: they are what a value is known by.
    if let hash = hashFunction(of: equality.type), let own = declaration(of: hash).selfLocal,
      Reading(program: self, type: equality.type).properties(of: own, in: hash) == seen
    {
      return []
    }
    let stored = storedProperties(of: equality.type)
    // What an object holds may change while it is compared.
    let isObject = self[equality.type].kind != .struct
    let missing = stored.filter { property in
      let declaration = declaration(of: property)
      let type = inference.type(of: property)
      return !seen.contains(declaration.name) && isState(declaration) && (declaration.isLet || !isObject) && isEquatable(type)
        // An object is shared, and what it holds is not this value's.
        && !(type.nominal.map { self[$0].kind == .class } ?? false)
        && !isConstant(property) && !isDerived(property, of: equality.type)
    }
    // An equality that looks at a few things only is about these few.
    let compared = stored.filter { property in
      let declaration = declaration(of: property)
      return seen.contains(declaration.name) && isState(declaration) && isEquatable(inference.type(of: property))
    }
    // One that holds objects to objects asks whether two things are the same, not whether they are alike.
    if compared.contains(where: { isReference(inference.type(of: $0)) == true }) { return [] }
    guard !missing.isEmpty, missing.count == 1 && !compared.isEmpty || missing.count * 2 <= compared.count else { return [] }
    return [
      EqualityFlaw(
        kind: .missesProperties, type: equality.type, span: span(of: equality.function),
        parts: missing.map { declaration(of: $0).name.text }, evidence: missing.map { span(of: $0) })
    ]
  }

  /// Whether a property is a part of what a value says, rather than of how it works.
  private func isState(_ property: PropertyDeclaration) -> Bool {
    property.strength == .strong && !property.isLazy
      && property.attributes.allSatisfy { ["Published", "objc", "NSManaged"].contains($0.text) }
      && !(property.isPrivate && !property.isLet) && !property.name.text.hasPrefix("_")
  }

  /// Whether all initialisers that set a property work it out from what they set others by.
  private func isDerived(_ property: PropertyID, of type: NominalID) -> Bool {
    let name = declaration(of: property).name
    guard declaration(of: property).isLet else { return false }
    var isSet = false
    for function in functions(of: type) where declaration(of: function).kind == .initializer {
      let body = Body(function, in: self)
      for id in body.expressions {
        guard case .assign(let target, let value) = body.code[id], body.code.ownProperty(target) == name else { continue }
        guard isWorkedOut(value, in: body.code) else { return false }
        isSet = true
      }
    }
    return isSet
  }

  /// Whether a value is made of others, and neither taken as it is nor read from something by a key.
  private func isWorkedOut(_ value: ExpressionID, in code: Code) -> Bool {
    switch code[value] {
    case .operation, .compound: return true
    case .call(let callee, let list):
      if let name = code.callee(of: value)?.text, name.hasPrefix("decode") { return false }
      if case .member(let base, _) = code[callee], isWorkedOut(base, in: code) { return true }
      return code[list].allSatisfy { argument in
        switch code[argument.value] {
        case .literal, .implicitMember: false
        default: true
        }
      }
    case .member(let base, _):
      if case .choice = code[base] { return true }
      return isWorkedOut(base, in: code)
    case .cast(let base, _): return isWorkedOut(base, in: code)
    case .choice(let parts): return code[parts].contains { isWorkedOut($0, in: code) }
    default: return false
    }
  }

  /// Whether a property is the same in all values: a `let` with a value of its own.
  private func isConstant(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    return declaration.isLet && declaration.initialValue != nil
  }

  /// Whether two of its values can be compared with `==`, as far as the source tells.
  func isEquatable(_ type: Type) -> Bool {
    switch type {
    case .foreign(let name): Self.equatableTypes.contains(name)
    case .array(let element): isEquatable(element)
    case .dictionary(_, let value): isEquatable(value)
    case .nominal(let id, _):
      ["Equatable", "Hashable", "Comparable", "NSObject"].contains { inherits(id, from: $0) }
        || (self[id].kind == .foreign && Self.equatableTypes.contains(self[id].name))
        || (self[id].kind == .enum && enumCases(of: id).allSatisfy { $0.payload.isEmpty })
    case .parameter, .function, .tuple, .composition, .metatype, .unknown: false
    }
  }

  private static let equatableTypes: Set<Symbol> = [
    "String", "Substring", "Character", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "Double", "Float", "CGFloat", "TimeInterval", "Decimal", "NSDecimalNumber", "NSNumber", "URL", "NSURL", "Data",
    "Date", "UUID", "IndexPath", "IndexSet", "CGRect", "CGPoint", "CGSize", "NSRange", "Locale", "TimeZone", "NSAttributedString",
    "AttributedString", "UIColor", "NSColor", "UIImage", "NSImage", "Color", "UIEdgeInsets", "URLRequest", "Range",
  ]

  /// Whether a property says which thing a value is about, rather than what it is like.
  func isIdentity(_ name: Symbol) -> Bool {
    let text = name.text.lowercased()
    return ["id", "identifier", "identity", "uuid", "guid", "key", "hash", "url", "uri", "path", "name", "tag", "token", "rawvalue"]
      .contains { text == $0 || text.hasSuffix($0) }
  }

  // MARK: Hashes

  private func hashFunction(of type: NominalID) -> FunctionID? {
    functions(of: type).first { function in
      let declaration = declaration(of: function)
      return declaration.name == "hash" && declaration.hasBody && declaration.parameters.count == 1
        && declaration.parameters[0].label == "into"
    }
  }

  private func excessHash(_ hash: FunctionID, _ equality: Equality) -> [EqualityFlaw] {
    let stored = storedProperties(of: equality.type)
    guard let own = declaration(of: hash).selfLocal, let seen = equality.properties(), !seen.isEmpty || !equality.comparesReferences,
      let hashed = Reading(program: self, type: equality.type).properties(of: own, in: hash)
    else { return [] }
    let excess = stored.filter { property in
      let name = declaration(of: property).name
      return hashed.contains(name) && !seen.contains(name) && !isConstant(property)
    }
    guard !excess.isEmpty else { return [] }
    return [
      EqualityFlaw(
        kind: .hashesMore, type: equality.type, span: span(of: hash), parts: excess.map { declaration(of: $0).name.text },
        evidence: [span(of: equality.function)])
    ]
  }
}
