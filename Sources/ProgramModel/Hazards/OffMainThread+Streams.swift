import SwiftFacts

/// Closures that are given the values of a stream which come off the main thread.
extension OffMainThread {
  /// Where the values of a stream come from off the main thread; nil where nothing says so, and where something on the
  /// way may deliver them elsewhere.
  ///
  /// - Parameter depth: How many functions lie between who listens and what the stream begins with.
  func source(ofStream stream: ExpressionID, in frame: Frame, depth: Int = 0) -> SourceSpan? {
    guard depth < Self.mostFunctions else { return nil }
    let code = frame.facts.code
    var next = stream
    while case .call(let callee, let list) = code[next] {
      if case .functions(let targets) = inference.target(of: next, in: frame).kind {
        return source(ofAnswers: targets, depth: depth + 1)
      }
      guard case .member(let base, let name) = code[callee] else { return nil }
      if comesOffMainThread(name, of: base, in: frame) {
        return SourceSpan(file: frame.file, bytes: code.span(of: next))
      }
      if program.knowledge[.movesDelivery].contains(name) {
        guard let queue = code[list].first?.value, isBackground(queue, in: frame) else { return nil }
        return SourceSpan(file: frame.file, bytes: code.span(of: next))
      }
      if program.knowledge[.flattensStreams].contains(name) {
        guard let made = streamMade(by: code[list].isEmpty ? base : next, code) else { return nil }
        return source(ofStream: made, in: frame, depth: depth + 1)
      }
      guard program.knowledge[.keepsDelivery].contains(name) else { return nil }
      next = base
    }
    if case .local(let local) = code[next] {
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer else { return nil }
      return source(ofStream: value, in: frame, depth: depth + 1)
    }
    guard let property = property(next, in: frame), let getter = program.declaration(of: property).getter else {
      return nil
    }
    return source(ofAnswers: [program.function(getter, in: program.file(of: property))], depth: depth + 1)
  }

  /// The one stream that the closure given to a call answers with.
  private func streamMade(by call: ExpressionID, _ code: Code) -> ExpressionID? {
    guard case .call(_, let list) = code[call], let closure = code[list].compactMap({ code.closure($0.value) }).first,
      case let results = code[code[closure].results], results.count == 1
    else { return nil }
    return results.first
  }

  /// Whether the system calls back, or hands values on, on a thread of its own.
  func comesOffMainThread(_ name: Symbol, of base: ExpressionID, in frame: Frame) -> Bool {
    guard !choosesQueue, let owner = inference.type(of: base, in: frame).nominal else { return false }
    return program.knowledge[.comesOffMainThread][name].contains { row in
      row.type.map { program.inherits(owner, from: $0) || program[owner].name == $0 } ?? false
    }
  }

  private static let mostFunctions = 6

  /// What a function that a call runs answers with, where that is one stream; of a requirement, any that may be run.
  private func source(ofAnswers targets: [FunctionID], depth: Int) -> SourceSpan? {
    guard targets.count == 1 else { return nil }
    let meant = program.witnesses(of: targets[0]) ?? targets
    if meant.count > 1, meant.contains(where: goesToMain) { return nil }
    for target in meant {
      let frame = frames[target]
      if let only = frame.onlyAnswer, let place = source(ofStream: only, in: frame, depth: depth) { return place }
    }
    return nil
  }
}
