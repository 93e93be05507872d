import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

extension Inspector {
  /// `rewrite:`: all that a pattern's names do not stand for is written anew, and what they stand for stays as it is.
  func rewriting(
    _ span: SourceSpan, as rewrite: Rewrite, _ bindings: [String: [ExpressionID]], _ program: Program
  ) -> Fix? {
    let ground = FixGround(program: program, span: span)
    var edits: [Fix.Edit] = []
    var start = span.bytes.start
    var text = ""
    var says = ""
    for part in rewrite.parts {
      switch part {
      case .text(let literal):
        text += literal
        says += literal
      case .metavariable(let name, let isSequence):
        guard let bound = bindings[name] else { return nil }
        says += bound.map { ground.code.spelling(of: $0) }.joined(separator: ", ")
        // An empty list leaves nothing between what stands before it and after it.
        guard let first = bound.first, let last = bound.last else { continue }
        let kept = ByteSpan(start: ground.code.span(of: first).start, end: ground.code.span(of: last).end)
        guard start <= kept.start else { return nil }
        // The label of the first of several arguments stands in no part of them.
        if isSequence, let label = ground.code.arguments.first(where: { $0.value == first })?.label {
          text += "\(label): "
        }
        edits.append(ground.replacing(from: start, to: kept.start, with: text))
        start = kept.end
        text = ""
      }
    }
    guard start <= span.bytes.end else { return nil }
    edits.append(ground.replacing(from: start, to: span.bytes.end, with: text))
    return Fix(title: "Write `\(says)`", applicability: .review, edits: edits)
  }
}
