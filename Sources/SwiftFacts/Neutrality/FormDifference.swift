import ReviewModel
import SwiftSyntax

/// Where two normal forms differ, and which hunks hold the differences.
struct FormDifference {
  /// Some lines, on either side, that say something else.
  struct Region {
    var old: ClosedRange<Int>?
    var new: ClosedRange<Int>?
    var hunks: [Int]
    /// A declaration that is there on one side only, by its node.
    var gone: Form.ID?
    var come: Form.ID?
  }

  private(set) var regions: [Region] = []
  private let old: NormalFile
  private let new: NormalFile
  private let hunks: HunkMap

  init(_ old: NormalFile, _ new: NormalFile, hunks: [Hunk]) {
    self.old = old
    self.new = new
    self.hunks = HunkMap(hunks: hunks)
    if !compare(old.form.root, new.form.root) {
      regions.append(
        Region(old: 1...max(1, old.lines.count), new: 1...max(1, new.lines.count), hunks: Array(hunks.indices)))
    }
  }

  /// Compares two nodes, and answers whether every difference found is held by some hunk.
  private mutating func compare(_ left: Form.ID, _ right: Form.ID) -> Bool {
    let a = old.form[left]
    let b = new.form[right]
    if a.full == b.full || a.strict == b.strict { return true }
    var isHeld = true
    if a.tag == .set && b.tag == .set {
      isHeld = compareSets(left, right)
    } else if a.tag == b.tag, isList(a.tag), a.childCount + b.childCount > 0 {
      isHeld = compareLists(left, right)
    } else if a.tag == b.tag, a.childCount == b.childCount, a.childCount > 0 {
      for (x, y) in zip(old.form.children(of: left), new.form.children(of: right)) where !compare(x, y) {
        isHeld = false
      }
    } else {
      return hold(left, right)
    }
    // A difference that lies outside of all hunks comes from something around it.
    return isHeld || hold(left, right)
  }

  private func isList(_ tag: Form.Tag) -> Bool {
    switch tag {
    case .list, .made(.call), .made(.tuple), .made(.closureParameters), .made(.text): true
    case .syntax(let kind): kind.isSyntaxCollection || kind == .sequenceExpr
    default: false
    }
  }

  /// Puts a difference down to the hunks on its lines.
  private mutating func hold(_ left: Form.ID?, _ right: Form.ID?, isMember: Bool = false) -> Bool {
    let before = left.flatMap { old.lines.lines(of: old.form[$0].bytes) }
    let after = right.flatMap { new.lines.lines(of: new.form[$0].bytes) }
    let holding = hunks.holding(old: before, new: after)
    guard !holding.isEmpty else { return false }
    regions.append(
      Region(
        old: before, new: after, hunks: holding, gone: isMember && right == nil ? left : nil,
        come: isMember && left == nil ? right : nil))
    return true
  }

  private mutating func compareSets(_ left: Form.ID, _ right: Form.ID) -> Bool {
    var waiting: [Int: [Form.ID]] = [:]
    for child in new.form.children(of: right).reversed() { waiting[new.form[child].full, default: []].append(child) }
    var gone: [Form.ID] = []
    for child in old.form.children(of: left) where waiting[old.form[child].full]?.popLast() == nil {
      gone.append(child)
    }
    var come = waiting.values.flatMap { $0 }.sorted()
    gone.sort()
    var isHeld = true
    gone.removeAll { child in
      let identity = old.form[child].identity
      guard identity != 0, let index = come.firstIndex(where: { new.form[$0].identity == identity }) else {
        return false
      }
      if !compare(child, come.remove(at: index)) { isHeld = false }
      return true
    }
    for child in gone where !hold(child, nil, isMember: true) { isHeld = false }
    for child in come where !hold(nil, child, isMember: true) { isHeld = false }
    return isHeld
  }

  private mutating func compareLists(_ left: Form.ID, _ right: Form.ID) -> Bool {
    let a = Array(old.form.children(of: left))
    let b = Array(new.form.children(of: right))
    var isHeld = true
    var (i, j) = (0, 0)
    let pairs = CommonSubsequence.pairs(a.map { old.form[$0].strict }, b.map { new.form[$0].strict })
    for (x, y) in pairs + [(a.count, b.count)] {
      if !compareRuns(Array(a[i..<x]), Array(b[j..<y])) { isHeld = false }
      (i, j) = (x + 1, y + 1)
    }
    return isHeld
  }

  /// What stands between things that are equal.
  private mutating func compareRuns(_ a: [Form.ID], _ b: [Form.ID]) -> Bool {
    var isHeld = true
    if a.count == b.count {
      for (x, y) in zip(a, b) where !compare(x, y) { isHeld = false }
      return isHeld
    }
    // What declares the same thing, or is the same kind of statement, belongs together.
    var rest = b[...]
    for x in a {
      let node = old.form[x]
      if let index = rest.firstIndex(where: { isAkin(node, new.form[$0]) }) {
        for y in rest[..<index] where !hold(nil, y) { isHeld = false }
        if !compare(x, rest[index]) { isHeld = false }
        rest = rest[(index + 1)...]
      } else if !hold(x, nil) {
        isHeld = false
      }
    }
    for y in rest where !hold(nil, y) { isHeld = false }
    return isHeld
  }

  private func isAkin(_ a: Form.Node, _ b: Form.Node) -> Bool {
    a.tag == b.tag && a.childCount == b.childCount && a.childCount > 1 && a.identity == b.identity
  }
}
