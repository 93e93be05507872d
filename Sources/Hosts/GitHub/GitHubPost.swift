/// Writes a posting to a pull request on GitHub.
public struct GitHubPost {
  private let client: Client
  private let calls: GitHubCalls
  private let text: CommentText
  private let summary: SummaryText

  /// - Parameters:
  ///   - repository: `owner/name`.
  ///   - web: The root of the pages that people see.
  public init(
    _ client: Client, graphQL: String, web: String, repository: String, number: Int, head: String
  ) {
    self.client = client
    calls = GitHubCalls(repository: repository, graphQL: graphQL, number: number)
    text = CommentText(
      blobs: "\(web)/\(repository)/blob/\(head)", suggestionWord: { _ in "suggestion" })
    summary = SummaryText(comments: text, limit: 60_000)
  }

  /// What every request to GitHub carries.
  public static let headers: [(name: String, value: String)] = [
    ("Accept", "application/vnd.github+json"), ("X-GitHub-Api-Version", "2022-11-28"),
    ("User-Agent", "nitless"),
  ]

  /// The open pull request that a branch of an account's goes into, if that is its last commit.
  public static func number(
    _ client: Client, repository: String, owner: String, branch: String, head: String
  ) throws(HostError) -> Int? {
    let calls = GitHubCalls(repository: repository, graphQL: "", number: 0)
    return try client.list(calls.pulls(from: owner, branch))
      .first { $0["head"]["sha"].text == head }?["number"].number
  }

  public func post(_ posting: Posting) throws(HostError) -> Outcome {
    var outcome = Outcome()
    var moved: String?
    var declined: Set<String> = []
    var isQuiet = false
    try outcome.attempt("comments") { () throws(HostError) in
      var did: Set<String> = []
      try converge(client) { () throws(HostError) in
        let state = try GitHubState(client, calls, scope: posting.scope)
        guard state.head == posting.head else {
          moved = state.head
          return
        }
        try comment(posting, state, &declined, &did)
      }
      isQuiet = did.isEmpty
      return did.sorted()
    }
    if let moved {
      outcome.newerHead = moved
      return outcome
    }
    let mayComment = outcome.denied.isEmpty
    try outcome.attempt("summary") { () throws(HostError) in
      var did: [String] = []
      try converge(client) { () throws(HostError) in
        let state = try GitHubState(client, calls, scope: posting.scope)
        did = try summarize(posting, state, declined, mayComment: mayComment)
      }
      return did
    }
    try outcome.attempt("check") { () throws(HostError) in try check(posting) }
    outcome.isAnnotated = !outcome.denied.contains { $0.what == "check" }
    if isQuiet, outcome.done.isEmpty { outcome.done = ["nothing to change"] }
    return outcome
  }
}

// MARK: - Comments on lines

extension GitHubPost {
  private func comment(
    _ posting: Posting, _ state: GitHubState, _ declined: inout Set<String>, _ did: inout Set<String>
  ) throws(HostError) {
    let plan = Reconciliation(posting, state.threads, declined: declined, text: text)
    try review(plan.new, posting, &declined, &did)
    for edit in plan.edited { try client.send(calls.edit(comment: edit.thread.comment, edit.body)) }
    for edit in plan.fixed {
      // The comment's text goes last: as long as it says nothing, the thread is not done with.
      if !edit.thread.isResolved { try close(edit.thread) }
      try client.send(calls.edit(comment: edit.thread.comment, edit.body))
    }
    for edit in plan.returned {
      try reopen(edit.thread)
      try client.send(calls.edit(comment: edit.thread.comment, edit.body))
    }
    if !plan.edited.isEmpty { did.insert("edited comments") }
    if !plan.fixed.isEmpty { did.insert("resolved what is fixed") }
    if !plan.returned.isEmpty { did.insert("reopened what is back") }
  }

  /// GitHub does not say which comment it does not like: halves are tried until it is found.
  private func review(
    _ entries: [Posting.Entry], _ posting: Posting, _ declined: inout Set<String>,
    _ did: inout Set<String>
  ) throws(HostError) {
    guard !entries.isEmpty else { return }
    do throws(HostError) {
      try client.send(calls.review(entries, of: posting, text: text))
      did.insert("commented on lines")
    } catch {
      guard error.kind == .refused else { throw error }
      guard entries.count > 1 else {
        declined.insert(entries[0].fingerprint)
        return
      }
      let middle = entries.count / 2
      try review(Array(entries[..<middle]), posting, &declined, &did)
      try review(Array(entries[middle...]), posting, &declined, &did)
    }
  }

  /// A token that may write to pull requests may not resolve threads unless it may write contents
  /// too; folding its own comment away is always allowed.
  private func close(_ thread: Thread) throws(HostError) {
    do throws(HostError) {
      _ = try client.query(calls.resolve(thread.id))
    } catch {
      guard error.kind == .denied else { throw error }
      _ = try client.query(calls.fold(thread.commentNode))
    }
  }

  private func reopen(_ thread: Thread) throws(HostError) {
    if thread.isFolded { _ = try client.query(calls.unfold(thread.commentNode)) }
    guard thread.isResolved else { return }
    do throws(HostError) {
      _ = try client.query(calls.unresolve(thread.id))
    } catch {
      guard error.kind == .denied else { throw error }
    }
  }
}

// MARK: - The summary and the check

extension GitHubPost {
  private func summarize(
    _ posting: Posting, _ state: GitHubState, _ declined: Set<String>, mayComment: Bool
  ) throws(HostError) -> [String] {
    let plan = Reconciliation(posting, state.threads, declined: declined, text: text)
    let unplaced = mayComment ? plan.unplaced : plan.unplaced + plan.new
    let body = summary.body(posting, unplaced: unplaced)
    if let old = state.summary {
      guard !Reconciliation.isSame(old.body, body) else { return [] }
      try client.send(calls.summary(body, over: old.id))
      return ["edited the summary"]
    }
    guard SummaryText.isWorthSaying(posting) else { return [] }
    try client.send(calls.summary(body, over: nil))
    return ["wrote a summary"]
  }

  private func check(_ posting: Posting) throws(HostError) -> [String] {
    let check = GitHubCheck(posting, summary: summary)
    var did: [String] = []
    try converge(client) { () throws(HostError) in
      let ours = try client.list(calls.checks(named: check.name, at: posting.head), key: "check_runs")
        .first { $0["external_id"].text == check.identity }
      let id: Int
      var count = 0
      if let ours, let number = ours["id"].number {
        id = number
        count = ours["output"]["annotations_count"].number ?? 0
      } else {
        let made = try client.document(calls.createCheck(check.creation))
        guard let number = made["id"].number else {
          throw HostError(.unexpected, "GitHub made a check run and did not name it")
        }
        id = number
        count = min(check.annotations.count, GitHubCheck.batch)
        did = ["made a check run"]
      }
      for body in check.rest(from: count) { try client.send(calls.appendToCheck(id, body)) }
    }
    return did
  }
}
