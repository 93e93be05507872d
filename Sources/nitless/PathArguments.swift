import Platform
import Git
import ReviewModel
import RulePages

/// Commits and paths that stand beside each other on a command line.
extension RepositoryOptions {
  /// Whether `--` stands before all names: the parser takes it away.
  static func areAllPaths(_ names: [String]) -> Bool {
    let behind = CommandLine.arguments.drop { $0 != "--" }.dropFirst()
    return !behind.isEmpty && behind.count >= names.count
  }

  static func isRevision(_ name: String, of repository: Repository) throws -> Bool {
    do {
      _ = try repository.snapshot(of: name)
      return true
    } catch let error where error.kind == .unknownRevision {
      return false
    }
  }

  /// Says which branch was probably meant, where the work fails for a revision that there is not.
  ///
  /// - Parameter range: A revision, or two with dots between, as it was written.
  func suggesting<Result>(_ range: String?, in repository: Repository, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as GitError where error.kind == .unknownRevision {
      let parts = (range ?? "").split(separator: "..").map { $0.drop { $0 == "." } }
      guard let part = parts.first(where: { error.summary.contains("`\($0)`") }) else { throw error }
      throw Failure(error.summary + Self.meant(by: String(part), in: repository), advice: error.advice)
    }
  }

  /// Which branch or tag was probably meant by a name that none has, as the end of a sentence; empty if none was.
  static func meant(by name: String, in repository: Repository) -> String {
    if let near = nearest(to: name, among: repository.branchesAndTags) { return "; did you mean `\(near)`?" }
    // A page that says `main` means the default branch, whatever it is called here.
    return repository.defaultBranch(for: name).map { "; the default branch here is `\($0)`" } ?? ""
  }

  /// Whether something is on the disk under a name, seen from where paths are written from.
  func exists(_ name: String) -> Bool {
    let base = Paths.absolute(directory ?? Paths.current)
    return FileManager.default.fileExists(atPath: name.hasPrefix("/") ? name : base + "/" + name)
  }

  /// Whether a regular file is at a place, perhaps by a link.
  static func isFile(_ place: String) -> Bool {
    var status = stat()
    return stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Refuses paths at which there is nothing: no file of the work tree, and none of the change.
  ///
  /// - Parameter paths: As the repository has them.
  /// - Parameter forCommits: What to do where a commit is named in their place.
  func refuse(
    _ paths: [String], nowhereIn review: Review, of repository: Repository,
    forCommits: String = "Two commits to compare are written with dots between: nitless review A..B"
  ) throws {
    guard let top = repository.workTree else { return }
    // Among others, as a shell writes them, such a file is left out; alone it is a mistake.
    func isOther(_ path: String) -> Bool { Self.isFile(top + "/" + path) && !path.hasSuffix(".swift") }
    if let path = paths.first, paths.allSatisfy(isOther) {
      throw Failure(
        "`\(path)` is no Swift file, so there is nothing to say about it", advice: "Name a Swift file, or a folder")
    }
    for path in paths where !FileManager.default.fileExists(atPath: top + "/" + path) {
      guard !review.account.paths.contains(where: { Paths.isWithin($0, path) }) else { continue }
      if try Self.isRevision(path, of: repository) {
        throw Failure("`\(path)` is a commit, and a folder or a file is wanted here", advice: forCommits)
      }
      throw Failure("there is no file or folder `\(path)`", advice: "Folders and files are named from where you are")
    }
  }

  /// Paths as the repository has them.
  ///
  /// - Throws: `Failure` for one that lies outside.
  func paths(_ names: [String], in repository: Repository) throws -> [String] {
    let base = directory ?? Paths.current
    return try names.map { path in
      guard let inside = Paths.inRepository(path, from: Paths.absolute(base), top: repository.workTree) else {
        throw Failure(
          "`\(path)` lies outside the repository",
          advice: "Name a folder or file of it, or another repository with --repo DIR")
      }
      return inside
    }
  }
}
