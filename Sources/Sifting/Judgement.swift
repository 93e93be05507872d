import ReviewModel

/// What is known of the changes that a remark proposes.
enum Judgement {
  /// It proposes none.
  case proposesNothing
  /// All of them leave behaviour as it is.
  case neutral([Neutrality])
  /// One of them may change it.
  case unproven
  /// They cannot be tried: where they belong is not to be found, and why.
  case untried(String)

  /// - Parameters:
  ///   - path: The repository's path for a written one; nil if it lies outside.
  ///   - proof: The classes of a file's change that is proven to be neutral; else nil.
  init(
    of remark: Remark, files: SourceFiles, path: (WrittenPlace) -> String?, proof: Sifter.Proof
  ) throws {
    // To silence a remark is no way to obey it.
    let proposals = remark.proposals.filter { !$0.onlySilences }
    guard !proposals.isEmpty else {
      self = .proposesNothing
      return
    }
    if let revision = remark.place?.revision, try files.lacks(revision) {
      self = .untried("its commit \(revision.prefix(10)) is not in this clone; `git fetch origin pull/N/head` gets it")
      return
    }
    var classes: Set<Neutrality> = []
    for proposal in proposals {
      var edits: [String: [(region: WrittenPlace.Region, text: String)]] = [:]
      for edit in proposal.edits {
        guard let path = path(edit.place), let region = edit.place.region else {
          self = .untried("what it proposes belongs to no file that is known here")
          return
        }
        edits[path, default: []].append((region, edit.text))
      }
      for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
        guard let text = try files.text(of: path, at: remark.place?.revision), let after = text.applying(edits) else {
          self = .untried("what it proposes does not fit `\(path)`")
          return
        }
        guard let neutral = proof(text.bytes, after) else {
          self = .unproven
          return
        }
        classes.formUnion(neutral)
      }
    }
    self = .neutral(Neutrality.allCases.filter(classes.contains))
  }
}

extension Remark.Proposal {
  /// Whether it adds nothing but a comment to a tool, such as `// swiftlint:disable:this force_cast`.
  fileprivate var onlySilences: Bool {
    edits.allSatisfy { edit in
      let added = edit.text.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
      return !added.isEmpty
        && added.allSatisfy { line in
          line.hasPrefix("//") && line.lowercased().contains(/disable|ignore|suppress|no-?lint|noqa|allow/)
        }
    }
  }
}
