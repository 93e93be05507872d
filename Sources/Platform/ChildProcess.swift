internal import Synchronization

/// A program that was started, with its standard streams; gone when its owner goes.
///
/// `posix_spawn` and not Foundation's `Process`, because a hook waits for it: on Linux it took 2 ms to
/// start git and hear its version, and 36 ms with `Process`.
package struct ChildProcess: ~Copyable {
  /// What the program reads.
  package enum Input {
    /// These bytes, then the end.
    case bytes([UInt8])
    /// What `write` sends, until the process is waited for.
    case pipe
  }

  private let identifier: pid_t
  private var input: Int32?
  private let output: Int32
  private let errors: Int32
  private var isWaitedFor = false

  /// Descriptors that another thread's program would inherit keep pipes open: one start at a time.
  private static let starting = Mutex(())

  /// - Parameters:
  ///   - program: A path, or a name to look for in `PATH`.
  ///   - environment: All there is.
  /// - Returns: Nil if it cannot be started; `lastSystemError` says why.
  package init?(_ program: String, _ arguments: [String], environment: [String: String], input: Input) {
    var streams = Streams()
    guard streams.open(input) else { return nil }
    let started = Self.starting.withLock { _ in
      streams.start(program, [program] + arguments, environment)
    }
    streams.closeTheirs()
    guard let started else {
      streams.closeOurs()
      return nil
    }
    identifier = started
    (self.input, output, errors) = (streams.ourInput, streams.ourOutput, streams.errors)
  }

  deinit {
    if let input { close(input) }
    close(output)
    close(errors)
    if !isWaitedFor { _ = Self.wait(for: identifier) }
  }

  /// Sends all bytes; false if the program reads no more.
  package func write(_ bytes: [UInt8]) -> Bool {
    guard let input else { return false }
    return Self.write(bytes, to: input)
  }

  /// Reads up to the end, or `count` bytes if it is given; nil if they do not come.
  package func read(_ count: Int? = nil) -> [UInt8]? {
    guard let count else { return systemReadAll(output) }
    var content: [UInt8] = []
    content.reserveCapacity(count)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while content.count < count {
      let taken = systemRead(output, &buffer, min(count - content.count, buffer.count))
      if taken <= 0 { return nil }
      content += buffer.prefix(taken)
    }
    return content
  }

  /// Reads a line and takes its end off; nil at the end of the output.
  ///
  /// Byte by byte, so that nothing behind the line is taken: its lines are short.
  package func readLine() -> [UInt8]? {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while systemRead(output, &byte, 1) == 1 {
      if byte[0] == UInt8(ascii: "\n") { return line }
      line.append(byte[0])
    }
    return nil
  }

  /// Waits for the end and returns the exit status, or 128 and the signal's number.
  package mutating func wait() -> Int32 {
    if let input { close(input) }
    input = nil
    isWaitedFor = true
    return Self.wait(for: identifier)
  }

  /// What it has written to its standard error so far.
  package func errorText() -> String {
    guard lseek(errors, 0, SEEK_SET) == 0 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = systemRead(errors, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Runs a program to its end with our own standard streams, so that a person can talk to it.
  ///
  /// - Returns: Its exit status, or 128 and the signal's number; nil if it cannot be started.
  package static func runInTerminal(_ program: String, _ arguments: [String], environment: [String: String]) -> Int32? {
    starting.withLock { _ in Streams.inherited.start(program, [program] + arguments, environment) }.map {
      wait(for: $0)
    }
  }

  private static func wait(for identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return 127 }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { systemWriteAll(descriptor, $0) }
  }
}

/// The ends of the pipes between us and a program.
private struct Streams {
  var ourInput: Int32?
  var ourOutput: Int32 = -1
  /// A file without a name: nobody has to read it while the program runs.
  var errors: Int32 = -1
  private var theirInput: Int32 = -1
  private var theirOutput: Int32 = -1

  /// None of its own: a program that is started with them has ours.
  static let inherited = Streams()

  mutating func open(_ input: ChildProcess.Input) -> Bool {
    guard let file = Self.namelessFile() else { return false }
    errors = file
    switch input {
    case .bytes(let bytes):
      guard let file = Self.namelessFile() else { return failed() }
      theirInput = file
      guard ChildProcess.write(bytes, to: file), lseek(file, 0, SEEK_SET) == 0 else {
        return failed()
      }
    case .pipe:
      guard let (end, start) = Self.pipe() else { return failed() }
      (theirInput, ourInput) = (end, start)
    }
    guard let (end, start) = Self.pipe() else { return failed() }
    (ourOutput, theirOutput) = (end, start)
    return true
  }

  func start(_ program: String, _ arguments: [String], _ environment: [String: String]) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (ours, theirs) in [(theirInput, 0), (theirOutput, 1), (errors, 2)] as [(Int32, Int32)] where ours >= 0 {
      posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    // We may have chosen to hear nothing of broken pipes; that is not to be inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = arguments.map { strdup($0) } + [nil]
    let variables =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    let status = posix_spawnp(&identifier, program, &actions, &attributes, words, variables)
    if status != 0 { errno = status }
    return status == 0 ? identifier : nil
  }

  func closeTheirs() {
    for descriptor in [theirInput, theirOutput] where descriptor >= 0 { close(descriptor) }
  }

  func closeOurs() {
    for descriptor in [ourInput ?? -1, ourOutput, errors] where descriptor >= 0 {
      close(descriptor)
    }
  }

  private func failed() -> Bool {
    closeTheirs()
    closeOurs()
    return false
  }

  /// The end to read from and the one to write to.
  private static func pipe() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard Darwin.pipe(&ends) == 0 else { return nil }
    #else
      guard Glibc.pipe(&ends) == 0 else { return nil }
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func namelessFile() -> Int32? {
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    let descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
    return descriptor < 0 ? nil : descriptor
  }
}
