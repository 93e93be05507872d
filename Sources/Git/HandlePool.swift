internal import Synchronization

/// Lends openings of one repository, so that several threads read at once without waiting.
final class HandlePool: Sendable {
  private let location: Location
  private let backup: Backup?
  private let idle: Mutex<[Handle]>

  /// Opens the repository once, to see that it can be opened.
  init(_ location: Location) throws(GitError) {
    self.location = location
    try OrdinaryFiles(place: location.gitDirectory ?? location.directory).check()
    let first = try Handle(opening: location)
    backup = first.backup
    idle = Mutex([first])
  }

  /// Calls `body` with a handle that nobody else uses meanwhile; opens one more if all are lent.
  func lend<Result>(_ body: (Handle) throws(GitError) -> Result) throws(GitError) -> Result {
    let handle =
      if let free = idle.withLock({ $0.popLast() }) { free } else {
        try Handle(opening: location, backup: backup)
      }
    defer { idle.withLock { $0.append(handle) } }
    return try body(handle)
  }
}
