internal import Platform

/// A file of records with a sorted index before them, mapped and never written again.
///
/// Twenty-four bytes of head: the eight letters of `magic`, the number of records, the mark of the index. Then for
/// each record 48 bytes: its key, where it begins, its length, its mark. All numbers have their lowest byte first.
/// A mark is what a seal makes of bytes.
///
/// `@unchecked Sendable`: the mapped bytes are only ever read.
final class Pack: @unchecked Sendable {
  let path: String
  let count: Int
  private let bytes: UnsafeRawBufferPointer
  private let seal: Seal

  private static let magic = Array("nitpack2".utf8)
  private static let head = 24
  private static let entry = RecordKey.length + 24

  /// Nil for what is no whole pack: it may be of an older form, damaged, or sealed by somebody else.
  init?(at path: String, seal: Seal) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size >= Self.head, let size = Int(exactly: status.st_size),
      let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
    self.path = path
    self.seal = seal
    let declared = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
    count = Int(clamping: declared)
    let isWhole =
      bytes.starts(with: Self.magic) && count <= size / Self.entry && Self.head + count * Self.entry <= size
      && seal.mark(of: UnsafeRawBufferPointer(rebasing: bytes[Self.head..<Self.head + count * Self.entry]))
        == bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian
    guard isWhole else { return nil }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// In bytes.
  var size: Int { bytes.count }

  /// What records take in a pack, in bytes.
  static func size(of records: some Collection<[UInt8]>) -> Int {
    records.reduce(head) { $0 + entry + $1.count }
  }

  /// A record; nil if there is none, or if it is damaged. O(log records + its length).
  func record(_ key: RecordKey) -> UnsafeRawBufferPointer? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if compare(middle, key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low < count && compare(low, key) == 0 ? record(at: low) : nil
  }

  func key(at index: Int) -> RecordKey {
    let start = Self.head + index * Self.entry
    return RecordKey(bytes: Array(bytes[start..<start + RecordKey.length]))
  }

  /// Nil if it is damaged.
  func record(at index: Int) -> UnsafeRawBufferPointer? {
    let entry = Self.head + index * Self.entry + RecordKey.length
    let start = Int(clamping: bytes.loadUnaligned(fromByteOffset: entry, as: UInt64.self).littleEndian)
    let length = Int(clamping: bytes.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self).littleEndian)
    guard start <= size, length <= size - start else { return nil }
    let record = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
    let mark = bytes.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self).littleEndian
    return seal.mark(of: record) == mark ? record : nil
  }

  private func compare(_ index: Int, _ key: RecordKey) -> Int32 {
    guard let start = bytes.baseAddress else { return 0 }
    return key.bytes.withUnsafeBytes { key in
      key.baseAddress.map { memcmp(start + Self.head + index * Self.entry, $0, RecordKey.length) } ?? 0
    }
  }

  /// A record as an index lists it.
  struct Entry {
    var key: RecordKey
    var length: Int
    var mark: UInt64

    init(_ key: RecordKey, _ bytes: UnsafeRawBufferPointer, _ seal: Seal) {
      self.key = key
      length = bytes.count
      mark = seal.mark(of: bytes)
    }
  }

  /// The bytes of a pack before its records, and the name that they make.
  ///
  /// - Parameter entries: Sorted by key, no key twice.
  static func front(of entries: [Entry], seal: Seal) -> (bytes: [UInt8], name: String) {
    var index: [UInt8] = []
    index.reserveCapacity(entries.count * entry)
    var start = UInt64(head + entries.count * entry)
    for record in entries {
      index += record.key.bytes
      index += word(start) + word(UInt64(record.length)) + word(record.mark)
      start += UInt64(record.length)
    }
    let mark = index.withUnsafeBytes(seal.mark(of:))
    let digits = String(mark, radix: 16)
    return (
      magic + word(UInt64(entries.count)) + word(mark) + index,
      String(repeating: "0", count: 16 - digits.count) + digits
    )
  }

  private static func word(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
