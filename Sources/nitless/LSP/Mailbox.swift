import Dispatch
import Synchronization

/// Where threads leave what one thread takes.
final class Mailbox<Mail: Sendable>: Sendable {
  private let waiting = Mutex<[Mail]>([])
  private let bell = DispatchSemaphore(value: 0)

  func put(_ mail: Mail) {
    waiting.withLock { $0.append(mail) }
    bell.signal()
  }

  /// All that was left since the last time, in its order; waits until there is something.
  func take() -> [Mail] {
    while true {
      bell.wait()
      let mail = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      // It rings once for each, and several may be taken at once.
      if !mail.isEmpty { return mail }
    }
  }
}
