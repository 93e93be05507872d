import Hosts

/// What a CI run reviews.
struct CIRange {
  /// The commit before the change.
  var from: String
  /// The commit after it: what would land.
  var to: String
  /// The pull request's last commit; not `to` where that is a merge the host made of it.
  var head: String
  /// The commit whose configuration holds for a change from a fork: where the branch that it goes into is now. Whoever
  /// sends the change decides how old a commit it starts from, and so what the merge base says.
  var rules: String
  /// What is compared with what, in words.
  var words: String
}

extension CIRange {
  /// Finds what a run reviews.
  ///
  /// The merge that the host made of the pull request comes first: it is what would land, and its
  /// parent is the base as it is now, not as it was when the pull request was opened.
  init(of run: CIRun, base: String?, through git: CheckoutGit) throws {
    guard let here = git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") else {
      throw Failure("there is no commit checked out", advice: run.checkoutAdvice)
    }
    if let base {
      guard git.ask("rev-parse", "--verify", "--quiet", base + "^{commit}") != nil else {
        throw Failure(
          "cannot find the revision `\(base)` that --base names" + Self.meant(through: git),
          advice: "Name a commit that is in this clone, or leave --base out.\n\(run.checkoutAdvice)")
      }
      self = try Self.since(base, git.ask("rev-parse", "--verify", "--quiet", base + "^{commit}"), here, run, git)
    } else if run.number != nil {
      self = try Self.pullRequest(here, run, git)
    } else {
      self = try Self.push(here, run, git)
    }
  }

  /// The branch that a clone compares with, as the end of a sentence; empty where it does not say.
  private static func meant(through git: CheckoutGit) -> String {
    git.ask("rev-parse", "--abbrev-ref", "origin/HEAD").map { "; the default branch here is `\($0)`" } ?? ""
  }

  private static func pullRequest(_ here: String, _ run: CIRun, _ git: CheckoutGit) throws -> CIRange {
    let parents = git.parents(of: here)
    if parents.count == 2, let head = try head(among: parents, run, git),
      let base = parents.first(where: { $0 != head })
    {
      guard git.fetch([base, head]) else {
        throw shallow("the parents of the merge \(here.prefix(10)) are not in this clone", run)
      }
      let branch = run.baseBranch ?? "the base"
      return CIRange(
        from: base, to: here, head: head,
        // A host that says what the head is has made the merge itself, of the branch as it is.
        rules: run.head == nil ? run.baseBranch.flatMap { git.tip(of: $0) } ?? base : base,
        words: "the pull request merged into \(branch), with \(branch) at \(base.prefix(10))")
    }
    let branch = run.baseBranch ?? run.defaultBranch
    let tip = branch.flatMap { git.tip(of: $0) } ?? run.baseCommit.flatMap { git.fetch([$0]) ? $0 : nil }
    return try since(branch, tip, here, run, git)
  }

  /// Which parent of a merge is the pull request's last commit; nil if the merge is the author's own.
  private static func head(among parents: [String], _ run: CIRun, _ git: CheckoutGit) throws -> String? {
    if let head = run.head { return parents.contains(head) ? head : nil }
    // The host does not say: it is the parent that is not in the base branch.
    guard let tip = run.baseBranch.flatMap({ git.tip(of: $0) }), git.fetch(parents) else { return nil }
    let outside = parents.filter { $0 != tip && !git.can("merge-base", "--is-ancestor", $0, tip) }
    return outside.count == 1 ? outside.first : nil
  }

  private static func since(
    _ branch: String?, _ tip: String?, _ here: String, _ run: CIRun, _ git: CheckoutGit
  ) throws -> CIRange {
    guard let tip else {
      throw Failure(
        branch.map { "cannot find the branch `\($0)` that the change goes into" }
          ?? "no variable of the host names the branch that the change goes into",
        advice: "\(run.checkoutAdvice); or name a commit with --base")
    }
    let name = branch ?? "the base"
    guard let base = git.mergeBase(tip, here) else {
      throw shallow("`\(name)` and the checked-out commit have no common ancestor in this clone", run)
    }
    return CIRange(
      from: base, to: here, head: here, rules: tip,
      words: "\(here.prefix(10)) with \(base.prefix(10)), the merge base with \(name)")
  }

  private static func push(_ here: String, _ run: CIRun, _ git: CheckoutGit) throws -> CIRange {
    if let before = run.pushedFrom, before != here, git.fetch([before]) {
      return CIRange(
        from: before, to: here, head: here, rules: before,
        words: "\(here.prefix(10)) with \(before.prefix(10)), which the push left behind")
    }
    if let branch = run.defaultBranch ?? run.baseBranch, let tip = git.tip(of: branch), tip != here {
      return try since(branch, tip, here, run, git)
    }
    guard let parent = git.parents(of: here).first else {
      throw Failure(
        "\(here.prefix(10)) is the first commit: there is nothing to compare it with",
        advice: "`nitless audit` reviews a whole program")
    }
    guard git.fetch([parent]) else { throw shallow("the parent of \(here.prefix(10)) is not in this clone", run) }
    return CIRange(
      from: parent, to: here, head: here, rules: parent,
      words: "the last commit \(here.prefix(10)) with its parent \(parent.prefix(10)), since \(run.host) "
        + "does not say what was there before")
  }

  private static func shallow(_ what: String, _ run: CIRun) -> Failure {
    Failure(
      "\(what), and more of the history could not be fetched", advice: "\(run.checkoutAdvice)")
  }
}
