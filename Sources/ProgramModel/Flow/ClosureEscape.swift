import SwiftFacts

/// When a closure runs, seen from the call that it is given to.
enum ClosureFate: Int, Comparable {
  /// Before the call returns, or never.
  case inPlace
  /// Nothing tells.
  case unknown
  /// After the call has returned, by what a table knows of the system.
  case later
  /// Something keeps it, and may run it at any time.
  case kept

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How often a call runs a closure that it is given.
enum Runs: Hashable {
  enum Moment: Hashable {
    case inPlace, later
    /// At whatever time, and on some ways not at all.
    case perhaps
  }
  /// On no way at all.
  case never
  /// Once on each way, or not at all where it says so elsewhere.
  case once(Moment, Proof, dropsErrors: Bool)
  case unknown
}

/// What becomes of a closure that is given to a call: derived from the body of what is called, or said by a table, in
/// one shape for everybody.
struct EscapeSummary: Hashable {
  /// Where a closure goes.
  enum Sink: Hashable {
    /// It is called: before the function returns, or by a closure that runs later.
    case called(Runs.Moment)
    /// A property or an element keeps it, as it is spelled.
    case slot(String)
    /// It is the result, or a part of it.
    case result
    /// Another call is given it.
    case call(Symbol)
    case unknown
  }

  var fate: ClosureFate
  var runs: Runs
  var sinks: Set<Sink> = []

  static let never = EscapeSummary(fate: .inPlace, runs: .never)
  static let unknown = EscapeSummary(fate: .unknown, runs: .unknown, sinks: [.unknown])
}

/// Finds out what calls do with the closures they are given, following the program's own functions.
///
/// Not safe for use from several threads: each worker has its own.
final class ClosureEscape {
  let inference: Inference
  private let parameters = Fixpoint<ParameterKey, EscapeSummary>(bottom: .never, unknown: .unknown)
  let slots = Fixpoint<SlotKey, Runs>(bottom: .never, unknown: .unknown)
  var slotTakers: [SlotKey: [FunctionID]] = [:]
  var answering: [ParameterKey: [AnsweredWay]?] = [:]
  private lazy var callers = Callers(program: program, calls: program.calls(threads: 1))
  private(set) lazy var asked = AskedByCallers(callers, in: program)
  private(set) lazy var unnoticed = UnnoticedAnswers(callers, in: program)

  init(inference: Inference) { self.inference = inference }

  var program: Program { inference.program }

  // MARK: Arguments

  /// What becomes of the argument at a position of a call.
  func summary(ofArgument position: Int, of call: ExpressionID, in frame: Frame) -> EscapeSummary {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return .unknown }
    let arguments = code[list]
    let argument = arguments[arguments.startIndex + position]
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      let all = functions.map { function -> EscapeSummary in
        guard let match = program.declaration(of: function).match(arguments) else { return .unknown }
        return summary(ofParameter: match[position], of: function)
      }
      var result = EscapeSummary(
        fate: all.map(\.fate).min() ?? .unknown, runs: .unknown, sinks: all.reduce(into: []) { $0.formUnion($1.sinks) })
      if all.count == 1, let only = all.first { result.runs = only.runs }
      if result.runs == .unknown { result.runs = guess(callee, argument, code) }
      return result
    case .value(let value):
      guard case .closure = code[value] else { return .unknown }
      return EscapeSummary(fate: .inPlace, runs: .unknown, sinks: [.called(.inPlace)])
    case .foreign(let owner, let name, let isInitializer):
      let foreign = inference.foreignCall(name, on: owner, isInitializer, callee, arguments, in: frame)
      let lifetime = Knowledge.lookUp(foreign, label: argument.label, in: program)
      return EscapeSummary(
        fate: fate(lifetime), runs: runs(lifetime, foreign, name, callee, argument, code),
        sinks: [.call(isInitializer ? Names.init_ : name)])
    case .memberwise: return EscapeSummary(fate: .kept, runs: .unknown, sinks: [.result])
    case .enumCase(let reference):
      let element = program[reference.declaration.file].facts[reference.declaration.type].cases[Int(reference.index)]
      let isAnswer =
        element.payload.indices.contains(position)
        && element.payload[position].label.map { isCompletion(label: $0.text) } ?? false
      return EscapeSummary(
        fate: .kept, runs: isAnswer ? .once(.later, .guessed, dropsErrors: false) : .unknown, sinks: [.result])
    }
  }

  private func fate(_ lifetime: Knowledge.Lifetime?) -> ClosureFate {
    switch lifetime {
    case .call?: .inPlace
    case .once?: .later
    case .receiver?, .result?, .token?, .forever?: .kept
    case nil: .unknown
    }
  }

  private func runs(
    _ lifetime: Knowledge.Lifetime?, _ foreign: ForeignCall, _ name: Symbol, _ callee: ExpressionID,
    _ argument: Argument, _ code: Code
  ) -> Runs {
    if program.startsTask(callee, in: code) { return .once(.later, .known, dropsErrors: true) }
    switch lifetime {
    // That it is let go of when all is done does not say how often it has run by then.
    case .once? where program.knowledge[.runsAgain].contains(name): return .unknown
    case .once?: return .once(.later, .known, dropsErrors: false)
    case .call?:
      return program.knowledge[.runsOnceInPlace].contains(name) ? .once(.inPlace, .known, dropsErrors: false) : .unknown
    case .receiver?, .result?, .token?, .forever?: return .unknown
    case nil: return guess(callee, argument, code)
    }
  }

  // MARK: Parameters

  /// What a function of the program does with the closure in a parameter.
  func summary(ofParameter index: Int, of function: FunctionID) -> EscapeSummary {
    let declaration = program.declaration(of: function)
    guard declaration.parameters.indices.contains(index) else { return .unknown }
    let parameter = declaration.parameters[index]
    let isMeantInPlace = !parameter.isEscaping && parameter.closureKind == .always
    guard declaration.hasBody else {
      // What a requirement lets escape, it lets escape to run it later.
      let isRequirement = program.owner(of: function).map { program[$0].kind == .protocol } ?? false
      let isLater = isRequirement && parameter.isEscaping && parameter.closureKind == .always
      return EscapeSummary(
        fate: isMeantInPlace ? .inPlace : isLater ? .later : .unknown, runs: .unknown, sinks: [.unknown])
    }
    return parameters.value(of: ParameterKey(function: function, index: index)) {
      let frame = Frame(function, in: program)
      var result = followed(frame.facts.code.aliases(of: parameter.local, in: declaration), in: frame)
      if isMeantInPlace { result.fate = .inPlace }
      result.runs = runs(of: .parameters([parameter.local]), in: frame)
      return result
    }
  }

  /// Where a body lets the closure in some locals go, and the latest that it lets it run.
  private func followed(_ locals: Set<LocalID>, in frame: Frame) -> EscapeSummary {
    let code = frame.facts.code
    var result = EscapeSummary.never
    let declaration = frame.declaration
    let results = Set(code[declaration.results])
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, let list):
        if code.isLocal(callee, among: locals) {
          let moment = moment(of: id, in: frame)
          result.fate = max(result.fate, moment)
          result.sinks.insert(.called(moment == .inPlace ? .inPlace : .later))
        }
        for (position, argument) in code[list].enumerated() where code.isLocal(argument.value, among: locals) {
          let given = summary(ofArgument: position, of: id, in: frame)
          result.fate = max(result.fate, given.fate, moment(of: id, in: frame))
          result.sinks.insert(.call(code.calledName(callee) ?? Names.empty))
        }
      case .assign(let target, let value) where code.isLocal(value, among: locals):
        result.fate = max(result.fate, .kept)
        result.sinks.insert(.slot(code.plainSpelling(of: target)))
      case .local(let local) where locals.contains(local) && results.contains(id):
        // Whoever is answered with it may run it at any time.
        result.fate = max(result.fate, .unknown)
        result.sinks.insert(.result)
      default: continue
      }
    }
    return result
  }

  /// When the code at an expression runs, by the closures around it.
  private func moment(of expression: ExpressionID, in frame: Frame) -> ClosureFate {
    frame.facts.code.closures(
      around: expression, within: frame.declaration.firstExpression..<frame.declaration.endExpression
    ).map { fate(of: $0, in: frame) }.max() ?? .inPlace
  }

  func fate(of closure: ClosureID, in frame: Frame) -> ClosureFate { summary(of: closure, in: frame).fate }

  /// What becomes of a closure that stands as an argument; unknown for any other.
  func summary(of closure: ClosureID, in frame: Frame) -> EscapeSummary {
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(let callee, let list) = code[call] else { return .unknown }
    if code[callee] == .closure(closure) {
      return EscapeSummary(fate: .inPlace, runs: .unknown, sinks: [.called(.inPlace)])
    }
    guard let position = code[list].enumerated().first(where: { code[$0.element.value] == .closure(closure) })?.offset
    else { return .unknown }
    var result = summary(ofArgument: position, of: call, in: frame)
    if result.fate != .inPlace, program.staysByUnspelledSelf(closure, in: frame) { result.fate = .inPlace }
    return result
  }

  // MARK: Never before the call returns

  /// Whether a closure that stands as an argument runs only after its call has returned, on each way on which it runs:
  /// not so where somebody of the program may stand in for what is called.
  func isSurelyLate(_ closure: ClosureID, in frame: Frame) -> Bool {
    var known: [ParameterKey: Bool] = [:]
    return isSurelyLate(closure, in: frame, &known)
  }

  private func isSurelyLate(_ closure: ClosureID, in frame: Frame, _ known: inout [ParameterKey: Bool]) -> Bool {
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      let position = code[list].enumerated().first(where: { code[$0.element.value] == .closure(closure) })?.offset
    else { return false }
    return isSurelyLate(argument: position, of: call, in: frame, &known)
  }

  private func isSurelyLate(
    argument position: Int, of call: ExpressionID, in frame: Frame, _ known: inout [ParameterKey: Bool]
  ) -> Bool {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call] else { return false }
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      for function in functions {
        guard let match = program.declaration(of: function).match(code[list]),
          isSurelyLate(parameter: match[position], of: function, &known)
        else { return false }
      }
      return true
    case .foreign(let owner, let name, _):
      guard summary(ofArgument: position, of: call, in: frame).fate == .later else { return false }
      // A subclass that the program has may run it at once.
      return owner.map { type in
        !(program.descendants[type] ?? []).contains { program[$0].functions[name]?.isEmpty == false }
      } ?? true
    case .value, .memberwise, .enumCase: return false
    }
  }

  private func isSurelyLate(
    parameter index: Int, of function: FunctionID, _ known: inout [ParameterKey: Bool]
  ) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody, declaration.parameters.indices.contains(index) else { return false }
    let key = ParameterKey(function: function, index: index)
    if let answer = known[key] { return answer }
    // Whoever asks this while it is worked out is a call of the function within itself.
    known[key] = true
    let frame = Frame(function, in: program)
    let locals = frame.facts.code.aliases(of: declaration.parameters[index].local, in: declaration)
    let answer = isSurelyLate(locals, in: frame, &known)
    known[key] = answer
    return answer
  }

  /// Whether a body uses what is in some locals, and only for what runs late.
  private func isSurelyLate(
    _ locals: Set<LocalID>, in frame: Frame, _ known: inout [ParameterKey: Bool]
  ) -> Bool {
    let code = frame.facts.code
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    var isUsed = false
    for index in body {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, let list):
        let positions = code[list].enumerated().filter { code.isLocal($0.element.value, among: locals) }.map(\.offset)
        guard code.isLocal(callee, among: locals) || !positions.isEmpty else { continue }
        isUsed = true
        if code.closures(around: id, within: body).contains(where: { isSurelyLate($0, in: frame, &known) }) { continue }
        guard !code.isLocal(callee, among: locals),
          positions.allSatisfy({ isSurelyLate(argument: $0, of: id, in: frame, &known) })
        else { return false }
      case .assign(_, let value) where code.isLocal(value, among: locals): return false
      default: continue
      }
    }
    return isUsed
  }

  // MARK: Ways

  /// Walks a function's body for a callable; nil where it has nothing to do with it.
  ///
  /// - Parameter isMust: Whether it is to be called even if nothing in the body does.
  /// - Parameter excluded: The ways that no run takes.
  /// - Parameter facts: What holds whenever the function is called.
  func walk(
    _ callable: Callable, in frame: Frame, isMust: Bool = false, isLenient: Bool = false,
    trustsNames: Bool = false, without excluded: ExcludedWays? = nil, given facts: Refinement = Refinement()
  ) -> (walk: CallAnalysis, ends: [Leave])? {
    let declaration = frame.declaration
    guard declaration.hasBody, declaration.firstStatement < declaration.endStatement else { return nil }
    let uses = CallableUses(
      callable, of: declaration.firstExpression..<declaration.endExpression,
      locals: declaration.firstLocal..<declaration.endLocal, in: frame, self)
    guard uses.isUsed || isMust else { return nil }
    let walk = CallAnalysis(
      self, frame, uses, isMust: isMust, isLenient: isLenient, trustsNames: trustsNames, without: excluded)
    let ends = walk.ends(ofBody: declaration.firstStatement, from: .start(given: facts))
    return walk.isExhausted ? nil : (walk, ends)
  }

  /// Walks the body of a closure for a callable that it is given.
  func walk(
    _ callable: Callable, in closure: Closure, of frame: Frame, without excluded: ExcludedWays? = nil
  ) -> (walk: CallAnalysis, ends: [Leave])? {
    let uses = CallableUses(
      callable, of: closure.firstExpression..<closure.endExpression, locals: closure.firstLocal..<closure.endLocal,
      in: frame, self)
    let walk = CallAnalysis(self, frame, uses, isMust: true, without: excluded)
    let ends = walk.ends(ofBody: closure.statement, from: .start)
    return walk.isExhausted ? nil : (walk, ends)
  }

  private func runs(of callable: Callable, in frame: Frame) -> Runs {
    guard let (walk, ends) = walk(callable, in: frame), walk.doubles.isEmpty else { return .unknown }
    let reaches = ends.filter { $0.exit == .return }.flatMap { $0.reaches.all }
    if !reaches.isEmpty, reaches.allSatisfy({ $0.count == .once }) {
      return .once(reaches.contains(where: \.isLater) ? .later : .inPlace, .proven, dropsErrors: false)
    }
    // On some ways it hands the closure to something that runs it once: then the closure is run at most once.
    let given = reaches.filter { $0.count == .unknown }
    if given.isEmpty, reaches.contains(where: { $0.count == .once }) {
      return .once(.perhaps, .known, dropsErrors: false)
    }
    let handed = given.allSatisfy { reach in reach.handed.map { !walk.shared.contains($0) } ?? false }
    guard !given.isEmpty, handed else { return .unknown }
    let isCertain = reaches.allSatisfy { reach in
      reach.count != .never && !(reach.handed.map { walk.uncertain.contains($0) } ?? false)
    }
    return .once(isCertain ? .later : .perhaps, .known, dropsErrors: false)
  }

  // MARK: Guesses

  /// Calls whose names say that something is fetched, done or shown once, and whose closure is told of it.
  private func guess(_ callee: ExpressionID, _ argument: Argument, _ code: Code) -> Runs {
    guard let name = code.calledName(callee) else { return .unknown }
    let knowledge = program.knowledge
    guard !knowledge[.repeats].fits(name) else { return .unknown }
    if let label = argument.label?.text {
      return isCompletion(label: label) ? .once(.later, .guessed, dropsErrors: false) : .unknown
    }
    guard argument.isTrailingClosure, knowledge[.doesOnce].begins(name), !knowledge[.runsAgain].contains(name) else {
      return .unknown
    }
    return .once(.later, .guessed, dropsErrors: false)
  }

  func isCompletion(label: String) -> Bool {
    let words = label.words
    let knowledge = program.knowledge
    let parts = words.first.map { knowledge[.namesEvent].contains($0) } == true ? words.dropFirst() : words[...]
    return parts.contains { knowledge[.isCompletion].contains($0) }
      && !parts.contains { knowledge[.repeats].contains($0) }
  }
}

extension Code {
  /// The locals of a function that are given what is in one, itself among them.
  fileprivate func aliases(of local: LocalID, in declaration: FunctionDeclaration) -> Set<LocalID> {
    var result: Set<LocalID> = [local]
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      if let value = locals[Int(index)].initializer, isLocal(value, among: result) {
        result.insert(LocalID(index: index))
      }
    }
    return result
  }

  fileprivate func isLocal(_ id: ExpressionID, among locals: Set<LocalID>) -> Bool {
    if case .local(let local) = self[id] { locals.contains(local) } else { false }
  }
}

extension Inference {
  /// A call of something outside the program, as the knowledge tables name it.
  func foreignCall(
    _ name: Symbol, on owner: NominalID?, _ isInitializer: Bool, _ callee: ExpressionID,
    _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> ForeignCall {
    ForeignCall(
      owner: owner, typeName: typeName(owner, callee, isInitializer, in: frame),
      name: isInitializer ? Names.init_ : name,
      labels: arguments.map { $0.isTrailingClosure ? nil : $0.label ?? Names.wildcard })
  }

  private func typeName(_ owner: NominalID?, _ callee: ExpressionID, _ isInitializer: Bool, in frame: Frame) -> Symbol?
  {
    if let owner { return program[owner].name }
    switch frame.facts.code[callee] {
    case .name(let name, _): return isInitializer ? name : nil
    case .member(let base, _):
      switch type(of: base, in: frame) {
      case .foreign(let name), .metatype(.foreign(let name)): return name
      default:
        // `Foo.bar(…)` where nothing is known of `Foo`.
        if case .name(let name, _) = frame.facts.code[base], name.isCapitalized { return name }
        return nil
      }
    default: return nil
    }
  }
}

extension EscapeSummary: CustomStringConvertible {
  /// The same for the same summary, whatever the order of the sinks.
  var description: String {
    let often =
      switch runs {
      case .never: "never called"
      case .once(let moment, let proof, let dropsErrors):
        (moment == .perhaps ? "called at most once" : "called once" + (moment == .inPlace ? " in place" : " later"))
          + " (\(proof)\(dropsErrors ? ", drops errors" : ""))"
      case .unknown: "called who knows how often"
      }
    return (["\(fate)", often] + sinks.map(\.description).sorted()).joined(separator: ", ")
  }
}

extension EscapeSummary.Sink: CustomStringConvertible {
  var description: String {
    switch self {
    case .called(.inPlace): "→ called in place"
    case .called: "→ called later"
    case .slot(let place): "→ kept by \(place)"
    case .result: "→ returned"
    case .call(let name): "→ given to \(name)"
    case .unknown: "→ ?"
    }
  }
}
