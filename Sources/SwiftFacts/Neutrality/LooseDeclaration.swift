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
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      let place = UInt32(clamping: token.position.utf8Offset + token.leadingTriviaLength.utf8Length)
      if node.bytes.contains(place) {
        words.insert(token.text)
        if ["file", "fileID", "filePath", "line", "column"].contains(token.text) { isBound = true }
      } else if isHiding, case .identifier(let name) = token.tokenKind {
        hidden.insert(name)
        isHiding = false
      } else if token.tokenKind == .keyword(.private) || token.tokenKind == .keyword(.fileprivate) {
        isHiding = true
      }
    }
    if words.contains("import") { isBound = true }
    for item in file.tree.statements {
      if let own = item.item.as(ImportDeclSyntax.self) { imports.insert(own.path.trimmedDescription) }
    }
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
