import Platform

/// git in the clone that a CI host made: asks what is there, and fetches what is not, with whatever
/// credentials the checkout left.
struct CheckoutGit {
  private let program: String
  private let directory: String
  private let environment: [String: String]

  init(in directory: String, environment: [String: String]) throws {
    guard let program = Programs.find("git", in: environment["PATH"] ?? "/usr/bin:/bin") else {
      throw Failure("there is no `git` on the PATH", advice: "Install it (apt-get install git)")
    }
    self.program = program
    self.directory = directory
    var environment = environment
    // Nobody is there to answer.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["LC_ALL"] = "C"
    self.environment = environment
  }

  /// What git prints, without the line break at the end; nil if it fails.
  func ask(_ arguments: String...) -> String? { run(arguments) }

  /// Whether git does it.
  @discardableResult
  func can(_ arguments: String...) -> Bool { run(arguments) != nil }

  private func run(_ arguments: [String]) -> String? {
    guard let outcome = Programs.run(program, ["-C", directory] + arguments, environment: environment),
      outcome.status == 0
    else { return nil }
    return outcome.text.trimming(\.isWhitespace)
  }

  /// The remote that the clone came from; nil if it has none.
  var remote: String? {
    let remotes = ask("remote")?.split(separator: "\n").map(String.init) ?? []
    return remotes.contains("origin") ? "origin" : remotes.first
  }

  var isShallow: Bool { ask("rev-parse", "--is-shallow-repository") == "true" }

  func has(_ commit: String) -> Bool { can("cat-file", "-e", commit + "^{commit}") }

  /// The parents that a commit names, whether or not the clone has them.
  func parents(of commit: String) -> [String] {
    (ask("cat-file", "commit", commit) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("parent ") }.map { String($0.dropFirst(7)) }
  }

  /// Sees to it that commits are there, without their history. Not every host gives single commits away.
  func fetch(_ commits: [String]) -> Bool {
    let missing = commits.filter { !has($0) }
    guard !missing.isEmpty else { return true }
    guard let remote else { return false }
    for commit in missing where !can("fetch", "--quiet", "--no-tags", "--depth=1", remote, commit) {
      can("fetch", "--quiet", "--no-tags", "--deepen=1", remote)
    }
    return commits.allSatisfy(has)
  }

  /// The best common ancestor; deepens a shallow clone until there is one.
  func mergeBase(_ one: String, _ other: String) -> String? {
    var steps = [50, 200, 1000]
    while true {
      if let base = ask("merge-base", one, other), !base.isEmpty { return base }
      guard isShallow, let remote else { return nil }
      if steps.isEmpty {
        guard can("fetch", "--quiet", "--no-tags", "--unshallow", remote) else { return nil }
        return ask("merge-base", one, other)
      }
      guard can("fetch", "--quiet", "--no-tags", "--deepen=\(steps.removeFirst())", remote) else { return nil }
    }
  }

  /// The commit that a branch of the remote is at now; as far as the clone knows, if the remote says nothing.
  func tip(of branch: String) -> String? {
    guard let remote else { return ask("rev-parse", "--verify", "--quiet", "refs/heads/\(branch)^{commit}") }
    let name = "refs/remotes/\(remote)/\(branch)"
    let depth = isShallow ? ["--depth=1"] : []
    _ = run(["fetch", "--quiet", "--no-tags"] + depth + [remote, "+refs/heads/\(branch):\(name)"])
    return ask("rev-parse", "--verify", "--quiet", name + "^{commit}")
      ?? ask("rev-parse", "--verify", "--quiet", "refs/heads/\(branch)^{commit}")
  }
}
