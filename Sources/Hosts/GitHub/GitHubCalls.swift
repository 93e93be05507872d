import Quoting

/// The calls of GitHub's interface that a posting takes.
struct GitHubCalls {
  /// `owner/name`.
  let repository: String
  let graphQL: String
  let number: Int

  private var root: String {
    "/repos/" + repository.split(separator: "/").map { String($0).addressComponent }.joined(separator: "/")
  }

  /// One review with all of its comments: GitHub takes them all, or none.
  func review(_ entries: [Posting.Entry], of posting: Posting, text: CommentText) -> Call {
    let comments = entries.compactMap { entry -> JSONValue? in
      guard let anchor = entry.anchor else { return nil }
      let side: JSONValue = anchor.side == .new ? "RIGHT" : "LEFT"
      let isRange = anchor.startLine < anchor.line
      return [
        "path": .string(anchor.path), "line": .int(anchor.line), "side": side,
        "start_line": isRange ? .int(anchor.startLine) : nil, "start_side": isRange ? side : nil,
        "body": .string(text.body(entry, scope: posting.scope)),
      ]
    }
    return Call(
      "POST", "\(root)/pulls/\(number)/reviews",
      ["commit_id": .string(posting.head), "event": "COMMENT", "body": "", "comments": .array(comments)])
  }

  func edit(comment: String, _ body: String) -> Call {
    Call("PATCH", "\(root)/pulls/comments/\(comment)", ["body": .string(body)])
  }

  func summary(_ body: String, over comment: String?) -> Call {
    guard let comment else {
      return Call("POST", "\(root)/issues/\(number)/comments", ["body": .string(body)])
    }
    return Call("PATCH", "\(root)/issues/comments/\(comment)", ["body": .string(body)])
  }

  func checks(named name: String, at commit: String) -> String {
    "\(root)/commits/\(commit)/check-runs?check_name=\(name.addressComponent)&filter=all&per_page=100"
  }

  func createCheck(_ body: JSONValue) -> Call { Call("POST", "\(root)/check-runs", body) }

  func appendToCheck(_ id: Int, _ body: JSONValue) -> Call {
    // Annotations are added to those there are: twice is not once.
    Call("PATCH", "\(root)/check-runs/\(id)", body, isRepeatable: false)
  }

  func pulls(from owner: String, _ branch: String) -> String {
    "\(root)/pulls?state=open&per_page=100&head=\((owner + ":" + branch).addressComponent)"
  }

  // MARK: - GraphQL

  private func query(_ text: String, _ variables: JSONValue) -> Call {
    Call("POST", graphQL, ["query": .string(text), "variables": variables], isRepeatable: true)
  }

  private var address: (owner: JSONValue, name: JSONValue) {
    let parts = repository.split(separator: "/", maxSplits: 1).map(String.init)
    return (.string(parts.first ?? ""), .string(parts.last ?? ""))
  }

  func threads(after cursor: String?) -> Call {
    query(
      """
      query($owner: String!, $name: String!, $number: Int!, $after: String) {
        repository(owner: $owner, name: $name) { pullRequest(number: $number) {
          headRefOid
          reviewThreads(first: 100, after: $after) {
            pageInfo { hasNextPage endCursor }
            nodes { id isResolved comments(first: 1) { nodes {
              id fullDatabaseId body viewerDidAuthor isMinimized } } }
          }
        } }
      }
      """,
      [
        "owner": address.owner, "name": address.name, "number": .int(number),
        "after": cursor.map { .string($0) } ?? .null,
      ])
  }

  func comments(after cursor: String?) -> Call {
    query(
      """
      query($owner: String!, $name: String!, $number: Int!, $after: String) {
        repository(owner: $owner, name: $name) { pullRequest(number: $number) {
          comments(first: 100, after: $after) {
            pageInfo { hasNextPage endCursor }
            nodes { fullDatabaseId body viewerDidAuthor }
          }
        } }
      }
      """,
      [
        "owner": address.owner, "name": address.name, "number": .int(number),
        "after": cursor.map { .string($0) } ?? .null,
      ])
  }

  func resolve(_ thread: String) -> Call {
    query(
      "mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }",
      ["id": .string(thread)])
  }

  func unresolve(_ thread: String) -> Call {
    query(
      "mutation($id: ID!) { unresolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }",
      ["id": .string(thread)])
  }

  func fold(_ comment: String) -> Call {
    query(
      "mutation($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: RESOLVED}) "
        + "{ minimizedComment { isMinimized } } }",
      ["id": .string(comment)])
  }

  func unfold(_ comment: String) -> Call {
    query(
      "mutation($id: ID!) { unminimizeComment(input: {subjectId: $id}) "
        + "{ unminimizedComment { isMinimized } } }",
      ["id": .string(comment)])
  }
}
