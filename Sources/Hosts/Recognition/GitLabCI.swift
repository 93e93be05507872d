extension CIHost {
  /// A merge request's pipeline stands on its last commit, or on the merge that GitLab made of it
  /// ("merged results"), whose commits are in `CI_MERGE_REQUEST_SOURCE_BRANCH_SHA` and
  /// `CI_MERGE_REQUEST_TARGET_BRANCH_SHA`.
  static let gitlabCI = CIHost(name: "GitLab CI", isMet: { $0["GITLAB_CI"] != nil }) { environment, _ in
    var run = CIRun(
      host: "GitLab CI", checkoutAdvice: "Give the job `variables: { GIT_DEPTH: 0 }`")
    if let api = environment["CI_API_V4_URL"],
      let project = environment["CI_MERGE_REQUEST_PROJECT_ID"] ?? environment["CI_PROJECT_ID"]
    {
      run.forge = .gitlab(api: api, project: project)
    }
    // The job's own token may not write discussions.
    run.tokenVariables = ["NITLESS_TOKEN", "GITLAB_TOKEN", "GITLAB_ACCESS_TOKEN"]
    run.number = environment["CI_MERGE_REQUEST_IID"].flatMap { Int($0) }
    run.baseBranch = environment["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"]
    run.baseCommit = environment["CI_MERGE_REQUEST_DIFF_BASE_SHA"]
    run.head = environment["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] ?? environment["CI_COMMIT_SHA"]
    if let source = environment["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"],
      let target = environment["CI_MERGE_REQUEST_PROJECT_ID"]
    {
      run.isFork = source != target
    }
    if run.number == nil { run.pushedFrom = environment["CI_COMMIT_BEFORE_SHA"]?.commitOrNil }
    run.defaultBranch = environment["CI_DEFAULT_BRANCH"]
    return run
  }
}
