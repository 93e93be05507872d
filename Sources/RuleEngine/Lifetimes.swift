import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What lives too long, or not long enough, by what it captures and what keeps it.
extension Candidate {
  init(_ capture: UnownedCapture, in program: Program) {
    let declaration = program.name(of: capture.function)
    self.init(
      kind: .closure, span: capture.span,
      facts: capture.keeper == nil
        ? [.captured: .entity([.held: .held(.unowned), .keptBy: .of(.is, .is(.nothing))]), .runs: .runs(.later)]
        : [.captured: .of(.held, .held(.unowned)), .keptBy: .of(.lives, .lives(.longer))],
      declaration: declaration, essence: "unowned|\(capture.callee)",
      reasons: [
        Reason(
          place: program.place(capture.span), says: "the closure does not keep `\(capture.name)` alive",
          certainty: .proven),
        Reason(
          place: program.place(capture.span),
          says: capture.keeper.map { "`\($0).\(capture.callee)` keeps it" }
            ?? "`\(capture.callee)` runs it after it has returned",
          certainty: capture.isGuessed ? .guessed : .known),
      ],
      words: [.captured: capture.name.text, .callee: capture.callee.text, .keeper: capture.keeper ?? ""])
  }

  init(_ escape: DeinitEscape, in program: Program) {
    let steps = escape.path.map { "`\(program.declaration(of: $0).name)()`" }
    let path = steps.isEmpty ? "`deinit`" : "`deinit`, by way of " + steps.joined(separator: " and ")
    let hold: Value.Hold = escape.strength == .weak ? .weakly : .strongly
    self.init(
      kind: .closure, span: escape.span,
      facts: [
        .captured: .entity([.name: .word(Names.self_.text), .held: .held(hold)]), .runs: .runs(.later),
        .calledBy: .of(.name, .word(Names.deinit_.text)),
      ],
      declaration: program.name(of: escape.function), essence: "deinit|\(escape.callee)",
      reasons: [Reason(place: nil, says: "`\(escape.callee)` runs it after it has returned", certainty: .known)],
      words: [.captured: "self", .callee: escape.callee.text, .path: path])
  }

  init(_ token: DroppedToken, in program: Program) {
    let declaration = program.name(of: token.function)
    let local = token.local.map { "`\($0)`, which goes when `\(program.declaration(of: token.function).name)` ends" }
    self.init(
      kind: .call, span: token.span, facts: Source.droppedTokens.facts, declaration: declaration,
      essence: "dropped|\(token.name)",
      words: [.callee: token.name.text, .keeper: local ?? "nothing", .type: ""])
  }

  init(_ guest: SystemGuest, in program: Program) {
    let type = program.name(of: guest.type)
    var reasons = [
      Reason(
        place: program.place(guest.span),
        says: "the `\(guest.host)` keeps \(guest.helper.map { "`\(program.declaration(of: $0).name)`" } ?? "`self`")",
        certainty: .known)
    ]
    if let property = guest.property {
      reasons.append(
        Reason(place: program.place(of: property), says: "`\(program.name(of: property))` holds it", certainty: .proven)
      )
    }
    let (ended, says): (Value.Ending, String) =
      switch guest.end {
      case .nothing: (.never, "nothing tells it to let go")
      case .inDeinit: (.byDeinit, "nothing outside `deinit` tells it to let go")
      case .whereSetUp(let method): (.whereSetUp, "only `\(method)` tells it to let go, and sets up the next one")
      }
    reasons.append(Reason(place: nil, says: says, certainty: .proven))
    let method: Symbol? = if case .whereSetUp(let method) = guest.end { method } else { nil }
    self.init(
      kind: .call, span: guest.span,
      facts: [.keptBy: .of(.type, .word(guest.host.text)), .ended: .ended(ended)],
      declaration: program.name(of: guest.function), essence: "guest of \(guest.host)", reasons: reasons,
      words: [
        .type: type, .keeper: guest.host.text, .callee: guest.host.text,
        .name: guest.helperType.map { program.name(of: $0) } ?? "",
        .other: method?.text ?? "",
      ])
    ring = guest.ring
  }
}
