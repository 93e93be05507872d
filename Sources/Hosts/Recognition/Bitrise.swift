extension CIHost {
  static let bitrise = CIHost(name: "Bitrise", isMet: { $0["BITRISE_IO"] == "true" }) { environment, _ in
    var run = CIRun(
      host: "Bitrise",
      checkoutAdvice: "Set `clone_depth: -1` and `merge_pr: \"yes\"` on the git-clone step")
    run.forge = .behind(environment["GIT_REPOSITORY_URL"], environment)
    run.tokenVariables = run.forge?.usualTokens ?? []
    run.number =
      (environment["BITRISE_PULL_REQUEST"] ?? environment["PULL_REQUEST_ID"]).flatMap { Int($0) }
    run.baseBranch = environment["BITRISEIO_GIT_BRANCH_DEST"]
    run.head = environment["BITRISE_GIT_COMMIT"] ?? environment["GIT_CLONE_COMMIT_HASH"]
    if let source = environment["BITRISEIO_PULL_REQUEST_REPOSITORY_URL"].flatMap(RepositoryAddress.init),
      let target = environment["GIT_REPOSITORY_URL"].flatMap(RepositoryAddress.init)
    {
      run.isFork = source != target
    }
    return run
  }
}
