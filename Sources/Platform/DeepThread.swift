/// A thread whose stack is deep enough for deeply nested source.
package struct DeepThread {
  /// In bytes; the system gives what of it is used.
  private static let stackSize = 256 << 20
  /// What a thread of this kind is at.
  private enum Mark: Int {
    /// Some work of its own.
    case apart = 1
    /// A share of some work.
    case shared
  }

  /// What is set for it on a thread says what that is at; nothing on threads of other kinds.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static var current: Mark? { pthread_getspecific(mark).flatMap { Mark(rawValue: Int(bitPattern: $0)) } }

  /// Whether the code that asks runs on one of several that share some work.
  package static var isShared: Bool { current == .shared }

  /// Whether the code that asks has such a stack already.
  package static var isCurrent: Bool { current != nil }

  private let thread: pthread_t

  /// Starts one; nil if the system has no more.
  private init?(at mark: Mark = .apart, stack: Int = stackSize, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stack)
    let work = Unmanaged.passRetained(
      Work {
        pthread_setspecific(Self.mark, UnsafeRawPointer(bitPattern: mark.rawValue))
        body()
      })
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { Self.run($0) }, work.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, { $0.flatMap(Self.run) }, work.toOpaque())
    #endif
    guard status == 0, let thread = Optional(thread) ?? nil else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  /// Does some work as one of several that share it.
  static func sharing(_ body: () -> Void) {
    let outer = pthread_getspecific(mark)
    pthread_setspecific(mark, UnsafeRawPointer(bitPattern: Mark.shared.rawValue))
    body()
    pthread_setspecific(mark, outer)
  }

  /// Begins a thread that shares work with others, and that somebody has to wait for; nil if there is none.
  static func recruit(stack: Int = stackSize, _ body: @escaping @Sendable () -> Void) -> DeepThread? {
    DeepThread(at: .shared, stack: stack, body)
  }

  /// Waits until it has ended: what libraries keep for each thread is given back by then.
  func join() { pthread_join(thread, nil) }

  /// Does the work on a thread that ends with it, and waits: what libraries keep for each thread is given back by then.
  package static func apart(_ body: @escaping @Sendable () -> Void) {
    guard let one = DeepThread(body) else { return body() }
    pthread_join(one.thread, nil)
  }

  /// Does the work on a thread that nobody waits for; false if there is none.
  @discardableResult
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let one = DeepThread(body) else { return false }
    return pthread_detach(one.thread) == 0
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    work.body()
    return nil
  }
}
