/// A request of ours, and what its answer is for.
enum Question {
  /// Only an error would say anything.
  case registration
  /// Whether the progress of a review, under a token, may be shown.
  case progress(root: String, token: String)
}

/// How far the client knows that a review goes on.
struct Progress {
  var token: String
  /// Whether the client has allowed it, and was told that it began.
  var isShown = false
}

extension Session {
  mutating func initialize(_ id: RequestID, _ content: [UInt8]) throws {
    guard let params = Self.parameters(InitializeParams.self, of: content) else {
      return try refuse(id, .invalidParams, "the parameters are not those of `initialize`")
    }
    phase = .running
    features = params.capabilities.map { Features($0) } ?? Features()
    let single = params.rootUri ?? params.rootPath.map { DocumentURI.uri(of: $0) }
    for folder in params.workspaceFolders ?? single.map({ [WorkspaceFolder(uri: $0)] }) ?? [] { add(folder) }
    let capabilities = InitializeResult.Capabilities(
      positionEncoding: features.namesEncoding ? features.encoding : nil,
      codeActionProvider: features.codeActions ? .init() : nil)
    try send(Answer(id: id, result: InitializeResult(capabilities: capabilities, serverInfo: .init(version: version))))
  }

  /// Now the client listens, and the folders are looked at.
  mutating func begin() throws {
    if features.watching {
      let patterns = ["**/*.swift", "**/.nitless.yml", "**/.nitless-baseline.json", "**/.git/HEAD"]
      let registration = RegistrationParams.Registration(
        id: "nitless-files", method: "workspace/didChangeWatchedFiles",
        registerOptions: .init(watchers: patterns.map { .init(globPattern: $0) }))
      try ask("client/registerCapability", RegistrationParams(registrations: [registration]), .registration)
    }
    for folder in folders { try look(at: folder) }
  }

  mutating func change(_ event: DidChangeFoldersParams.Event) throws {
    let removed = Set(event.removed.map(\.uri))
    let gone = folders.filter { removed.contains($0.uri) }
    folders.removeAll { removed.contains($0.uri) }
    for folder in gone { try letGo(of: folder.root) }
    for folder in event.added {
      let known = folders.count
      add(folder)
      if folders.count > known { try look(at: folders[known]) }
    }
  }

  private mutating func add(_ folder: WorkspaceFolder) {
    guard let path = DocumentURI.path(of: folder.uri), !folders.contains(where: { $0.uri == folder.uri }) else {
      return
    }
    let canonical = surroundings.canonical(path)
    folders.append(Folder(uri: folder.uri, path: path, canonical: canonical))
  }

  /// Has a folder reviewed if it is in a repository.
  private mutating func look(at folder: Folder) throws {
    // The answer is for a file, and a folder is one's place.
    guard let (root, _) = try place(of: folder.canonical + "/.") else { return }
    if let index = folders.firstIndex(where: { $0.uri == folder.uri }) { folders[index].root = root }
    review(root)
  }

  /// Where a file is; nil if nothing is to be said about it, which the log says once for a folder.
  mutating func place(of path: String) throws -> (root: String, path: String)? {
    switch surroundings.whereabouts(path) {
    case .inRepository(let root, let path): return (root, path)
    case .outside:
      let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      if namedOutside.insert(folder).inserted {
        try log(
          .info,
          "\(folder.isEmpty ? "/" : folder) is in the work tree of no git repository, so nothing is said about what "
            + "is in it"
        )
      }
    case .unreadable(let why):
      if namedOutside.insert(why).inserted { try show(.error, "nitless: \(why)") }
    }
    return nil
  }

  mutating func ask(_ method: String, _ params: some Encodable, _ question: Question) throws {
    questionCount += 1
    let id = RequestID.text("nitless-\(questionCount)")
    questions[id] = question
    try send(Request(id: id, method: method, params: params))
  }

  mutating func take(answerTo id: RequestID, isError: Bool) throws {
    guard phase == .running, let question = questions.removeValue(forKey: id) else { return }
    switch question {
    case .registration:
      if isError {
        try log(.warning, "the client watches no files, so changes made outside of it show at the next save")
      }
    case .progress(let root, let token):
      guard !isError, progress[root]?.token == token else { return }
      progress[root]?.isShown = true
      try sendProgress(token, .init(kind: .begin, title: "nitless"))
    }
  }
}

extension Session {
  mutating func beginProgress(_ root: String) throws {
    guard features.progress else { return }
    let token = "nitless-review-\(questionCount + 1)"
    progress[root] = Progress(token: token)
    try ask("window/workDoneProgress/create", ProgressCreateParams(token: token), .progress(root: root, token: token))
  }

  mutating func reportProgress(_ root: String, _ words: String) throws {
    guard let shown = progress[root], shown.isShown else { return }
    try sendProgress(shown.token, .init(kind: .report, message: words))
  }

  mutating func endProgress(_ root: String) throws {
    guard let shown = progress.removeValue(forKey: root), shown.isShown else { return }
    try sendProgress(shown.token, .init(kind: .end))
  }

  private mutating func sendProgress(_ token: String, _ value: ProgressParams.Value) throws {
    try send(Notification(method: "$/progress", params: ProgressParams(token: token, value: value)))
  }
}
