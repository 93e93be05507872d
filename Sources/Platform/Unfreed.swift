/// What is not taken apart: the process ends before anybody could need its memory again, and the system takes that
/// back in one piece.
package enum Unfreed {
  private final class Box: Sendable {
    let content: any Sendable
    init(_ content: any Sendable) { self.content = content }
  }

  /// Keeps something for good.
  package static func keep(_ content: any Sendable) { _ = Unmanaged.passRetained(Box(content)) }
}
