import ReviewModel
import SwiftFacts

extension Sifter {
  /// The proof of `SwiftFacts`, put to the whole of a file.
  ///
  /// Deeply nested source needs a stack of several megabytes.
  public static let neutralProof: Proof = { before, after in NeutralProof.prove(before: before, after: after).classes }
}
