import SwiftFacts

/// Tells what answers by what it is given and by what is written there alone: texts, pictures, a table, a sum, also one
/// that is put by for the next time. It is the same wherever it is asked, and nothing has to be set up for it.
final class AnswersAlone {
  private let inference: Inference
  private let tables: SharedTables
  private var program: Program { inference.program }
  private var known: [FunctionID: Bool] = [:]

  init(_ inference: Inference, _ tables: SharedTables) {
    self.inference = inference
    self.tables = tables
  }

  func contains(_ function: FunctionID) -> Bool {
    if let found = known[function] { return found }
    let result = contains(function, within: [])
    known[function] = result
    return result
  }

  private func contains(_ function: FunctionID, within callers: [FunctionID]) -> Bool {
    let declaration = program.declaration(of: function)
    guard callers.count < 4, !callers.contains(function), declaration.hasBody, declaration.result != nil else {
      return false
    }
    let frame = Frame(function, in: program)
    // What always answers the same number is not written yet, or a stand-in.
    let isWritten = program.expressions(of: function).contains { index in
      switch frame.facts.code.expressions[index] {
      case .literal(.null), .literal(.boolean), .literal(.number): false
      default: true
      }
    }
    return isWritten && isAlone(frame, within: callers)
  }

  private func isAlone(_ frame: Frame, within callers: [FunctionID]) -> Bool {
    let code = frame.facts.code
    return program.expressions(of: frame.function).allSatisfy { index in
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .call: return isAlone(call: id, frame, within: callers)
      case .assign(let target, _), .mutate(let target, _): return isOwn(code.beginning(of: target), frame)
      case .name(let name, _):
        guard let property = property(named: name, frame) else {
          return !program.knowledge[.reachesOutside].contains(name)
        }
        return isAlone(property, frame, within: callers)
      case .member(let base, let name):
        if case .local(let local) = code[base], code[local].kind == .selfReference {
          guard let property = property(named: name, frame) else { return true }
          return isAlone(property, frame, within: callers)
        }
        guard case .name(let typeName, _) = code[base],
          let type = program.nominal(named: typeName, from: frame.file), program[type].kind != .foreign
        else { return !isSharedOutside(base, name, frame) }
        return program[type].properties[name].map { isAlone($0, frame, within: callers) } ?? true
      default: return true
      }
    }
  }

  private func isAlone(call id: ExpressionID, _ frame: Frame, within callers: [FunctionID]) -> Bool {
    switch inference.target(of: id, in: frame).kind {
    case .functions(let targets):
      targets.allSatisfy {
        program.declaration(of: $0).kind == .initializer || contains($0, within: callers + [frame.function])
      }
    case .foreign: !asksTypeOutside(id, frame)
    case .memberwise, .enumCase: true
    case .value: false
    }
  }

  /// Whether a type of a library is asked for the one object that it has: `Configuration.configuration()`.
  private func asksTypeOutside(_ call: ExpressionID, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call], list.count == 0, case .member(let base, _) = code[callee],
      case .name(let type, _) = code[base]
    else { return false }
    return type.isCapitalized && !program.knowledge[.sameEverywhere].contains(type)
      && !program.knowledge[.drawnWith].contains(type)
  }

  /// Whether a property says the same wherever it is read.
  private func isAlone(_ property: PropertyID, _ frame: Frame, within callers: [FunctionID]) -> Bool {
    let declaration = program.declaration(of: property)
    if let getter = declaration.getter {
      let function = program.function(getter, in: program.file(of: property))
      return callers.count < 4 && !callers.contains(function)
        && isAlone(Frame(function, in: program), within: callers + [frame.function])
    }
    guard declaration.isStored else { return false }
    if isMemory(property, of: frame.function) || isFormatter(property) { return true }
    let isSettled = declaration.isLet || !tables.isChanged(declaration.name, in: program) && isFilled(property)
    return isSettled && isValue(inference.type(of: property))
  }

  /// Whether a property has something to begin with: what is empty is there for somebody out of sight to fill.
  private func isFilled(_ property: PropertyID) -> Bool {
    guard let initial = program.declaration(of: property).initialValue else { return false }
    let frame = Frame(program.function(initial, in: program.file(of: property)), in: program)
    let code = frame.facts.code
    return code[frame.declaration.results].contains { value in
      switch code[value] {
      case .array(let parts), .dictionary(let parts): parts.count > 0
      case .literal(.null), .literal(.boolean), .literal(.number): false
      case .call(_, let list): list.count > 0
      default: true
      }
    }
  }

  /// Whether a property is there for one function to remember what it has answered.
  private func isMemory(_ property: PropertyID, of function: FunctionID) -> Bool {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    guard declaration.isPrivate, program.file(of: function) == file else { return false }
    let facts = program[file].facts
    let own = program.expressions(of: function)
    guard own.contains(where: { isWritten(declaration.name, by: ExpressionID(index: Int32($0)), facts.code) }) else {
      return false
    }
    return facts.code.expressions.indices.allSatisfy { index in
      switch facts.code.expressions[index] {
      case .name(declaration.name, _), .member(_, declaration.name): own.contains(index)
      default: true
      }
    }
  }

  private func isWritten(_ name: Symbol, by id: ExpressionID, _ code: Code) -> Bool {
    guard case .assign(let target, _) = code[id] else { return false }
    return switch code[code.beginning(of: target)] {
    case .name(name, _), .member(_, name): true
    default: false
    }
  }

  /// Whether a value says all by itself, and is no object that may be asked something else tomorrow.
  private func isValue(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _) where program[id].kind != .foreign: program[id].isValueType
    case .array(let element): isValue(element)
    case .dictionary(_, let value): isValue(value)
    case .tuple(let parts): parts.allSatisfy(isValue)
    default: program.isNamed(type, in: .plainValue) || program.isNamed(type, in: .neverChanges)
    }
  }

  /// The property that a name stands for: one of the types around, or a global.
  private func property(named name: Symbol, _ frame: Frame) -> PropertyID? {
    program.scopes(from: frame.context).lazy.compactMap { self.program[$0].properties[name] }.first
      ?? program.globalProperty(named: name, from: frame.file)
  }

  /// Whether a place is the function's own to change: a variable of it, or what it remembers by.
  private func isOwn(_ place: ExpressionID, _ frame: Frame) -> Bool {
    switch frame.facts.code[place] {
    case .local(let local): frame.facts.code[local].kind != .selfReference
    case .name(let name, _): isItsTool(property(named: name, frame), frame)
    case .member(let base, let name):
      switch frame.facts.code[base] {
      case .name(Names.Self_, _), .local: isItsTool(property(named: name, frame), frame)
      case .name(let type, _):
        isItsTool(program.nominal(named: type, from: frame.file).flatMap { program[$0].properties[name] }, frame)
      default: false
      }
    default: false
    }
  }

  private func isItsTool(_ property: PropertyID?, _ frame: Frame) -> Bool {
    property.map { isMemory($0, of: frame.function) || isFormatter($0) } ?? false
  }

  /// Whether a property keeps what writes values as texts: that is told how each time, or once for all.
  private func isFormatter(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isLet, declaration.isStored else { return false }
    let type = inference.type(of: property)
    if case .unknown = type, let initial = declaration.initialValue {
      // `DateFormatter().then { … }`
      let frame = Frame(program.function(initial, in: program.file(of: property)), in: program)
      let code = frame.facts.code
      return code[frame.declaration.results].contains { code.madeFirst($0).map(formatters.contains) ?? false }
    }
    return type.nominal.map { formatters.contains(program[$0].name) } ?? false
  }

  private lazy var formatters: Set<Symbol> = {
    let role = program.knowledge[.formatsValue]
    return Set(role.names.flatMap { role[$0].compactMap(\.type) })
  }()

  /// Whether a member is the one object of a library's type, which is not known to answer the same everywhere.
  private func isSharedOutside(_ base: ExpressionID, _ name: Symbol, _ frame: Frame) -> Bool {
    guard program.knowledge[.sharedInstance].contains(name) || program.knowledge[.isShared].fits(name),
      case .name(let type, _) = frame.facts.code[base]
    else { return false }
    return !program.knowledge[.sameEverywhere].contains(type)
  }
}

extension Code {
  /// What the members and elements of a place begin with.
  fileprivate func beginning(of place: ExpressionID) -> ExpressionID {
    switch self[place] {
    case .member(let base, _):
      switch self[base] {
      case .local(let local) where self[local].kind == .selfReference: place
      case .name(let type, _) where type.isCapitalized: place
      default: beginning(of: base)
      }
    case .subscripted(let base, _): beginning(of: base)
    default: place
    }
  }

  /// The type that what calls of members begin with is one of: `A` of `A().b { … }.c()`.
  fileprivate func madeFirst(_ value: ExpressionID) -> Symbol? {
    switch self[value] {
    case .call(let callee, _):
      switch self[callee] {
      case .member(let base, _): madeFirst(base)
      default: calledName(callee)
      }
    default: nil
    }
  }
}
