import SwiftFacts

/// Parameters that somebody waits to be called.
extension Program {
  /// Ways through functions on which a completion is forgotten, or called twice, in the order of files.
  public func missedCompletions(threads: Int) -> [MissedCall] {
    let ending = endingFunctions
    let found = Workers.map(
      count: functionCount, threads: threads, state: { PathFinder(inference: Inference(program: self), ending: ending) }
    ) { finder, index -> [MissedCall] in
      self.missedCompletions(in: FunctionID(index: Int32(index)), finder)
    }
    return found.flatMap { $0 }
  }

  /// The names of functions that do not return.
  var endingFunctions: Set<Symbol> {
    var result: Set<Symbol> = ["fatalError", "preconditionFailure", "assertionFailure", "exit", "abort"]
    for file in files {
      for function in file.facts.functions where function.result.map({ file.facts.code.spelling(of: $0) }) == "Never" {
        result.insert(function.name)
      }
    }
    return result
  }

  func missedCompletions(in id: FunctionID, _ finder: PathFinder) -> [MissedCall] {
    let declaration = declaration(of: id)
    guard declaration.kind == .function || declaration.kind == .initializer, declaration.hasBody, !isTest(file(of: id)) else { return [] }
    let groups = completions(of: declaration, self[file(of: id)].facts.code)
    guard !groups.isEmpty else { return [] }
    let frame = Frame(id, in: self)
    return groups.flatMap { group -> [MissedCall] in
      guard let (walk, ends) = finder.walk(.parameters(group), in: frame) else { return [] }
      // Whoever is answered with a value is told by it.
      let silent = isNothing(declaration) ? ends : ends.map { end in
        var end = end
        if end.isWritten { end.reaches = walk.forgotten(end.reaches) }
        return end
      }
      let found = walk.missedCalls(named: frame.facts.code[group[0]].name, ends: silent).filter { !isMeant($0, tellsNothing: tellsNothing(group, declaration, frame.facts.code)) }
        .filter { $0.flaw == .twice || !isLeftOut(group, declaration, frame.facts.code) }
      // What is forgotten nearly everywhere is no answer that somebody waits for.
      return found.count > Self.mostMisses ? [] : found
    }
  }

  private static let mostMisses = 6

  /// Whether callers may do without it, by a default of `nil`: nobody has to wait for it.
  private func isLeftOut(_ group: [LocalID], _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    declaration.parameters.contains { parameter in
      group.contains(parameter.local) && parameter.defaultValue.map { code[$0] == .literal(.null) } ?? false
    }
  }

  private func isNothing(_ declaration: FunctionDeclaration) -> Bool { declaration.kind == .function && declaration.result == nil }

  /// What is cancelled needs no answer, or gets it elsewhere. A completion that takes nothing cannot say that
  /// something failed: where a branch without `else` calls it, it may be for success alone.
  private func isMeant(_ missed: MissedCall, tellsNothing: Bool) -> Bool {
    missed.asked.lowercased().contains("cancel") || tellsNothing && missed.flaw == .runsOut && missed.fork != .catching
  }

  private func tellsNothing(_ group: [LocalID], _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    group.count == 1 && declaration.parameters.contains { parameter in
      guard parameter.local == group[0], var type = parameter.type else { return false }
      if case .optional(let wrapped) = code[type] { type = wrapped }
      if case .function(let parameters, _) = code[type] { return parameters.count == 0 }
      return false
    }
  }

  /// The parameters one of which has to be called on each way, in groups.
  func completions(of declaration: FunctionDeclaration, _ code: Code) -> [[LocalID]] {
    var single: [LocalID] = []
    var good: [LocalID] = []
    var bad: [LocalID] = []
    for parameter in declaration.parameters where parameter.isEscaping {
      guard parameter.type.map({ isHandler($0, code, parameter.closureKind) }) ?? false else { continue }
      let words = code[parameter.local].name.text.words
      guard let last = words.last else { continue }
      if words.contains(where: ["success", "succeeded"].contains) {
        good.append(parameter.local)
      } else if words.contains(where: ["failure", "failed", "error", "cancel", "cancelled", "canceled"].contains) {
        bad.append(parameter.local)
      } else if words.contains(where: Self.completing.contains) || takesResult(parameter, code) || Self.answering.contains(last) && words.dropLast().allSatisfy(Self.outcomes.contains) {
        single.append(parameter.local)
      }
    }
    if !bad.isEmpty, !(single + good).isEmpty { return [single + good + bad] }
    return single.map { [$0] }
  }

  /// The parameters that take a closure: those one of which has to be called, in groups, then the others by themselves.
  func handlers(of declaration: FunctionDeclaration, _ code: Code) -> [[LocalID]] {
    let groups = completions(of: declaration, code)
    let others = declaration.parameters.filter { parameter in
      parameter.isEscaping && !groups.contains { $0.contains(parameter.local) }
        && parameter.type.map { isHandler($0, code, parameter.closureKind) } ?? false
    }
    return groups + others.map { [$0.local] }
  }

  /// Whether its closure is told of success or failure: `(Result<Receipt, Error>) -> Void`.
  private func takesResult(_ parameter: FunctionDeclaration.Parameter, _ code: Code) -> Bool {
    guard var type = parameter.type else { return false }
    if case .optional(let wrapped) = code[type] { type = wrapped }
    guard case .function(let parameters, _) = code[type], parameters.count == 1, let first = code[parameters].first,
      case .named("Result", _) = code[first]
    else { return false }
    let words = code[parameter.local].name.text.words
    return !words.contains { ["progress", "change", "changed", "update", "event", "each"].contains($0) }
  }

  private static let completing: Set<String> = ["completion", "completed", "complete", "finished", "finish", "completions"]
  /// Last words of names that tell what it is only together with those before them.
  private static let answering: Set<String> = ["handler", "callback", "reply", "done"]
  private static let outcomes: Set<String> = ["result", "response", "reply", "decision", "done", "data", "finish", "on", "when", "error"]

  /// Whether a type is a closure that answers with nothing, as far as its spelling tells.
  private func isHandler(_ type: TypeID, _ code: Code, _ kind: FunctionDeclaration.ClosureKind) -> Bool {
    switch code[type] {
    case .optional(let wrapped): isHandler(wrapped, code, kind)
    case .function(_, let result):
      switch code[result] {
      case .named(let name, _): name == "Void"
      case .tuple(let parts): parts.count == 0
      default: false
      }
    // An alias of a function type.
    case .named(let name, _): kind == .perhaps && Self.aliasEndings.contains { name.text.hasSuffix($0) }
    case .member(_, let name, _): Self.aliasEndings.contains { name.text.hasSuffix($0) }
    default: false
    }
  }

  private static let aliasEndings = ["Completion", "Handler", "Callback", "Block", "Closure", "CompletionBlock", "Reply"]
}
