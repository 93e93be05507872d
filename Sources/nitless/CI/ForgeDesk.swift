import Platform
import Hosts
import Quoting
import Reporters

/// Posts to whichever forge a pull request is on.
struct ForgeDesk {
  let run: CIRun
  let forge: Forge
  let token: (variable: String, value: String)?
  let transport: any HTTPTransport

  /// Nil where there is no forge to write to.
  init?(_ run: CIRun, environment: [String: String]) throws {
    guard let forge = run.forge else { return nil }
    self.run = run
    self.forge = forge
    token =
      run.tokenVariables.lazy.compactMap { name in
        let value = environment[name]?.trimming(\.isWhitespace) ?? ""
        return value.isEmpty ? nil : (name, value)
      }.first
    transport = try CurlTransport(path: environment["PATH"] ?? "/usr/bin:/bin")
    if let token, address.isInClear {
      throw Failure(
        "the token in \(token.variable) would go to `\(address.root.visible)` in clear text",
        advice: "Name an address that begins with https://")
    }
  }

  /// Whether anything can be written without a token, or there is one.
  var mayWrite: Bool {
    if case .bitbucket(_, _, .some) = forge { return true }
    return token != nil
  }

  func post(_ posting: Posting, number: Int) throws(HostError) -> Outcome {
    switch forge {
    case .github(_, let graphQL, let web, let repository):
      return try GitHubPost(
        client, graphQL: graphQL, web: web, repository: repository, number: number, head: posting.head
      ).post(posting)
    case .gitlab(_, let project):
      return try GitLabPost(client, project: project, number: number).post(posting)
    case .bitbucket(_, let repository, _):
      return try BitbucketPost(client, repository: repository, commit: posting.head).post(posting)
    case .azure(_, let project, let repository):
      return try AzurePost(client, project: project, repository: repository, number: number).post(posting)
    }
  }

  /// The pull request that another run was about; nil if it has moved on, or is closed.
  func number(at head: String) throws(HostError) -> Int? {
    if let number = run.number { return number }
    guard case .github(_, _, _, let repository) = forge, let source = run.source else { return nil }
    return try GitHubPost.number(
      client, repository: repository, owner: source.owner, branch: source.branch, head: head)
  }

  /// The address below which the files of a commit can be looked at.
  func blobs(at commit: String) -> String? {
    guard case .github(_, _, let web, let repository) = forge else { return nil }
    return "\(web)/\(repository)/blob/\(commit)"
  }

  private var client: Client {
    Client(
      address, through: transport, headers: headers,
      pause: { seconds, reason in
        if seconds >= 1 {
          let pause = "trying again in \(Int(seconds.rounded(.up))) s"
          try? Output.error.write("note: \(address.root.visible): \(reason.visible); \(pause)\n")
        }
        sleep(seconds: seconds)
      },
      now: { Date().timeIntervalSince1970 })
  }

  private var headers: [(name: String, value: String)] {
    if case .github = forge { return GitHubPost.headers }
    return [("Accept", "application/json"), ("User-Agent", "nitless")]
  }

  private var address: Address {
    switch forge {
    case .github(let api, _, _, _):
      Address(root: api, authorization: token.map { ("Authorization", "Bearer \($0.value)") })
    case .gitlab(let api, _): Address(root: api, authorization: token.map { ("PRIVATE-TOKEN", $0.value) })
    case .bitbucket(let api, _, .some(let proxy)): Address(root: api, proxy: proxy)
    case .bitbucket(let api, _, nil):
      Address(root: api, authorization: token.map { ("Authorization", "Bearer \($0.value)") })
    case .azure(let collection, _, _):
      Address(root: collection, authorization: token.map { ("Authorization", azure($0)) })
    }
  }

  /// The job's own token is one of OAuth's; a person's goes where a password does.
  private func azure(_ token: (variable: String, value: String)) -> String {
    if token.variable == "SYSTEM_ACCESSTOKEN" { return "Bearer \(token.value)" }
    return "Basic " + Data(":\(token.value)".utf8).base64EncodedString()
  }
}
