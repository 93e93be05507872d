import Quoting

/// Writes a posting to a pull request on Azure DevOps: threads and a status.
public struct AzurePost {
  private let client: Client
  private let root: String
  private let number: Int
  private let text = CommentText(blobs: nil, suggestionWord: { _ in "suggestion" })

  public init(_ client: Client, project: String, repository: String, number: Int) {
    self.client = client
    self.number = number
    root =
      "/\(project.addressComponent)/_apis/git/repositories/\(repository.addressComponent)/pullRequests/\(number)"
  }

  public func post(_ posting: Posting) throws(HostError) -> Outcome {
    var outcome = Outcome()
    var moved: String?
    try outcome.attempt("comments") { () throws(HostError) in
      let me = try client.document(Call("GET", "/_apis/connectionData"))["authenticatedUser"]["id"]
      var (did, declined): (Set<String>, Set<String>) = ([], [])
      try converge(client) { () throws(HostError) in
        let pull = try client.document(Call("GET", version(root)))
        let head = pull["lastMergeSourceCommit"]["commitId"].text
        guard head == posting.head else {
          moved = head ?? "another commit"
          return
        }
        try round(posting, me: me, &declined, &did)
      }
      return did.sorted()
    }
    outcome.newerHead = moved
    guard moved == nil else { return outcome }
    try outcome.attempt("status") { () throws(HostError) in
      try converge(client) { () throws(HostError) in try state(posting) }
      return []
    }
    if outcome.done.isEmpty, outcome.denied.isEmpty { outcome.done = ["nothing to change"] }
    return outcome
  }

  private func version(_ path: String) -> String { path + "?api-version=7.1" }

  private func round(
    _ posting: Posting, me: JSONValue, _ declined: inout Set<String>, _ did: inout Set<String>
  ) throws(HostError) {
    let all = try client.document(Call("GET", version("\(root)/threads")))["value"].elements
    let ours = all.compactMap { thread -> Thread? in
      guard thread["isDeleted"].flag != true, let first = thread["comments"].elements.first,
        first["author"]["id"] == me, let id = thread["id"].identifier,
        let comment = first["id"].identifier, let body = first["content"].text,
        let marker = Marker(in: body)
      else { return nil }
      let status = thread["status"].text ?? "active"
      return Thread(
        id: id, comment: comment, body: body, marker: marker,
        isResolved: status != "active" && status != "pending")
    }
    let plan = Reconciliation(posting, ours, declined: declined, text: text)
    for entry in plan.new {
      guard let anchor = entry.anchor else { continue }
      do throws(HostError) {
        let body = text.body(entry, scope: posting.scope)
        try client.send(Call("POST", version("\(root)/threads"), Self.thread(body, at: anchor)))
        did.insert("commented on lines")
      } catch {
        guard error.kind == .refused else { throw error }
        declined.insert(entry.fingerprint)
      }
    }
    for edit in plan.edited { try rewrite(edit) }
    for edit in plan.fixed {
      if !edit.thread.isResolved { try set("fixed", edit.thread) }
      try rewrite(edit)
    }
    for edit in plan.returned {
      try set("active", edit.thread)
      try rewrite(edit)
    }
    if !plan.edited.isEmpty { did.insert("edited comments") }
    if !plan.fixed.isEmpty { did.insert("resolved what is fixed") }
    if !plan.returned.isEmpty { did.insert("reopened what is back") }
    let names = Set(plan.unplaced.map(\.fingerprint)).union(declined)
    let body = SummaryText(comments: text, limit: 140_000)
      .body(posting, unplaced: posting.entries.filter { names.contains($0.fingerprint) })
    let marker = Marker(scope: posting.scope, name: Marker.summary)
    if let old = ours.first(where: { $0.marker == marker }) {
      guard !Reconciliation.isSame(old.body, body) else { return }
      try rewrite(Reconciliation.Edit(thread: old, body: body))
      did.insert("edited the summary")
    } else if SummaryText.isWorthSaying(posting) {
      try client.send(Call("POST", version("\(root)/threads"), Self.thread(body, at: nil)))
      did.insert("wrote a summary")
    }
  }

  private func rewrite(_ edit: Reconciliation.Edit) throws(HostError) {
    let path = "\(root)/threads/\(edit.thread.id)/comments/\(edit.thread.comment)"
    try client.send(Call("PATCH", version(path), ["content": .string(edit.body)]))
  }

  private func set(_ status: String, _ thread: Thread) throws(HostError) {
    try client.send(
      Call("PATCH", version("\(root)/threads/\(thread.id)"), ["status": .string(status)]))
  }

  /// The summary is closed from the start: nobody has to resolve it before the merge.
  private static func thread(_ body: String, at anchor: Anchor?) -> JSONValue {
    var members: [String: JSONValue] = [
      "comments": [["parentCommentId": 0, "content": .string(body), "commentType": "text"]],
      "status": anchor == nil ? "closed" : "active",
    ]
    if let anchor {
      let side = anchor.side == .new ? "right" : "left"
      members["threadContext"] = .object([
        "filePath": .string("/" + anchor.path),
        "\(side)FileStart": ["line": .int(anchor.startLine), "offset": 1],
        "\(side)FileEnd": ["line": .int(anchor.line), "offset": 1],
      ])
    }
    return .object(members)
  }

  /// Statuses are only ever added: one that says nothing new is left out.
  private func state(_ posting: Posting) throws(HostError) {
    let fails = posting.isIncomplete || posting.entries.contains { $0.level >= posting.failingLevel }
    let status: JSONValue = [
      "state": fails ? "failed" : "succeeded", "description": .string(SummaryText.title(posting)),
      "context": ["name": .string(posting.scope), "genre": "nitless"],
    ]
    let last = try client.document(Call("GET", version("\(root)/statuses")))["value"].elements
      .last { $0["context"]["genre"] == "nitless" && $0["context"]["name"].text == posting.scope }
    if let last, last["state"] == status["state"], last["description"] == status["description"] { return }
    try client.send(Call("POST", version("\(root)/statuses"), status))
  }
}
