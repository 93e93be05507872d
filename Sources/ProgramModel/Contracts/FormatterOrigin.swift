import SwiftFacts

/// Where a formatter comes from that a body gives a format, and whether it has got its locale there.
struct FormatterOrigin {
  let frame: Frame
  let inference: Inference

  private var program: Program { frame.program }
  private var code: Code { frame.facts.code }

  /// Whether a formatter may have a locale of its own when the body gets it: what made it gives it one, or is out of
  /// sight.
  func mayBeFixed(_ id: ExpressionID) -> Bool {
    switch code[id] {
    case .local(let local):
      guard let value = code[local].initializer else { return false }
      return mayBeFixed(value)
    case .cast(let value, _): return mayBeFixed(value)
    case .call(let callee, _):
      switch inference.target(of: id, in: frame).kind {
      case .functions(let functions):
        return functions.contains { fixes(program.expressions(of: $0), in: program.file(of: $0)) }
      // A new one, unless it is the system's function that answers with it.
      default: return code.typeName(callee)?.isCapitalized != true && !isInitializer(callee)
      }
    case .name, .member:
      guard let property = Presence(frame: frame, inference: inference).property(id) else { return false }
      return isFixed(property)
    default: return false
    }
  }

  private func isInitializer(_ callee: ExpressionID) -> Bool {
    switch code[callee] {
    case .member(_, let name), .implicitMember(let name): name == Names.init_
    case .type: true
    default: false
    }
  }

  private func isFixed(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    for worked in [declaration.initialValue, declaration.getter].compactMap({ $0 }) {
      if fixes(program.expressions(of: program.function(worked, in: file)), in: file) { return true }
    }
    // Another method of the same object sets it up.
    let other = program[file].facts.code
    return other.expressions.contains { expression in
      guard case .assign(let target, _) = expression, case .member(let base, let name) = other[target],
        program.knowledge[.fixesDateFormat].contains(name)
      else { return false }
      return other.calledName(base) == declaration.name
    }
  }

  private func fixes(_ body: Range<Int>, in file: FileID) -> Bool {
    let code = program[file].facts.code
    return body.contains { index in
      guard case .assign(let target, _) = code.expressions[index], case .member(_, let name) = code[target] else {
        return false
      }
      return program.knowledge[.fixesDateFormat].contains(name)
    }
  }
}
