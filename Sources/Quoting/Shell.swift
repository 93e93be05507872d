extension String {
  /// The text as one word of a POSIX shell.
  package var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { byte in
      byte > 0x7f || "/._-+@:,".utf8.contains(byte) || (0x30...0x39).contains(byte)
        || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
    return isPlain ? self : quotedForShell
  }

  /// The same, always between quotation marks.
  package var quotedForShell: String { "'" + pieces(between: "'").joined(separator: #"'\''"#) + "'" }
}
