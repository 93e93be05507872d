import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: closure` and `find: call`, where it matters how long something lives.
extension Inspector {
  /// What a rule may be about; only the questions that its conditions ask are put to the program.
  func lifetimes(for rule: RulePage, _ program: Program, threads: Int) -> [Observation] {
    let conditions = Set(rule.cases.flatMap(\.conditions))
    var result: [Observation] = []
    if conditions.contains(.runs(.later)) || conditions.contains(.keptBy(.survivor)) {
      result += program.unownedCapturesThatRunLater(threads: threads).map { Observation($0, in: program) }
    }
    if conditions.contains(.made(.whileFreed)) {
      result += program.deinitEscapes(threads: threads).map { Observation($0, in: program) }
    }
    if conditions.contains(.answer(.droppedToken)) {
      result += program.droppedTokens(threads: threads).map { Observation($0, in: program) }
    }
    if conditions.contains(.gives(.itself)) {
      result += program.systemGuests(threads: threads).map { Observation($0, in: program) }
    }
    return result + lasting(for: conditions, program, threads: threads)
  }
}

extension Observation {
  init(_ capture: UnownedCapture, in program: Program) {
    let declaration = program.name(of: capture.function)
    self.init(
      span: capture.span, declaration: declaration,
      answers: [.captures(.unowned), capture.keeper == nil ? .runs(.later) : .keptBy(.survivor)],
      words: [.captured: capture.name.text, .callee: capture.callee.text, .keeper: capture.keeper ?? ""],
      reasons: [
        Reason(
          place: program.place(capture.span), says: "the closure does not keep `\(capture.name)` alive", certainty: .proven),
        Reason(
          place: nil,
          says: capture.keeper.map { "`\($0).\(capture.callee)` keeps it" } ?? "`\(capture.callee)` runs it after it has returned",
          certainty: .known),
      ],
      essence: "unowned|\(capture.callee)")
  }

  init(_ escape: DeinitEscape, in program: Program) {
    let steps = escape.path.map { "`\(program.declaration(of: $0).name)()`" }
    let path = steps.isEmpty ? "`deinit`" : "`deinit`, by way of " + steps.joined(separator: " and ")
    let holds: Condition.Capture = escape.strength == .weak ? .weakly : .strongly
    self.init(
      span: escape.span, declaration: program.name(of: escape.function), answers: [.captures(holds), .made(.whileFreed)],
      words: [.captured: "self", .callee: escape.callee.text, .path: path],
      reasons: [Reason(place: nil, says: "`\(escape.callee)` runs it after it has returned", certainty: .known)],
      essence: "deinit|\(escape.callee)")
  }

  init(_ token: DroppedToken, in program: Program) {
    let declaration = program.name(of: token.function)
    let local = token.local.map { "`\($0)`, which goes when `\(program.declaration(of: token.function).name)` ends" }
    self.init(
      span: token.span, declaration: declaration, answers: [.answer(.droppedToken)],
      words: [.callee: token.name.text, .keeper: local ?? "nothing", .type: ""],
      essence: "dropped|\(token.name)")
  }

  init(_ guest: SystemGuest, in program: Program) {
    let type = program.name(of: guest.type)
    var reasons = [
      Reason(place: program.place(guest.span), says: "the `\(guest.host)` keeps `self`", certainty: .known)
    ]
    if let property = guest.property {
      reasons.append(
        Reason(place: program.place(of: property), says: "`\(program.name(of: property))` holds it", certainty: .proven))
    }
    reasons.append(
      Reason(place: nil, says: "nothing outside `deinit` tells it to let go", certainty: .proven))
    self.init(
      span: guest.span, declaration: program.name(of: guest.function),
      answers: [.gives(.itself), .host([guest.host.text])],
      words: [.type: type, .keeper: guest.host.text, .callee: guest.host.text], reasons: reasons,
      essence: "guest of \(guest.host)")
  }
}
