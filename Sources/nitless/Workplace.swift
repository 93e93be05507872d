import BundledRules
import Platform
import Git
import Quoting
import Reporters
import ReviewModel
import Reviewing
import RuleEngine
import RulePages

/// A repository with the configuration and the rules that hold in it.
struct Workplace {
  /// Nil where a command that can do without is run outside of any.
  var repository: Repository?
  var configuration: Configuration
  var rules: RuleBook
  /// What the configuration's paths are relative to, and what was read of it.
  var tree: WatchedTree
  /// What it and the configurations of folders make of findings.
  var policy: Policy
  /// What counts as standing.
  var baseline: Baseline
  /// What is wrong with the configuration and all that it names.
  var problems: [PageProblem]
  /// What earlier runs have found out; nil where nothing is kept.
  var store: FactsStore?
}

extension RepositoryOptions {
  /// The repository that `--repo` names, or the one that git would find from here.
  func repository() throws -> Repository { try Self.repository(at: directory) }

  /// - Parameter directory: Nil for the repository that git would find from here.
  static func repository(at directory: String?, runsItsPrograms: Bool = true) throws -> Repository {
    let environment = ProcessInfo.processInfo.environment
    guard let directory else { return try Repository(at: Paths.current, environment: environment) }
    var status = stat()
    if directory.contains("://") {
      throw Failure(
        "`--repo \(directory)` is an address, and a folder is wanted here",
        advice: "Clone it first: git clone \(directory.shellWord)")
    }
    guard stat(Paths.absolute(directory), &status) == 0 else {
      throw Failure("there is no folder `\(directory)`", advice: "--repo names a folder of a repository, or a bare one")
    }
    if status.st_mode & S_IFMT != S_IFDIR {
      throw Failure("`\(directory)` is no folder", advice: "--repo names a folder of a repository, or a bare one")
    }
    let others = environment.filter { !Repository.variablesOfOneRepository.contains($0.key) }
    return try Repository(at: Paths.absolute(directory), environment: others, runsItsPrograms: runsItsPrograms)
  }

  /// The repository of a command that has something to say without one.
  func repositoryIfAny() throws -> Repository? {
    do {
      return try repository()
    } catch let error as GitError where error.kind == .notARepository && directory == nil {
      return nil
    }
  }

  /// - Parameter revision: What a bare repository's configuration is read from.
  /// - Parameter withExamples: Whether the command wants the examples of the rules that are built in.
  /// - Parameter builtIn: The rules that are built in, where they have been read.
  func workplace(
    of repository: Repository?, configuredAt revision: String = "HEAD", withExamples: Bool = true,
    builtIn: BuiltInRules? = nil
  ) throws -> Workplace {
    let (name, path, tree) = try configurationFile(of: repository, at: revision)
    return try workplace(
      of: repository, configuredBy: name, shownAs: path, in: tree, withExamples: withExamples, builtIn: builtIn)
  }

  /// The rules and tables that are built in.
  func builtInRules(withExamples: Bool = true) -> BuiltInRules {
    BuiltInRules(
      pages: BundledRules.pages, tables: BundledRules.knowledge, stamp: BundledRules.stamp, threads: threads,
      withExamples: withExamples)
  }

  /// - Parameter name: The configuration's file in a tree; it may not be there.
  func workplace(
    of repository: Repository?, configuredBy name: String, shownAs path: String, in source: any FileTree,
    withExamples: Bool = true, builtIn: BuiltInRules? = nil
  ) throws -> Workplace {
    let tree = WatchedTree(source, places: Self.places(in: source, of: repository))
    var (configuration, problems) =
      try Configuration.read(at: name, of: tree, shownAs: path) ?? (Configuration(path: path), [])
    let rules = try RuleBook(
      builtIn: builtIn ?? builtInRules(withExamples: withExamples), configuration: configuration, in: tree)
    problems = (problems + rules.problems).sorted()
    configuration.path = path
    // A configuration named on the command line is the only one.
    let policy = Policy(
      configuration, in: configurationFile == nil && repository != nil ? tree : nil,
      rules: Dictionary(rules.rules.map { ($0.page.id, $0.isOn) }) { first, _ in first })
    let baseline = try baseline(of: configuration, in: tree, &problems)
    return Workplace(
      repository: repository, configuration: configuration, rules: rules, tree: tree, policy: policy,
      baseline: baseline, problems: problems, store: repository.flatMap { store(for: $0, seal: seal) })
  }

  /// What the repository's configuration says, for a command that asks none of the rules it names.
  func settings(of repository: Repository, at revision: String = "HEAD") throws -> Configuration {
    let (name, path, tree) = try configurationFile(of: repository, at: revision)
    guard let (configuration, problems) = try Configuration.read(at: name, of: tree, shownAs: path) else {
      return Configuration(path: path)
    }
    guard problems.isEmpty else { throw Failure(problems) }
    return configuration
  }

  /// Where paths of a configuration's tree are in the repository.
  private static func places(in tree: any FileTree, of repository: Repository?) -> @Sendable (String) -> [String] {
    guard let folder = tree as? DiskFolder else {
      if let tree = tree as? RevisionTree {
        return { path in
          [path, (try? tree.realPath(of: path)) ?? nil].compactMap(\.self)
            .flatMap { Paths.inRepository($0, from: "/", top: nil).map { [$0] } ?? [] }
        }
      }
      return { path in Paths.inRepository(path, from: "/", top: nil).map { [$0] } ?? [] }
    }
    guard let top = (repository?.workTree).map(Paths.absolute) else { return { _ in [] } }
    let base = Paths.absolute(folder.top)
    return { path in
      let named = Paths.inRepository(path, fromReal: base, realTop: top)
      let real = folder.realPath(of: path).flatMap { Paths.inRepository($0, fromReal: base, realTop: top) }
      return [named, real].compactMap(\.self)
    }
  }

  private func baseline(
    of configuration: Configuration, in tree: any FileTree, _ problems: inout [PageProblem]
  ) throws -> Baseline {
    let path = configuration.baselineFile
    guard let bytes = try tree.content(of: path) else {
      if let obstacle = try tree.obstacle(at: path), let mention = configuration.baseline {
        problems.append(
          PageProblem(
            path: mention.path, position: mention.position, says: "`\(path)` is \(obstacle), and no baseline"))
      }
      return Baseline()
    }
    do {
      return try Baseline(reading: bytes, path: tree.shown(path))
    } catch let error as BaselineError {
      problems.append(
        PageProblem(path: error.path, position: Position(line: 1, column: 1), says: error.says))
      return Baseline()
    }
  }

  /// The file's name in a tree, and as messages have it; there may be no such file.
  private func configurationFile(
    of repository: Repository?, at revision: String
  ) throws -> (name: String, path: String, tree: any FileTree) {
    if let configurationFile {
      let place = Paths.absolute(configurationFile)
      let folder = place.parentPath
      let tree = DiskFolder(at: folder, shownAs: Paths.prefix(of: folder))
      let name = place.lastPathName
      guard try tree.content(of: name) != nil else {
        let isThere = exists(configurationFile)
        throw Failure(
          isThere
            ? "the configuration `\(configurationFile)` is no file"
            : "there is no configuration `\(configurationFile)`",
          advice: "Name an existing file, or leave --config out")
      }
      return (name, configurationFile, tree)
    }
    let name = Configuration.fileName
    guard let tree = try usualTree(of: repository, at: revision) else {
      return (name, name, DiskFolder(at: Paths.current, isClosed: true))
    }
    return (name, tree.shown(name), tree)
  }

  /// Nil where there is no such revision: whoever goes on to read it says so, and a rule can be
  /// explained without any.
  private func usualTree(
    of repository: Repository?, at revision: String
  ) throws -> (any FileTree)? {
    guard let repository, repository.workTree == nil else {
      let top = repository?.workTree ?? Paths.current
      return DiskFolder(at: top, shownAs: Paths.prefix(of: top), isClosed: true)
    }
    do {
      return try RevisionTree(revision, of: repository)
    } catch let error as GitError where error.kind == .unknownRevision {
      return nil
    }
  }
}

extension Workplace {
  /// - Throws: `Failure` if anything is wrong with the configuration.
  func checked() throws -> Workplace {
    guard problems.isEmpty else { throw Failure(problems) }
    return self
  }

  func reviewer(of repository: Repository, threads: Int, status: StatusLine) -> Reviewer {
    reviewer(
      of: repository, threads: threads, isLast: true, progress: { status.show($0) }, note: { status.note($0) })
  }

  /// - Parameters:
  ///   - isLast: Whether the process ends with what the reviewer does first.
  ///   - progress: Told in a few words what is being done, whenever that changes.
  ///   - note: Told how much of what was needed was at hand.
  func reviewer(
    of repository: Repository, threads: Int, isLast: Bool = false, progress: @escaping @Sendable (String) -> Void,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Reviewer {
    let (policy, tree, rules) = (policy, tree, rules)
    return Reviewer(
      repository: repository, inspector: Inspector(rules: rules.switchedOn),
      knowledge: rules.knowledge,
      threads: threads, isExcluded: { policy.excludes($0) }, isVendored: { policy.isVendored($0) },
      judged: { policy.judged($0) },
      generatedMarkers: configuration.generatedMarkers, baseline: baseline,
      ruleNames: rules.rules.map(\.page.id), isConfiguration: { tree.decides($0) }, rulesURL: configuration.rulesURL,
      rulesName: { rules.name }, store: store, isLast: isLast,
      progress: progress, note: note)
  }

  /// Prints a review and ends the command with the status that it comes to.
  ///
  /// - Parameter paths: Folders and files that the command names; all if empty.
  func finish(
    _ all: Review, _ options: ReportOptions, telling selection: SelectionOptions? = nil, paths: [String] = [],
    as form: ReportOptions.Form = .findings
  ) throws -> Never {
    let review = try completed(all, telling: selection, paths: paths)
    try end(selection?.limit.map(review.limited(to:)) ?? review, options, as: form, failingBy: review)
  }

  /// A review with what is asked for, and with what the configuration did to it.
  func completed(
    _ all: Review, telling selection: SelectionOptions? = nil, paths: [String] = []
  ) throws -> Review {
    // What is wrong with a folder's configuration shows once something is said about its files.
    guard policy.problems.isEmpty else { throw Failure(policy.problems) }
    try refuse(nothingLeftOf: all)
    var review =
      try selection?.applied(to: all, rules: rules.rules.map(\.page.id), paths: paths, top: repository?.workTree) ?? all
    review.account.switchedOff = rules.switchedOff
    let silent = (selection?.rules ?? []).compactMap { why(silent: $0, isAudit: review.isAudit) }
    review.notices += silent.map { .remark($0) }
    for rule in rules.switchedOff { review.account.muted[rule] = nil }
    // A folder may want one all the same.
    let told = Set((review.introduced + review.fixed + review.suppressed.map(\.finding)).map(\.rule))
    let muted = Set(rules.switchedOff).subtracting(told)
    review.rules.removeAll { muted.contains($0.id) }
    if configuration.baseline != nil, try tree.content(of: configuration.baselineFile) == nil {
      review.notices.append(
        .remark(
          "there is no baseline `\(configuration.baselineFile)`, which \(configuration.path) names; "
            + "`nitless baseline write` makes it"))
    }
    review.notices += idleGlobs(in: review)
    review.notices += try misnamedConfigurations().map { .remark($0) }
    if review.isAudit { review.notices = Notice.ordered(review.notices) }
    return review
  }

  /// Files that look like a configuration beside the place where one is read, a sentence each: somebody believes that
  /// they hold.
  func misnamedConfigurations() throws -> [String] {
    guard repository != nil, configuration.path.lastPathName == Configuration.fileName else { return [] }
    return try Configuration.mistakenNames.filter { try tree.content(of: $0) != nil }.map {
      "`\($0)` is not read: the configuration is `\(Configuration.fileName)`"
    }
  }

  /// What the configuration says of files that there are not.
  ///
  /// A change, and a part of a program, is told of what narrows it, and of nothing else.
  private func idleGlobs(in review: Review) -> [Notice] {
    var said = configuration.inclusions.map { ("include", $0) }
    let paths = review.account.programPaths
    if review.isAudit, review.account.paths.count == paths.count {
      said +=
        configuration.exclusions.map { ("exclude", $0) }
        + configuration.pathLevels.flatMap { $0.match.map { ("match", $0) } }
    }
    if paths.isEmpty { return [] }
    return said.filter { !paths.contains(where: $0.1.matches) }.map { key, glob in
      .remark("`\(key): \(glob.text)` in \(configuration.path) matches no Swift file of the program")
    }
  }

  /// - Throws: `Failure` where `include:` leaves no file of the program, or the configuration none of what is audited:
  ///   that is a mistake, and no clean program.
  func refuse(nothingLeftOf review: Review) throws {
    let (globs, paths) = (configuration.inclusions, review.account.programPaths)
    if !globs.isEmpty, !paths.isEmpty, !globs.contains(where: { paths.contains(where: $0.matches) }) {
      let names = globs.map { "`include: \($0.text)`" }.joined(separator: ", ")
      throw Failure(
        "\(names) in \(configuration.path) matches no Swift file of the program, so nothing was looked at",
        advice: "Globs are from the repository's top, as `Sources/**`; `nitless config FILE` says what holds for it")
    }
    // A share of an audit may well be empty.
    let account = review.account
    guard review.isAudit, account.shard == nil, account.excluded > 0, account.excluded == account.files else { return }
    let files = account.excluded == 1 ? "the one Swift file is" : "all \(account.excluded) Swift files are"
    throw Failure(
      "\(files) excluded, so nothing was looked at",
      advice: "`nitless config FILE` says what holds for a file: `include:`, `exclude:`, or a folder of others' code")
  }

  /// Why a rule that was asked for by name cannot find anything; nil where it can.
  func why(silent id: String, isAudit: Bool) -> String? {
    guard let rule = rules.rule(id) else { return nil }
    if !rule.isTold {
      return "`\(id)` is off, by itself or by the configuration, which `nitless config` shows"
    }
    guard isAudit, rule.page.search.isComparison else { return nil }
    return "`\(id)` is about a change, so that `nitless review` may find it, and an audit never"
  }

  /// Prints a review as it is and ends the command.
  ///
  /// - Parameter review: The review that the exit status is of, with what the printed one leaves out.
  func end(
    _ printed: Review, _ options: ReportOptions, as form: ReportOptions.Form = .findings, failingBy review: Review
  ) throws -> Never {
    // The process ends here: nobody needs its tables again.
    Unfreed.keep(rules)
    let failingLevel = configuration.failingLevel ?? .bug
    try options.write(printed, root: repository?.workTree, failingFrom: failingLevel, as: form)
    try Self.refuse(missed: review, advice: "The report lists what was skipped and why; mend it")
    throw ExitStatus(of: review, failingFrom: options.failOn ?? failingLevel)
  }

  /// - Throws: `Failure` where not all files were understood that the review is about.
  static func refuse(missed review: Review, advice: String? = nil) throws {
    let missed = review.missed
    guard !missed.isEmpty else { return }
    let names = missed.prefix(3).map(\.path).joined(separator: ", ") + (missed.count > 3 ? ", …" : "")
    let (files, them) = missed.count == 1 ? ("1 file", "it") : ("\(missed.count) files", "them")
    let advice = advice ?? "`nitless review` says why; mend \(them)"
    throw Failure(
      "\(files) could not be understood: \(names)",
      advice: "\(advice), or put \(them) under `exclude:` in \(Configuration.fileName)")
  }
}

extension Configuration {
  /// Where the baseline is, relative to the configuration's folder.
  fileprivate var baselineFile: String { baseline?.text ?? Baseline.fileName }
}
