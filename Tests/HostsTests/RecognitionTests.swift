import Testing

@testable import Hosts

struct RecognitionTests {
  private func run(_ environment: [String: String], event: JSONValue? = nil) throws -> CIRun {
    try #require(CIHost.recognised(by: environment)).run(environment, event: event)
  }

  @Test func `A machine of one's own is no CI host`() {
    #expect(CIHost.recognised(by: ["PATH": "/bin", "CI": "true"]) == nil)
  }

  @Test func `GitHub's event says what the change is`() throws {
    let environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/5/merge", "GITHUB_BASE_REF": "main",
    ]
    let event: JSONValue = [
      "pull_request": [
        "number": 5, "head": ["sha": "abc", "repo": ["full_name": "x/r"]],
        "base": ["sha": "def", "ref": "main", "repo": ["full_name": "o/r"]],
      ]
    ]
    let run = try run(environment, event: event)
    #expect((run.number, run.head, run.baseBranch, run.isFork) == (5, "abc", "main", true))
    #expect(
      run.forge
        == .github(
          api: "https://api.github.com", graphQL: "https://api.github.com/graphql", web: "https://github.com",
          repository: "o/r"))
  }

  @Test func `A pull request of which nothing is said is a riddle`() throws {
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"]
    #expect(try run(environment).riddle != nil)
    #expect(try run(environment, event: [:]).riddle != nil)
    #expect(try run(environment, event: ["pull_request": ["number": 5]]).riddle == nil)
    #expect(try run(environment.merging(["GITHUB_BASE_REF": "main"]) { $1 }).riddle == nil)
    #expect(try run(["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push"]).riddle == nil)
  }

  @Test func `A fork that was deleted is a fork`() throws {
    let event: JSONValue = [
      "pull_request": ["number": 5, "head": ["sha": "abc", "repo": .null], "base": ["repo": ["full_name": "o/r"]]]
    ]
    #expect(try run(["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r"], event: event).isFork)
  }

  @Test func `A push has no number, and a new branch nothing before it`() throws {
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/heads/x"]
    let run = try run(environment, event: ["before": .string(String(repeating: "0", count: 40))])
    #expect(run.number == nil && run.pushedFrom == nil)
  }

  @Test func `GitLab, with a merge request from a fork`() throws {
    let run = try run([
      "GITLAB_CI": "true", "CI_API_V4_URL": "https://git.example/api/v4", "CI_PROJECT_ID": "3",
      "CI_MERGE_REQUEST_PROJECT_ID": "7", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": "12",
      "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_SHA": "abc",
    ])
    #expect(run.forge == .gitlab(api: "https://git.example/api/v4", project: "7"))
    #expect((run.number, run.head, run.baseBranch, run.isFork) == (12, "abc", "main", true))
  }

  @Test func `Azure, with a repository of its own and with one on GitHub`() throws {
    let common = ["TF_BUILD": "True", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "BUILD_REPOSITORY_ID": "r"]
    let own = try run(
      common.merging([
        "BUILD_REPOSITORY_PROVIDER": "TfsGit", "SYSTEM_COLLECTIONURI": "https://dev.azure.com/o/", "SYSTEM_TEAMPROJECT": "p",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "4",
      ]) { $1 })
    #expect(own.forge == .azure(collection: "https://dev.azure.com/o/", project: "p", repository: "r"))
    #expect((own.number, own.baseBranch) == (4, "main"))
    let other = try run(
      common.merging([
        "BUILD_REPOSITORY_PROVIDER": "GitHub", "BUILD_REPOSITORY_URI": "https://github.com/o/r",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "40000", "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER": "8",
      ]) { $1 })
    #expect(other.number == 8)
  }

  @Test(arguments: [
    [
      "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "9", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
      "BUILDKITE_COMMIT": "abc", "BUILDKITE_REPO": "git@github.com:o/r.git",
    ],
    [
      "CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://github.com/o/r/pull/9", "CIRCLE_SHA1": "abc",
      "CIRCLE_REPOSITORY_URL": "git@github.com:o/r.git", "NITLESS_BASE_BRANCH": "main",
    ],
    [
      "BITRISE_IO": "true", "BITRISE_PULL_REQUEST": "9", "BITRISEIO_GIT_BRANCH_DEST": "main", "BITRISE_GIT_COMMIT": "abc",
      "GIT_REPOSITORY_URL": "https://github.com/o/r.git",
    ],
    [
      "CI_XCODE_CLOUD": "TRUE", "CI_PULL_REQUEST_NUMBER": "9", "CI_PULL_REQUEST_TARGET_BRANCH": "main",
      "CI_PULL_REQUEST_SOURCE_COMMIT": "abc", "CI_PULL_REQUEST_HTML_URL": "https://github.com/o/r/pull/9",
    ],
    [
      "JENKINS_URL": "https://ci.example/", "CHANGE_ID": "9", "CHANGE_TARGET": "main",
      "CHANGE_URL": "https://github.com/o/r/pull/9",
    ],
  ])
  func `Hosts without pull requests of their own write to where they are`(_ environment: [String: String]) throws {
    let run = try run(environment)
    #expect((run.number, run.baseBranch, run.isFork) == (9, "main", false))
    guard case .github(_, _, _, let repository) = run.forge else {
      Issue.record("\(String(describing: run.forge))")
      return
    }
    #expect(repository == "o/r")
    #expect(run.tokenVariables.contains("GITHUB_TOKEN"))
    // Jenkins does not say: git is asked.
    #expect(run.head == (environment["JENKINS_URL"] == nil ? "abc" : nil))
  }

  @Test func `Bitbucket goes through the proxy, which adds the authorization`() throws {
    let run = try run([
      "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_REPO_FULL_NAME": "o/r", "BITBUCKET_PR_ID": "2", "BITBUCKET_COMMIT": "abc",
      "BITBUCKET_PR_DESTINATION_BRANCH": "main",
    ])
    #expect(
      run.forge == .bitbucket(api: "http://api.bitbucket.org", repository: "o/r", proxy: "http://localhost:29418"))
  }

  @Test(arguments: [
    ("https://github.com/o/r.git", "github.com", "o/r"), ("git@gitlab.com:g/s/r.git", "gitlab.com", "g/s/r"),
    ("ssh://git@Example.com:2222/o/r", "example.com", "o/r"),
  ])
  func `An address of a clone, however it is written`(_ text: String, _ host: String, _ path: String) {
    let address = RepositoryAddress(text)
    #expect(address?.host == host && address?.path == path)
  }
}
