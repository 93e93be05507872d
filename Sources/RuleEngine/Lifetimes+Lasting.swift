import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What lives too long, or not long enough, by itself.
extension Inspector {
  /// What there is to say to the questions asked; no other is put to the program.
  func lasting(for conditions: Set<Condition>, _ program: Program, threads: Int) -> [Observation] {
    let questions = Set(conditions.compactMap(\.lifetime))
    guard !questions.isEmpty else { return [] }
    var result: [Observation] = []
    if questions.contains(.lives(.inWeakProperty)) {
      result += program.droppedTargets(threads: threads).map { Observation($0, in: program) }
    }
    if questions.contains(.loses(.work)) || questions.contains(.loses(.workForCallers)) {
      result += program.droppedWork(threads: threads).map { Observation($0, in: program) }
    }
    if questions.contains(where: { if case .ended = $0 { true } else { false } }) {
      let hosts = conditions.flatMap { condition -> [String] in if case .host(let names) = condition { names } else { [] } }
      result += program.lastingWork(hosts, threads: threads).map { Observation($0, in: program) }
    }
    if questions.contains(.joins(.lastingList)) {
      result += program.lastingSubscribers(threads: threads).map { Observation($0, in: program) }
    }
    if questions.contains(.waits(.endless)) {
      result += program.endlessTasks(threads: threads).map { Observation($0, in: program) }
    }
    return result
  }
}

extension Program {
  /// Of these hosts; of all where none is named.
  fileprivate func lastingWork(_ hosts: [String], threads: Int) -> [LastingWork] {
    func isAsked(_ names: String...) -> Bool { hosts.isEmpty || names.contains(where: hosts.contains) }
    var result: [LastingWork] = []
    if isAsked("NotificationCenter") { result += lastingObservers(threads: threads) }
    if isAsked("Timer") { result += lastingTimers(threads: threads) }
    if isAsked("Unmanaged") { result += retainedContexts(threads: threads) }
    if isAsked("WKUserContentController") { result += lastingMessageHandlers(threads: threads) }
    if isAsked("NWConnection", "NWListener", "NWBrowser") { result += lastingConnections(threads: threads) }
    return result
  }
}

extension Observation {
  init(_ target: DroppedTarget, in program: Program) {
    let type = program.name(of: target.type)
    let name = target.local.map { "`\($0)`" } ?? "what `\(target.maker)` makes"
    self.init(
      span: target.span, declaration: program.name(of: target.function), answers: [.lifetime(.lives(.inWeakProperty))],
      words: [.name: name, .other: target.slot, .owner: type],
      reasons: [
        Reason(place: program.place(target.made), says: "the `\(type)` is made here", certainty: .proven),
        Reason(place: program.place(target.site), says: "`\(target.slot)` refers to it and does not keep it", certainty: .proven),
      ],
      essence: "dropped \(type)|\(target.slot)")
  }

  init(_ work: DroppedWork, in program: Program) {
    let type = work.typeName
    var reasons = work.made.map {
      Reason(place: program.place($0), says: "this `\(type)` is made here, and nothing keeps it", certainty: .proven)
    }
    if work.made.isEmpty {
      let says = work.isSeen ? "the system hands the `\(type)` over, and nothing keeps it" : "no property of this program keeps a `\(type)`"
      reasons.append(Reason(place: nil, says: says, certainty: work.isSeen ? .known : .proven))
    }
    reasons.append(Reason(place: nil, says: "`\(work.callee)` runs the closure after it has returned", certainty: .known))
    self.init(
      span: work.span, declaration: program.name(of: work.function),
      answers: [.captures(.weakly), .lifetime(.loses(work.isSeen ? .work : .workForCallers))],
      words: [.captured: work.captured.text, .callee: work.callee.text, .keeper: type], reasons: reasons,
      essence: "dropped work of \(type)|\(work.callee)")
  }

  init(_ work: LastingWork, in program: Program) {
    let type = program.name(of: work.type)
    let end: Condition.Lifetime.End =
      switch work.flaw {
      case .goesOn, .retained: .never
      case .staysBehind: .neverAndIdle
      case .repeated: .repeated
      case .keepsItsToken: .keptByItself
      case .outlivesOwner: .notWithOwner
      }
    self.init(
      span: work.span, declaration: program.name(of: work.function), answers: [.lifetime(.ended(end)), .host([work.host.text])],
      words: [.type: type, .keeper: work.host.text, .callee: work.host.text, .name: work.name, .other: work.other],
      essence: "lasting \(work.host)|\(work.name)")
  }

  init(_ subscriber: LastingSubscriber, in program: Program) {
    let type = program.name(of: subscriber.type)
    let host = program.name(of: subscriber.host)
    let list = program.declaration(of: subscriber.list).name
    let leaving = subscriber.leaving.map { "`\(program.declaration(of: $0).name)`" }
    self.init(
      span: subscriber.span, declaration: program.name(of: subscriber.function), answers: [.lifetime(.joins(.lastingList))],
      words: [.type: type, .keeper: host, .name: list.text, .other: leaving.map { "nothing outside `deinit` calls \($0)" } ?? "nothing can take it out", .callee: ""],
      reasons: [
        Reason(place: program.place(of: subscriber.list), says: "`\(host).\(list)` keeps what is put into it", certainty: .proven)
      ],
      essence: "in \(host).\(list)")
  }

  init(_ task: EndlessTask, in program: Program) {
    let type = program.name(of: task.type)
    var reasons = [Reason(place: program.place(task.loop), says: "`\(task.stream)` never ends by itself", certainty: .known)]
    if let method = task.method {
      reasons.append(Reason(place: nil, says: "`\(method)` holds its object until it returns", certainty: .proven))
    }
    let property = task.property.map { "nothing outside `deinit` cancels `\($0)`" } ?? "nothing can cancel it"
    self.init(
      span: task.span, declaration: program.name(of: task.function), answers: [.lifetime(.waits(.endless))],
      words: [.type: type, .name: task.stream, .other: property, .keeper: "", .callee: "Task"], reasons: reasons,
      essence: "waits for \(task.stream)")
  }
}
