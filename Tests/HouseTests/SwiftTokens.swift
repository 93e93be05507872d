import SwiftParser
import SwiftSyntax

/// The code of a Swift file as words, without its comments and the text of its literals.
struct SwiftTokens {
  /// The file's path from the root.
  let path: String
  private let tokens: [TokenSyntax]
  /// Where each word stands.
  private let indices: [String: [Int]]
  private let converter: SourceLocationConverter

  /// Every Swift file in a folder, by its path from the root.
  static func all(in folder: String) throws -> [SwiftTokens] {
    try everything.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  private static let everything = Result {
    try ["Sources", "Rules"].flatMap { House.files(in: $0, ending: ".swift") }.map(SwiftTokens.init)
  }

  private init(path: String) throws {
    self.path = path
    let tree = Parser.parse(source: try House.text(path))
    let tokens = tree.tokens(viewMode: .sourceAccurate).filter {
      if case .stringSegment = $0.tokenKind { false } else { true }
    }
    self.tokens = tokens
    indices = tokens.indices.reduce(into: [:]) { $0[tokens[$1].text, default: []].append($1) }
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  /// The places, as `path:line`, where these words follow each other: `["print", "("]`.
  func places(of words: [String]) -> [String] {
    (words.first.flatMap { indices[$0] } ?? []).compactMap { start in
      let isFound = words.indices.allSatisfy { start + $0 < tokens.count && tokens[start + $0].text == words[$0] }
      // `x.print(…)` and `.print` are somebody else's.
      let isMember = start > 0 && tokens[start - 1].tokenKind == .period
      return isFound && !isMember ? place(of: tokens[start]) : nil
    }
  }

  /// The modules that the file imports, each with its place.
  var imports: [(module: String, place: String)] {
    tokens.indices.dropLast().compactMap { index in
      guard tokens[index].tokenKind == .keyword(.import) else { return nil }
      // `import struct Foundation.URL` names the module second.
      let rest = tokens[(index + 1)...].prefix(2)
      guard let module = rest.first(where: { if case .identifier = $0.tokenKind { true } else { false } })
      else { return nil }
      return (module.text, place(of: tokens[index]))
    }
  }

  private func place(of token: TokenSyntax) -> String {
    let place = token.startLocation(converter: converter)
    return "\(place.file):\(place.line)"
  }
}
