extension CIHost {
  static let buildkite = CIHost(name: "Buildkite", isMet: { $0["BUILDKITE"] == "true" }) { environment, _ in
    var run = CIRun(
      host: "Buildkite",
      checkoutAdvice: "Leave `--depth` out of BUILDKITE_GIT_CLONE_FLAGS and BUILDKITE_GIT_FETCH_FLAGS")
    run.forge = .behind(environment["BUILDKITE_REPO"], environment)
    run.tokenVariables = run.forge?.usualTokens ?? []
    // "false" where there is none.
    run.number = environment["BUILDKITE_PULL_REQUEST"].flatMap { Int($0) }
    run.baseBranch = environment["BUILDKITE_PULL_REQUEST_BASE_BRANCH"]
    run.head = environment["BUILDKITE_COMMIT"]
    run.defaultBranch = environment["BUILDKITE_PIPELINE_DEFAULT_BRANCH"]
    if let source = environment["BUILDKITE_PULL_REQUEST_REPO"].flatMap(RepositoryAddress.init),
      let target = environment["BUILDKITE_REPO"].flatMap(RepositoryAddress.init)
    {
      run.isFork = source != target
    }
    return run
  }
}
