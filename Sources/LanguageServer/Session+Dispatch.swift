extension Session {
  /// Answers a request, with a result or a refusal.
  mutating func answer(_ id: RequestID, _ method: String, _ content: [UInt8]) throws {
    switch (phase, method) {
    case (.waiting, "initialize"): try initialize(id, content)
    case (.waiting, _): try refuse(id, .serverNotInitialized, "`initialize` comes first")
    case (.running, "initialize"): try refuse(id, .invalidRequest, "the conversation has begun already")
    case (.shutDown, _): try refuse(id, .invalidRequest, "after `shutdown` there is only `exit`")
    case (.running, "shutdown"):
      phase = .shutDown
      try send(Answer(id: id, result: Nothing()))
    case (.running, "textDocument/hover"):
      guard let params = Self.parameters(HoverParams.self, of: content) else { return try refuseParameters(id, method) }
      try send(Answer(id: id, result: hover(params)))
    case (.running, "textDocument/codeAction"):
      guard let params = Self.parameters(CodeActionParams.self, of: content) else {
        return try refuseParameters(id, method)
      }
      try send(Answer(id: id, result: actions(params)))
    case (.running, _): try refuse(id, .methodNotFound, "there is no request `\(method.prefix(100))` here")
    }
  }

  /// Takes a notification; there is nothing to answer.
  mutating func take(_ method: String, _ content: [UInt8]) throws {
    if method == "exit" { return emit(.end(isClean: phase == .shutDown)) }
    guard phase == .running else { return }
    switch method {
    case "initialized": try begin()
    case "textDocument/didOpen": try read(DidOpenParams.self, method, content) { try $0.open($1.textDocument) }
    case "textDocument/didChange": try read(DidChangeParams.self, method, content) { $0.change($1) }
    case "textDocument/didSave": try read(DidSaveParams.self, method, content) { $0.save($1) }
    case "textDocument/didClose": try read(DidCloseParams.self, method, content) { try $0.close($1.textDocument.uri) }
    case "workspace/didChangeWorkspaceFolders":
      try read(DidChangeFoldersParams.self, method, content) { try $0.change($1.event) }
    case "workspace/didChangeWatchedFiles":
      try read(DidChangeFilesParams.self, method, content) { $0.changed($1.changes) }
    default: break
    }
  }

  private mutating func read<Value: Decodable>(
    _ type: Value.Type, _ method: String, _ content: [UInt8], _ body: (inout Session, Value) throws -> Void
  ) throws {
    guard let params = Self.parameters(type, of: content) else {
      return try log(.error, "the parameters of `\(method)` are not what the protocol has, so it was passed over")
    }
    try body(&self, params)
  }

  private mutating func refuseParameters(_ id: RequestID, _ method: String) throws {
    try refuse(id, .invalidParams, "the parameters are not those of `\(method)`")
  }
}
