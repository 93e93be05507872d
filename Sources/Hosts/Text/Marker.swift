/// The hidden line by which nitless knows its own comments again.
struct Marker: Equatable {
  var scope: String
  /// A finding's fingerprint, or `summary`.
  var name: String
  /// Whether the comment has been told that its finding is gone.
  var isFixed = false

  static let summary = "summary"

  var text: String { "<!-- nitless:v1:\(scope):\(name)\(isFixed ? ":fixed" : "") -->" }

  init(scope: String, name: String, isFixed: Bool = false) {
    self.scope = scope
    self.name = name
    self.isFixed = isFixed
  }

  /// The marker that ends a comment; nil for a comment of somebody else's.
  ///
  /// Only the last line counts: elsewhere it is quoted.
  init?(in body: String) {
    let last = body.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    guard
      let match = last.wholeMatch(
        of: /\s*<!-- nitless:v1:([a-z0-9-]+):([a-z0-9-]+)(:fixed)? -->\s*/)
    else { return nil }
    self.init(scope: String(match.1), name: String(match.2), isFixed: match.3 != nil)
  }
}
