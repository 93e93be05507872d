import SwiftFacts

/// Who waits in a list, and what the change did to how they are told.
extension Matching {
  /// Entries of a list that are told of an end and stay in it since the change, so that who takes them out tells them
  /// once more.
  public func leftEntries() -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), let type = after.owner(of: function) else { return [] }
      let was = before.toldEntries(in: old)
      guard was.contains(where: \.isTakenOut) else { return [] }
      return after.toldEntries(in: function).compactMap { entry in
        guard !entry.isTakenOut, was.contains(where: { $0.isTakenOut && $0.isLike(entry) }),
          let other = after.functions(of: type).first(where: { one in
            one != function && after.toldEntries(in: one).contains { $0.isTakenOut && $0.isLike(entry) }
          })
        else { return nil }
        return Alteration(
          kind: .leftEntry, span: entry.span, name: entry.list.text, before: entry.spelling,
          after: after.declaration(of: other).name.text, affected: [after.name(of: type)])
      }
    }
  }

  /// Lists whose entries `deinit` told that nothing more comes, and does not tell since the change.
  func lostFarewells() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard !after.isTest(type) else { return [] }
      let now = after.functions(of: type).filter { after.declaration(of: $0).kind == .deinitializer }
      return before.functions(of: old).filter { before.declaration(of: $0).kind == .deinitializer }.flatMap { one in
        before.farewells(in: one, of: old).compactMap { farewell -> Alteration? in
          guard let property = after.property(named: farewell.list, of: type), after.owner(of: property) == type,
            after.declaration(of: property).isStored,
            !now.contains(where: { after.names(farewell.list, in: $0) || after.callsItself($0) })
          else { return nil }
          return Alteration(
            kind: .lostFarewell, span: after.span(of: property), name: farewell.list.text, before: farewell.spelling,
            affected: [after.name(of: type)])
        }
      }
    }
  }
}

/// An entry of a list of the object's own, in a place where it is called.
private struct ToldEntry {
  var list: Symbol
  /// The closure of the entry that is called; nil where the entry is one.
  var member: Symbol?
  /// Whether it is taken out of the list in the same function.
  var isTakenOut: Bool
  var span: SourceSpan
  var spelling: String

  func isLike(_ other: ToldEntry) -> Bool { list == other.list && member == other.member }
}

extension Program {
  /// Whether a function calls what it takes out of a list of its object's own.
  func tellsEntryAndTakesItOut(_ function: FunctionID, of list: Symbol? = nil) -> Bool {
    toldEntries(in: function).contains { $0.isTakenOut && (list == nil || $0.list == list) }
  }

  /// The calls of closures that a function has looked up in a list of its object's own.
  fileprivate func toldEntries(in function: FunctionID) -> [ToldEntry] {
    let file = file(of: function)
    let inference = Inference(program: self)
    let code = self[file].facts.code
    guard let type = owner(of: function), declaration(of: function).selfLocal != nil else { return [] }
    var taken: Set<Symbol> = []
    var found: [ToldEntry] = []
    for at in expressions(of: function) {
      switch code.expressions[at] {
      case .assign(let target, let value):
        if code[value] == .literal(.null), case .subscripted(let list, _) = code[target],
          let name = code.ownProperty(list)
        {
          taken.insert(name)
        }
      case .call(let callee, _):
        if case .member(let list, let called) = code[callee], let name = code.ownProperty(list),
          knowledge[.takesOut].begins(called) || knowledge.clears.contains(where: { $0.name == called })
        {
          taken.insert(name)
        }
        guard let (list, member) = code.entry(of: callee, knowledge), let property = property(named: list, of: type),
          self.declaration(of: property).isStored, case let id = ExpressionID(index: Int32(at)),
          isClosure(id, member, in: Frame(function, in: self), inference)
        else { continue }
        found.append(
          ToldEntry(
            list: list, member: member, isTakenOut: false, span: SourceSpan(file: file, bytes: code.spans[at]),
            spelling: code.spelling(of: id)))
      default: continue
      }
    }
    return found.map { entry in
      var entry = entry
      entry.isTakenOut = taken.contains(entry.list)
      return entry
    }
  }

  /// Whether a call is one of a closure, by its type or by what the file declares under its name.
  private func isClosure(_ call: ExpressionID, _ member: Symbol?, in frame: Frame, _ inference: Inference) -> Bool {
    if case .value = inference.target(of: call, in: frame).kind { return true }
    let declared = frame.facts.properties.filter { $0.name == member }
    return declared.count == 1
      && declared[0].type.map { type in
        if case .function = frame.facts.code[type] { true } else { false }
      } ?? false
  }

  /// What `deinit` tells each entry of a list: that a stream ends, or a task goes on.
  fileprivate func farewells(in function: FunctionID, of type: NominalID) -> [(list: Symbol, spelling: String)] {
    let code = self[file(of: function)].facts.code
    let all = expressions(of: function)
    let lists = all.compactMap { at -> Symbol? in
      guard let name = code.ownProperty(ExpressionID(index: Int32(at))), let property = property(named: name, of: type),
        self.declaration(of: property).isStored
      else { return nil }
      return name
    }
    guard let list = lists.first, Set(lists).count == 1 else { return [] }
    for at in all {
      guard case .call(let callee, _) = code.expressions[at], case .member(_, let name) = code[callee],
        knowledge[.tellsWhoWaits].contains(name) || knowledge[.resumes].contains(name)
      else { continue }
      return [(list, code.spelling(of: ExpressionID(index: Int32(at))))]
    }
    return []
  }

  fileprivate func names(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { code.ownProperty(ExpressionID(index: Int32($0))) == name }
  }

  /// Whether a function calls others of its own object.
  fileprivate func callsItself(_ function: FunctionID) -> Bool {
    guard let own = declaration(of: function).selfLocal else { return false }
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, _) = code.expressions[at] else { return false }
      return code.ownCall(callee, own) != nil
    }
  }
}

extension Code {
  /// The list that an entry was looked up in, and which closure of the entry a call runs: `handlers[task]` and
  /// `completion` of `handler.completion(error)`, where `handler` is bound to `handlers[task]`.
  fileprivate func entry(of callee: ExpressionID, _ knowledge: Knowledge) -> (list: Symbol, member: Symbol?)? {
    func list(_ id: ExpressionID) -> Symbol? {
      guard case .local(let local) = self[id], let value = self[local].initializer else { return nil }
      switch self[value] {
      case .subscripted(let base, _): return ownProperty(base)
      case .call(let taking, _):
        // `let handler = handlers.removeValue(forKey: task)`
        guard case .member(let base, let name) = self[taking], knowledge[.takesOut].begins(name) else { return nil }
        return ownProperty(base)
      default: return nil
      }
    }
    if let name = list(callee) { return (name, nil) }
    guard case .member(let base, let member) = self[callee] else { return nil }
    return list(base).map { ($0, member) }
  }
}
