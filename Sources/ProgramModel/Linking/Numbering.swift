/// The numbers of what files declare, counted through all of them in their order.
///
/// Behind those of a file there is room, so that what is added to one file leaves the numbers in all others as they
/// were, and what is known by them can be taken over.
struct Numbering: Sendable {
  /// By file, the first of its numbers.
  let offsets: [Int32]
  /// Those that something has, in order.
  let given: [Int32]
  /// By number, given or not.
  private let files: [FileID]

  private static let room = 16

  /// - Parameter counts: By file, how much it declares.
  init(_ counts: [Int]) {
    var offsets: [Int32] = []
    var given: [Int32] = []
    var files: [FileID] = []
    for (index, count) in counts.enumerated() {
      let first = Int32(files.count)
      offsets.append(first)
      given += first..<first + Int32(count)
      files += repeatElement(FileID(index: Int32(index)), count: (count / Self.room + 1) * Self.room)
    }
    (self.offsets, self.given, self.files) = (offsets, given, files)
  }

  /// Above all numbers.
  var end: Int { files.count }

  @inline(__always) func file(of number: Int32) -> FileID { files[Int(number)] }
}
