@_spi(RawSyntax) import SwiftSyntax

/// Where the nodes of one tree stand in their source, in bytes from its start.
///
/// The text of a token points into one copy of the source, so its distance from the copy's start is where it stands.
/// What has no text there (a list of nothing, a token that is missing) is looked up in a table of all such nodes, which
/// is made for trees that are asked for one.
final class NodePlaces {
  /// Whether nothing in the tree is missing or left over.
  let isSound: Bool
  private let root: RawSyntax
  private let start: UnsafePointer<UInt8>?
  private let count: Int
  /// By the id of a node without text of the source.
  private lazy var bare = bareNodes()
  /// The first tokens of some nodes that are far from them: the first of `a.b.c` is that of each member in it, and to
  /// look for it from each takes n² steps.
  private var farFirsts: [RawSyntax.ID: RawSyntax] = [:]
  private static let far = 32

  init(of root: RawSyntax) {
    self.root = root
    isSound = !root.hasError
    count = root.byteLength
    // The end of the file is the last token, and nothing follows it.
    start = root.lastToken.flatMap { token in
      token.rawText.baseAddress.map { $0 + token.rawText.count + token.trailingTriviaByteLength - root.byteLength }
    }
  }

  /// The bytes of a node without the trivia around it.
  func span(of node: RawSyntax) -> ByteSpan { ByteSpan(start: start(of: node), end: end(of: node)) }

  /// Where a node begins, behind its leading trivia.
  func start(of node: RawSyntax) -> UInt32 {
    guard let first = firstToken(of: node) else { return bare[node.id] ?? 0 }
    if let text = range(of: first.rawText) { return text.start }
    return (bare[first.id] ?? 0) + UInt32(clamping: first.leadingTriviaByteLength)
  }

  /// Where a node ends, before its trailing trivia.
  func end(of node: RawSyntax) -> UInt32 {
    guard let last = node.lastToken else { return bare[node.id] ?? 0 }
    if let text = range(of: last.rawText) { return text.end }
    return (bare[last.id] ?? 0) + UInt32(clamping: last.byteLength - last.trailingTriviaByteLength)
  }

  /// Where what follows a node begins, its leading trivia included.
  func end(withTriviaOf node: RawSyntax) -> UInt32 {
    end(of: node) + UInt32(clamping: node.lastToken?.trailingTriviaByteLength ?? 0)
  }

  /// The source from one byte to another.
  func text(_ span: ByteSpan) -> SyntaxText {
    guard let start, span.start < span.end, Int(span.end) <= count else { return SyntaxText() }
    return SyntaxText(baseAddress: start + Int(span.start), count: Int(span.end - span.start))
  }

  /// The first token in a node that is there; itself, if it is one.
  private func firstToken(of node: RawSyntax) -> RawSyntax? {
    var next = node
    var steps = 0
    var passed = [node]
    while let layout = next.layoutView {
      guard let child = layout.children.lazy.compactMap(\.self).first(where: { $0.byteLength > 0 }) else { break }
      next = child
      steps += 1
      guard steps % Self.far == 0 else { continue }
      if let known = farFirsts[next.id] {
        next = known
        break
      }
      passed.append(next)
    }
    guard next.tokenView?.presence == .present else { return node.firstToken }
    if steps >= Self.far { for one in passed { farFirsts[one.id] = next } }
    return next
  }

  private func range(of text: SyntaxText) -> ByteSpan? {
    guard let start, let from = text.baseAddress else { return nil }
    let at = Int(bitPattern: from) - Int(bitPattern: start)
    guard at >= 0, at + text.count <= count else { return nil }
    return ByteSpan(start: UInt32(truncatingIfNeeded: at), end: UInt32(truncatingIfNeeded: at + text.count))
  }

  private func bareNodes() -> [RawSyntax.ID: UInt32] {
    var result: [RawSyntax.ID: UInt32] = [:]
    var at = 0
    var open = [root]
    while let node = open.popLast() {
      if let layout = node.layoutView {
        if node.byteLength == 0 { result[node.id] = UInt32(clamping: at) }
        for case let child? in layout.children.reversed() { open.append(child) }
      } else {
        if let token = node.tokenView, token.presence == .missing || range(of: token.rawText) == nil {
          result[node.id] = UInt32(clamping: at)
        }
        at += node.byteLength
      }
    }
    return result
  }
}

extension RawSyntax {
  /// The first token in it that is there; itself, if it is one.
  fileprivate var firstToken: RawSyntax? {
    guard let layout = layoutView else { return tokenView?.presence == .present ? self : nil }
    for case let child? in layout.children {
      if let token = child.firstToken { return token }
    }
    return nil
  }

  /// The last token in it that is there.
  fileprivate var lastToken: RawSyntax? {
    guard let layout = layoutView else { return tokenView?.presence == .present ? self : nil }
    let children = layout.children
    var index = children.count - 1
    while index >= 0 {
      if let token = children[index]?.lastToken { return token }
      index -= 1
    }
    return nil
  }

  /// The text of a token, nothing of anything else.
  fileprivate var rawText: SyntaxText { tokenView?.rawText ?? SyntaxText() }
}
