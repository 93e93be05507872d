import ReviewModel

extension Session {
  mutating func take(_ outcome: ReviewOutcome, of root: String) throws {
    underWay.remove(root)
    // Whoever asked for it may have closed it all.
    guard isWanted(root) else { return }
    var tree = trees[root] ?? ReviewedTree()
    var summary: String?
    switch outcome {
    case .reviewed(let review, let pages, let remark):
      tree.take(review, pages: pages)
      summary = Self.summary(of: review, root: root, remark: remark)
    case .misconfigured(let problems, let advice):
      let text = problems.map(\.line).joined(separator: "\n") + "\n" + advice
      try complain(text, in: &tree, root)
      tree.forgetReview()
      tree.problems = Dictionary(grouping: problems, by: \.path).mapValues {
        $0.map { problem in
          // All of the line: its text, in which the column could be counted, is not at hand.
          let start = TextRange.line(problem.position.line).start
          let range = TextRange(start: start, end: TextPosition(line: start.line + 1, character: 0))
          return Diagnostic(range: range, severity: .error, code: "configuration", message: problem.says)
        }
      }
    case .failed(let text):
      try complain(text, in: &tree, root)
      tree.forgetReview()
    }
    trees[root] = tree
    try publish(root)
    if let summary { try log(.info, summary) }
  }

  /// Says in a window what stands in the way, once for as long as it does.
  private mutating func complain(_ text: String, in tree: inout ReviewedTree, _ root: String) throws {
    try log(.error, "\(root): \(text)")
    if tree.complaint != text { try show(.error, "nitless: \(text)") }
    tree.complaint = text
  }

  private static func summary(of review: Review, root: String, remark: String) -> String {
    let counts = "\(review.introduced.count) introduced, \(review.fixed.count) fixed, \(review.standing) standing"
    let skipped = review.skipped.isEmpty ? "" : ", \(review.skipped.count) files not understood"
    return
      "\(root): compared \(review.comparison ?? "the work tree"): "
        + "\(counts)\(skipped)\(remark.isEmpty ? "" : "; \(remark)")"
  }

  /// Tells the client what there is to say about a work tree, as far as it does not know.
  ///
  /// - Parameter path: The one file to speak about; nil for all.
  mutating func publish(_ root: String, only path: String? = nil) throws {
    guard let tree = trees[root] else { return }
    let open = documents.values.filter { $0.root == root }.map(\.path)
    let all = Set(tree.marks.keys.map { root + "/" + $0 }).union(tree.problems.keys).union(tree.published.keys).union(
      open)
    for file in all.sorted() where path == nil || path == file {
      let new = diagnostics(of: file, in: tree, root)
      let old = tree.published[file]
      if let old, old.uri != new.uri { try sendDiagnostics(.init(uri: old.uri, diagnostics: [])) }
      trees[root]?.published[file] = new.diagnostics.isEmpty ? nil : new
      // Of what is open the client hears each time, so that it knows that the review is done.
      let isNews = old == nil ? !new.diagnostics.isEmpty : old != new
      if isNews || open.contains(file) { try sendDiagnostics(new) }
    }
  }

  mutating func sendDiagnostics(_ params: PublishDiagnosticsParams) throws {
    try send(Notification(method: "textDocument/publishDiagnostics", params: params))
  }

  private func diagnostics(of file: String, in tree: ReviewedTree, _ root: String) -> PublishDiagnosticsParams {
    let marks = tree.marks[file.inside(root)] ?? []
    let shown = marks.compactMap { placed($0, in: tree, root) }
    return PublishDiagnosticsParams(
      uri: uri(of: file), version: features.diagnosticVersion ? document(at: file)?.version : nil,
      diagnostics: shown + (tree.problems[file] ?? []))
  }

  /// What is shown for a mark; nil if what it is about has been edited since.
  func placed(_ mark: Mark, in tree: ReviewedTree, _ root: String) -> Diagnostic? {
    let placing = placing(in: tree, root)
    guard let range = placing.mark(of: mark.place) else { return nil }
    let related = mark.related.map { place, says in
      let now = placing.mark(of: place) ?? .line(place.span.start.line)
      return Diagnostic.Related(location: Location(uri: uri(of: root + "/" + place.path), range: now), message: says)
    }
    let page = tree.pages[mark.code]?.file
    return Diagnostic(
      range: range, severity: mark.severity, code: mark.code,
      codeDescription: features.codeDescription ? page.map { .init(href: DocumentURI.uri(of: $0)) } : nil,
      message: features.relatedInformation ? mark.message : mark.fullMessage,
      relatedInformation: features.relatedInformation && !related.isEmpty ? related : nil)
  }

  func placing(in tree: ReviewedTree, _ root: String) -> Placing {
    Placing(
      reviewed: { tree.text(of: $0) }, open: { document(at: root + "/" + $0)?.text }, encoding: features.encoding)
  }

  /// The URI of a file as the client spells it: that of the open document, or below one of its folders.
  func uri(of path: String) -> String {
    if let document = document(at: path) { return document.uri }
    let around = folders.filter { path.hasPrefix($0.canonical + "/") }.max { $0.canonical.count < $1.canonical.count }
    return DocumentURI.uri(of: around.map { $0.path + path.dropFirst($0.canonical.count) } ?? path)
  }
}

extension String {
  /// The path below a folder.
  func inside(_ folder: String) -> String { hasPrefix(folder + "/") ? String(dropFirst(folder.count + 1)) : self }
}
