import Reporters
import ReviewModel

extension Session {
  /// What there is to say at a point; nil if there is nothing.
  func hover(_ params: HoverParams) -> Hover? {
    let point = TextRange(start: params.position, end: params.position)
    guard let found = findings(in: params.textDocument.uri, touching: point).first else { return nil }
    let root = found.root
    let text = HoverText(
      finding: found.finding, rule: trees[root]?.rules[found.finding.rule],
      page: trees[root]?.pages[found.finding.rule],
      uri: { uri(of: root + "/" + $0) })
    return Hover(
      contents: features.hoverMarkdown
        ? .init(kind: .markdown, value: text.markdown) : .init(kind: .plaintext, value: text.plain),
      range: found.diagnostic.range)
  }

  /// The fixes of what is found in a stretch of a document, and behind them the comments that allow it.
  func actions(_ params: CodeActionParams) -> [CodeAction] {
    guard Self.wantsFixes(params.context.only) else { return [] }
    let found = findings(in: params.textDocument.uri, touching: params.range)
    return found.compactMap { action(for: $0) } + found.compactMap { allowing($0, in: params.textDocument.uri) }
  }

  struct Found {
    var finding: Finding
    var diagnostic: Diagnostic
    var root: String
  }

  private func findings(in uri: String, touching range: TextRange) -> [Found] {
    guard let document = documents[uri], let tree = trees[document.root] else { return [] }
    return (tree.marks[document.path.inside(document.root)] ?? []).compactMap { mark in
      guard let finding = mark.finding, let diagnostic = placed(mark, in: tree, document.root),
        diagnostic.range.touches(range)
      else { return nil }
      return Found(finding: finding, diagnostic: diagnostic, root: document.root)
    }
  }

  /// Whether a client that wants only some kinds of actions wants these; a kind includes those below it.
  private static func wantsFixes(_ only: [String]?) -> Bool {
    only?.contains { $0.isEmpty || CodeAction.quickFix == $0 } ?? true
  }

  private func action(for found: Found) -> CodeAction? {
    guard let fix = found.finding.fix, let edits = fix.separateEdits, !edits.isEmpty, let tree = trees[found.root]
    else { return nil }
    var action = CodeAction(title: fix.title, diagnostics: [found.diagnostic])
    if features.preferredActions, fix.applicability == .safe { action.isPreferred = true }
    let texts = edits.reduce(into: [String: DocumentText]()) { texts, edit in
      texts[edit.place.path] = tree.text(of: edit.place.path)
    }
    let paths = Set(edits.map(\.place.path)).sorted()
    if let changed = paths.first(where: { !isAsReviewed(texts[$0], root: found.root, path: $0) }) {
      // The edits are for the text that was reviewed, and for no other.
      guard features.disabledActions else { return nil }
      action.disabled = .init(reason: "\(changed) has changed since it was reviewed: save it first")
      return action
    }
    let documents = paths.map { path in
      let file = found.root + "/" + path
      return WorkspaceEdit.DocumentEdit(
        uri: uri(of: file), version: document(at: file)?.version,
        edits: edits.filter { $0.place.path == path }.compactMap { edit in
          texts[path].map { TextEdit(range: $0.range(of: edit.place.span, in: features.encoding), newText: edit.text) }
        })
    }
    action.edit = features.versionedEdits ? .versioned(documents) : .plain(documents)
    return action
  }

  /// Whether a file still says what was reviewed: in the client if it is open there, else on the disk.
  private func isAsReviewed(_ reviewed: DocumentText?, root: String, path: String) -> Bool {
    guard let reviewed else { return false }
    let file = root + "/" + path
    let now = document(at: file)?.text ?? surroundings.text(file).map { DocumentText($0) }
    return now?.saysTheSame(as: reviewed) ?? false
  }
}
