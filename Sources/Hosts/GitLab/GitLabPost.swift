import Quoting

/// Writes a posting to a merge request on GitLab.
public struct GitLabPost {
  private let client: Client
  private let root: String
  private let text: CommentText
  private let summary: SummaryText

  /// - Parameters:
  ///   - project: A number, or `group/name`.
  public init(_ client: Client, project: String, number: Int) {
    self.client = client
    root = "/projects/\(project.addressComponent)/merge_requests/\(number)"
    text = CommentText(blobs: nil, suggestionWord: { lines in "suggestion:-\(lines - 1)+0" })
    summary = SummaryText(comments: text, limit: 900_000)
  }

  public func post(_ posting: Posting) throws(HostError) -> Outcome {
    var outcome = Outcome()
    var moved: String?
    try outcome.attempt("comments") { () throws(HostError) in
      let me = try client.document(Call("GET", "/user"))["id"]
      var (did, declined): (Set<String>, Set<String>) = ([], [])
      try converge(client) { () throws(HostError) in
        let state = try GitLabState(client, root, me: me, scope: posting.scope)
        guard state.head == posting.head else {
          moved = state.head
          return
        }
        try round(posting, state, &declined, &did)
      }
      return did.isEmpty && moved == nil ? ["nothing to change"] : did.sorted()
    }
    outcome.newerHead = moved
    return outcome
  }

  private func round(
    _ posting: Posting, _ state: GitLabState, _ declined: inout Set<String>, _ did: inout Set<String>
  ) throws(HostError) {
    let plan = Reconciliation(posting, state.threads, declined: declined, text: text)
    for entry in plan.new {
      guard let call = discussion(entry, posting, state) else { continue }
      do throws(HostError) {
        try client.send(call)
        did.insert("commented on lines")
      } catch {
        guard error.kind == .refused else { throw error }
        declined.insert(entry.fingerprint)
      }
    }
    for edit in plan.edited { try rewrite(edit) }
    for edit in plan.fixed {
      if !edit.thread.isResolved { try resolve(edit.thread, true) }
      try rewrite(edit)
    }
    for edit in plan.returned {
      if edit.thread.isResolved { try resolve(edit.thread, false) }
      try rewrite(edit)
    }
    if !plan.edited.isEmpty { did.insert("edited comments") }
    if !plan.fixed.isEmpty { did.insert("resolved what is fixed") }
    if !plan.returned.isEmpty { did.insert("reopened what is back") }
    let unplaced = plan.unplaced + plan.new.filter { declined.contains($0.fingerprint) }
    let order = posting.entries.filter { entry in unplaced.contains { $0.fingerprint == entry.fingerprint } }
    try summarize(posting, order, state, &did)
  }

  private func summarize(
    _ posting: Posting, _ unplaced: [Posting.Entry], _ state: GitLabState, _ did: inout Set<String>
  ) throws(HostError) {
    let body = summary.body(posting, unplaced: unplaced)
    if let old = state.summary {
      guard !Reconciliation.isSame(old.body, body) else { return }
      try client.send(Call("PUT", "\(root)/notes/\(old.id)", ["body": .string(body)]))
      did.insert("edited the summary")
    } else if SummaryText.isWorthSaying(posting) {
      try client.send(Call("POST", "\(root)/notes", ["body": .string(body)]))
      did.insert("wrote a summary")
    }
  }

  private func rewrite(_ edit: Reconciliation.Edit) throws(HostError) {
    try client.send(
      Call(
        "PUT", "\(root)/discussions/\(edit.thread.id)/notes/\(edit.thread.comment)",
        ["body": .string(edit.body)]))
  }

  private func resolve(_ thread: Thread, _ isResolved: Bool) throws(HostError) {
    try client.send(
      Call("PUT", "\(root)/discussions/\(thread.id)", ["resolved": .bool(isResolved)]))
  }

  /// An added line has a new number only, a removed one an old one only, any other both.
  private func discussion(
    _ entry: Posting.Entry, _ posting: Posting, _ state: GitLabState
  ) -> Call? {
    guard let anchor = entry.anchor else { return nil }
    let position: JSONValue = [
      "position_type": "text", "base_sha": .string(state.base), "start_sha": .string(state.start),
      "head_sha": .string(state.head), "old_path": .string(anchor.oldPath),
      "new_path": .string(anchor.newPath),
      "new_line": anchor.side == .new ? .int(anchor.line) : nil,
      "old_line": anchor.side == .old ? .int(anchor.line) : anchor.oldLine.map { .int($0) },
    ]
    return Call(
      "POST", "\(root)/discussions",
      ["body": .string(text.body(entry, scope: posting.scope)), "position": position])
  }
}

/// How a merge request stands, as far as it is nitless's.
struct GitLabState {
  var base: String
  var start: String
  var head: String
  var threads: [Thread] = []
  var summary: (id: String, body: String)?

  /// Looks it up.
  ///
  /// - Parameter me: The number of the token's account.
  init(_ client: Client, _ root: String, me: JSONValue, scope: String) throws(HostError) {
    let refs = try client.document(Call("GET", root))["diff_refs"]
    guard let base = refs["base_sha"].text, let start = refs["start_sha"].text,
      let head = refs["head_sha"].text
    else {
      throw HostError(
        .unexpected, "GitLab has not worked out the merge request's diff yet",
        advice: "Run the job again in a minute")
    }
    (self.base, self.start, self.head) = (base, start, head)
    for discussion in try client.list("\(root)/discussions?per_page=100") {
      guard let note = discussion["notes"].elements.first, note["author"]["id"] == me,
        let id = discussion["id"].identifier, let number = note["id"].identifier,
        let body = note["body"].text, let marker = Marker(in: body)
      else { continue }
      if marker == Marker(scope: scope, name: Marker.summary) {
        summary = summary ?? (number, body)
      } else if note["position"] != .null {
        threads.append(
          Thread(
            id: id, comment: number, body: body, marker: marker,
            isResolved: note["resolved"].flag ?? false))
      }
    }
  }
}
