import SwiftFacts

/// Where a text comes from, one step back, as far as that takes knowing types: what a member is, what a call runs, who
/// writes to a property.
final class TextSources {
  /// What a text comes from.
  enum Lead: Sendable {
    case value(ExpressionID, FunctionID)
    case property(PropertyID)
    case result(of: FunctionID)
  }

  let program: Program
  let inference: Inference
  let frames: Frames

  init(_ inference: Inference) {
    self.inference = inference
    program = inference.program
    frames = Frames(of: program)
  }

  // MARK: Values

  /// What the value of a member, of a call or of a closure's parameter comes from.
  func leads(from value: ExpressionID, in function: FunctionID) -> [Lead] {
    let frame = frames[function]
    let code = frame.facts.code
    switch code[value] {
    case .member(let base, let name):
      guard let type = inference.type(of: base, in: frame).nominal,
        case .property(let property)? = program.valueMember(name, of: type)
      else { return [] }
      return [.property(property)]
    case .call:
      switch inference.target(of: value, in: frame).kind {
      case .functions(let functions):
        return functions.filter { program.declaration(of: $0).kind == .function }.map { .result(of: $0) }
      case .value(let called):
        guard case .closure(let closure) = code[called] else { return [] }
        return code[code[closure].results].map { .value($0, function) }
      case .memberwise, .enumCase, .foreign: return []
      }
    case .local(let local):
      guard case .closureParameter(let closure, let position) = code[local].kind else { return [] }
      return leads(from: closure, Int(position), in: frame)
    default: return []
    }
  }

  // MARK: Writes

  /// What an assignment puts into a member of a type.
  struct Holding: Sendable {
    var value: ExpressionID
    var function: FunctionID
    var holder: NominalID
  }

  /// Whose members some assignments write to, where it is known.
  func holdings(_ writes: [CallsAndAssignments.Write]) -> [Holding] {
    writes.compactMap { write in
      let frame = frames[write.function]
      guard case .assign(let target, let value) = frame.facts.code[write.assignment] else { return nil }
      let holder: NominalID?
      switch frame.facts.code[target] {
      case .member(let base, _): holder = inference.type(of: base, in: frame).nominal
      case .name: holder = frame.context
      default: holder = nil
      }
      return holder.map { Holding(value: value, function: write.function, holder: $0) }
    }
  }

  // MARK: Calls

  /// What a call runs.
  struct Run: Sendable {
    enum Target: Sendable {
      case function(FunctionID)
      case memberwise(NominalID)
    }

    var site: CallIndex.Site
    var target: Target
  }

  /// What some calls run: one function, or the initialiser that a struct has by itself.
  func runs(_ sites: [CallIndex.Site]) -> [Run] {
    sites.compactMap { site in
      switch inference.target(of: site.call, in: frames[site.function]).kind {
      case .functions(let functions) where functions.count == 1: Run(site: site, target: .function(functions[0]))
      case .memberwise(let owner): Run(site: site, target: .memberwise(owner))
      default: nil
      }
    }
  }
}

extension Program {
  /// Where something of a name is assigned in production code, in order.
  func writes(to name: Symbol) -> [CallsAndAssignments.Write] {
    asking("assignments to a name", about: [name]) { program in
      program.asking("all assignments") { CallsAndAssignments.writes(in: $0) }[name] ?? []
    }
  }
}
