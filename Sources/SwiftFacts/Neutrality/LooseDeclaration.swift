import ReviewModel

/// A declaration at the top of a file that the other side of the change does not have there.
struct LooseDeclaration: Sendable {
  enum Side: Sendable { case before, after }

  var side: Side
  /// Equal for declarations that say the same.
  var says: Int
  /// The hunks that hold its lines.
  var hunks: [Int]
  var path: String
  /// Whether something in the file at large ties it down.
  private var isBound: Bool
  private var bytes: Range<UInt32>
  private var source: [UInt8]

  static func all(in difference: FormDifference, _ old: NormalFile, _ new: NormalFile, _ file: NeutralProof.File) -> [LooseDeclaration] {
    let (before, after) = (atTop(of: old), atTop(of: new))
    return difference.regions.compactMap { region in
      if let gone = region.gone, before.contains(gone) {
        return LooseDeclaration(gone, .before, old, region.hunks, file.oldPath ?? "", file.before)
      }
      if let come = region.come, after.contains(come) {
        return LooseDeclaration(come, .after, new, region.hunks, file.newPath ?? "", file.after)
      }
      return nil
    }
  }

  private static func atTop(of file: NormalFile) -> Set<Form.ID> {
    file.form.children(of: file.form.root).reduce(into: []) { found, id in
      if file.form[id].tag == .set { found.formUnion(file.form.children(of: id)) }
    }
  }

  private init(_ id: Form.ID, _ side: Side, _ file: NormalFile, _ hunks: [Int], _ path: String, _ source: [UInt8]) {
    self.side = side
    self.hunks = hunks
    self.path = path
    self.source = source
    says = file.form[id].full
    bytes = file.form[id].bytes
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
