import ProgramModel
import RulePages
import SwiftFacts

/// Which of the objects that a closure captures a page speaks of.
extension Judge {
  /// The first captured object of which all that a page says below `captured:` holds; nil where it says nothing of one.
  func capturedObject(of thing: Thing, by predicate: Predicate) -> (name: Symbol, type: Type)? {
    guard case .closure(let id, let file)? = thing.node else { return nil }
    let wanted = predicate.wanted(of: .captured)
    guard !wanted.isEmpty else { return nil }
    for captured in reader.captures(of: id, in: file) {
      let object = object(captured)
      if wanted.allSatisfy({ answer($0, object) == .yes }) { return (captured.name, captured.type) }
    }
    return nil
  }

  /// A captured object as conditions speak of it.
  func object(_ captured: CodeReader.Captured) -> Thing {
    Thing(
      kind: .object, node: .value(captured.type, name: captured.name, hold: captured.hold), name: captured.name.text)
  }

  /// A candidate that stands in the source as a closure, with the captured object by name and the way out that holds it
  /// weakly; the candidate as it is where an analysis has said both.
  func naming(_ candidate: Candidate, _ thing: Thing, by predicate: Predicate) -> Candidate {
    guard candidate.makeFix == nil, case .closure(let id, let file)? = candidate.node,
      let captured = capturedObject(of: thing, by: predicate),
      let function = program.function(at: candidate.span.bytes.start, in: file)
    else { return candidate }
    var named = candidate
    named.words[.captured] = captured.name.text
    let closure = RemoteClosure(function: function, closure: id, span: candidate.span, captured: captured.name)
    let program = program
    named.makeFix = { word in
      word == .captureWeakly ? program.weakCapture(of: closure, ofType: captured.type) : nil
    }
    return named
  }
}

extension Predicate {
  /// What is asked of one word wherever it has to hold: not below `any` and `not`.
  fileprivate func wanted(of attribute: Attribute) -> [Predicate] {
    switch self {
    case .all(let parts): parts.flatMap { $0.wanted(of: attribute) }
    case .test(attribute, .entity(let inner)): [inner]
    default: []
    }
  }
}
