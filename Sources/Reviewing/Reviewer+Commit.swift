public import Git
public import ReviewModel

extension Reviewer {
  /// Reviews the commit that git is about to make of the index.
  ///
  /// Of a merge it tells what is in none of the parents: what one of them brings along was reviewed
  /// where it was made. Its extent is that of the change to the first parent.
  public func review(_ commit: PlannedCommit) throws -> Review {
    var review = try compare(.index(against: commit.parents.first))
    review.comparison = commit.comparison
    for parent in commit.parents.dropFirst() {
      guard !review.introduced.isEmpty || !review.fixed.isEmpty else { break }
      let other = try compare(.index(against: parent))
      review.introduced.keep(other.introduced)
      review.fixed.keep(other.fixed)
    }
    return review
  }
}

extension [Finding] {
  /// Keeps what is also in another list.
  fileprivate mutating func keep(_ others: [Finding]) {
    let known = Set(others.map(\.fingerprint))
    removeAll { !known.contains($0.fingerprint) }
  }
}
