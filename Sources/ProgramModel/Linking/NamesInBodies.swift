import SwiftFacts

/// The names that stand in the bodies of one file, and what stands there to be called, used and set: what the tables of
/// whole programs are put together from. Kept with the facts of the file, which most programs share with others.
struct NamesInBodies: Sendable {
  /// A function that has anything in it.
  struct Body: Sendable {
    var function: FunctionIndex
    var hasBody: Bool
    /// Of `names`, `calls`, `uses` and `settings`.
    var names: Range<Int>
    var calls: Range<Int>
    var uses: Range<Int>
    var settings: Range<Int>
    /// Whether it sets something to nothing.
    var setsToNothing: Bool
  }

  struct Call: Sendable {
    var name: Symbol
    var call: ExpressionID
    /// The properties of which it is given a binding.
    var bound: [Symbol]
  }

  /// A name that is not called.
  struct Use: Sendable {
    var name: Symbol
    var expression: ExpressionID
  }

  struct Setting: Sendable {
    var name: Symbol
    var assignment: ExpressionID
    var value: ExpressionID
  }

  /// In the order of the file.
  private(set) var bodies: [Body] = []
  /// Each once for each function that it stands in.
  private(set) var names: [Symbol] = []
  private(set) var calls: [Call] = []
  /// What stands in two functions, one inside of the other, is of the first.
  private(set) var uses: [Use] = []
  private(set) var settings: [Setting] = []
  /// What is used outside of all bodies.
  private(set) var elsewhere: [Symbol] = []
  /// What is bound, passed to be changed, or written in a key path in some body.
  private(set) var changed: [Symbol] = []
  private(set) var keyPaths: [Symbol] = []

  /// O(expressions).
  fileprivate init(_ facts: FileFacts) {
    let code = facts.code
    var isCalled = [Bool](repeating: false, count: code.expressions.count)
    for expression in code.expressions {
      guard case .call(let callee, _) = expression else { continue }
      isCalled[Int(callee.index)] = true
      if let maker = code.maker(callee) { isCalled[Int(maker.index)] = true }
    }
    var isInBody = [Bool](repeating: false, count: code.expressions.count)
    var found: [Symbol] = []
    for index in facts.functions.indices {
      let range = facts.functions[index].firstExpression..<max(
        facts.functions[index].firstExpression, facts.functions[index].endExpression)
      guard !range.isEmpty else { continue }
      let hasBody = facts.functions[index].hasBody
      let starts = (names: names.count, calls: calls.count, uses: uses.count, settings: settings.count)
      var setsToNothing = false
      found.removeAll(keepingCapacity: true)
      for at in range {
        let id = ExpressionID(index: at)
        let expression = code.expressions[Int(at)]
        switch expression {
        case .name(let name, _), .member(_, let name), .implicitMember(let name): found.append(name)
        default: break
        }
        guard hasBody else { continue }
        let isFirst = !isInBody[Int(at)]
        isInBody[Int(at)] = true
        switch expression {
        case .name(let name, _), .member(_, let name):
          if isFirst, !isCalled[Int(at)] { uses.append(Use(name: name, expression: id)) }
          if code.marks(of: id).contains(.inout) { changed.append(name) }
          if name.isMarked, name.text.first == "$" { changed.append(Symbol(String(name.text.dropFirst()))) }
        case .call(let callee, let list):
          guard let name = code.calledName(code.maker(callee) ?? callee) else { continue }
          calls.append(Call(name: name, call: id, bound: code[list].compactMap { code.boundProperty($0.value) }))
        case .assign(let target, let value):
          if let name = code.propertyName(target) {
            settings.append(Setting(name: name, assignment: id, value: value))
          }
          switch code[value] {
          case .literal(.null): setsToNothing = true
          case .array(let parts), .dictionary(let parts): if parts.count == 0 { setsToNothing = true }
          default: break
          }
        case .mutate(let target, let value):
          if let name = code.propertyName(target) {
            settings.append(Setting(name: name, assignment: id, value: value))
          }
        case .keyPath(let name?):
          changed.append(name)
          keyPaths.append(name)
        default: continue
        }
      }
      found.sort { $0.id < $1.id }
      var last: Symbol?
      for name in found where name != last {
        names.append(name)
        last = name
      }
      bodies.append(
        Body(
          function: FunctionIndex(index: Int32(index)), hasBody: hasBody, names: starts.names..<names.count,
          calls: starts.calls..<calls.count, uses: starts.uses..<uses.count,
          settings: starts.settings..<settings.count, setsToNothing: setsToNothing))
    }
    for at in code.expressions.indices where !isInBody[at] && !isCalled[at] {
      switch code.expressions[at] {
      case .name(let name, _), .member(_, let name): elsewhere.append(name)
      default: continue
      }
    }
  }
}

extension FileFacts {
  var namesInBodies: NamesInBodies { derived { NamesInBodies(self) } }
}

extension Program {
  /// The names in the bodies of production code, file by file, each worked out as it is come to.
  var namesInProduction: some Sequence<(file: FileID, facts: FileFacts, names: NamesInBodies)> {
    files.indices.lazy.map { FileID(index: Int32($0)) }.filter { !self.isTest($0) }.map { file in
      let facts = self[file].facts
      return (file, facts, facts.namesInBodies)
    }
  }
}

extension NamesInBodies {
  /// Whether a function may set something to nothing or empty a collection, as far as names tell: only there can a call
  /// be made on what is surely empty.
  func mayEmpty(_ body: Body, _ takesAll: RoleTable) -> Bool {
    body.setsToNothing || calls[body.calls].contains { takesAll.contains($0.name) }
  }
}

extension Code {
  /// The property that `$name` and `$model.name` are bindings of.
  fileprivate func boundProperty(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _): return name.isMarked ? Symbol(String(name.text.dropFirst())) : nil
    case .member(let base, let name):
      if name.isMarked { return Symbol(String(name.text.dropFirst())) }
      return boundProperty(base) == nil ? nil : name
    default: return nil
    }
  }

  /// `name` of `name = …` and of `x.name = …`.
  fileprivate func propertyName(_ target: ExpressionID) -> Symbol? {
    switch self[target] {
    case .name(let name, _), .member(_, let name): name
    case .subscripted(let base, _): propertyName(base)
    default: nil
    }
  }
}

extension Code {
  /// The type of `Type.init(…)`, which is called by the name of the type as `Type(…)` is.
  fileprivate func maker(_ callee: ExpressionID) -> ExpressionID? {
    guard case .member(let base, Names.init_) = self[callee] else { return nil }
    switch self[base] {
    case .name(let name, _), .member(_, let name): return name.isCapitalized ? base : nil
    default: return nil
    }
  }
}
