import SwiftFacts

/// What an object could not be made without before a change, and can be made without since.
extension Matching {
  /// Properties that every initialiser had to give something, and are optional now: they are left as `nil` by somebody
  /// who makes such an object and goes on to use it, or are read with nothing that asks whether they were given.
  ///
  /// A callback or a delegate that is told something, and asked nothing, may be missing; so may a plain value that is
  /// unwrapped wherever it is read.
  public func lostRequirements() -> [Alteration] {
    var result: [Alteration] = []
    var makers: Makers?
    for (property, old) in properties.sorted(by: { $0.key.index < $1.key.index }) {
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, !now.isStatic, now.initialValue == nil, now.attributes.isEmpty, !now.isPublic,
        after.isOptional(property), !after.isTest(after.file(of: property)),
        was.isStored, was.initialValue == nil, was.type != nil,
        let owner = after.owner(of: property), let ownerBefore = before.owner(of: old),
        !before.isOptional(old) || was.strength == .weak && before.isDemandedByInit(was.name, of: ownerBefore)
          && !after.isDemandedByInit(now.name, of: owner),
        !now.isLet && after[owner].kind == .class || after.mayBeLeftOut(now.name, of: owner),
        // Where something was given by nobody from outside, nobody from outside has to give it.
        before.isGivenByInit(was.name, of: ownerBefore)
      else { continue }
      let read = after.readAsThere(now.name, of: owner)
      if after.isDependency(property) || read != nil,
        !after.isOptionalClosure(property) || !after.isCallbackOnly(property),
        after.knowledge[.isDataSource].ends(now.name) || !after.isDelegateName(now.name)
      {
        let known = makers ?? Makers(after)
        makers = known
        let places = known.withoutValue(now.name, of: owner)
        if !places.isEmpty {
          result.append(
            alteration(
              .lostRequirement, property, owner, places.map { after.declarationName(at: $0.bytes.start, in: $0.file) },
              places))
          continue
        }
      }
      if read == nil, after.isDependency(property), !after.isDelegateName(now.name),
        !after.isOptionalClosure(property) || !after.isCallbackOnly(property),
        after[owner].access == .module, !after.isGivenByInit(now.name, of: owner),
        let reader = after.readerWithoutAnswer(of: now.name, in: owner)
          ?? after.readerOfAnswerAlone(of: now.name, in: owner)
      {
        let known = makers ?? Makers(after)
        makers = known
        // Of those that are made in sight, each is given one. A closure that is asked is one more way to forget it.
        guard after.isOptionalClosure(property) || !known.isMade(owner) else { continue }
        result.append(
          alteration(
            .silentRequirement, property, owner,
            [after.declarationName(at: reader.bytes.start, in: reader.file)], [reader]))
      }
      guard let read, !after.isGivenByInit(now.name, of: owner) else { continue }
      let known = makers ?? Makers(after)
      makers = known
      if known.givesWithin(now.name, of: owner) { continue }
      result.append(
        alteration(
          .loosenedRequirement, property, owner, [after.declarationName(at: read.bytes.start, in: read.file)], [read]))
    }
    return result
  }

  private func alteration(
    _ kind: Alteration.Kind, _ property: PropertyID, _ owner: NominalID, _ affected: [String], _ evidence: [SourceSpan]
  ) -> Alteration {
    var seen: Set<String> = []
    return Alteration(
      kind: kind, span: after.span(of: property), name: after.declaration(of: property).name.text,
      after: after.name(of: owner), affected: affected.filter { seen.insert($0).inserted }, evidence: evidence)
  }
}

extension Program {
  /// Whether a property is for an object that does something, or for a closure that answers with something.
  fileprivate func isDependency(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type else { return false }
    switch resolve(type, in: file(of: property), context: owner(of: property)) {
    case .function: return true
    case .nominal(let id, _): return self[id].kind == .protocol || self[id].kind == .class || self[id].kind == .actor
    default: return false
    }
  }

  /// Where a type reads a member of one of its properties, an optional, without asking whether it is there.
  fileprivate func readAsThere(_ property: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type) {
      let file = file(of: function)
      let code = self[file].facts.code
      for index in expressions(of: function) {
        guard case .member(let base, let name) = code.expressions[index], code.ownProperty(base) == property else {
          continue
        }
        if !code.marks(of: base).contains(.unwrapped) {
          guard !code.marks(of: base).contains(.chained), let own = self.property(named: property, of: type),
            let declared = declaration(of: own).type,
            let kind = resolve(declared, in: self.file(of: own), context: type).nominal,
            // What the value has, and `Optional` has not.
            self[kind].kind != .foreign, member(name, of: kind) != nil
          else { continue }
        }
        return SourceSpan(file: file, bytes: code.span(of: base))
      }
    }
    return nil
  }

  /// Where a function leaves without a word, or with something empty, as a property of its type is `nil`.
  fileprivate func readerWithoutAnswer(of name: Symbol, in type: NominalID) -> SourceSpan? {
    guards(binding: name, in: type).first { leaving in
      let code = leaving.code
      guard code.lastStatement(of: leaving.block).map({ code.statement($0).kind }) == .leave(.return, label: nil) else {
        return false
      }
      return code.expressions(in: leaving.block).allSatisfy { index in
        switch code[ExpressionID(index: index)] {
        case .array(let parts), .dictionary(let parts): parts.count == 0
        case .literal(.null), .literal(.boolean(false)), .literal(.number("0")): true
        case .literal(.string(let text)): text?.text == ""
        default: false
        }
      }
    }?.span
  }

  /// Where a function that answers with nothing does what it is there for only if a closure in a property has answered:
  /// `if let rows = rows?() { … }`.
  fileprivate func readerOfAnswerAlone(of name: Symbol, in type: NominalID) -> SourceSpan? {
    functions(of: type).lazy.filter { self.declaration(of: $0).result == nil }.compactMap { function -> SourceSpan? in
      let body = Body(function, in: self)
      let code = body.code
      let branches = body.statements.filter { code.statement($0).kind == .branch }
      // What stands beside it is done in any case.
      guard branches.count == 1, let branch = branches.first, code.blocks(of: branch).count == 1 else { return nil }
      let isAsked = code.conditions(of: branch).contains { condition in
        guard case .condition(.binding, let value?) = code.statement(condition).kind,
          case .call(let callee, _) = code[value]
        else { return false }
        return code.ownProperty(callee) == name
      }
      return isAsked ? SourceSpan(file: self.file(of: function), bytes: code.statement(branch).span) : nil
    }.first
  }

  /// Whether an initialiser of a type takes a property's value, and `nil` where it is left out.
  fileprivate func mayBeLeftOut(_ name: Symbol, of type: NominalID) -> Bool {
    (self[type].functions[Names.init_] ?? []).contains { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).parameters.contains { isLeftAsNull($0, name, code) }
    }
  }

  fileprivate func isLeftAsNull(_ parameter: FunctionDeclaration.Parameter, _ name: Symbol, _ code: Code) -> Bool {
    code[parameter.local].name == name && parameter.defaultValue.map { code[$0] == .literal(.null) } == true
  }

  /// Whether an initialiser of a type has to be given an object for a property.
  fileprivate func isDemandedByInit(_ name: Symbol, of type: NominalID) -> Bool {
    (self[type].functions[Names.init_] ?? []).contains { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).parameters.contains { parameter in
        guard code[parameter.local].name == name, parameter.defaultValue == nil, let type = parameter.type else {
          return false
        }
        if case .optional = code[type] { return false }
        return true
      }
    }
  }

  /// Whether an initialiser of a type takes a parameter of a property's name, or the compiler's own does.
  fileprivate func isGivenByInit(_ name: Symbol, of type: NominalID) -> Bool {
    let own = (self[type].functions[Names.init_] ?? []).filter { declaration(of: $0).kind == .initializer }
    let code = { (function: FunctionID) in self[self.file(of: function)].facts.code }
    let giving = own.filter { function in
      declaration(of: function).parameters.contains { code(function)[$0.local].name == name }
    }
    return own.isEmpty ? self[type].kind == .struct : !giving.isEmpty
  }
}

/// Who makes objects of a type, and what becomes of them before they are given something.
private final class Makers {
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
      if isLeftAlone(call, in: function, outside.union(setters), type) { return span }
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

  /// Whether an object is made for a private property of a type in which nothing gives any such object anything, where
  /// nobody who does is handed one.
  private func isLeftAlone(
    _ call: ExpressionID, in function: FunctionID, _ givers: Set<FunctionID>, _ type: NominalID
  ) -> Bool {
    let frame = summaries.frames[function]
    guard case .initialValue = frame.declaration.kind, frame.facts.code[frame.declaration.results].contains(call),
      let keeper = program.owner(of: function)
    else { return false }
    let isPrivate = program.storedProperties(of: keeper).contains { property in
      let declaration = program.declaration(of: property)
      return declaration.isPrivate
        && declaration.initialValue.map { program.function($0, in: program.file(of: property)) } == function
    }
    return isPrivate
      && givers.allSatisfy { giver in
        guard let owner = program.owner(of: giver), owner != type, !program.lineage(of: keeper).contains(owner) else {
          return false
        }
        return !program.declaration(of: giver).parameters.contains { parameter in
          guard let declared = parameter.type else { return true }
          let known = program.resolve(declared, in: program.file(of: giver), context: owner).nominal
          return known.map { program.lineage(of: type).contains($0) } ?? false
        }
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
