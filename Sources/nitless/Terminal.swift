import Platform

/// What is known of the terminal that a command runs in, if it runs in one.
enum Terminal {
  /// Whether standard output shows colours, unless `--color` says so.
  ///
  /// https://no-color.org goes before https://bixense.com/clicolors.
  static var showsColor: Bool {
    if isSet("NO_COLOR") { return false }
    if let forced = environment["CLICOLOR_FORCE"], !forced.isEmpty, forced != "0" { return true }
    return isatty(STDOUT_FILENO) == 1 && !isDumb
  }

  /// Whether a person can be asked something.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// How many columns standard output has; nil if nobody says.
  static var width: Int? {
    columns(of: STDOUT_FILENO)
      ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// How many columns standard error has, if a line on it can be taken back; nil if not.
  static var rewritableWidth: Int? {
    guard isatty(STDERR_FILENO) == 1, !isDumb else { return nil }
    return columns(of: STDERR_FILENO) ?? 80
  }

  private static let environment = ProcessInfo.processInfo.environment

  private static var isDumb: Bool { environment["TERM"] == "dumb" }

  private static func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
