/// Threads with deep stacks that stay for as long as any work is offered, and join in whatever is: to begin a thread
/// costs more than most pieces of work. With the last of the work they end, and what libraries keep for each of them.
package final class Crew: @unchecked Sendable {
  package static let shared = Crew()

  /// Work that others may join in.
  private final class Offer {
    let body: @Sendable () -> Void
    /// How many more may join.
    var places: Int
    /// How many have joined, and are at it still.
    var joined = 0

    init(places: Int, _ body: @escaping @Sendable () -> Void) {
      self.places = places
      self.body = body
    }
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Something is offered.
  private let offered = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The last who joined in some work has left it.
  private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // What follows is read and written by who has the mutex.
  private var offers: [Offer] = []
  /// Those that somebody has to wait for yet, and how many are there.
  private var members: [DeepThread] = []
  private var size = 0
  private var idle = 0

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(offered, nil)
    pthread_cond_init(left, nil)
  }

  /// Does some work here, where the stack is deep already, together with those of the crew who have nothing else to do
  /// or come to have nothing, and waits for the last of them.
  ///
  /// Of several offers the last is taken first: it is a part of what others wait for.
  ///
  /// - Parameters:
  ///   - others: How many may join at most.
  ///   - first: What is done here before, and nowhere else. It may offer work in turn.
  ///   - body: Goes on until nothing is left to begin.
  package func share(with others: Int, after first: () -> Void = {}, _ body: @escaping @Sendable () -> Void) {
    let offer = Offer(places: others, body)
    pthread_mutex_lock(mutex)
    while size < others, let member = DeepThread.recruit({ self.serve() }) {
      members.append(member)
      size += 1
    }
    offers.append(offer)
    for _ in 0..<min(idle, others) { pthread_cond_signal(offered) }
    pthread_mutex_unlock(mutex)
    first()
    DeepThread.sharing(body)
    pthread_mutex_lock(mutex)
    offers.removeAll { $0 === offer }
    while offer.joined > 0 { pthread_cond_wait(left, mutex) }
    var leaving: [DeepThread] = []
    if offers.isEmpty {
      swap(&leaving, &members)
      pthread_cond_broadcast(offered)
    }
    pthread_mutex_unlock(mutex)
    for member in leaving { member.join() }
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    while !offers.isEmpty {
      guard let offer = offers.last(where: { $0.places > 0 }) else {
        idle += 1
        pthread_cond_wait(offered, mutex)
        idle -= 1
        continue
      }
      offer.places -= 1
      offer.joined += 1
      pthread_mutex_unlock(mutex)
      offer.body()
      pthread_mutex_lock(mutex)
      // Nothing of it is left to begin.
      offer.places = 0
      offer.joined -= 1
      if offer.joined == 0 { pthread_cond_broadcast(left) }
    }
    size -= 1
    pthread_mutex_unlock(mutex)
  }
}
