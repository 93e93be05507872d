internal import CLibgit2

extension Handle {
  /// A setting of the repository's own, no user's, by which git would run a program: the first there is.
  var namedProgram: String? {
    var configuration: OpaquePointer?
    guard git_repository_config(&configuration, pointer) >= 0 else { return nil }
    defer { git_config_free(configuration) }
    var entries: OpaquePointer?
    guard git_config_iterator_new(&entries, configuration) >= 0 else { return nil }
    defer { git_config_iterator_free(entries) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, entries) >= 0, let found = entry?.pointee {
      guard found.level.rawValue >= GIT_CONFIG_LEVEL_LOCAL.rawValue, let name = found.name else { continue }
      let value = found.value.map { String(cString: $0) } ?? ""
      if Self.namesProgram(String(cString: name), value) { return String(cString: name) }
    }
    return nil
  }

  /// See "Variables" in git-config's manual. Names come in small letters, but for what is between their dots.
  private static func namesProgram(_ name: String, _ value: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first, let last = parts.last, !value.isEmpty else { return false }
    return switch (first, last) {
    case ("filter", "clean"), ("filter", "smudge"), ("filter", "process"): true
    case ("core", "sshcommand"), ("core", "gitproxy"), ("core", "askpass"), ("core", "alternaterefscommand"): true
    case ("remote", "uploadpack"), ("remote", "vcs"), ("credential", "helper"): true
    case ("remote", "url"), ("url", "insteadof"): value.hasPrefix("ext::") || name.contains("ext::")
    default: false
    }
  }
}
