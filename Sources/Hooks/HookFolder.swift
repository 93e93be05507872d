import Platform

/// The folder that git runs hooks from.
public struct HookFolder: Sendable {
  /// Absolute.
  public let path: String

  public init(at path: String) { self.path = path }

  /// What was done, or did not have to be.
  public enum Outcome: Hashable, Sendable {
    case installed
    /// Installed; what was there runs first and is now called this.
    case installedBefore(predecessor: String)
    /// It was there already and is brought up to date.
    case updated
    case alreadyThere
    case removed
    /// Removed, and what was there before is back.
    case restored
    case notThere
  }

  /// Writes a hook; one that is there stays, under another name, and goes first.
  ///
  /// - Parameter program: The absolute path of nitless.
  /// - Throws: `HookProblem` where something would be lost; an error of Foundation's where the folder
  ///   cannot be written.
  public func install(_ hook: Hook, program: String) throws -> Outcome {
    let (place, before) = (path(of: hook), predecessorPath(of: hook))
    let script = HookScript(hook, program: program, predecessor: predecessor(of: hook))
    let present = try text(at: place)
    if let present, HookScript.isOurs(present) {
      if present == script.text, isExecutable(place) { return .alreadyThere }
      guard HookScript.isUntouched(present) else { throw HookProblem.changed(place) }
      try put(script, at: place, over: true)
      return .updated
    }
    if exists(place) {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) {
        throw HookProblem.linked(place, to: target, hook)
      }
      guard !exists(before) else { throw HookProblem.occupied(before, by: hook) }
      let draft = try draft(script, for: place)
      do {
        try FileManager.default.moveItem(atPath: place, toPath: before)
      } catch {
        try? FileManager.default.removeItem(atPath: draft)
        throw error
      }
      try FileManager.default.moveItem(atPath: draft, toPath: place)
      return .installedBefore(predecessor: predecessor(of: hook))
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try put(script, at: place, over: false)
    return exists(before) ? .installedBefore(predecessor: predecessor(of: hook)) : .installed
  }

  /// Takes a hook of ours away and puts back what was there before it, as it was.
  ///
  /// - Throws: `HookProblem` if somebody has changed it since.
  public func uninstall(_ hook: Hook) throws -> Outcome {
    let (place, before) = (path(of: hook), predecessorPath(of: hook))
    guard let present = try text(at: place), HookScript.isOurs(present) else { return .notThere }
    guard HookScript.isUntouched(present) else { throw HookProblem.changed(place) }
    try FileManager.default.removeItem(atPath: place)
    guard exists(before) else { return .removed }
    try FileManager.default.moveItem(atPath: before, toPath: place)
    return .restored
  }

  /// Whether a hook of ours is there.
  public func hasOwnHook(_ hook: Hook) -> Bool {
    guard let text = try? text(at: path(of: hook)) else { return false }
    return HookScript.isOurs(text)
  }

  /// Whether another hook than ours is there and holds a text.
  func hasForeignHook(_ hook: Hook, saying words: String) -> Bool {
    guard let text = try? text(at: path(of: hook)) else { return false }
    return !HookScript.isOurs(text) && text.contains(words)
  }

  public func path(of hook: Hook) -> String { path + "/" + hook.rawValue }

  private func predecessor(of hook: Hook) -> String { hook.rawValue + ".before-nitless" }

  private func predecessorPath(of hook: Hook) -> String { path + "/" + predecessor(of: hook) }

  /// Links that point nowhere are there too.
  private func exists(_ place: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: place)) != nil
  }

  private func isExecutable(_ place: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: place)
  }

  /// Nil if there is no file, or a link to none.
  private func text(at place: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: place) else { return nil }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: place)), as: UTF8.self)
  }

  /// The script, whole and executable, under a name that git does not run.
  private func draft(_ script: HookScript, for place: String) throws -> String {
    let draft = place + ".nitless-draft"
    try? FileManager.default.removeItem(atPath: draft)
    do {
      try Data(script.text.utf8).write(to: URL(fileURLWithPath: draft), options: .withoutOverwriting)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: draft)
    } catch {
      try? FileManager.default.removeItem(atPath: draft)
      throw error
    }
    return draft
  }

  private func put(_ script: HookScript, at place: String, over: Bool) throws {
    let draft = try draft(script, for: place)
    if over { try FileManager.default.removeItem(atPath: place) }
    try FileManager.default.moveItem(atPath: draft, toPath: place)
  }
}

/// Why a hook is left as it is.
public enum HookProblem: Error, Hashable, Sendable {
  /// A hook of ours that somebody has changed.
  case changed(String)
  /// The name that the hook which is there would get is taken.
  case occupied(String, by: Hook)
  /// A link, whose program may ask by which name it was called.
  case linked(String, to: String, Hook)

  public var summary: String {
    switch self {
    case .changed(let path): "`\(path)` was changed after nitless wrote it"
    case .linked(let path, let target, _):
      "`\(path)` is a link to `\(target)`, which would be called by another name than it expects"
    case .occupied(let path, let hook):
      "there is a \(hook.rawValue) hook, and `\(path)`, which it would have to be renamed to"
    }
  }

  public var advice: String {
    switch self {
    case .changed: "Move what was added to it elsewhere and delete the file, then run this again"
    case .linked(_, _, let hook): "Add this line to what it leads to: nitless hook run \(hook.rawValue) \"$@\""
    case .occupied(_, let hook):
      "Delete the one that is not needed; or add this line to the hook: nitless hook run \(hook.rawValue) \"$@\""
    }
  }
}
