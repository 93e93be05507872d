import SwiftFacts

/// Who makes objects of a type, and what becomes of them before they are given something.
final class Makers {
  private let program: Program
  private let summaries: CallbackSummaries
  /// By the type of what is made, the calls that make one.
  private var sites: [NominalID: [(call: ExpressionID, function: FunctionID)]] = [:]
  /// The functions that assign to something of a name, and those that read it.
  private var writers: [Symbol: Set<FunctionID>] = [:]
  private var readers: [Symbol: Set<FunctionID>] = [:]

  init(_ program: Program) {
    self.program = program
    summaries = CallbackSummaries(program)
    for function in program.productionFunctions {
      let code = program[program.file(of: function)].facts.code
      for index in program.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, let value) where code[value] != .literal(.null):
          if let name = code.writtenName(target) { writers[name, default: []].insert(function) }
        case .name(let name, .some), .member(_, let name): readers[name, default: []].insert(function)
        case .call:
          if let (type, _) = summaries.making(id, in: summaries.frames[function]) {
            sites[type, default: []].append((id, function))
          }
        default: continue
        }
      }
    }
  }

  /// Whether production code makes an object of a type.
  func isMade(_ type: NominalID) -> Bool { sites[type]?.isEmpty == false }

  /// Whether anybody assigns to something of a name.
  func isSet(_ property: Symbol) -> Bool { writers[property]?.isEmpty == false }

  /// The functions that make an object of a type, other than its own.
  func makers(of type: NominalID) -> Set<FunctionID> {
    Set((sites[type] ?? []).map(\.function).filter { program.owner(of: $0) != type })
  }

  /// Whether only a type itself can make its objects, and wherever it does goes on to give them something.
  func givesWithin(_ property: Symbol, of type: NominalID) -> Bool {
    let initializers = (program[type].functions[Names.init_] ?? []).filter { function in
      // One that ends the program makes nothing.
      let code = program[program.file(of: function)].facts.code
      return !program.expressions(of: function).contains {
        code.callee(of: ExpressionID(index: Int32($0))).map(program.knowledge[.neverReturns].contains) == true
      }
    }
    guard !initializers.isEmpty, initializers.allSatisfy({ program.declaration(of: $0).isPrivate }),
      // What an initialiser calls on `super` makes no other object.
      let made = sites[type]?.filter({ program.declaration(of: $0.function).kind != .initializer }), !made.isEmpty
    else { return false }
    return made.allSatisfy { call, function in
      guard program.owner(of: function) == type else { return false }
      if isGiven(property, by: call, in: function) { return true }
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { index in
        guard case .assign(let target, let value) = code.expressions[index], code[value] != .literal(.null),
          case .member(let base, property) = code[target], case .local(let local) = code[base]
        else { return false }
        return code[local].initializer == call
      }
    }
  }

  /// Where an object of a type is used that has been given nothing for a property on some way.
  func withoutValue(_ property: Symbol, of type: NominalID) -> [SourceSpan] {
    let outside = (writers[property] ?? []).filter { program.owner(of: $0) != type }
    let setters = program.functions(of: type).filter {
      program.declaration(of: $0).kind != .initializer && summaries.summary(of: $0).gives.contains([property])
    }
    return (sites[type] ?? []).compactMap { call, function in
      guard program.owner(of: function) != type, !isGiven(property, by: call, in: function) else { return nil }
      let frame = summaries.frames[function]
      let code = frame.facts.code
      let span = SourceSpan(file: frame.file, bytes: code.span(of: call))
      if outside.isEmpty, setters.isEmpty { return isKept(call, in: function) ? span : nil }
      if isLeftAlone(call, in: function, outside.union(setters), property, type) { return span }
      guard
        let local = (frame.declaration.firstLocal..<max(frame.declaration.firstLocal, frame.declaration.endLocal)).lazy
          .map({ LocalID(index: $0) })
          .first(where: { code[$0].initializer == call && code[$0].kind == .variable(isLet: true) }),
        !code.isCaptured(local),
        let graph = program.flow(of: function)
      else { return nil }
      let use = Unprovided(made: call) { [self] in effect(of: $0, on: local, property, type, in: frame) }
      guard let solution = graph.solve(use, from: Unprovided.State()) else { return nil }
      for (block, before) in solution.before.enumerated() {
        guard var state = before else { continue }
        for id in graph.blocks[block].ranges.joined().lazy.map({ ExpressionID(index: $0) }) {
          if state.isOpen, use.effect(id) == .uses {
            return SourceSpan(file: frame.file, bytes: code.span(of: id))
          }
          use.step(&state, at: id)
        }
      }
      return nil
    }
  }

  private func isGiven(_ property: Symbol, by call: ExpressionID, in function: FunctionID) -> Bool {
    let frame = summaries.frames[function]
    guard case .call(_, let list) = frame.facts.code[call] else { return true }
    if frame.facts.code[list].contains(where: { $0.label == property }) { return true }
    guard let initializer = summaries.making(call, in: frame)?.initializer else { return false }
    let code = program[program.file(of: initializer)].facts.code
    // Left out by the call, the parameter gives nothing.
    if program.declaration(of: initializer).parameters.contains(where: { parameter in
      program.isLeftAsNull(parameter, property, code)
        && !frame.facts.code[list].contains { $0.label == parameter.label }
    }) {
      return false
    }
    return summaries.summary(of: initializer).gives.contains([property])
  }

  /// Whether an object is made for a private property of a type in which nothing gives it anything, where nobody who
  /// gives such objects something is handed one.
  private func isLeftAlone(
    _ call: ExpressionID, in function: FunctionID, _ givers: Set<FunctionID>, _ property: Symbol, _ type: NominalID
  ) -> Bool {
    let frame = summaries.frames[function]
    guard case .initialValue = frame.declaration.kind, frame.facts.code[frame.declaration.results].contains(call),
      let keeper = program.owner(of: function)
    else { return false }
    let slot = program.storedProperties(of: keeper).map(program.declaration(of:)).first { slot in
      slot.isPrivate && slot.initialValue.map { program.function($0, in: frame.file) } == function
    }
    guard let slot else { return false }
    return givers.allSatisfy { giver in
      guard let owner = program.owner(of: giver), owner != type else { return false }
      if program.lineage(of: keeper).contains(owner) { return givesOthers(giver, property, than: slot.name) }
      return !program.declaration(of: giver).parameters.contains { parameter in
        guard let declared = parameter.type else { return true }
        let known = program.resolve(declared, in: program.file(of: giver), context: owner).nominal
        return known.map { program.lineage(of: type).contains($0) } ?? false
      }
    }
  }

  /// Whether all that a function gives something to are other properties of its own object than one that it does not
  /// name.
  private func givesOthers(_ giver: FunctionID, _ property: Symbol, than slot: Symbol) -> Bool {
    let code = summaries.frames[giver].facts.code
    return program.expressions(of: giver).allSatisfy { index in
      let id = ExpressionID(index: Int32(index))
      if code.ownProperty(id) == slot { return false }
      guard case .assign(let target, _) = code[id], code.writtenName(target) == property else { return true }
      guard case .member(let base, _) = code[target] else { return false }
      return code.ownProperty(base) != nil
    }
  }

  /// Whether what is made is put into a property or a local, and not handed to somebody who may have plans for it.
  private func isKept(_ call: ExpressionID, in function: FunctionID) -> Bool {
    let frame = summaries.frames[function]
    if case .initialValue = frame.declaration.kind { return frame.facts.code[frame.declaration.results].contains(call) }
    return frame.facts.code.locals.contains { $0.initializer == call }
      || program.expressions(of: function).contains {
        if case .assign(_, call) = frame.facts.code.expressions[$0] { true } else { false }
      }
  }

  /// What an expression does with a local object.
  private func effect(
    of id: ExpressionID, on local: LocalID, _ property: Symbol, _ type: NominalID, in frame: Frame
  ) -> Unprovided.Effect {
    let code = frame.facts.code
    func isObject(_ id: ExpressionID) -> Bool { code[id] == .local(local) }
    switch code[id] {
    case .assign(let target, let value):
      if isObject(value) { return .ends }
      guard case .member(let base, property) = code[target], isObject(base) else { return .nothing }
      return .ends
    case .call(let callee, let list):
      if code[list].contains(where: { isObject($0.value) }) {
        switch summaries.inference.target(of: id, in: frame).kind {
        case .foreign(_, _, isInitializer: false): return .uses
        case .functions(let targets):
          return targets.contains { writers[property]?.contains($0) == true } ? .ends : .nothing
        default: return .ends
        }
      }
      guard case .member(let base, let name) = code[callee], isObject(base) else { return .nothing }
      guard let (_, method) = summaries.method(id, in: frame, { _ in type }) else {
        return program.member(name, of: type) == nil ? .nothing : .ends
      }
      if summaries.summary(of: method).gives.contains([property]) { return .ends }
      return readers[property]?.contains(method) == true ? .uses : .nothing
    case .array(let parts), .dictionary(let parts), .compound(let parts), .choice(let parts):
      return code[parts].contains(where: isObject) ? .ends : .nothing
    case .tuple(let list): return code[list].contains { isObject($0.value) } ? .ends : .nothing
    default: return .nothing
    }
  }
}

/// Whether a local object may still lack what it is to be given.
private struct Unprovided: Transfer {
  enum Effect { case nothing, ends, uses }

  struct State: Lattice {
    var isOpen = false

    mutating func join(_ other: Self) { isOpen = isOpen || other.isOpen }
  }

  let made: ExpressionID
  let effect: (ExpressionID) -> Effect

  func step(_ state: inout State, at expression: ExpressionID) {
    if expression == made {
      state.isOpen = true
    } else if effect(expression) != .nothing {
      state.isOpen = false
    }
  }
}

extension Code {
  /// Whether a closure refers to a local from outside of it.
  fileprivate func isCaptured(_ local: LocalID) -> Bool {
    closures.contains { closure in
      !(closure.firstLocal..<max(closure.firstLocal, closure.endLocal)).contains(local.index)
        && (closure.firstExpression..<max(closure.firstExpression, closure.endExpression)).contains {
          expressions[Int($0)] == .local(local)
        }
    }
  }
}
