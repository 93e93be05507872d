import ArgumentParser
import Cache
import Git
import Reviewing

/// `nitless cache`.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "What is kept from one run for the next.",
    discussion: """
      What a file says by itself is found out once for each content, and kept in the folder nitless/ of git's own \
      directory, which linked work trees share. Nothing that is reported depends on it.

      nitless cache info    where it is, and how much there is
      nitless cache clear   removes it; the next run makes it anew

      --no-cache has a run do without, --cache DIR has it keep things elsewhere: Documentation/Cache.md
      """,
    subcommands: [CacheInfoCommand.self, CacheClearCommand.self])
}

/// `nitless cache info`.
struct CacheInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "info", abstract: "Where it is, and how much there is.")

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let folder = try repositoryOptions.cacheFolder(of: repositoryOptions.repository())
    let account = RecordFolder.account(of: folder, seal: repositoryOptions.seal ?? .open)
    let versions = account.versions > 1 ? ", by \(account.versions) versions of nitless" : ""
    try Output.standard.write("\(folder)\n\(account.inWords)\(versions)\n")
  }
}

/// `nitless cache clear`.
struct CacheClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Removes what is kept; the next run makes it anew.")

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let folder = try repositoryOptions.cacheFolder(of: repositoryOptions.repository())
    let account = RecordFolder.account(of: folder, seal: repositoryOptions.seal ?? .open)
    guard RecordFolder.clear(folder) else {
      throw Failure("cannot remove what is in `\(folder)`", advice: "Let this user write there")
    }
    let removed = account.versions == 0 ? "nothing was kept" : account.inWords + ", removed"
    try Output.standard.write("\(folder)\n\(removed)\n")
  }
}

extension RecordFolder.Account {
  /// `812 records, 3 MB`.
  fileprivate var inWords: String {
    let megabytes = (size + 524_288) >> 20
    return "\(records) \(records == 1 ? "record" : "records"), "
      + (megabytes == 0 && size > 0 ? "less than 1 MB" : "\(megabytes) MB")
  }
}

extension RepositoryOptions {
  /// Where a repository's records are kept.
  func cacheFolder(of repository: Repository) -> String {
    cache.map(Paths.absolute) ?? repository.commonDirectory + "/nitless"
  }

  /// What earlier runs have found out of a repository; nil where nothing is to be kept.
  ///
  /// - Parameters:
  ///   - seal: Whose records are read; nil for nobody's.
  ///   - isReadOnly: Whether this run leaves nothing for others.
  func store(for repository: Repository, seal: Seal?, isReadOnly: Bool = false) -> FactsStore? {
    // Where objects are replaced, a content's name does not say what it is.
    guard !isForgetful, let seal, (try? repository.hasReplacedObjects) == false else { return nil }
    return FactsStore(
      records: RecordFolder(
        at: cacheFolder(of: repository), stamp: FactsStore.stamp, seal: seal, isReadOnly: isReadOnly))
  }

  /// Whoever names a folder trusts it; git's own may have come with the repository.
  var seal: Seal? { cache == nil ? UserSeal.own : .open }
}
