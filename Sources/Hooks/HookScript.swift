import Quoting

/// The text of a hook file that nitless writes: a POSIX shell script.
///
/// It carries a checksum of itself, so that a script that somebody has changed since is told from one
/// that may be taken away.
public struct HookScript: Hashable, Sendable {
  /// Of the whole file.
  public let text: String

  /// - Parameters:
  ///   - program: The absolute path of nitless. Programs with windows give hooks a short `PATH`.
  ///   - predecessor: The name, in the same folder, that a hook which was there before now has.
  public init(_ hook: Hook, program: String, predecessor: String) {
    let body = Self.body(hook, program: program, predecessor: predecessor)
    text = Self.head + Self.checksum(body) + "\n" + body
  }

  /// Whether nitless wrote a hook file, be it as it was or changed since.
  public static func isOurs(_ text: String) -> Bool { text.hasPrefix(head) }

  /// Whether a hook file is to the byte as nitless wrote it, in this version or another.
  public static func isUntouched(_ text: String) -> Bool {
    guard isOurs(text) else { return false }
    let rest = text.dropFirst(head.count)
    guard let end = rest.firstIndex(of: "\n") else { return false }
    return checksum(String(rest[rest.index(after: end)...])) == rest[..<end]
  }

  private static let head = """
    #!/bin/sh
    # Written by nitless, which takes it away again: nitless hook uninstall
    # Checksum of what follows:\u{20}
    """

  private static func body(_ hook: Hook, program: String, predecessor: String) -> String {
    let isPush = hook == .prePush
    // Git leads what other hooks print to its standard error, and keeps its standard output to itself.
    let said = isPush ? #"printf '%s' "$pushed" | "# : ""
    return """
      #
      # Without it, once: \(hook.bypass)
      \(isPush ? "\n" + readPushed : "")
      # What was here before goes first.
      before="${0%/*}/"\(predecessor.quotedForShell)
      if [ -x "$before" ]; then
        \(said)"$before" "$@" || exit
      fi

      nitless=\(program.quotedForShell)
      if [ ! -x "$nitless" ]; then
        nitless=$(command -v nitless) || {
          echo 'error: nitless is not where it was, and not on the PATH: \(hook.stopped)' >&2
          echo '  Install nitless, then: nitless hook install' >&2
          echo '  Without it, once: \(hook.bypass)' >&2
          echo "  For good: delete $0" >&2
          exit 2
        }
      fi
      status=0
      \(said)"$nitless" hook run \(hook.rawValue) "$@"\(isPush ? " >&2" : "") || status=$?
      if [ "$status" -gt 2 ]; then
        echo 'error: nitless did not start, or broke off: \(hook.stopped)' >&2
        echo "  $nitless --version should print its version; else install it again" >&2
        echo '  Without it, once: \(hook.bypass)' >&2
      fi
      exit "$status"

      """
  }

  /// A push's refs are told on the standard input, which both hooks want to read.
  private static let readPushed = """
    pushed=$(cat)
    pushed="${pushed:+$pushed
    }"

    """

  /// FNV-1a, 16 hexadecimal digits.
  private static func checksum(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
