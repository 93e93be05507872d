import SwiftSyntax

/// What is around a declaration at the top of a file, as far as its meaning may depend on it.
///
/// It takes another parse of the file, which is asked for only where another file has the same declaration.
struct Surroundings {
  /// The words in the declaration.
  private(set) var words: Set<String> = []
  /// Names that the rest of its file keeps to itself.
  private(set) var hidden: Set<String> = []
  private(set) var imports: Set<String> = []
  /// Whether something in it depends on the file it is in, or the file on it.
  private(set) var isBound = false

  /// - Parameter bytes: Where the declaration stands in `source`.
  init(of bytes: Range<UInt32>, in source: [UInt8]) {
    let tree = source.withUnsafeBufferPointer { SourceReader.parsed($0) }
    var isHiding = false
    var isPrivate = false
    var others: Set<String> = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      let place = UInt32(clamping: token.position.utf8Offset + token.leadingTriviaLength.utf8Length)
      let isInside = bytes.contains(place)
      if isInside {
        words.insert(token.text)
        if ["file", "fileID", "filePath", "line", "column"].contains(token.text) { isBound = true }
      } else {
        others.insert(token.text)
      }
      if isHiding, case .identifier(let name) = token.tokenKind {
        if isInside { isPrivate = true } else { hidden.insert(name) }
        isHiding = false
      } else if token.tokenKind == .keyword(.private) || token.tokenKind == .keyword(.fileprivate) {
        isHiding = true
      }
    }
    // What the rest of a file means by a name that only the file knows may be something else without it.
    if isPrivate, let name = Self.name(of: bytes, in: tree), others.contains(name) { isBound = true }
    if words.contains("import") { isBound = true }
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      if let own = declaration.as(ExtensionDeclSyntax.self), Self.isPrivate(own.modifiers) {
        for token in own.memberBlock.tokens(viewMode: .sourceAccurate) {
          if case .identifier(let name) = token.tokenKind { hidden.insert(name) }
        }
      } else if let own = declaration.as(ImportDeclSyntax.self) {
        imports.insert(own.path.trimmedDescription)
      }
    }
  }

  private static func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate) }
  }

  /// The name of a declaration; nil where it has none.
  private static func name(of bytes: Range<UInt32>, in file: SourceFileSyntax) -> String? {
    let item = file.statements.first {
      bytes.contains(UInt32(clamping: $0.endPositionBeforeTrailingTrivia.utf8Offset - 1))
    }
    guard case .decl(let declaration)? = item?.item else { return nil }
    if let variable = declaration.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedDescription
    }
    return declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}
