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
  /// What it is recognised by, where it has a name.
  var name: String
  /// Whether something in the file at large ties it down.
  private var isBound: Bool
  private var bytes: Range<UInt32>
  private var source: [UInt8]

  static func all(in difference: FormDifference, _ old: NormalFile, _ new: NormalFile, _ file: NeutralProof.File)
    -> [LooseDeclaration]
  {
    let gone = difference.regions.filter { $0.gone != nil }
    let come = difference.regions.filter { $0.come != nil }
    let before = gone.isEmpty ? TopOfFile() : TopOfFile(old)
    let after = come.isEmpty ? TopOfFile() : TopOfFile(new)
    return gone.compactMap { region in
      region.gone.flatMap { id in
        before[id, old].map { LooseDeclaration(id, $0, .before, old, region.hunks, file.oldPath ?? "", file.before) }
      }
    }
      + come.compactMap { region in
        region.come.flatMap { id in
          after[id, new].map { LooseDeclaration(id, $0, .after, new, region.hunks, file.newPath ?? "", file.after) }
        }
      }
  }

  /// What stands at the top of a file in any order. Its statements are listed once: each of them may be loose.
  private struct TopOfFile {
    private var ids: Set<Form.ID> = []
    private var statements: [(end: Int, item: CodeBlockItemSyntax)] = []

    init() {}

    init(_ file: NormalFile) {
      ids = file.form.children(of: file.form.root).reduce(into: []) { found, id in
        if file.form[id].tag == .set { found.formUnion(file.form.children(of: id)) }
      }
      statements = file.tree.statements.map { ($0.endPosition.utf8Offset, $0) }
    }

    /// The statement that something at the top stands for, as far as there is one; nil for what stands elsewhere.
    subscript(_ id: Form.ID, _ file: NormalFile) -> CodeBlockItemSyntax?? {
      guard ids.contains(id) else { return nil }
      let start = Int(file.form[id].bytes.lowerBound)
      var (low, high) = (0, statements.count)
      while low < high {
        let middle = (low + high) / 2
        if statements[middle].end > start { high = middle } else { low = middle + 1 }
      }
      return .some(low < statements.count ? statements[low].item : nil)
    }
  }

  private init(
    _ id: Form.ID, _ item: CodeBlockItemSyntax?, _ side: Side, _ file: NormalFile, _ hunks: [Int], _ path: String,
    _ source: [UInt8]
  ) {
    self.side = side
    self.hunks = hunks
    self.path = path
    self.source = source
    says = file.form[id].full
    let bytes = file.form[id].bytes
    self.bytes = bytes
    name = if case .decl(let declaration)? = item?.item { HalfFile.name(of: declaration, in: source) } else { "" }
    isBound = file.facts.isScript || file.facts.isDynamic || path.hasSuffix("main.swift")
  }

  /// Whether this, taken away in one file, is what another file gains, and means the same there.
  func goes(to other: LooseDeclaration) -> Bool {
    guard side == .before, other.side == .after, says == other.says, path != other.path, !isBound, !other.isBound,
      Self.isOneModule(path, other.path)
    else { return false }
    let (home, destination) = (Surroundings(of: bytes, in: source), Surroundings(of: other.bytes, in: other.source))
    return !home.isBound && !destination.isBound && home.words.isDisjoint(with: home.hidden)
      && home.words.isDisjoint(with: destination.hidden)
      && (home.imports.isSubset(of: destination.imports) || destination.imports.isSubset(of: home.imports))
  }

  /// Whether two files belong to one module, as far as their paths tell.
  static func isOneModule(_ a: String, _ b: String) -> Bool { module(a) == module(b) }

  /// `Sources/Name` where there are such folders, else the topmost folder.
  private static func module(_ path: String) -> [Substring] {
    let folders = path.split(separator: "/").dropLast()
    if let index = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }) {
      return Array(folders.prefix(index + 2))
    }
    return Array(folders.prefix(1))
  }
}

extension NeutralProof {
  /// The verdicts of files that were looked at one by one, where declarations that went from one to another are
  /// recognised.
  public static func settle(_ proofs: [FileProof]) -> [[Verdict]] {
    var proofs = proofs
    let departures = proofs.reduce(into: Set<String>()) { $0.formUnion($1.looseNames(.before)) }
    let arrivals = proofs.reduce(into: Set<String>()) { $0.formUnion($1.looseNames(.after)) }
    for index in proofs.indices { proofs[index].complete(departures: departures, arrivals: arrivals) }
    var verdicts = proofs.map(\.verdicts)
    var settled: [[Int: Int]] = proofs.map { _ in [:] }
    var waiting: [Int: [(file: Int, declaration: LooseDeclaration)]] = [:]
    for (index, proof) in proofs.enumerated() {
      for declaration in proof.loose where declaration.side == .after {
        waiting[declaration.says, default: []].append((index, declaration))
      }
    }
    for (index, proof) in proofs.enumerated() {
      for declaration in proof.loose where declaration.side == .before {
        guard let place = waiting[declaration.says]?.firstIndex(where: { declaration.goes(to: $0.declaration) }),
          let arrival = waiting[declaration.says]?.remove(at: place)
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
