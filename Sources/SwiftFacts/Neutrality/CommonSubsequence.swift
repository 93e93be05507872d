/// The longest sequence that two lists have in common.
enum CommonSubsequence {
  /// The indices of equal elements, ascending on both sides.
  ///
  /// Beyond a size where the longest would take too long it answers with what the lists share at both ends.
  static func pairs(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var end = 0
    while end < a.count - start, end < b.count - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    let n = a.count - start - end
    let m = b.count - start - end
    var middle: [(Int, Int)] = []
    if n > 0, m > 0, n * m <= 4_000_000 {
      var table = [Int32](repeating: 0, count: (n + 1) * (m + 1))
      for i in stride(from: n - 1, through: 0, by: -1) {
        for j in stride(from: m - 1, through: 0, by: -1) {
          table[i * (m + 1) + j] =
            a[start + i] == b[start + j]
            ? table[(i + 1) * (m + 1) + j + 1] + 1 : max(table[(i + 1) * (m + 1) + j], table[i * (m + 1) + j + 1])
        }
      }
      var (i, j) = (0, 0)
      while i < n, j < m {
        if a[start + i] == b[start + j] {
          middle.append((start + i, start + j))
          (i, j) = (i + 1, j + 1)
        } else if table[(i + 1) * (m + 1) + j] >= table[i * (m + 1) + j + 1] {
          i += 1
        } else {
          j += 1
        }
      }
    }
    return (0..<start).map { ($0, $0) } + middle + (0..<end).reversed().map { (a.count - 1 - $0, b.count - 1 - $0) }
  }
}
