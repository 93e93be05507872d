import SwiftFacts

/// What may keep closures for longer than they are needed, as far as their places and the names around them tell.
final class ClosureKeepers {
  let inference: Inference
  private let program: Program
  private let escape: ClosureEscape
  private lazy var ownership = Ownership(of: program, threads: 1)

  init(of program: Program) {
    self.program = program
    inference = Inference(program: program)
    escape = ClosureEscape(inference: inference)
  }

  /// What a function is put into or given to, as the source writes it, where that may keep it; nil where it is let go
  /// of when it has run, or what it captures is there for good.
  func keeper(of handed: HandedFunction, capturing name: Symbol, at site: ExpressionID, in frame: Frame) -> String? {
    guard !lastsAnyway(name, at: site, in: frame) else { return nil }
    let code = frame.facts.code
    let shown: String
    switch handed.place {
    case .slot(let target):
      guard isKept(in: target, in: frame) else { return nil }
      shown = code.plainSpelling(of: target)
    case .argument(let position, let call):
      guard case .call(let callee, let list) = code[call] else { return nil }
      let arguments = code[list]
      guard !code.runsOnce(arguments),
        mayKeep(arguments[arguments.startIndex + position], at: position, callee, of: call, in: frame)
      else { return nil }
      shown = handed.target.text
    case .result:
      let name = handed.target
      guard !isForOnce(name), program.knowledge[.isProvider].fits(name) || program.knowledge[.isLateHandler].ends(name)
      else { return nil }
      shown = name.text
    }
    return isEnded(handed.value, in: frame) ? nil : shown
  }

  /// Whether the object that a closure captures is a value, or there for as long as the program.
  private func lastsAnyway(_ name: Symbol, at site: ExpressionID, in frame: Frame) -> Bool {
    // A method used as a closure stands for the object that it is of.
    let object: ExpressionID = if case .member(let base, _) = frame.facts.code[site] { base } else { site }
    guard let type = name == Names.self_ ? frame.context : inference.type(of: object, in: frame).nominal
    else { return false }
    return program.isReference(type) == false || program.livesForever(type)
  }

  /// Whether what the model of the program knows of the closure is that it goes, or never matters.
  private func isEnded(_ value: ExpressionID, in frame: Frame) -> Bool {
    let span = SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: value))
    return ownership.harmless.contains { cycle in
      guard case .closure(let closure) = cycle.closing, closure.span == span else { return false }
      return cycle.ended == .surely || cycle.lives != .unknown
    }
  }

  // MARK: Slots

  private func isKept(in target: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    let (name, holder): (Symbol, NominalID?)
    switch code[target] {
    case .name(let own, implicitSelf: .some): (name, holder) = (own, frame.context)
    case .member(let base, let member): (name, holder) = (member, inference.type(of: base, in: frame).nominal)
    default: return false
    }
    switch holder.flatMap({ program.valueMember(name, of: $0) }) {
    case .property(let property)?: return !ownership.isEmptied(property, in: program)
    case .known(let entry)?: return entry.holding == .strong || entry.holding == .perhaps
    default: return !isForOnce(name)
    }
  }

  /// Whether a name is that of what is called when something is done.
  private func isForOnce(_ name: Symbol) -> Bool {
    let knowledge = program.knowledge
    return knowledge[.completes].fits(name) || knowledge[.isCompletion].fits(name) || knowledge[.happensOnce].fits(name)
  }

  // MARK: Calls

  private func mayKeep(
    _ argument: Argument, at position: Int, _ callee: ExpressionID, of call: ExpressionID, in frame: Frame
  ) -> Bool {
    let summary = escape.summary(ofArgument: position, of: call, in: frame)
    guard summary.runs == .unknown else { return false }
    switch summary.fate {
    case .inPlace: return false
    case .kept: return true
    // What a table says is let go of in the end, is.
    case .later where !summary.sinks.contains(.unknown): return false
    case .later, .unknown: return tellsOfEvents(argument, callee, of: call, in: frame)
    }
  }

  /// Whether a call that nothing is known of is called as one that sets something up for events to come, or makes
  /// something of the closure.
  private func tellsOfEvents(
    _ argument: Argument, _ callee: ExpressionID, of call: ExpressionID, in frame: Frame
  ) -> Bool {
    let (code, knowledge) = (frame.facts.code, program.knowledge)
    guard let name = code.calledName(callee), !isForOnce(name), !(argument.label.map(isForOnce) ?? false) else {
      return false
    }
    if case .foreign(_, _, isInitializer: true) = inference.target(of: call, in: frame).kind { return true }
    return [name, argument.label].compactMap(\.self).contains { word in
      knowledge[.repeats].fits(word) || knowledge[.registersHandler].begins(word)
        || knowledge[.isLateHandler].ends(word) || knowledge[.setsUp].begins(word)
    }
  }
}
