import Cache
import Platform

/// The seal of whoever runs this, by a secret that lies outside of all repositories.
///
/// A folder that somebody hands over may have records in its `.git`: they are read only where this user has sealed
/// them.
enum UserSeal {
  /// Nil where no secret can be kept.
  static let own: Seal? = folder.flatMap(seal)

  private static var folder: String? {
    let environment = ProcessInfo.processInfo.environment
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/nitless" }
    // A home that is not there is not to be made.
    guard let home = environment["HOME"], home.hasPrefix("/"), access(home, W_OK) == 0 else { return nil }
    return home + "/.local/state/nitless"
  }

  private static func seal(in folder: String) -> Seal? {
    let place = folder + "/seal"
    if let secret = secret(at: place) { return Seal(secret: secret) }
    for end in folder.indices where end > folder.startIndex && folder[end] == "/" {
      mkdir(String(folder[..<end]), 0o700)
    }
    mkdir(folder, 0o700)
    do {
      let draft = try Draft(for: place, mode: 0o600)
      try draft.write((0..<Seal.length).map { _ in UInt8.random(in: 0...255) })
      try draft.put()
    } catch { return nil }
    // Another run may have been the last to put one there.
    return secret(at: place).flatMap(Seal.init)
  }

  /// Nil for what others may have written or can read.
  private static func secret(at place: String) -> [UInt8]? {
    let file = open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
      status.st_uid == geteuid(), status.st_size == Seal.length
    else { return nil }
    return systemReadAll(file)
  }
}
