import Foundation

/// Keeps the input at hand, for the case that it ends the process or never ends.
enum Watch {
  nonisolated(unsafe) private static var bytes: UnsafeMutableRawPointer = .allocate(byteCount: capacity, alignment: 1)
  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private(set) static var longest: TimeInterval = 0
  private static let capacity = 1 << 20
  /// How long one input may take, of the processor: a busy machine is no hang.
  private static let seconds = 2
  /// How long it may wait for nothing.
  private static let patience: UInt32 = 120
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
    var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
    setitimer(profiling, &limit, nil)
    alarm(patience)
    let began = clock()
    body()
    longest = max(longest, Double(clock() - began) / Double(CLOCKS_PER_SEC))
    alarm(0)
    limit.it_value.tv_sec = 0
    setitimer(profiling, &limit, nil)
  }

  #if os(Linux)
    private static let profiling = ITIMER_PROF
  #else
    private static let profiling = Int32(ITIMER_PROF)
  #endif

  /// Only what may be done while a signal is handled.
  private static func keep(ending signal: Int32) {
    if let path {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      _ = write(descriptor, bytes, count)
      close(descriptor)
      _ = write(2, "broke: ", 7)
      _ = write(2, path, strlen(path))
      _ = write(2, isEndless(signal) ? ": no end\n" : ": a crash\n", isEndless(signal) ? 9 : 10)
    }
    _exit(1)
  }

  private static func isEndless(_ signal: Int32) -> Bool { signal == SIGALRM || signal == SIGPROF }

  /// The most memory that the process has had.
  static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }
}
