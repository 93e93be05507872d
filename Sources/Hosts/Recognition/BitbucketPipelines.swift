extension CIHost {
  /// Pipelines merges the destination into the branch before it runs, and checks out 50 commits.
  static let bitbucketPipelines = CIHost(
    name: "Bitbucket Pipelines", isMet: { $0["BITBUCKET_BUILD_NUMBER"] != nil }
  ) { environment, _ in
    var run = CIRun(
      host: "Bitbucket Pipelines", checkoutAdvice: "Give the step `clone: { depth: full }`")
    if let repository = environment["BITBUCKET_REPO_FULL_NAME"] {
      // Requests that go through the proxy need no token; it is there in Pipelines alone, and takes plain HTTP.
      let proxy = environment["NITLESS_BITBUCKET_PROXY"] ?? "http://localhost:29418"
      let api =
        environment["NITLESS_BITBUCKET_API_URL"]
        ?? (proxy == "none" ? "https://api.bitbucket.org" : "http://api.bitbucket.org")
      run.forge = .bitbucket(api: api, repository: repository, proxy: proxy == "none" ? nil : proxy)
    }
    run.tokenVariables = ["NITLESS_TOKEN", "BITBUCKET_TOKEN"]
    run.number = environment["BITBUCKET_PR_ID"].flatMap { Int($0) }
    run.baseBranch = environment["BITBUCKET_PR_DESTINATION_BRANCH"]
    run.baseCommit = environment["BITBUCKET_PR_DESTINATION_COMMIT"]
    run.head = environment["BITBUCKET_COMMIT"]
    return run
  }
}
