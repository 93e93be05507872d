extension CIHost {
  /// CircleCI does not say which branch a pull request goes into: it is taken for the default branch
  /// unless `NITLESS_BASE_BRANCH` names another.
  static let circleCI = CIHost(name: "CircleCI", isMet: { $0["CIRCLECI"] == "true" }) { environment, _ in
    var run = CIRun(
      host: "CircleCI", checkoutAdvice: "Write the step `- checkout` with `method: full`")
    run.forge = .behind(environment["CIRCLE_REPOSITORY_URL"], environment)
    run.tokenVariables = run.forge?.usualTokens ?? []
    run.number =
      number(endingPullRequest: environment["CIRCLE_PULL_REQUEST"])
      ?? environment["CIRCLE_PR_NUMBER"].flatMap { Int($0) }
    run.baseBranch = environment["NITLESS_BASE_BRANCH"]
    run.head = environment["CIRCLE_SHA1"]
    // Set for pull requests from forks alone.
    run.isFork = environment["CIRCLE_PR_USERNAME"] != nil || environment["CIRCLE_PR_REPONAME"] != nil
    return run
  }
}
