extension StringProtocol {
  /// The text without what meets the condition at both ends.
  package func trimming(_ isTaken: (Character) -> Bool) -> String {
    guard let start = firstIndex(where: { !isTaken($0) }), let end = lastIndex(where: { !isTaken($0) }) else {
      return ""
    }
    return String(self[start...end])
  }
}
