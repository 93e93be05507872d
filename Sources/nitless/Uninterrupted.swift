import Platform
import Synchronization

/// A stretch of work that is done whole before a signal ends the program.
enum Uninterrupted {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let caught = Atomic<Int32>(0)

  /// Whichever thread a signal reaches, it waits until `body` is done.
  static func run<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    caught.store(0, ordering: .sequentiallyConsistent)
    var before: [(signal: Int32, action: sigaction)] = []
    for number in signals {
      var action = sigaction()
      sigaction(number, nil, &action)
      before.append((number, action))
      // Storing a number is one of the few things that may be done while a signal is handled.
      signal(number) { Uninterrupted.caught.store($0, ordering: .sequentiallyConsistent) }
    }
    defer {
      for (signal, handler) in before {
        var action = handler
        sigaction(signal, &action, nil)
      }
      let signal = caught.load(ordering: .sequentiallyConsistent)
      if signal != 0 { raise(signal) }
    }
    return try body()
  }
}
