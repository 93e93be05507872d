extension CIHost {
  /// A pull request's run stands on `refs/pull/N/merge`; the repository may live on GitHub.
  static let azurePipelines = CIHost(
    name: "Azure Pipelines", isMet: { $0["TF_BUILD"]?.lowercased() == "true" }
  ) { environment, _ in
    var run = CIRun(
      host: "Azure Pipelines", checkoutAdvice: "Write the step `- checkout: self` with `fetchDepth: 0`")
    let provider = environment["BUILD_REPOSITORY_PROVIDER"] ?? ""
    if provider == "TfsGit", let collection = environment["SYSTEM_COLLECTIONURI"],
      let project = environment["SYSTEM_TEAMPROJECT"], let repository = environment["BUILD_REPOSITORY_ID"]
    {
      run.forge = .azure(collection: collection, project: project, repository: repository)
      run.tokenVariables = ["NITLESS_TOKEN", "SYSTEM_ACCESSTOKEN"]
      run.number = environment["SYSTEM_PULLREQUEST_PULLREQUESTID"].flatMap { Int($0) }
    } else {
      run.forge = .behind(environment["BUILD_REPOSITORY_URI"], environment)
      run.tokenVariables = run.forge?.usualTokens ?? []
      run.number = environment["SYSTEM_PULLREQUEST_PULLREQUESTNUMBER"].flatMap { Int($0) }
    }
    run.baseBranch = environment["SYSTEM_PULLREQUEST_TARGETBRANCH"]?.branchName
    run.head = environment["SYSTEM_PULLREQUEST_SOURCECOMMITID"] ?? environment["BUILD_SOURCEVERSION"]
    run.isFork = environment["SYSTEM_PULLREQUEST_ISFORK"]?.lowercased() == "true"
    return run
  }
}
