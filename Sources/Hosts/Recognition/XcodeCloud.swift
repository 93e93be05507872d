import Platform

extension CIHost {
  static let xcodeCloud = CIHost(name: "Xcode Cloud", isMet: { $0["CI_XCODE_CLOUD"]?.uppercased() == "TRUE" }) {
    environment, _ in
    var run = CIRun(
      host: "Xcode Cloud",
      checkoutAdvice: "Put `git fetch --unshallow origin` before it in ci_scripts/ci_post_clone.sh")
    let address = environment["CI_PULL_REQUEST_HTML_URL"]
    let repository = address?.components(separatedBy: "/pull/").first
    run.forge = .behind(repository, environment)
    run.tokenVariables = run.forge?.usualTokens ?? []
    run.number = environment["CI_PULL_REQUEST_NUMBER"].flatMap { Int($0) }
    run.baseBranch = environment["CI_PULL_REQUEST_TARGET_BRANCH"]
    run.baseCommit = environment["CI_PULL_REQUEST_TARGET_COMMIT"]
    run.head = environment["CI_PULL_REQUEST_SOURCE_COMMIT"] ?? environment["CI_COMMIT"]
    if let source = environment["CI_PULL_REQUEST_SOURCE_REPO"], let target = environment["CI_PULL_REQUEST_TARGET_REPO"]
    {
      run.isFork = source != target
    }
    return run
  }
}
