import SwiftFacts

/// What views make: a view is a value that is made anew each time that what it stands in is drawn, and what it keeps as
/// its state is made once.
extension MakingSites {
  /// Whether the type that a function belongs to is a view.
  func isDrawnAnew(_ function: FunctionID) -> Bool {
    program.owner(of: function).map { program.inherits($0, fromAny: .viewProtocol) } ?? false
  }

  /// Whether a property of a view keeps what it began with while the view is drawn anew.
  func keepsState(_ property: PropertyIndex, in maker: FunctionID) -> Bool {
    let declaration = program[program.file(of: maker)].facts[property]
    return declaration.isStatic
      || declaration.attributes.contains {
        program.knowledge[.ownsObserved].contains($0) || program.knowledge[.viewState].contains($0)
      }
  }

  /// Whether what a view or the application says to show always has what some calls make, for as long as it is shown
  /// itself. O(expressions of the body).
  ///
  /// - Parameter orHandedOn: Whether to take what is only handed to what is shown as well.
  func isLaidOut(
    _ calls: [ExpressionID], orHandedOn: Bool = false, by property: PropertyIndex, of maker: FunctionID
  ) -> Bool {
    let facts = frames[maker].facts
    let declaration = program.declaration(of: maker)
    guard program.knowledge[.saysWhatItShows].names.contains(facts[property].name) else { return false }
    let range = Int(declaration.firstExpression)..<Int(declaration.endExpression)
    let parents = Parents(of: range, in: facts.code, areFirst: true)
    return calls.allSatisfy { call in
      !isInFork(call, declaration, facts.code) && (orHandedOn || isBase(call, parents, facts.code))
        && facts.code.closures(around: call, within: declaration.firstExpression..<declaration.endExpression)
          .allSatisfy { closure in
            guard let call = facts.code[closure].call, case .call(let callee, _) = facts.code[call],
              let name = facts.code.calledName(callee)
            else { return false }
            return program.knowledge[.laysOut].calledNames.contains(name) && isBase(call, parents, facts.code)
          }
    }
  }

  /// Whether nothing but modifiers follows what a call makes: it is itself what is shown.
  private func isBase(_ call: ExpressionID, _ parents: Parents, _ code: Code) -> Bool {
    var child = call
    while let parent = parents[child] {
      switch code[parent] {
      case .member(child, _): break
      case .call(let callee, _) where callee == child: break
      case .closure: return true
      default: return false
      }
      child = parent
    }
    return true
  }

  /// Whether an expression stands where only some runs of its function come.
  private func isInFork(_ id: ExpressionID, _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    code.statements(of: declaration).contains { statement in
      guard statement.firstExpression <= id.index, id.index < statement.endExpression else { return false }
      switch statement.kind {
      case .branch, .selection, .ternary, .loop, .catching, .deferred, .skippable: return true
      default: return false
      }
    }
  }
}
