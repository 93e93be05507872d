import ReviewModel
import SwiftSyntax

/// A file that is all new, or gone. Nothing in it is neutral unless a declaration came from another file or went to
/// one, and most have none that did: so until there is another with a declaration of the same name, no more is read
/// than names.
struct HalfFile: Sendable {
  let file: NeutralProof.File
  let built: Set<String>
  var isNew: Bool { file.before.isEmpty }
  /// What is declared at its top.
  private(set) var names: Set<String> = []
  private(set) var held: [HeldLines] = []

  /// Nil where the file is on both sides, or may declare nothing.
  init?(_ file: NeutralProof.File, built: Set<String>) {
    guard file.before.isEmpty != file.after.isEmpty, file.hunks.count == 1, let hunk = file.hunks.first else {
      return nil
    }
    self.file = file
    self.built = built
    let source = file.before.isEmpty ? file.after : file.before
    let count = max(hunk.oldLines, hunk.newLines)
    guard count > 0 else { return nil }
    let tree = source.withUnsafeBufferPointer { SourceReader.parsed($0) }
    guard tree.statements.contains(where: Self.saysSomething) else { return nil }
    for item in tree.statements {
      if case .decl(let declaration) = item.item { names.insert(Self.name(of: declaration, in: source)) }
    }
    let lines = 1...count
    held = DeclarationLines(tree, LineTable(source), source, wanted: [lines]).holding(lines)
  }

  /// Whether a file with this is not the same as one without: not so where an extension adds nothing.
  private static func saysSomething(_ item: CodeBlockItemSyntax) -> Bool {
    guard case .decl(let declaration) = item.item, !item.hasError else { return false }
    if let own = declaration.as(ExtensionDeclSyntax.self) {
      return !own.memberBlock.members.isEmpty || own.inheritanceClause != nil
    }
    return declaration.isProtocol((any NamedDeclSyntax).self)
  }

  /// What a declaration is recognised by: equal where two say the same.
  static func name(of declaration: DeclSyntax, in source: [UInt8]) -> String {
    if let own = declaration.as(ExtensionDeclSyntax.self) {
      let type = own.extendedType
      let start = type.positionAfterSkippingLeadingTrivia.utf8Offset
      return String(
        decoding: source[start..<max(start, type.endPositionBeforeTrailingTrivia.utf8Offset)], as: UTF8.self)
    }
    return declaration.asProtocol((any NamedDeclSyntax).self).map { FormMaker.plain($0.name) } ?? ""
  }
}
