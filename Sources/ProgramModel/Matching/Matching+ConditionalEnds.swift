import SwiftFacts

/// Ends that came whenever a function ran, and come under a condition alone since the change.
extension Matching {
  /// What is let go of all the same where the condition does not hold, with the object or out of its property.
  func conditionalEnds() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      let (ends, others) = (before.endCalls(in: old, of: oldType), after.endCalls(in: function, of: type))
      guard !ends.isEmpty else { return [] }
      let (was, now) = (Body(old, in: before), Body(function, in: after))
      return ends.compactMap { end -> Alteration? in
        let held: Symbol
        switch end.ended {
        case .held(let name, isOwn: true), .given(let name): held = name
        default: return nil
        }
        let here = others.filter { $0.spelling == end.spelling }
        guard here.count == 1, ends.count(where: { $0.spelling == end.spelling }) == 1,
          let property = after.property(named: held, of: type), after.declaration(of: property).isStored,
          !after.endsWhenLetGo(property),
          case let branches = now.branches(around: here[0].id),
          branches.count == was.branches(around: end.id).count + 1, let branch = branches.last,
          !now.condition(of: branch).contains(where: { now.isAbout(held, $0) }),
          now.isLetGo(held, outside: branch) || after.declaration(of: function).kind == .deinitializer
        else { return nil }
        return Alteration(
          kind: .lostEndOnExit, span: now.span(of: here[0].id), name: after.declaration(of: function).name.text,
          before: end.spelling, affected: [after.name(of: function)])
      }
    }
  }
}

extension Body {
  /// The `if` statements that an expression stands in, the outermost first.
  fileprivate func branches(around id: ExpressionID) -> [Int32] {
    statements.filter { at in
      let statement = code.statements[Int(at)]
      guard case .branch = statement.kind else { return false }
      return statement.firstExpression <= id.index && id.index < statement.endExpression
    }
  }

  /// The expressions of what an `if` asks.
  fileprivate func condition(of branch: Int32) -> [ExpressionID] {
    let statement = code.statements[Int(branch)]
    let block = (branch..<statement.end).first { code.statements[Int($0)].kind == .block }
    let end = block.map { code.statements[Int($0)].firstExpression } ?? statement.endExpression
    return (statement.firstExpression..<max(statement.firstExpression, end)).map { ExpressionID(index: $0) }
  }

  fileprivate func isAbout(_ held: Symbol, _ id: ExpressionID) -> Bool {
    code.ownProperty(id) == held || code.calledName(id) == held
  }

  /// Whether a property is emptied, whatever an `if` asks.
  fileprivate func isLetGo(_ held: Symbol, outside branch: Int32) -> Bool {
    let statement = code.statements[Int(branch)]
    let around = place(of: ExpressionID(index: statement.firstExpression)).range
    return assignments(to: held).values.joined().contains { id in
      guard id.index >= statement.endExpression, around.contains(id.index), case .assign(_, let value) = code[id] else {
        return false
      }
      return code[value] == .literal(.null)
    }
  }
}
