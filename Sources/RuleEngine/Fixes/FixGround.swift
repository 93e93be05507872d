import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What a way out is worked out from: where a finding stands, and what its page may name.
struct FixGround {
  var program: Program
  var span: SourceSpan
  /// Other places that the way out leads over, such as each `default:` that takes a new case.
  var others: [SourceSpan] = []
  var fill: (Placeholder) -> String = { _ in "" }

  var facts: FileFacts { program[span.file].facts }
  var code: Code { facts.code }

  /// Replaces a stretch of the finding's file.
  func replacing(_ bytes: ByteSpan, with text: String) -> Fix.Edit {
    Fix.Edit(place: program.place(SourceSpan(file: span.file, bytes: bytes)), text: text)
  }

  func replacing(from start: UInt32, to end: UInt32, with text: String) -> Fix.Edit {
    replacing(ByteSpan(start: start, end: end), with: text)
  }

  func inserting(_ text: String, at byte: UInt32) -> Fix.Edit { replacing(from: byte, to: byte, with: text) }

  func indentation(at byte: UInt32) -> String { facts.indentation(at: byte) }

  /// The innermost expression that stands exactly here and is of a kind.
  func expression(at bytes: ByteSpan, where isWanted: (Expression) -> Bool = { _ in true }) -> ExpressionID? {
    code.spans.indices.first { code.spans[$0] == bytes && isWanted(code.expressions[$0]) }
      .map { ExpressionID(index: Int32($0)) }
  }
}

extension Inspector {
  /// The way out that a rule offers of a finding: edits where they can be written, or else words.
  func wayOut(by rule: RulePage, _ found: RulePage.Case, _ ground: FixGround) -> Fix? {
    if let word = rule.fix, let fix = ground.fix(word) { return fix }
    return remedy(found, ground.fill)
  }

  /// The way out in words.
  func remedy(_ found: RulePage.Case, _ fill: (Placeholder) -> String) -> Fix? {
    found.remedy.map { Fix(title: $0.filled(fill), applicability: .template, edits: []) }
  }
}

extension FixGround {
  /// The edits that a word stands for; nil where they cannot be written here.
  fileprivate func fix(_ word: FixWord) -> Fix? {
    switch word {
    // These are made along with what they mend: a cycle, a wrong call, a flag.
    case .declareWeak, .restoreWeak, .startOtherwise, .readNewValue, .replace: nil
    case .captureWeakly: weakInPlaceOfUnowned()
    case .ownObject: ownedObject()
    case .nameNil: namedNil()
    case .pinFormat: pinnedFormat()
    case .matchRequirement: matchedRequirement()
    case .callWeakly: weakTimer()
    case .storeToken: storedToken()
    case .restoreDefault: restoredDefault()
    case .makeOptional: optionalFields()
    case .restoreName: restoredName()
    case .listCase: listedCase()
    }
  }
}
