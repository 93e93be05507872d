import Platform

/// The host and the path that a clone's address names, however it is written.
struct RepositoryAddress: Equatable {
  /// In lower case, without a port.
  var host: String
  /// `owner/name`, without `.git`.
  var path: String

  /// Reads `https://host/owner/name.git`, `ssh://git@host/owner/name` and `git@host:owner/name.git`.
  init?(_ text: String) {
    var text = text
    if !text.contains("://"), let colon = text.firstIndex(of: ":") {
      text = "ssh://" + text[..<colon] + "/" + text[text.index(after: colon)...]
    }
    guard let parts = URLComponents(string: text), let host = parts.host?.lowercased() else { return nil }
    var path = parts.path.split(separator: "/").joined(separator: "/")
    if path.hasSuffix(".git") { path = String(path.dropLast(4)) }
    guard path.contains("/") else { return nil }
    self.host = host
    self.path = path
  }
}

extension Forge {
  /// The forge behind a clone's address, for CI hosts that build what lives elsewhere.
  ///
  /// A host of one's own is known only if the environment says where its interface is.
  static func behind(_ address: String?, _ environment: [String: String]) -> Forge? {
    guard let address = address.flatMap(RepositoryAddress.init) else { return nil }
    switch address.host {
    case "github.com", "ssh.github.com":
      return .github(
        api: environment["GITHUB_API_URL"] ?? "https://api.github.com",
        graphQL: environment["GITHUB_GRAPHQL_URL"] ?? "https://api.github.com/graphql",
        web: "https://github.com", repository: address.path)
    case "gitlab.com":
      return .gitlab(api: "https://gitlab.com/api/v4", project: address.path)
    case "bitbucket.org":
      return .bitbucket(api: "https://api.bitbucket.org", repository: address.path, proxy: nil)
    default:
      if let api = environment["GITHUB_API_URL"] {
        return .github(
          api: api, graphQL: environment["GITHUB_GRAPHQL_URL"] ?? api + "/graphql",
          web: "https://\(address.host)", repository: address.path)
      }
      if let api = environment["CI_API_V4_URL"] { return .gitlab(api: api, project: address.path) }
      return nil
    }
  }

  /// The variables that a token for this forge is looked for in, where the CI host has none of its own.
  var usualTokens: [String] {
    switch self {
    case .github: ["NITLESS_TOKEN", "GITHUB_TOKEN", "GH_TOKEN", "GITHUB_ACCESS_TOKEN"]
    case .gitlab: ["NITLESS_TOKEN", "GITLAB_TOKEN", "GITLAB_ACCESS_TOKEN"]
    case .bitbucket: ["NITLESS_TOKEN", "BITBUCKET_TOKEN"]
    case .azure: ["NITLESS_TOKEN", "SYSTEM_ACCESSTOKEN"]
    }
  }
}

/// The number at the end of a pull request's address: `https://host/owner/name/pull/12`.
func number(endingPullRequest address: String?) -> Int? {
  address?.split(separator: "/").last.flatMap { Int($0) }
}
