internal import CLibgit2

/// What a tree or the index says about one path.
struct FileVersion: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    case file, executable, symbolicLink, submodule
  }

  var mode: Mode
  /// The blob, or a submodule's commit.
  var id: ObjectID

  /// Whether git can speak of its lines as a program's text: neither a link nor a submodule.
  var isRegular: Bool { mode == .file || mode == .executable }
}

extension FileVersion.Mode {
  /// Nil for a directory and for what no tree may hold.
  init?(_ bits: UInt32) {
    switch bits & 0o170000 {
    case 0o100000: self = bits & 0o100 == 0 ? .file : .executable
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .submodule
    default: return nil
    }
  }
}
