import Foundation

/// Keeps the input at hand, for the case that it ends the process or never ends.
enum Watch {
  nonisolated(unsafe) private static var bytes: UnsafeMutableRawPointer = .allocate(byteCount: capacity, alignment: 1)
  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private(set) static var longest: TimeInterval = 0
  private static let capacity = 1 << 20
  /// How long one input may take of the processor: what else the machine does is no end of ours.
  private static let seconds = 2
  nonisolated(unsafe) private static var folder = "."

  static func begin(keeping folder: String) {
    self.folder = folder
    let stack = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    var alternate = stack_t(ss_sp: stack, ss_flags: 0, ss_size: 1 << 16)
    sigaltstack(&alternate, nil)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGALRM, SIGPROF] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Watch.keep(ending: $0) }
      action.sa_flags = Int32(SA_ONSTACK)
      sigaction(signal, &action, nil)
    }
  }

  static func guarding(_ input: [UInt8], _ target: String, _ body: () -> Void) {
    count = min(input.count, capacity)
    input.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: count) }
    if path.map({ !String(cString: $0).hasSuffix("-\(target)") }) ?? true {
      path = strdup("\(folder)/broke-\(target)")
    }
    limit(to: seconds)
    let began = Date()
    body()
    limit(to: 0)
    longest = max(longest, Date().timeIntervalSince(began))
  }

  /// By the clock it may take much longer, so that waiting for ever is an end as well.
  private static func limit(to seconds: Int) {
    var processor = itimerval()
    processor.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(2), &processor, nil)
    alarm(UInt32(60 * seconds))
  }

  /// Only what may be done while a signal is handled.
  private static func keep(ending signal: Int32) {
    if let path {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      _ = write(descriptor, bytes, count)
      close(descriptor)
      let isEnd = signal == SIGALRM || signal == SIGPROF
      _ = write(2, "broke: ", 7)
      _ = write(2, path, strlen(path))
      _ = write(2, isEnd ? ": no end\n" : ": a crash\n", isEnd ? 9 : 10)
    }
    _exit(1)
  }

  /// The most memory that the process has had.
  static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }
}
