import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

extension Program {
  /// Whatever goes on by itself, from one thing after another that keeps it.
  func lastingWork(threads: Int) -> [LastingWork] {
    lastingObservers(threads: threads) + lastingTimers(threads: threads) + retainedContexts(threads: threads)
      + lastingMessageHandlers(threads: threads) + lastingConnections(threads: threads)
  }
}

/// What lives too long, or not long enough, by itself.
extension Candidate {
  init(_ target: DroppedTarget, in program: Program) {
    let type = program.name(of: target.type)
    let name = target.local.map { "`\($0)`" } ?? "what `\(target.maker)` makes"
    self.init(
      kind: .call, span: target.span, facts: Source.droppedObjects.facts,
      declaration: program.name(of: target.function), essence: "dropped \(type)|\(target.slot)",
      reasons: [
        Reason(place: program.place(target.made), says: "the `\(type)` is made here", certainty: .proven),
        Reason(
          place: program.place(target.site), says: "`\(target.slot)` refers to it and does not keep it",
          certainty: .proven),
      ]
        + [target.declared].compactMap { $0 }.map {
          Reason(place: program.place($0), says: "it is weak here", certainty: .proven)
        },
      words: [.name: name, .other: target.slot, .owner: type])
  }

  init(_ work: DroppedWork, in program: Program) {
    let type = work.typeName
    var reasons = work.made.map {
      Reason(place: program.place($0), says: "this `\(type)` is made here, and nothing keeps it", certainty: .proven)
    }
    if work.made.isEmpty {
      let says =
        work.isSeen
        ? "the system hands the `\(type)` over, and nothing keeps it" : "no property of this program keeps a `\(type)`"
      reasons.append(Reason(place: nil, says: says, certainty: work.isSeen ? .known : .proven))
    }
    reasons.append(
      Reason(place: nil, says: "`\(work.callee)` runs the closure after it has returned", certainty: .known))
    self.init(
      kind: .closure, span: work.span,
      facts: [
        .captured: .entity([.held: .held(.weakly), .keptBy: .of(.is, .is(work.isSeen ? .nothing : .caller))]),
        .runs: .runs(.later),
      ],
      declaration: program.name(of: work.function), essence: "dropped work of \(type)|\(work.callee)",
      reasons: reasons, words: [.captured: work.captured.text, .callee: work.callee.text, .keeper: type])
  }

  init(_ work: LastingWork, in program: Program) {
    let type = program.name(of: work.type)
    var facts: Facts = [.keptBy: .of(.type, .word(work.host.text))]
    facts = facts.adding(.ended, .ended(work.flaw == .outlivesOwner ? .notWithOwner : .never))
    facts = facts.adding(.times, .times(work.times))
    if work.flaw == .staysBehind { facts = facts.adding(.held, .held(.weakly)) }
    if work.flaw == .keepsItsToken { facts = facts.adding(.keptBy, .of(.is, .is(.ownClosure))) }
    self.init(
      kind: .call, span: work.span, facts: facts, declaration: program.name(of: work.function),
      essence: "lasting \(work.host)|\(work.name)",
      words: [
        .type: type, .keeper: work.host.text, .callee: work.host.text, .name: work.name, .other: work.other,
      ])
    ring = work.ring
  }

  init(_ subscriber: LastingSubscriber, in program: Program) {
    let type = program.name(of: subscriber.type)
    let host = program.name(of: subscriber.host)
    let list = program.declaration(of: subscriber.list).name
    let leaving = subscriber.leaving.map { "`\(program.declaration(of: $0).name)`" }
    let isItself = subscriber.kind == .itself
    let skipped = subscriber.skips.map { "a way out of `\(program.declaration(of: subscriber.function).name)` leaves "
      + "without `\(program.declaration(of: $0).name)`" }
    self.init(
      kind: .call, span: subscriber.span,
      facts: [
        .keptBy: .of(.lives, .lives(.program)),
        .ended: .ended(
          subscriber.skips != nil ? .notWithOwner : leaving == nil || !isItself ? .never : .byDeinit),
        .is: .is(isItself ? .itself : subscriber.kind == .made ? .madeHere : .given),
      ],
      declaration: program.name(of: subscriber.function),
      essence: "in \(host).\(list)" + (isItself ? "" : "|\(type)"),
      reasons: [
        Reason(
          place: program.place(of: subscriber.list), says: "`\(host).\(list)` keeps what is put into it",
          certainty: .proven)
      ]
        + subscriber.others.map {
          Reason(place: program.place($0), says: "here a `\(type)` goes into it as well", certainty: .proven)
        },
      words: [
        .type: type, .keeper: host, .name: list.text,
        .other: skipped
          ?? (subscriber.isShown ? "running the program takes none of them out" : nil)
          ?? subscriber.idle.map { idle in
          let name = program.declaration(of: idle.function).name
          return idle.isCalled
            ? "each call of `\(name)` leaves it there" : "nothing calls `\(name)`, which would take it out"
        }
          ?? leaving.map { "nothing \(!isItself && !subscriber.isLeftAtDeinit ? "" : "outside `deinit` ")calls \($0)" }
          ?? "nothing can take it out", .callee: "",
      ])
  }

  private static let lasting: Facts = [
    .role: .role(.callback), .held: .held(.weakly), .ended: .ended(.never), .keptBy: .of(.lives, .lives(.program)),
  ]
  private static let owned: Facts = [
    .role: .role(.callback), .held: .held(.weakly), .ended: .ended(.never), .times: .times(.again),
  ]

  private static let called: Facts = [
    .role: .role(.callback), .held: .held(.weakly), .ended: .ended(.never), .times: .times(.atEvents),
  ]

  init(_ handler: AddedHandler, in program: Program) {
    let host = program.name(of: handler.host)
    let list = program.declaration(of: handler.list).name
    let again = handler.isByCall ? Self.called : Self.owned
    self.init(
      kind: .call, span: handler.span, facts: handler.lasts ? Self.lasting : again,
      essence: "closure in \(host).\(list)",
      reasons: [
        Reason(place: program.place(handler.site), says: "the closure goes into `\(list)`", certainty: .proven),
        Reason(
          place: program.place(of: handler.list), says: "nothing is ever taken out of `\(host).\(list)`",
          certainty: .proven),
      ], words: [.type: program.name(of: handler.type), .keeper: host, .name: list.text])
  }

  init(_ task: EndlessTask, in program: Program) {
    let type = program.name(of: task.type)
    var reasons = [
      Reason(
        place: program.place(task.loop),
        says: "`\(task.stream)` \(task.isGuessed ? "is called like what goes on" : "never ends by itself")",
        certainty: task.isGuessed ? .guessed : .known)
    ]
    if let method = task.method {
      reasons.append(Reason(place: nil, says: "`\(method)` holds its object until it returns", certainty: .proven))
    }
    let property =
      task.isDeaf
      ? "cancelling it changes nothing"
      : task.property.map { "nothing \(task.isCancelledInDeinit ? "outside `deinit` " : "")cancels `\($0)`" }
        ?? "nothing can cancel it"
    self.init(
      kind: .call, span: task.span,
      facts: [
        .times: .times(task.isGuessed ? .likelyEndless : .endless), .held: .held(task.isWeak ? .weakly : .strongly),
        .ended: .ended(task.isCancelledInDeinit ? .byDeinit : .never),
      ],
      declaration: program.name(of: task.function), essence: "waits for \(task.stream)", reasons: reasons,
      words: [.type: type, .name: task.stream, .other: property, .keeper: "", .callee: "Task"])
  }
}

extension LastingWork {
  fileprivate var times: Value.Times {
    switch flaw {
    case .repeated: .again
    case .repeatedByEvents: .atEvents
    default: .once
    }
  }
}
