internal import CLibgit2
internal import Quoting

/// Where a repository is and how git would have found it, from a directory and an environment.
struct Location: Sendable {
  /// The directory that relative values of the environment start from.
  var directory: String
  /// `GIT_DIR`.
  var gitDirectory: String?
  /// `GIT_WORK_TREE`.
  var workTree: String?
  /// `GIT_INDEX_FILE`; relative to the top of the work tree.
  var indexFile: String?
  /// `GIT_OBJECT_DIRECTORY`, which a receiving hook gets.
  var objectDirectory: String?
  /// `GIT_ALTERNATE_OBJECT_DIRECTORIES`.
  var alternateDirectories: [String]
  /// All that was given.
  var environment: [String: String]
  /// Whether git may run what the repository's own configuration names.
  var runsItsPrograms = true
  /// `GIT_CEILING_DIRECTORIES`.
  private var ceilings: String?

  init(directory: String, environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.directory = directory
    gitDirectory = value("GIT_DIR").map { $0.resolved(against: directory) }
    workTree = value("GIT_WORK_TREE").map { $0.resolved(against: directory) }
    indexFile = value("GIT_INDEX_FILE")
    ceilings = value("GIT_CEILING_DIRECTORIES")
    let alternates = value("GIT_ALTERNATE_OBJECT_DIRECTORIES")?.split(separator: ":") ?? []
    objectDirectory = value("GIT_OBJECT_DIRECTORY").map { $0.resolved(against: directory) }
    alternateDirectories = alternates.map { String($0).resolved(against: directory) }
    self.environment = environment
  }

  /// The directories besides the repository's own that hold its objects.
  var objectDirectories: [String] { (objectDirectory.map { [$0] } ?? []) + alternateDirectories }

  /// The variables that say where one repository is, and are wrong for every other.
  static let placeVariables: Set<String> = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE",
  ]

  /// The variables that change how one repository is read; `git rev-parse --local-env-vars` lists
  /// them together with those of the place.
  static let readingVariables: Set<String> = [
    "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_GRAFT_FILE",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_QUARANTINE_PATH",
  ]

  /// A repository of its own for a caller that keeps it.
  func open() throws(GitError) -> Owned {
    guard Library.isStarted else { throw GitError(status: -1, summary: "cannot start libgit2") }
    let found = try find()
    guard let place = try bareDirectory(of: found.pointer) else { return try configured(found) }
    return try configured(
      Owned("cannot open the repository at `\(place)`", freedBy: git_repository_free) {
        git_repository_open_ext(
          &$0, place, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_BARE.rawValue, nil)
      })
  }

  private func configured(_ repository: consuming Owned) throws(GitError) -> Owned {
    try addWorkTreeConfiguration(to: repository.pointer)
    if let workTree = try workTreeOutsideConfiguration(of: repository.pointer) {
      try attempt("cannot use the work tree `\(workTree)`") {
        git_repository_set_workdir(repository.pointer, workTree, 0)
      }
    }
    return repository
  }

  /// Adds `config.worktree`, which git reads where `extensions.worktreeConfig` says so and libgit2 does
  /// not.
  private func addWorkTreeConfiguration(to repository: OpaquePointer) throws(GitError) {
    let configuration = try Owned("cannot read the configuration", freedBy: git_config_free) {
      git_repository_config(&$0, repository)
    }
    var isOn: Int32 = 0
    guard
      git_config_get_bool(&isOn, configuration.pointer, "extensions.worktreeconfig") >= 0, isOn != 0,
      let directory = git_repository_path(repository).map({ String(cString: $0) })
    else { return }
    let status = git_config_add_file_ondisk(
      configuration.pointer, directory + "config.worktree", GIT_CONFIG_LEVEL_APP, repository, 0)
    if status < 0, !GitError.isAbsence(status) {
      throw GitError(status: status, summary: "cannot read `\(directory)config.worktree`")
    }
  }

  private func find() throws(GitError) -> Owned {
    let place = gitDirectory ?? directory
    var status: Int32 = 0
    do throws(GitError) {
      return try Owned("cannot open the repository at `\(place)`", freedBy: git_repository_free) {
        status = open(place, into: &$0)
        return status
      }
    } catch {
      throw refined(error, status: status, place: place)
    }
  }

  /// The directory of a repository that git takes for a bare one though nothing says so: a git directory that is named
  /// itself, under another name than `.git`. libgit2 takes the folder around it for a work tree. Nil for any other.
  private func bareDirectory(of repository: OpaquePointer) throws(GitError) -> String? {
    guard workTree == nil, gitDirectory == nil, git_repository_is_bare(repository) == 0,
      git_repository_is_worktree(repository) == 0,
      let place = git_repository_path(repository).map({ String(cString: $0) }), !place.hasSuffix("/.git/"),
      try isConfigured("core.bare", in: repository) == false,
      try isConfigured("core.worktree", in: repository) == false
    else { return nil }
    return place
  }

  private func isConfigured(_ key: String, in repository: OpaquePointer) throws(GitError) -> Bool {
    let configuration = try Owned("cannot read the configuration", freedBy: git_config_free) {
      git_repository_config_snapshot(&$0, repository)
    }
    var value: UnsafePointer<CChar>?
    return git_config_get_string(&value, configuration.pointer, key) >= 0
  }

  private func open(_ place: String, into pointer: inout OpaquePointer?) -> Int32 {
    let noSearch = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    let flags = gitDirectory == nil ? 0 : noSearch
    let status = git_repository_open_ext(&pointer, place, flags, ceilings)
    guard status == GIT_EOWNER.rawValue || GitError.isAbsence(status) else { return status }
    let trust = OwnerTrust(of: place)
    guard trust.isNeeded, trust.isGivenByPattern else { return status }
    return OwnerTrust.withoutValidation {
      git_repository_open_ext(&pointer, place, flags, ceilings)
    }
  }

  private func refined(_ error: GitError, status: Int32, place: String) -> GitError {
    var error = error
    if error.kind == .untrustedOwner
      || GitError.isAbsence(status) && OwnerTrust(of: place).isNeeded
    {
      error.kind = .untrustedOwner
      error.summary = "the repository at `\(place)` belongs to another user"
      error.detail = ""
      error.advice =
        "git config --global --add safe.directory \(OwnerTrust(of: place).path.shellWord)"
    } else if GitError.isAbsence(status) {
      error.kind = .notARepository
      error.summary = "`\(place)` is not in a git repository"
      error.detail = ""
      error.advice = "Run it inside a repository, or name one with --repo DIR"
    }
    return error
  }

  /// `GIT_WORK_TREE`; or, as git has it, the directory itself where `GIT_DIR` is given and neither
  /// the configuration nor a linked work tree says otherwise.
  private func workTreeOutsideConfiguration(
    of repository: OpaquePointer
  ) throws(GitError) -> String? {
    if let workTree { return workTree }
    guard gitDirectory != nil, git_repository_is_bare(repository) == 0,
      git_repository_is_worktree(repository) == 0
    else { return nil }
    return try isConfigured("core.worktree", in: repository) ? nil : directory
  }
}

extension String {
  /// Absolute paths as they are, others below `directory`.
  func resolved(against directory: String) -> String {
    if hasPrefix("/") { return self }
    return directory.hasSuffix("/") ? directory + self : directory + "/" + self
  }
}
