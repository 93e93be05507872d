import SwiftFacts

/// Parts of an object that are started as the object is made, and get their callbacks later.
extension LateCallbacks {
  /// The call by which every initialiser of the object starts what a method is the first and only one to listen to.
  ///
  /// Only where the callback is the one way to hear of it: where the object is also asked for what it has, being told
  /// late may do no harm.
  func startInInit(
    _ path: AccessPath, _ object: AccessPath, _ slot: Symbol, _ order: CallbackOrder, _ frame: Frame
  ) -> (call: SourceSpan, at: SourceSpan, callee: String)? {
    guard case .local(let root) = path.root, frame.facts.code[root].kind == .selfReference,
      frame.declaration.kind == .function, let context = frame.context, object.members.count == 1,
      isUntouched(object, slot, order, frame),
      let initializers = program[context].functions[Names.init_], !initializers.isEmpty
    else { return nil }
    var found: (SourceSpan, SourceSpan, String)?
    for initializer in initializers where !program.makesNothing(initializer) {
      let summary = summaries.summary(of: initializer)
      guard let at = summary.wants[path.members], !summary.gives.contains(path.members) else { return nil }
      let code = summaries.frames[initializer].facts.code
      for index in program.expressions(of: initializer) where found == nil {
        let id = ExpressionID(index: Int32(index))
        guard isStart(id, of: object.members, slot, in: summaries.frames[initializer]) else { continue }
        let span = SourceSpan(file: program.file(of: initializer), bytes: code.span(of: id))
        found = (span, at, code.callee(of: id)?.text ?? "")
      }
    }
    guard let found, !isAsked(object.members[0], by: context) else { return nil }
    return found
  }

  /// Whether a call wants a slot of a part of the object, or makes a part that does so by itself.
  private func isStart(_ id: ExpressionID, of part: [Symbol], _ slot: Symbol, in frame: Frame) -> Bool {
    let code = frame.facts.code
    if let (prefix, method) = summaries.method(id, in: frame, { _ in nil }) {
      return prefix.members == part && summaries.summary(of: method).wants[[slot]] != nil
    }
    guard let initializer = summaries.making(id, in: frame)?.initializer,
      summaries.summary(of: initializer).wants[[slot]] != nil
    else { return false }
    return program.expressions(of: frame.function).contains { index in
      guard case .assign(let target, let value) = code.expressions[index], value == id,
        let path = code.accessPath(target), case .local(let local) = path.root
      else { return false }
      return code[local].kind == .selfReference && path.members == part
    }
  }

  /// Whether a type reads something of what one of its properties has, or hands the object on.
  private func isAsked(_ property: Symbol, by type: NominalID) -> Bool {
    program.functions(of: type).contains { function in
      let code = program[program.file(of: function)].facts.code
      let range = program.expressions(of: function)
      // What is called or assigned to is told something, not asked.
      var told: Set<ExpressionID> = []
      for index in range {
        switch code.expressions[index] {
        case .call(let callee, _):
          if case .member(let base, _) = code[callee], code.ownProperty(base) == property { told.insert(base) }
        case .assign(let target, _):
          if case .member(let base, _) = code[target], code.ownProperty(base) == property { told.insert(base) }
          if code.ownProperty(target) == property { told.insert(target) }
        default: continue
        }
      }
      return range.contains { index in
        let id = ExpressionID(index: Int32(index))
        return code.ownProperty(id) == property && !told.contains(id)
      }
    }
  }
}

extension Program {
  /// Whether all that an initialiser does is to end the program, or to answer with nothing: `init(coder:)` of a screen
  /// that no storyboard has.
  fileprivate func makesNothing(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    var (ends, calls) = (false, false)
    for index in expressions(of: function) {
      switch code.expressions[index] {
      case .assign, .mutate: return false
      case .call:
        calls = true
        ends = ends || code.endsProgram(ExpressionID(index: Int32(index)), knowledge)
      default: continue
      }
    }
    return ends || !calls && declaration(of: function).effects.contains(.fails)
  }
}
