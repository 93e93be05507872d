import SwiftFacts

/// A property of `self` that a completion is kept in: who takes it out again, and what comes of it there.
extension ClosureEscape {
  /// The functions of a file that do something with what a property of `self` holds, besides putting something into it.
  func takers(of slot: Symbol, in file: FileID) -> [FunctionID] {
    let key = SlotKey(name: slot, place: file.index)
    if let known = slotTakers[key] { return known }
    let facts = program[file].facts
    let code = facts.code
    var result: [FunctionID] = []
    for index in facts.functions.indices {
      let function = facts.functions[index]
      let range = function.firstExpression..<max(function.firstExpression, function.endExpression)
      let written = code.places(thatTakeIn: slot, range, program.knowledge[.addsElement])
      let isTaker = range.contains { place in
        let id = ExpressionID(index: place)
        return code.isMember(id, named: slot) && !written.contains(id)
      }
      if isTaker { result.append(program.function(FunctionIndex(index: Int32(index)), in: file)) }
    }
    slotTakers[key] = result
    return result
  }

  /// How often a function calls what a property of its `self` holds, if something is there.
  func runs(ofSlot slot: Symbol, in function: FunctionID) -> Runs {
    slots.value(of: SlotKey(name: slot, place: function.index)) {
      let frame = Frame(function, in: self.program)
      guard frame.declaration.hasBody, !frame.declaration.isStatic else { return .unknown }
      guard let (walk, ends) = self.walk(.slot(slot), in: frame, isMust: true), walk.doubles.isEmpty else {
        return .unknown
      }
      let reaches = ends.filter { $0.exit == .return }.flatMap { $0.reaches.all }
      if reaches.isEmpty { return .unknown }
      if reaches.allSatisfy({ $0.count == .never }) { return .never }
      guard reaches.allSatisfy({ $0.count == .once }) else { return .unknown }
      return .once(reaches.contains(where: \.isLater) ? .later : .inPlace, .proven, dropsErrors: false)
    }
  }

  /// Whether nothing but the body of one function can take out what it has put into a property of `self`.
  func isTakenOut(of slot: Symbol, byNobodyBut frame: Frame) -> Bool {
    guard let owner = frame.context, let property = program.property(named: slot, of: owner),
      program.declaration(of: property).isPrivate, program.file(of: property) == frame.file
    else { return false }
    let takers = takers(of: slot, in: frame.file).map { program.declaration(of: $0) }
    guard takers.allSatisfy({ $0.kind == .function && $0.isPrivate && !$0.isOverride && $0.attributes.isEmpty }) else {
      return false
    }
    let names = Set(takers.map(\.name))
    let code = frame.facts.code
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    return code.expressions.indices.allSatisfy { index in
      switch code.expressions[index] {
      case .name(let name, _), .member(_, let name):
        !names.contains(name) || body.contains(Int32(index)) && !isInWhatRunsLater(Int32(index), body, code)
      default: true
      }
    }
  }

  /// Whether an expression is in a closure inside of the one that takes a continuation or a completion: a task, a
  /// handler, which may well come to it when the body is done.
  private func isInWhatRunsLater(_ index: Int32, _ body: Range<Int32>, _ code: Code) -> Bool {
    code.closures(around: ExpressionID(index: index), within: body).count > 1
  }
}

/// A name, as it is known in a file or a function.
struct SlotKey: Hashable {
  var name: Symbol
  var place: Int32
}

extension Code {
  /// Whether an expression names a member of `self`.
  func isMember(_ id: ExpressionID, named name: Symbol) -> Bool { selfMember(id) == name }

  /// The member of `self` that an expression names.
  func selfMember(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _?): return name
    case .member(let base, let name):
      guard case .local(let local) = self[base], self[local].name == Names.self_ else { return nil }
      return name
    default: return nil
    }
  }

  /// The expressions of a stretch that name a member of `self` to put something into it.
  fileprivate func places(thatTakeIn slot: Symbol, _ range: Range<Int32>, _ adding: RoleTable) -> Set<ExpressionID> {
    var result: Set<ExpressionID> = []
    for index in range {
      switch self[ExpressionID(index: index)] {
      case .assign(let target, _):
        result.insert(target)
        if case .subscripted(let base, _) = self[target] { result.insert(base) }
      case .call(let callee, _):
        if case .member(let base, let name) = self[callee], adding.contains(name) { result.insert(base) }
      default: continue
      }
    }
    return result.filter { isMember($0, named: slot) }
  }
}
