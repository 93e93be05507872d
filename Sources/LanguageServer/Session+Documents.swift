extension Session {
  mutating func open(_ item: DidOpenParams.Item) throws {
    // What has no path, such as one side of a comparison, is in no work tree.
    guard let path = DocumentURI.path(of: item.uri) else { return }
    let canonical = surroundings.canonical(path)
    guard let (root, inside) = try place(of: canonical) else { return }
    documents[item.uri] = Document(
      uri: item.uri, path: canonical, root: root, version: item.version, text: DocumentText(item.text))
    if trees[root] != nil { try publish(root, only: canonical) }
    review(root, ifTouched: trees[root] == nil && !underWay.contains(root) ? nil : inside)
  }

  mutating func change(_ params: DidChangeParams) {
    for change in params.contentChanges {
      documents[params.textDocument.uri]?.text.replace(change.range, with: change.text, in: features.encoding)
    }
    documents[params.textDocument.uri]?.version = params.textDocument.version
  }

  mutating func save(_ params: DidSaveParams) {
    guard let root = documents[params.textDocument.uri]?.root else { return }
    if let text = params.text { documents[params.textDocument.uri]?.text = DocumentText(text) }
    review(root)
  }

  mutating func close(_ uri: String) throws {
    guard let document = documents.removeValue(forKey: uri) else { return }
    if isWanted(document.root) {
      // What was typed and not saved is gone; what is on the disk was reviewed.
      try publish(document.root, only: document.path)
    } else {
      try letGo(of: document.root)
    }
  }

  /// Takes changes on the disk that the client has seen.
  mutating func changed(_ changes: [DidChangeFilesParams.Change]) {
    for change in changes {
      guard let path = DocumentURI.path(of: change.uri) else { continue }
      let head = "/.git/HEAD"
      let isOfGit = path.hasSuffix(head)
      let file =
        isOfGit ? surroundings.canonical(String(path.dropLast(head.count))) + "/." : surroundings.canonical(path)
      guard case .inRepository(let root, let inside) = surroundings.whereabouts(file), isWanted(root) else { continue }
      // Below hidden folders lies what builds bring, which changes by the thousand.
      guard isOfGit || !inside.split(separator: "/").dropLast().contains(where: { $0.hasPrefix(".") }) else { continue }
      review(root, ifTouched: isOfGit || change.type == 3 ? nil : inside)
    }
  }

  /// Whether anything of a work tree is open.
  func isWanted(_ root: String) -> Bool {
    folders.contains { $0.root == root } || documents.values.contains { $0.root == root }
  }

  /// Takes back all that was said of a work tree, if nothing of it is open any more.
  mutating func letGo(of root: String?) throws {
    guard let root, !isWanted(root), let tree = trees.removeValue(forKey: root) else { return }
    for path in tree.published.keys.sorted() {
      guard let uri = tree.published[path]?.uri else { continue }
      try sendDiagnostics(.init(uri: uri, diagnostics: []))
    }
  }

  func document(at path: String) -> Document? {
    documents.values.filter { $0.path == path }.min { $0.uri < $1.uri }
  }
}
