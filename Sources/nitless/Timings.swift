import Platform
import Synchronization

/// Where the time of a run went: a phase begins where the one before it ends.
final class Timings: Sendable {
  private struct Phase {
    var name: String
    /// Since the program began.
    var start: Duration
    /// What all threads had used by then.
    var processor: Duration
  }

  /// When the program began; to be asked for first of all.
  static let beginning = ContinuousClock.now

  private let phases = Mutex([Phase(name: "starting", start: .zero, processor: .zero)])

  private let notes = Mutex<[String]>([])

  /// A line below the table.
  func note(_ line: String) { notes.withLock { $0.append(line) } }

  func begin(_ name: String) {
    let phase = Phase(name: name, start: ContinuousClock.now - Self.beginning, processor: Self.processor)
    phases.withLock { $0.append(phase) }
  }

  /// A line for each phase, in the order in which they began, and one for all.
  var table: String {
    let end = Phase(name: "all", start: ContinuousClock.now - Self.beginning, processor: Self.processor)
    let phases = phases.withLock { $0 } + [end]
    let lines = zip(phases, phases.dropFirst()).map { phase, next in
      Self.line(phase.name, next.start - phase.start, next.processor - phase.processor)
    }
    let memory = "peak memory".padded(to: 36) + Self.aligned("\(Self.peakMemory >> 20) MB") + "\n"
    return Self.line("phase", "wall", "processor") + lines.joined() + Self.line("all", end.start, end.processor)
      + memory + notes.withLock { $0.map { $0 + "\n" }.joined() }
  }

  private static func line(_ name: String, _ wall: Duration, _ processor: Duration) -> String {
    line(name, text(wall), text(processor))
  }

  private static func line(_ name: String, _ wall: String, _ processor: String) -> String {
    name.padded(to: 36) + aligned(wall) + aligned(processor) + "\n"
  }

  private static func aligned(_ text: String) -> String {
    String(repeating: " ", count: max(1, 11 - text.count)) + text
  }

  private static func text(_ duration: Duration) -> String {
    let milliseconds = String(Int(duration / .milliseconds(1)))
    let digits = String(repeating: "0", count: max(0, 4 - milliseconds.count)) + milliseconds
    return "\(digits.dropLast(3)).\(digits.suffix(3)) s"
  }

  private static var processor: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// In bytes.
  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    #endif
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
