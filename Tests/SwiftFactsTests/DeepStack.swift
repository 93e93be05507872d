import Foundation

/// Runs `body` on a thread with as deep a stack as the workers of an analysis have.
func onDeepStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 256 << 20
    thread.start()
  }
}
