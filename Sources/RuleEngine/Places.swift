import ProgramModel
import ReviewModel
import SwiftFacts

extension Program {
  /// A stretch of source as findings name it.
  func place(_ span: SourceSpan) -> Place {
    let file = self[span.file]
    let start = file.facts.position(of: span.bytes.start)
    let end = file.facts.position(of: span.bytes.end)
    return Place(
      path: file.path,
      span: Span(
        start: Position(line: start.line, column: start.column), end: Position(line: end.line, column: end.column)))
  }

  func place(of property: PropertyID) -> Place { place(span(of: property)) }
}

extension Proof {
  var certainty: Certainty {
    switch self {
    case .guessed: .guessed
    case .known: .known
    case .proven: .proven
    }
  }
}

extension Level {
  /// The level a finding may claim: with a guess in its chain, no `bug`.
  func limited(by proof: Proof) -> Level {
    self == .bug && proof == .guessed ? .risk : self
  }
}
