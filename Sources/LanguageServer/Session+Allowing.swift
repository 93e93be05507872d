import ReviewModel

extension Session {
  /// Puts the comment that allows a finding on a line above it, up to the reason, which only a person can give;
  /// nil where the document is not open.
  ///
  /// Without a reason the comment allows nothing, and the next review says so.
  func allowing(_ found: Found, in uri: String) -> CodeAction? {
    guard let document = documents[uri] else { return nil }
    let rule = found.finding.rule
    let line = found.diagnostic.range.start.line
    let start = TextPosition(line: line, character: 0)
    let comment = "\(document.text.indentation(ofEditorLine: line))// nitless:allow \(rule) - \n"
    var action = CodeAction(title: "Allow `\(rule)` here, for a reason", diagnostics: [found.diagnostic])
    let edit = TextEdit(range: TextRange(start: start, end: start), newText: comment)
    let change = WorkspaceEdit.DocumentEdit(uri: uri, version: document.version, edits: [edit])
    action.edit = features.versionedEdits ? .versioned([change]) : .plain([change])
    action.data = .init(allows: rule)
    return action
  }
}
