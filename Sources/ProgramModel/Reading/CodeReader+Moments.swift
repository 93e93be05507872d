public import SwiftFacts

/// When code runs.
extension CodeReader {
  /// When a closure runs: nil where nothing tells.
  public func runsLater(_ closure: ClosureID, in file: FileID) -> Bool? {
    guard let frame = frame(of: program[file].facts.code[closure].expression, in: file) else { return nil }
    return isLate(fates.fate(of: closure, in: frame))
  }

  /// When a function runs that a call is given by its name: nil where nothing tells.
  public func runsLater(argument: ExpressionID, in file: FileID) -> Bool? {
    guard let frame = frame(of: argument, in: file), case .isArgument(let position, let call)? = frame.uses[argument]
    else { return nil }
    return isLate(fates.summary(ofArgument: position, of: call, in: frame).fate)
  }

  private func isLate(_ fate: ClosureFate) -> Bool? {
    switch fate {
    case .inPlace: false
    case .later, .kept: true
    case .unknown: nil
    }
  }

  /// Whether code runs while a view is asked for what it shows: in what answers with a view, or is called by that in
  /// the same type, and not in a closure that waits for something else. Nil where nothing tells of a closure around it.
  public func runsWhileDrawn(_ index: Int32, in file: FileID) -> Bool? {
    var seen: Set<FunctionID> = []
    return runsWhileDrawn(ExpressionID(index: index), in: file, &seen)
  }

  private func runsWhileDrawn(_ id: ExpressionID, in file: FileID, _ seen: inout Set<FunctionID>) -> Bool? {
    guard let frame = frame(of: id, in: file), let owner = frame.context,
      program.inherits(owner, fromAny: .viewProtocol)
    else { return false }
    let body = program.expressions(of: frame.function)
    var isKnown = true
    for closure in frame.facts.code.closures(around: id, within: Int32(body.lowerBound)..<Int32(body.upperBound)) {
      switch fates.fate(of: closure, in: frame) {
      case .inPlace: continue
      case _ where makesViews(closure, in: frame): continue
      case .later, .kept: return false
      case .unknown: isKnown = false
      }
    }
    guard let isDrawn = isDrawn(frame, of: owner, &seen) else { return nil }
    if isDrawn, !isKnown { return nil }
    return isDrawn
  }

  /// Whether a member of a view is asked for while it is drawn.
  private func isDrawn(_ frame: Frame, of owner: NominalID, _ seen: inout Set<FunctionID>) -> Bool? {
    guard seen.insert(frame.function).inserted else { return false }
    switch frame.declaration.kind {
    case .getter(let property):
      if isView(inference.type(of: program.property(property, in: frame.file))) { return true }
    case .function:
      if let result = frame.declaration.result, isView(frame.resolve(result)) { return true }
    default: return false
    }
    var isKnown = true
    let getters = program[owner].properties.values.sorted().compactMap(program.getter(of:))
    for caller in getters + program.functions(of: owner) where caller != frame.function {
      for at in uses(of: frame, in: caller) {
        guard let isDrawn = runsWhileDrawn(at, in: program.file(of: caller), &seen) else {
          isKnown = false
          continue
        }
        if isDrawn { return true }
      }
    }
    return isKnown ? false : nil
  }

  /// Where another member of the same type calls or reads one, by its name.
  private func uses(of member: Frame, in caller: FunctionID) -> [ExpressionID] {
    let name = member.declaration.name
    let code = program[program.file(of: caller)].facts.code
    return program.expressions(of: caller).map { ExpressionID(index: Int32($0)) }.filter { id in
      switch code[id] {
      case .name(name, _?): return true
      case .member(let base, name):
        guard case .local(let local) = code[base] else { return false }
        return code[local].kind == .selfReference
      default: return false
      }
    }
  }

  /// Whether a closure answers with views: one of its own calls makes one.
  private func makesViews(_ closure: ClosureID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
    return range.contains { index in
      let id = ExpressionID(index: index)
      guard case .call = code[id], code.closures(around: id, within: range).isEmpty else { return false }
      return isView(inference.type(of: id, in: frame))
    }
  }

  private func isView(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _):
      program.knowledge[.viewValue].contains(program[id].name) || program.inherits(id, fromAny: .viewProtocol)
    case .foreign(let name): program.knowledge[.viewValue].contains(name)
    case .parameter(_, let bound?): isView(bound)
    case .composition(let types): types.contains(where: isView)
    default: false
    }
  }
}

extension Program {
  /// What works out a property, or gives it its first value; nil where it has no code.
  public func getter(of property: PropertyID) -> FunctionID? {
    let declaration = declaration(of: property)
    return (declaration.getter ?? declaration.initialValue).map { function($0, in: file(of: property)) }
  }
}
