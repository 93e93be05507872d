import SwiftFacts

/// What is called off the main thread by way of a property: closures that somebody has put into it, and methods of the
/// object that somebody has put into it.
extension OffMainThread {
  /// Notes the closures that are assigned to a property which is called off the main thread, and the methods of the one
  /// type that a requirement called there can be of.
  func noteSlots() {
    var slots: [PropertyID: SourceSpan] = [:]
    for (file, closures) in closures.sorted(by: { $0.key.index < $1.key.index }) where !program.isTest(file) {
      let code = program[file].facts.code
      for closure in closures.keys.sorted() {
        guard let function = program.function(holding: Int(code[closure].expression.index), in: file),
          !program.asksWhereItRuns(Body(function, in: program))
        else { continue }
        let frame = frames[function]
        var visited: Set<FunctionID> = [function]
        let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
        noteCalls(in: range, of: frame, &slots, &visited) { self.context(of: $0, in: frame) == closure }
      }
    }
    for (property, place) in slots.sorted(by: { $0.key < $1.key }) { noteClosures(assignedTo: property, place) }
  }

  /// Notes what some expressions call by way of a property of their own object, in its own methods as well.
  private func noteCalls(
    in range: Range<Int32>, of frame: Frame, _ slots: inout [PropertyID: SourceSpan],
    _ visited: inout Set<FunctionID>, _ isHere: (ExpressionID) -> Bool
  ) {
    let code = frame.facts.code
    for index in range {
      let id = ExpressionID(index: index)
      guard case .call(let callee, _) = code[id], isHere(id) else { continue }
      let place = SourceSpan(file: frame.file, bytes: code.span(of: id))
      switch inference.target(of: id, in: frame).kind {
      case .value:
        if let slot = property(callee, in: frame), slots[slot] == nil { slots[slot] = place }
      case .functions(let targets):
        guard targets.count == 1, let target = targets.first else { continue }
        if case .member(let base, _) = code[callee], property(base, in: frame) != nil {
          guard let only = program.witnesses(of: target), only.count == 1, methods[only[0]] == nil else { continue }
          methods[only[0]] = place
        } else if code.ownProperty(callee) != nil, visited.insert(target).inserted, staysOnThread(target) {
          let declaration = program.declaration(of: target)
          let own = frames[target]
          let body = declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)
          noteCalls(in: body, of: own, &slots, &visited) { self.context(of: $0, in: own) == nil }
        }
      default: continue
      }
    }
  }

  /// Whether a function runs on the thread that it is called on.
  func staysOnThread(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    return declaration.hasBody && !declaration.effects.contains(.suspends)
      && !declaration.attributes.contains(where: program.knowledge[.comesOnMainThread].contains)
      && !program.asksWhereItRuns(Body(function, in: program))
  }

  private func noteClosures(assignedTo property: PropertyID, _ place: SourceSpan) {
    guard let owner = program.owner(of: property) else { return }
    let name = program.declaration(of: property).name
    for function in program.functions(mentioning: [name]) where !program.isTest(program.file(of: function)) {
      let frame = frames[function]
      let code = frame.facts.code
      for index in program.expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[index], case .closure(let closure) = code[value],
          code.assignedName(target) == name, closures[frame.file]?[closure] == nil
        else { continue }
        let holder: NominalID?
        if case .member(let base, _) = code[target] {
          holder = inference.type(of: base, in: frame).nominal
        } else {
          holder = frame.context
        }
        guard let holder, program.lineage(of: holder).contains(owner) else { continue }
        closures[frame.file, default: [:]][closure] = place
      }
    }
  }
}
