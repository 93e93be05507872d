extension CIHost {
  /// A pull request's run stands on the merge that GitHub made of it, `refs/pull/N/merge`; the event's
  /// `base.sha` is where the branch was when the pull request was last touched.
  static let githubActions = CIHost(name: "GitHub Actions", isMet: { $0["GITHUB_ACTIONS"] == "true" }) {
    environment, event in
    var run = CIRun(
      host: "GitHub Actions",
      checkoutAdvice: "Give actions/checkout `with: { fetch-depth: 0 }` (or 2, for pull requests)")
    if let repository = environment["GITHUB_REPOSITORY"] {
      let api = environment["GITHUB_API_URL"] ?? "https://api.github.com"
      run.forge = .github(
        api: api, graphQL: environment["GITHUB_GRAPHQL_URL"] ?? api + "/graphql",
        web: environment["GITHUB_SERVER_URL"] ?? "https://github.com", repository: repository)
    }
    run.tokenVariables = ["NITLESS_TOKEN", "GITHUB_TOKEN", "INPUT_TOKEN"]
    run.baseBranch = environment["GITHUB_BASE_REF"]
    let pull = event?["pull_request"] ?? .null
    if let number = pull["number"].number {
      run.number = number
      run.baseBranch = pull["base"]["ref"].text ?? run.baseBranch
      run.baseCommit = pull["base"]["sha"].text
      run.head = pull["head"]["sha"].text
      // A fork that was deleted since is null.
      run.isFork = pull["head"]["repo"]["full_name"] != pull["base"]["repo"]["full_name"]
    } else if let ref = environment["GITHUB_REF"], ref.hasPrefix("refs/pull/") {
      run.number = ref.split(separator: "/").dropFirst(2).first.flatMap { Int($0) }
    }
    let other = event?["workflow_run"] ?? .null
    if other != .null {
      run.number = nil
      run.head = other["head_sha"].text
      if let owner = other["head_repository"]["owner"]["login"].text, let branch = other["head_branch"].text {
        run.source = (owner, branch)
      }
      run.isFork =
        other["head_repository"]["full_name"] != (event?["repository"]["full_name"] ?? .null)
    } else if run.number == nil {
      run.head = environment["GITHUB_SHA"]
      run.pushedFrom = event?["before"].text?.commitOrNil
    }
    if environment["GITHUB_EVENT_NAME"]?.hasPrefix("pull_request") == true, run.number == nil, run.baseBranch == nil {
      run.riddle =
        "GITHUB_EVENT_NAME says that this run is about a pull request, and neither the file at GITHUB_EVENT_PATH nor "
        + "GITHUB_BASE_REF says where that goes"
    }
    run.defaultBranch = event?["repository"]["default_branch"].text
    return run
  }
}
