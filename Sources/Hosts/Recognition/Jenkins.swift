import Platform

extension CIHost {
  /// A multibranch job's variables; `CHANGE_*` are set for pull requests alone.
  static let jenkins = CIHost(name: "Jenkins", isMet: { $0["JENKINS_URL"] != nil }) { environment, _ in
    var run = CIRun(
      host: "Jenkins",
      checkoutAdvice: "Switch \"Shallow clone\" off, or set `shallow: false` in the CloneOption of the checkout step")
    let address = environment["CHANGE_URL"]
    let repository = address?.components(separatedBy: "/pull").first?
      .components(separatedBy: "/-/merge_requests").first
    run.forge = .behind(repository ?? environment["GIT_URL"], environment)
    run.tokenVariables = run.forge?.usualTokens ?? []
    run.number = environment["CHANGE_ID"].flatMap { Int($0) }
    run.baseBranch = environment["CHANGE_TARGET"]
    run.head = run.number == nil ? environment["GIT_COMMIT"] : nil
    run.pushedFrom = run.number == nil ? environment["GIT_PREVIOUS_COMMIT"]?.commitOrNil : nil
    run.isFork = environment["CHANGE_FORK"] != nil
    return run
  }
}
