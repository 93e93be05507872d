import SwiftFacts

/// How often a call runs a closure that it is given.
enum Runs: Hashable {
  enum Moment: Hashable { case inPlace, later }
  /// Once on each way, or not at all where it says so elsewhere.
  case once(Moment, Proof, dropsErrors: Bool)
  case unknown
}

/// Finds the ways through bodies on which something is called, not called, or called twice.
///
/// Not safe for use from several threads: each worker has its own.
final class PathFinder {
  let inference: Inference
  /// Functions that never return, by name.
  let ending: Set<Symbol>
  private var parameters: [ParameterKey: Runs] = [:]
  private var depth = 0
  private static let depthLimit = 6

  init(inference: Inference, ending: Set<Symbol>) {
    self.inference = inference
    self.ending = ending
  }

  private var program: Program { inference.program }

  /// Walks a function's body for a callable; nil where it has nothing to do with it.
  ///
  /// - Parameter isMust: Whether it is to be called even if nothing in the body does.
  func walk(_ callable: Callable, in frame: Frame, isMust: Bool = false) -> (walk: PathWalk, ends: [Leave])? {
    let declaration = frame.declaration
    guard declaration.hasBody, declaration.firstStatement < declaration.endStatement else { return nil }
    let uses = CallableUses(
      callable, of: declaration.firstExpression..<declaration.endExpression,
      locals: declaration.firstLocal..<declaration.endLocal, in: frame.facts.code, ending: ending)
    guard uses.isUsed || isMust else { return nil }
    let walk = PathWalk(self, frame, uses, isMust: isMust)
    let ends = walk.ends(ofBody: declaration.firstStatement, from: .start)
    return walk.isExhausted ? nil : (walk, ends)
  }

  /// Walks the body of a closure for a callable that it is given.
  func walk(_ callable: Callable, in closure: Closure, of frame: Frame) -> (walk: PathWalk, ends: [Leave])? {
    let uses = CallableUses(
      callable, of: closure.firstExpression..<closure.endExpression, locals: closure.firstLocal..<closure.endLocal,
      in: frame.facts.code, ending: ending)
    let walk = PathWalk(self, frame, uses, isMust: true)
    let ends = walk.ends(ofBody: closure.statement, from: .start)
    return walk.isExhausted ? nil : (walk, ends)
  }

  /// How often a call runs its argument at a position.
  func runs(ofArgument position: Int, of call: ExpressionID, in frame: Frame) -> Runs {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return .unknown }
    let arguments = code[list]
    let argument = arguments[arguments.startIndex + position]
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      guard functions.count == 1, let function = functions.first,
        let match = program.declaration(of: function).match(arguments)
      else { return guess(callee, argument, code) }
      let known = runs(ofParameter: match[position], of: function)
      return known == .unknown ? guess(callee, argument, code) : known
    case .foreign(let owner, let name, let isInitializer):
      let foreign = inference.foreignCall(name, on: owner, isInitializer, callee, arguments, in: frame)
      if foreign.typeName == "Task" || name == "Task" { return .once(.later, .known, dropsErrors: true) }
      switch program.knowledge.lookUp(foreign, label: argument.label, in: program) {
      // That it is let go of when all is done does not say how often it has run by then.
      case .once? where name.text.words.last == "ready" || name == Self.inPasses: return .unknown
      case .once?: return .once(.later, .known, dropsErrors: false)
      case .call?: return Self.runningOnce.contains(name) ? .once(.inPlace, .known, dropsErrors: false) : .unknown
      case .receiver?, .result?, .token?, .forever?: return .unknown
      case nil: return guess(callee, argument, code)
      }
    case .enumCase(let reference):
      let element = program[reference.declaration.file].facts[reference.declaration.type].cases[Int(reference.index)]
      guard element.payload.indices.contains(position), let label = element.payload[position].label?.text, isCompletion(label: label)
      else { return .unknown }
      return .once(.later, .guessed, dropsErrors: false)
    case .value, .memberwise: return .unknown
    }
  }

  /// What runs its closure once before it returns, rather than for each of something.
  private static let runningOnce: Set<Symbol> = [
    "sync", "asyncAndWait", "withLock", "withLockUnchecked", "performWithoutAnimation", "performAsCurrent", "run",
    "assumeIsolated", "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "autoreleasepool", "withExtendedLifetime", "performAndWait", "withTaskGroup",
    "withThrowingTaskGroup", "withTaskCancellationHandler", "withAnimation", "performEditingTransaction",
    "withUnsafeBytes", "withUnsafeMutableBytes", "withUnsafeBufferPointer", "withUnsafeMutableBufferPointer",
  ]

  /// Calls whose names say that something is fetched, done or shown once, and whose closure is told of it.
  private func guess(_ callee: ExpressionID, _ argument: Argument, _ code: Code) -> Runs {
    guard let name = code.calledName(callee) else { return .unknown }
    let words = name.text.words
    guard let first = words.first, !words.contains(where: Self.repeating.contains) else { return .unknown }
    if let label = argument.label?.text {
      return isCompletion(label: label) ? .once(.later, .guessed, dropsErrors: false) : .unknown
    }
    guard argument.isTrailingClosure, Self.doing.contains(first), name != Self.inPasses else { return .unknown }
    return .once(.later, .guessed, dropsErrors: false)
  }

  /// The image library answers first with a poor image and then with the good one.
  private static let inPasses: Symbol = "requestImage"

  private func isCompletion(label: String) -> Bool {
    let words = label.words
    let parts = words.first == "on" ? words.dropFirst() : words[...]
    return parts.contains(where: Self.completing.contains) && !parts.contains(where: Self.repeating.contains)
  }

  private static let completing: Set<String> = ["completion", "completed", "done", "finished", "finish", "reply", "callback", "complete", "success", "failure"]
  private static let repeating: Set<String> = [
    "each", "progress", "change", "changes", "changed", "update", "updates", "observe", "observer", "subscribe", "listen", "sink",
    "event", "events", "retry", "every", "repeat", "repeating", "action", "tap", "map", "filter", "enumerate", "on", "add",
    "register", "set", "monitor", "watch", "bind", "listener", "stream",
  ]
  private static let doing: Set<String> = [
    "load", "fetch", "get", "request", "send", "save", "delete", "remove", "upload", "download", "perform", "post", "put",
    "sync", "create", "check", "verify", "refresh", "retrieve", "search", "find", "authenticate", "authorize", "submit",
    "execute", "import", "export", "read", "write", "fetching", "process", "resolve", "validate", "generate", "store",
    "synchronize", "restore", "present", "dismiss", "open", "close", "connect", "mark", "rename", "move", "accept", "query",
  ]

  /// How often a function of the program runs the closure in a parameter.
  private func runs(ofParameter index: Int, of function: FunctionID) -> Runs {
    let key = ParameterKey(function: function, index: index)
    if let known = parameters[key] { return known }
    let declaration = program.declaration(of: function)
    guard declaration.parameters.indices.contains(index), declaration.hasBody, depth < Self.depthLimit else { return .unknown }
    parameters[key] = .unknown
    depth += 1
    defer { depth -= 1 }
    let parameter = declaration.parameters[index]
    let result = runs(of: .parameters([parameter.local]), in: Frame(function, in: program), isEscaping: parameter.isEscaping)
    parameters[key] = result
    return result
  }

  private func runs(of callable: Callable, in frame: Frame, isEscaping: Bool) -> Runs {
    guard let (walk, ends) = walk(callable, in: frame), walk.doubles.isEmpty else { return .unknown }
    let reaches = ends.filter { $0.exit == .return }.flatMap { $0.reaches.all }
    if !reaches.isEmpty, reaches.allSatisfy({ $0.count == .once }) {
      return .once(isEscaping ? .later : .inPlace, .proven, dropsErrors: false)
    }
    // On some ways it hands the closure to something that runs it once: then the closure is run at most once.
    let given = reaches.filter { $0.count == .unknown }
    if given.isEmpty, reaches.contains(where: { $0.count == .once }) { return .once(.later, .known, dropsErrors: false) }
    let handed = given.allSatisfy { reach in reach.handed.map { !walk.shared.contains($0) } ?? false }
    return !given.isEmpty && handed ? .once(.later, .known, dropsErrors: false) : .unknown
  }
}
