/// How a pull request on GitHub stands, as far as it is nitless's.
struct GitHubState: Equatable {
  /// Its last commit.
  var head: String
  var threads: [Thread]
  /// The comment about the whole pull request.
  var summary: (id: String, body: String)?

  static func == (left: GitHubState, right: GitHubState) -> Bool {
    left.head == right.head && left.threads == right.threads && left.summary?.id == right.summary?.id
      && left.summary?.body == right.summary?.body
  }
}

extension GitHubState {
  /// Looks it up.
  init(_ client: Client, _ calls: GitHubCalls, scope: String) throws(HostError) {
    head = ""
    threads = []
    var cursor: String?
    repeat {
      let pull = try Self.pull(client, calls.threads(after: cursor))
      head = pull["headRefOid"].text ?? ""
      threads += pull["reviewThreads"]["nodes"].elements.compactMap(Thread.init(github:))
      cursor = Self.next(pull["reviewThreads"]["pageInfo"])
    } while cursor != nil
    repeat {
      let pull = try Self.pull(client, calls.comments(after: cursor))
      for comment in pull["comments"]["nodes"].elements {
        guard comment["viewerDidAuthor"].flag == true, let body = comment["body"].text,
          Marker(in: body) == Marker(scope: scope, name: Marker.summary),
          let id = comment["fullDatabaseId"].identifier
        else { continue }
        summary = summary ?? (id, body)
      }
      cursor = Self.next(pull["comments"]["pageInfo"])
    } while cursor != nil
  }

  private static func pull(_ client: Client, _ call: Call) throws(HostError) -> JSONValue {
    let answer = try client.query(call)
    let pull = answer["repository"]["pullRequest"]
    guard pull != .null else {
      throw HostError(.denied, "the token does not see the pull request")
    }
    return pull
  }

  private static func next(_ page: JSONValue) -> String? {
    page["hasNextPage"].flag == true ? page["endCursor"].text : nil
  }
}

extension Thread {
  /// Nil for a thread that nitless did not open.
  init?(github node: JSONValue) {
    guard let id = node["id"].text, let first = node["comments"]["nodes"].elements.first,
      first["viewerDidAuthor"].flag == true, let body = first["body"].text,
      let marker = Marker(in: body), let comment = first["fullDatabaseId"].identifier
    else { return nil }
    self.init(
      id: id, comment: comment, commentNode: first["id"].text ?? "", body: body, marker: marker,
      isResolved: node["isResolved"].flag ?? false, isFolded: first["isMinimized"].flag ?? false)
  }
}

extension JSONValue {
  /// A name that is a number at some hosts and a text at others.
  var identifier: String? { text ?? number.map(String.init) }
}

extension Client {
  /// What a query answers with. It reports what went wrong with status 200.
  func query(_ call: Call) throws(HostError) -> JSONValue {
    let answer = try document(call)
    guard let error = answer["errors"].elements.first else { return answer["data"] }
    let said = error["message"].text ?? "an error without words"
    switch error["type"].text {
    case "FORBIDDEN", "NOT_FOUND", "INSUFFICIENT_SCOPES": throw HostError(.denied, said)
    case "RATE_LIMITED": throw HostError(.limited, said, advice: "Run the job again later")
    default: throw HostError(.unexpected, "GitHub's GraphQL: \(said)")
    }
  }
}
