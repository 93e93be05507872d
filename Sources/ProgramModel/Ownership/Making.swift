import SwiftFacts

/// How often objects of a type are made in a run of the program, as far as the functions that make them tell.
struct Making {
  let program: Program
  let calls: CallIndex
  private let lifetimes: ProcessLifetime

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    lifetimes = program.processLifetime(calls)
  }

  /// Whether there can be one object after another of a type, none of which lives as long as the process by itself.
  func isMadeAnew(_ type: Type) -> Bool {
    guard let id = type.nominal, !lifetimes.lasts(id) else { return false }
    let types = [id] + (program.descendants[id] ?? [])
    return types.contains { type in
      !lifetimes.lasts(type)
        && (calls.callers[program[type].name] ?? []).contains { isRepeated($0, making: type, depth: 0) }
    }
  }

  /// Whether the captured object is to let go of what lasts in its own `deinit`, and so was not made to last as long.
  func isMeantToGo(before cycle: Cycle) -> Bool {
    guard let id = cycle.captured.nominal, !lifetimes.lasts(id) else { return false }
    return cycle.ends.contains { end in
      program.declaration(of: end.function).kind == .deinitializer
        && program.owner(of: end.function).map { program.lineage(of: id).contains($0) } ?? false
    }
  }

  /// Whether a type is a view or a screen that nothing in the program makes, so that a storyboard has to, and that
  /// nothing suggests there is one of alone.
  func isMadeElsewhere(_ type: Type) -> Bool {
    guard let id = type.nominal, calls.callers[program[id].name]?.isEmpty ?? true,
      !program.knowledge[.isRootScreen].fits(program[id].name)
    else { return false }
    return (program.inherits(id, fromAny: .viewControllerClass) || program.inherits(id, fromAny: .viewClass))
      && !program.inherits(id, fromAny: .rootScreenClass)
  }

  /// Whether a function that makes an object may do so again and again.
  private func isRepeated(_ maker: FunctionID, making type: NominalID, depth: Int) -> Bool {
    let declaration = program.declaration(of: maker)
    switch declaration.kind {
    case .topLevel:
      return (calls.sites[program[type].name] ?? []).contains {
        $0.function == maker && program.isInLoop($0.call, of: maker)
      }
    case .initialValue(let property):
      let file = program.file(of: maker)
      guard !program[file].facts[property].isStatic, let owner = program.owner(of: maker) else { return false }
      return isMany(owner, depth)
    case .initializer: return program.owner(of: maker).map { isMany($0, depth) } ?? true
    default: break
    }
    guard let owner = program.owner(of: maker), !declaration.isStatic, owner != type, !isMany(owner, depth) else {
      return true
    }
    // Of what one lasting object puts into a property of its own, there is one at a time.
    return !isPutIntoAProperty(type, in: maker)
  }

  private func isMany(_ owner: NominalID, _ depth: Int) -> Bool {
    if lifetimes.lasts(owner) { return false }
    guard depth < HeapLimits.depth, program[owner].kind == .class || program[owner].kind == .actor,
      let makers = calls.callers[program[owner].name], !makers.isEmpty
    else { return true }
    return makers.contains { isRepeated($0, making: owner, depth: depth + 1) }
  }

  private func isPutIntoAProperty(_ type: NominalID, in maker: FunctionID) -> Bool {
    let declaration = program.declaration(of: maker)
    let code = program[program.file(of: maker)].facts.code
    return (declaration.firstExpression..<declaration.endExpression).contains { index in
      guard case .assign(let target, let value) = code[ExpressionID(index: index)], code.ownProperty(target) != nil,
        case .call(let callee, _) = code[value]
      else { return false }
      return code.calledName(callee) == program[type].name
    }
  }
}
