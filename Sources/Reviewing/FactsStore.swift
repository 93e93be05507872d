import ReviewModel
import SwiftFacts
import Synchronization

/// The facts of blobs, kept from one review to the next, for a process that reviews the same work tree again and
/// again: what a save leaves as it was is not read anew.
///
/// It holds what the last review needed and no more.
public final class FactsStore: Sendable {
  /// How much of a blob is wanted is part of what its facts say.
  struct Key: Hashable, Sendable {
    var blob: BlobID
    var isOutline: Bool
  }

  private let facts = Mutex<[Key: FileFacts]>([:])

  /// An empty store.
  public init() {}

  /// What is known.
  var known: [Key: FileFacts] { facts.withLock { $0 } }

  /// Forgets everything else.
  func keep(_ new: [Key: FileFacts]) { facts.withLock { $0 = new } }
}
