import SwiftFacts

/// Swift that goes by what is there for Objective-C.
extension Program {
  /// Calls, by Swift that Objective-C does not see, of functions that stand in for a function of the same type which
  /// Objective-C cannot call; in the order of files.
  public func shimCalls() -> [Hazard] {
    let shims = shims()
    guard !shims.isEmpty else { return [] }
    let inference = Inference(program: self)
    return functions(mentioning: Set(shims.keys.map { declaration(of: $0).name })).flatMap { function -> [Hazard] in
      let declaration = declaration(of: function)
      guard !isTest(file(of: function)), !isSeenByObjectiveC(function) else { return [] }
      let body = Body(function, in: self)
      let frame = Frame(function, in: self)
      return body.expressions.compactMap { id -> Hazard? in
        guard case .call(let callee, _) = body.code[id],
          case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1,
          let own = shims[targets[0]], own != function, declaration.name != self.declaration(of: own).name
        else { return nil }
        return Hazard(
          kind: .shimCall, span: body.span(of: callee), name: self.declaration(of: targets[0]).name.text,
          other: self.declaration(of: own).name.text, owner: owner(of: targets[0]).map { name(of: $0) } ?? "",
          evidence: [span(of: own)], essence: name(of: targets[0]))
      }
    }
  }

  /// The functions that Objective-C sees and that do nothing but call another one of their object, which it cannot see,
  /// with what they are given, and wrap what that answers with; each with the other one.
  private func shims() -> [FunctionID: FunctionID] {
    let inference = Inference(program: self)
    var result: [FunctionID: FunctionID] = [:]
    let candidates = asking("functions for Objective-C") { program in
      program.productionFunctions.filter { function in
        let declaration = program.declaration(of: function)
        return declaration.kind == .function && declaration.hasBody && !declaration.isOverride
          && program.isForObjectiveC(declaration.attributes)
      }
    }
    for function in candidates {
      let declaration = declaration(of: function)
      guard let owner = owner(of: function),
        self[owner].kind == .class
      else { continue }
      let body = Body(function, in: self)
      let frame = Frame(function, in: self)
      var called: Set<FunctionID> = []
      var isOther = false
      for id in body.expressions {
        switch body.code[id] {
        case .assign, .mutate: isOther = true
        case .call(let callee, _):
          guard case .functions(let targets) = inference.target(of: id, in: frame).kind else { continue }
          guard body.code.ownProperty(callee) != nil else {
            // Who has something done by another object does more than to hand on; what wraps an answer is made.
            isOther = isOther || targets.contains { self.declaration(of: $0).kind == .function }
            continue
          }
          if targets.count == 1 { called.insert(targets[0]) } else { isOther = true }
        default: continue
        }
      }
      guard !isOther, called.count == 1, let own = called.first, own != function, self.owner(of: own) == owner,
        case let behind = self.declaration(of: own), behind.isStatic == declaration.isStatic,
        !isForObjectiveC(behind.attributes),
        isOnlyForSwift(own, inference) || knowledge[.namesShim].begins(declaration.name)
      else { continue }
      result[function] = own
    }
    return result
  }

  /// Whether Objective-C cannot call a function: it is given, or answers with, a value of a type of Swift's own.
  private func isOnlyForSwift(_ function: FunctionID, _ inference: Inference) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    let context = owner(of: function)
    let types = declaration.parameters.compactMap(\.type) + [declaration.result].compactMap { $0 }
    return types.contains { type in
      let wrapped: TypeID =
        switch code[type] {
        case .optional(let inner), .array(let inner): inner
        default: type
        }
      guard let nominal = resolve(wrapped, in: file(of: function), context: context).nominal else { return false }
      switch self[nominal].kind {
      case .struct: return true
      case .enum: return !isForObjectiveC(nominal)
      default: return false
      }
    }
  }

  private func isForObjectiveC(_ attributes: [Symbol]) -> Bool {
    attributes.contains(where: knowledge[.seenByObjectiveC].contains)
  }

  /// Whether a type says so of itself: an enum that does is one of integers.
  private func isForObjectiveC(_ type: NominalID) -> Bool {
    self[type].declarations.contains { isForObjectiveC(self[$0.file].facts[$0.type].attributes) }
  }

  /// Whether code is there for Objective-C itself: a function that it sees, or a member of a class that says so.
  private func isSeenByObjectiveC(_ function: FunctionID) -> Bool {
    isForObjectiveC(declaration(of: function).attributes) || owner(of: function).map { isForObjectiveC($0) } ?? false
  }
}
