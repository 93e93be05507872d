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

  /// - Parameters:
  ///   - counts: By file, how much it declares.
  ///   - others: How much it declares in a program that is compared with this one.
  ///   - earlier: Of a program with as many files, whose numbers are kept up to where there is no room.
  init(_ counts: [Int], beside others: [Int] = [], like earlier: Numbering? = nil) {
    var places = earlier?.offsets.count == counts.count ? earlier?.offsets : nil
    var offsets: [Int32] = []
    var given: [Int32] = []
    var files: [FileID] = []
    for (index, count) in counts.enumerated() {
      if let at = places?[index], files.count < at {
        files += repeatElement(FileID(index: Int32(max(index - 1, 0))), count: Int(at) - files.count)
      }
      let first = Int32(files.count)
      offsets.append(first)
      given += first..<first + Int32(count)
      // Where one has outgrown its room, those behind it have moved, and are given room anew.
      if let next = places.flatMap({ index + 1 < $0.count ? $0[index + 1] : nil }), first + Int32(count) > next {
        places = nil
      }
      let most = max(count, index < others.count ? others[index] : 0)
      let width = places == nil ? (most / Self.room + 1) * Self.room : count
      files += repeatElement(FileID(index: Int32(index)), count: width)
    }
    (self.offsets, self.given, self.files) = (offsets, given, files)
  }

  /// Above all numbers.
  var end: Int { files.count }

  @inline(__always) func file(of number: Int32) -> FileID { files[Int(number)] }
}
