/// An object that libgit2 allocated for us, freed when its owner goes.
struct Owned: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Calls `open`, which is to store a pointer.
  init(
    _ summary: @autoclosure () -> String, freedBy free: @escaping (OpaquePointer?) -> Void,
    open: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var pointer: OpaquePointer?
    let status = open(&pointer)
    guard status >= 0, let pointer else { throw GitError(status: status, summary: summary()) }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}
