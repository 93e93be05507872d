public import SwiftFacts

/// A way through a function on which something is not called that is called on others, or is called twice.
public struct MissedCall: Hashable, Sendable {
  public enum Flaw: Hashable, Sendable {
    /// A `return`, `break` or the like leaves without the call.
    case leaves
    /// The body ends without it: a branch without `else`, a case, a `catch` does not call.
    case runsOut
    /// An error ends the closure, and nobody hears of it.
    case throwsAway
    /// A `?` skips it where its object has gone.
    case nothingThere
    /// Two calls follow each other.
    case twice
  }

  /// What decides that the way is taken.
  public enum Fork: Hashable, Sendable {
    case `guard`, guardPassed, branch, selectionCase, catching, done, chain, loop, none
  }

  public var function: FunctionID
  /// What is not called, as the source calls it.
  public var name: Symbol
  /// The others one of which would do as well.
  public var others: [Symbol] = []
  public var flaw: Flaw
  public var span: SourceSpan
  public var fork: Fork
  /// What is asked there, as the source spells it.
  public var asked: String
  public var forkSpan: SourceSpan?
  /// Where it is called on another way, or once more.
  public var call: SourceSpan?
  public var proof: Proof
  /// Whether it is so only where an object has gone: a `self` held weakly, or what stands before a `?`.
  public var isAboutObject: Bool
  /// Whether the ways that call leave early, or call because something has failed.
  public var isPastAnswer = false
  /// Whether the way is taken where something is not there.
  public var isAboutAbsence = false
  /// What the closure is given to that the way ends in, where only a name says that it is run once.
  public var given: SourceSpan?
}

extension CallAnalysis {
  /// What is wrong with a body that has been walked.
  func missedCalls(named name: Symbol, ends: [Leave]) -> [MissedCall] {
    var result: [MissedCall] = []
    let calls = callSpans
    for miss in misses(in: ends, proof: .proven, dropsErrors: false) {
      result.append(made(miss, name, calls))
    }
    for (call, list) in closureMisses.sorted(by: { $0.key < $1.key }) where !shared.contains(call) {
      var given: SourceSpan?
      if case .call(let callee, _) = code[ExpressionID(index: call)] {
        let span = code.span(of: callee)
        given = SourceSpan(file: frame.file, bytes: ByteSpan(start: span.end &- 1, end: span.end))
      }
      result += list.map { miss in
        var one = made(miss, name, calls)
        one.given = given
        return one
      }
    }
    for double in doubles {
      result.append(
        MissedCall(
          function: frame.function, name: name, flaw: .twice, span: SourceSpan(file: frame.file, bytes: double.first),
          fork: .none, asked: "", forkSpan: nil, call: SourceSpan(file: frame.file, bytes: double.second),
          proof: .proven,
          isAboutObject: false))
    }
    var seen: Set<MissedCall> = []
    return result.filter { seen.insert($0).inserted }.sorted { $0.span < $1.span }
  }

  /// Where it is called or handed on, in order.
  var callSpans: [ByteSpan] {
    uses.places.filter { place in
      uses.events[place]?.contains { event in
        switch event {
        case .call, .handing: true
        default: false
        }
      } ?? false
    }.map { code.spans[Int($0)] }
  }

  private func made(_ miss: MissedEnd, _ name: Symbol, _ calls: [ByteSpan]) -> MissedCall {
    let flaw: MissedCall.Flaw =
      switch miss.manner {
      case .leaves: .leaves
      case .runsOut: .runsOut
      case .throwsAway: .throwsAway
      case .nothingThere: .nothingThere
      }
    let fork: MissedCall.Fork =
      switch miss.turn?.kind {
      case .guardElse?: .guard
      case .branch?, .otherwise?, .noElse?: .branch
      case .selectionCase?: .selectionCase
      case .guardPassed?: .guardPassed
      case .catching?: .catching
      case .done?: .done
      case .chain?: .chain
      case .loop?: .loop
      case nil: .none
      }
    let asked = miss.turn?.asked ?? ""
    let bound = miss.turn?.bound ?? []
    return MissedCall(
      function: frame.function, name: name, flaw: flaw, span: SourceSpan(file: frame.file, bytes: miss.span),
      fork: fork,
      asked: asked, forkSpan: miss.turn.map { SourceSpan(file: frame.file, bytes: $0.span) },
      call: calls.first.map { SourceSpan(file: frame.file, bytes: $0) }, proof: miss.proof,
      isAboutObject: fork == .chain
        || (fork == .guard || fork == .branch)
          && (Self.isSelf(asked, finder.program.knowledge[.meansSelf]) || bound.contains(where: isWeakProperty)),
      isPastAnswer: miss.turn?.isPastAnswer ?? false, isAboutAbsence: !bound.isEmpty)
  }

  /// Whether a value is what a weak property of the object whose method this is holds.
  private func isWeakProperty(_ value: ExpressionID) -> Bool {
    guard let owner = frame.context, let name = code.ownProperty(value),
      let property = finder.program.property(named: name, of: owner)
    else { return false }
    return finder.program.declaration(of: property).strength == .weak
  }

  private static func isSelf(_ asked: String, _ words: WordTable) -> Bool {
    asked.split(separator: ", ").contains { words.ends(String($0)) }
  }
}
