/// A thread of its own whose code runs only while whoever resumes it waits: a coroutine.
package final class Strand: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let turned = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let body: @Sendable () -> Void
  private var thread: DeepThread?
  /// Whether it is the strand's turn, and not that of who resumes it.
  private var isOwnTurn = false
  /// Whether its code has come to its end.
  package private(set) var isOver = false

  package init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(turned, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(turned)
    mutex.deallocate()
    turned.deallocate()
  }

  /// Lets it run until it pauses or is over; false if the system has no thread for it.
  package func resume() -> Bool {
    pthread_mutex_lock(mutex)
    isOwnTurn = true
    if thread == nil {
      thread = DeepThread.recruit(stack: 64 << 20) { [self] in
        body()
        turn(over: true)
      }
      guard thread != nil else {
        pthread_mutex_unlock(mutex)
        return false
      }
    } else {
      pthread_cond_signal(turned)
    }
    while isOwnTurn { pthread_cond_wait(turned, mutex) }
    let ended = isOver ? thread : nil
    pthread_mutex_unlock(mutex)
    ended?.join()
    return true
  }

  /// Called by its own code: waits until it is resumed.
  package func pause() {
    turn(over: false)
    pthread_mutex_lock(mutex)
    while !isOwnTurn { pthread_cond_wait(turned, mutex) }
    pthread_mutex_unlock(mutex)
  }

  private func turn(over: Bool) {
    pthread_mutex_lock(mutex)
    isOver = over
    isOwnTurn = false
    pthread_cond_signal(turned)
    pthread_mutex_unlock(mutex)
  }
}
