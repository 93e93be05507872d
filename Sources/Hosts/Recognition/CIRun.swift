/// Where a pull request can be written to.
public enum Forge: Sendable, Equatable, Codable {
  /// `api` is the root of the REST interface, `graphQL` the other one's address, `repository` is
  /// `owner/name`, `web` what people see.
  case github(api: String, graphQL: String, web: String, repository: String)
  /// `api` ends in `/api/v4`; `project` is a number or `group/name`.
  case gitlab(api: String, project: String)
  /// `proxy` is the one inside Pipelines, which adds the authorization; nil elsewhere.
  case bitbucket(api: String, repository: String, proxy: String?)
  /// `collection` is the organisation's address.
  case azure(collection: String, project: String, repository: String)
}

/// What a CI host says of the run it started: which pull request, from where to where.
public struct CIRun: Sendable, Equatable {
  /// The host, as a person calls it.
  public var host: String
  /// Where the pull request is; nil where that cannot be told, and nothing is posted.
  public var forge: Forge?
  /// The number of the pull request; nil for a push.
  public var number: Int?
  /// The branch the pull request goes into, without `refs/heads/`.
  public var baseBranch: String?
  /// The commit of that branch that the host names; it may be stale.
  public var baseCommit: String?
  /// The last commit of the pull request, as its author pushed it.
  public var head: String?
  /// Where the branch was before the push; nil if the branch is new or nobody says.
  public var pushedFrom: String?
  /// The repository's main branch, where the host says it.
  public var defaultBranch: String?
  /// Whether the change comes from another repository, whose authors may not write to this one.
  public var isFork = false
  /// The names of the variables that may hold a token, the first that is set counts.
  public var tokenVariables: [String] = []
  /// The lines to add to the host's configuration for a checkout with all of its history.
  public var checkoutAdvice: String
  /// What the host says and leaves open, so that nobody can tell what to compare; nil if all is said.
  public var riddle: String?
  /// For a run that posts what another run saved: the account and the branch the change comes from.
  public var source: (owner: String, branch: String)?

  public init(host: String, checkoutAdvice: String) {
    self.host = host
    self.checkoutAdvice = checkoutAdvice
  }

  public static func == (left: CIRun, right: CIRun) -> Bool {
    (left.host, left.forge, left.number, left.baseBranch, left.baseCommit, left.head)
      == (right.host, right.forge, right.number, right.baseBranch, right.baseCommit, right.head)
      && (left.pushedFrom, left.defaultBranch, left.isFork, left.tokenVariables, left.checkoutAdvice)
        == (right.pushedFrom, right.defaultBranch, right.isFork, right.tokenVariables, right.checkoutAdvice)
      && left.source?.owner == right.source?.owner && left.source?.branch == right.source?.branch
  }
}

/// A CI host: how it is recognised and what its variables mean.
public struct CIHost: Sendable {
  public var name: String
  /// Whether a run of this host has such an environment.
  var isMet: @Sendable ([String: String]) -> Bool
  /// - Parameter event: The document that describes what started the run, where the host keeps one.
  var read: @Sendable (_ environment: [String: String], _ event: JSONValue?) -> CIRun

  /// Every host that is known; one that runs inside of another comes first.
  public static let all: [CIHost] = [
    .githubActions, .gitlabCI, .bitbucketPipelines, .azurePipelines, .buildkite, .circleCI, .bitrise,
    .xcodeCloud, .jenkins,
  ]

  /// The host that started this run; nil if it is none of them.
  public static func recognised(by environment: [String: String]) -> CIHost? {
    all.first { $0.isMet(environment) }
  }

  /// What the host says of the run.
  public func run(_ environment: [String: String], event: JSONValue?) -> CIRun {
    read(environment.filter { !$0.value.isEmpty }, event)
  }
}

extension String {
  /// Without `refs/heads/`.
  var branchName: String { hasPrefix("refs/heads/") ? String(dropFirst(11)) : self }

  /// Nil for the name that stands for no commit.
  var commitOrNil: String? { isEmpty || allSatisfy { $0 == "0" } ? nil : self }
}
