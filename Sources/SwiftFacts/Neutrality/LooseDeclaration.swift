import ReviewModel
import SwiftSyntax

/// A declaration at the top of a file that the other side of the change does not have there.
struct LooseDeclaration: Sendable {
  enum Side: Sendable { case before, after }

  var side: Side
  /// Equal for declarations that say the same.
  var says: Int
  /// The hunks that hold its lines.
  var hunks: [Int]
  var path: String
  /// The names in it.
  var words: Set<String>
  /// Names that the rest of its file keeps to itself.
  var hidden: Set<String>
  var imports: Set<String>
  /// Whether something in it, or around it, depends on the file it is in.
  var isBound: Bool

  static func all(in difference: FormDifference, _ old: NormalFile, _ new: NormalFile, _ file: NeutralProof.File) -> [LooseDeclaration] {
    difference.regions.compactMap { region in
      if let gone = region.gone, isAtTop(gone, of: old) {
        return LooseDeclaration(gone, .before, old, region.hunks, file.oldPath ?? "")
      }
      if let come = region.come, isAtTop(come, of: new) {
        return LooseDeclaration(come, .after, new, region.hunks, file.newPath ?? "")
      }
      return nil
    }
  }

  private static func isAtTop(_ id: Form.ID, of file: NormalFile) -> Bool {
    file.form.children(of: file.form.root).contains { file.form[$0].tag == .set && file.form.children(of: $0).contains(id) }
  }

  private init(_ id: Form.ID, _ side: Side, _ file: NormalFile, _ hunks: [Int], _ path: String) {
    let node = file.form[id]
    self.side = side
    self.hunks = hunks
    self.path = path
    says = node.full
    words = []
    hidden = []
    imports = []
    isBound = file.facts.isScript || file.facts.isDynamic || path.hasSuffix("main.swift")
    var isHiding = false
    var isPrivate = false
    var others: Set<String> = []
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      let place = UInt32(clamping: token.position.utf8Offset + token.leadingTriviaLength.utf8Length)
      let isInside = node.bytes.contains(place)
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
    if isPrivate, let name = Self.name(of: id, in: file), others.contains(name) { isBound = true }
    for item in file.tree.statements {
      guard case .decl(let declaration) = item.item, let own = declaration.as(ExtensionDeclSyntax.self), Self.isPrivate(own.modifiers) else { continue }
      for token in own.memberBlock.tokens(viewMode: .sourceAccurate) { if case .identifier(let name) = token.tokenKind { hidden.insert(name) } }
    }
    if words.contains("import") { isBound = true }
    for item in file.tree.statements {
      if let own = item.item.as(ImportDeclSyntax.self) { imports.insert(own.path.trimmedDescription) }
    }
  }

  private static func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate) }
  }

  /// The name of a declaration; nil where it has none.
  private static func name(of id: Form.ID, in file: NormalFile) -> String? {
    let bytes = file.form[id].bytes
    let item = file.tree.statements.first { bytes.contains(UInt32(clamping: $0.endPositionBeforeTrailingTrivia.utf8Offset - 1)) }
    guard case .decl(let declaration)? = item?.item else { return nil }
    if let variable = declaration.as(VariableDeclSyntax.self) { return variable.bindings.first?.pattern.trimmedDescription }
    return declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
  }

  /// Whether this, taken away in one file, is what another file gains, and means the same there.
  func goes(to other: LooseDeclaration) -> Bool {
    side == .before && other.side == .after && says == other.says && path != other.path && !isBound && !other.isBound
      && Self.isOneModule(path, other.path) && words.isDisjoint(with: hidden) && words.isDisjoint(with: other.hidden)
      && (imports.isSubset(of: other.imports) || other.imports.isSubset(of: imports))
  }

  /// Whether two files belong to one module, as far as their paths tell.
  static func isOneModule(_ a: String, _ b: String) -> Bool { module(a) == module(b) }

  /// `Sources/Name` where there are such folders, else the topmost folder.
  private static func module(_ path: String) -> [Substring] {
    let folders = path.split(separator: "/").dropLast()
    if let index = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }) { return Array(folders.prefix(index + 2)) }
    return Array(folders.prefix(1))
  }
}

extension NeutralProof {
  /// The verdicts of files that were looked at one by one, where declarations that went from one to another are
  /// recognised.
  public static func settle(_ proofs: [FileProof]) -> [[Verdict]] {
    var verdicts = proofs.map(\.verdicts)
    var settled: [[Int: Int]] = proofs.map { _ in [:] }
    var arrivals: [Int: [(file: Int, declaration: LooseDeclaration)]] = [:]
    for (index, proof) in proofs.enumerated() {
      for declaration in proof.loose where declaration.side == .after { arrivals[declaration.says, default: []].append((index, declaration)) }
    }
    for (index, proof) in proofs.enumerated() {
      for declaration in proof.loose where declaration.side == .before {
        guard let place = arrivals[declaration.says]?.firstIndex(where: { declaration.goes(to: $0.declaration) }),
          let arrival = arrivals[declaration.says]?.remove(at: place)
        else { continue }
        for hunk in declaration.hunks { settled[index][hunk, default: 0] += 1 }
        for hunk in arrival.declaration.hunks { settled[arrival.file][hunk, default: 0] += 1 }
      }
    }
    for (index, proof) in proofs.enumerated() {
      for (hunk, count) in settled[index] where !proof.isBoundElsewhere[hunk] {
        let all = proof.loose.count { $0.hunks.contains(hunk) }
        if count == all { verdicts[index][hunk] = .neutral([.moved]) }
      }
    }
    return verdicts
  }
}
