import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What one declaration says and another does not hold to.
extension Finder {
  func nearMisses() -> [Candidate] {
    program.nearMisses().map { one in
      candidate(.function, one, Source.nearMisses.facts) { _ in "`\(one.owner)` requires `\(one.other)`" }
    }
  }

  func redeclarations() -> [Candidate] {
    func says(_ one: Breach) -> (Int) -> String {
      { $0 == 0 ? "this call knows its object as `\(one.owner)`" : "so it runs the extension's `\(one.name)`" }
    }
    return program.redeclaredMembers().map {
      candidate(.function, $0, [.sameAs: .one(Value.Sameness.extensionMember)], says: says($0))
    }
      + program.membersBesideDefaults().map {
        candidate(.function, $0, [.sameAs: .one(Value.Sameness.inheritedDefault)], says: says($0))
      }
  }

  func blindCallbacks() -> [Candidate] {
    program.ambiguousCallbacks().map { one in
      candidate(.function, one, Source.blindCallbacks.facts) { _ in "it becomes the delegate of this `\(one.owner)`" }
    }
  }

  func optionalTexts() -> [Candidate] {
    program.optionalsInTexts(threads: threads).map {
      candidate(.text, $0, Source.optionalTexts.facts) { _ in "here the text comes to be shown" }
    }
  }

  func dateFormats() -> [Candidate] {
    program.dateFormats().map { format in
      Candidate(
        kind: .text, span: format.span,
        facts: [
          .role: .role(.dateFormat), .ignores: .one(Value.Ignored(format.flaw)),
        ],
        essence: format.format,
        reasons: format.use.map { [Reason(place: program.place($0), says: "a date is read by it", certainty: .proven)] }
          ?? [],
        words: [.name: format.format])
    }
  }

  /// Properties that observe an object made on the spot.
  func inlineObjects() -> [Candidate] {
    program.objectsMadeInline().map { one in
      var candidate = candidate(.property, one, Source.inlineObjects.facts) { _ in
        "each time this view is drawn, it makes a `\(one.owner)`"
      }
      candidate.words[.property] = one.name
      return candidate
    }
  }

  private func candidate(_ kind: Kind, _ one: Breach, _ facts: Facts, says: (Int) -> String) -> Candidate {
    Candidate(
      kind: kind, span: one.span, facts: facts, essence: "\(one.name)|\(one.other)",
      reasons: one.evidence.enumerated().map {
        Reason(place: program.place($0.element), says: says($0.offset), certainty: .proven)
      },
      words: [.name: one.name, .other: one.other, .owner: one.owner])
  }
}

extension Value.Ignored {
  fileprivate init(_ flaw: DateFormat.Flaw) {
    self =
      switch flaw {
      case .userLocale: .locale
      case .weekYear: .week
      case .halfDay: .halfDay
      }
  }
}
