/// The word of a list that somebody who wrote `word` probably meant; nil if none is near.
///
///     nearest(to: "captrues", among: ["captures", "kept-by"])   // "captures"
///     nearest(to: "colour", among: ["captures", "kept-by"])     // nil
package func nearest(to word: String, among words: [String]) -> String? {
  let written = Array(word.lowercased().prefix(longestWord))
  let candidates = words.map { (word: $0, distance: editDistance(written, Array($0.lowercased()))) }
  guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
  // A third of the letters may differ: `bgu` is `bug`, but `error` is no `risk`.
  return best.distance <= max(1, max(written.count, best.word.count) / 3) ? best.word : nil
}

/// Longer than any word of the vocabulary: the rest of a whole sentence need not be compared.
private let longestWord = 80

/// How many letters to insert, drop, replace or swap with their neighbour to make one word the other.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
