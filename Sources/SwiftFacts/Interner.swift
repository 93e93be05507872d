import Synchronization

/// The one table of names. It only grows, so a symbol is good for as long as the process runs.
///
/// It is in parts, so that threads which meet new names seldom wait for each other. What is known of a name is read
/// without a lock: it was written before anybody had the symbol, and never moves.
final class Interner: Sendable {
  static let shared = Interner()

  /// What is known of one name.
  private struct Entry: ~Copyable {
    let text: String
    /// Its words, once somebody has asked: a retained `NameWords`.
    let words = Atomic<UnsafeRawPointer?>(nil)
  }

  /// The names of one part, by their texts.
  private final class Part: Sendable {
    let ids = Mutex<[String: UInt32]>([:])
  }

  private static let partBits = 4
  private static let chunkBits = 15
  /// As many as there are names of 30 bits.
  private static let chunksOfPart = 1 << (30 - partBits - chunkBits)

  private let parts = (0..<1 << partBits).map { _ in Part() }
  /// By part and chunk; each is written once, under the lock of its part.
  nonisolated(unsafe) private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>

  private init() {
    let count = Self.chunksOfPart << Self.partBits
    chunks = .allocate(capacity: count)
    chunks.initialize(repeating: nil, count: count)
  }

  func symbol(for text: String) -> Symbol {
    let part = Self.part(of: text)
    return parts[part].ids.withLock { ids in
      let place = ids.count
      let next = UInt32(truncatingIfNeeded: place << Self.partBits | part) << 2 | Self.flags(text)
      // One look-up finds the text or enters it.
      let id = { (id: inout UInt32) in id }(&ids[text, default: next])
      if id == next { enter(text, at: place, of: part) }
      return Symbol(id: id)
    }
  }

  private func enter(_ text: String, at place: Int, of part: Int) {
    let number = part * Self.chunksOfPart + place >> Self.chunkBits
    let chunk = chunks[number] ?? .allocate(capacity: 1 << Self.chunkBits)
    chunks[number] = chunk
    (chunk + place & (1 << Self.chunkBits - 1)).initialize(to: Entry(text: text))
  }

  /// Which part a name is in, by its ends and its length.
  private static func part(of text: String) -> Int {
    var hash = text.utf8.count
    for byte in text.utf8.prefix(6) { hash = hash &* 31 &+ Int(byte) }
    for byte in text.utf8.suffix(3) { hash = hash &* 31 &+ Int(byte) }
    let mixed = UInt64(bitPattern: Int64(hash)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> (64 - UInt64(partBits)))
  }

  private static func flags(_ text: String) -> UInt32 {
    guard let first = text.unicodeScalars.first else { return 0 }
    switch first {
    case "A"..."Z": return 1
    case "a"..."z", "_": return 0
    default: return first.isASCII || !first.properties.isAlphabetic ? 2 : first.properties.isUppercase ? 1 : 0
    }
  }

  /// Nil for a symbol that nobody was given.
  private func entry(of symbol: Symbol) -> UnsafeMutablePointer<Entry>? {
    let number = Int(symbol.id >> 2)
    let (part, place) = (number & (1 << Self.partBits - 1), number >> Self.partBits)
    return chunks[part * Self.chunksOfPart + place >> Self.chunkBits].map { $0 + place & (1 << Self.chunkBits - 1) }
  }

  func text(of symbol: Symbol) -> String { entry(of: symbol)?.pointee.text ?? "" }

  /// The words of a name, taken apart by whoever asks first; twice where two threads ask at once, and the same.
  func words(of symbol: Symbol) -> NameWords {
    guard let entry = entry(of: symbol) else { return NameWords("") }
    if let known = entry.pointee.words.load(ordering: .acquiring) {
      return Unmanaged<NameWords>.fromOpaque(known).takeUnretainedValue()
    }
    let made = NameWords(entry.pointee.text)
    let kept = Unmanaged.passRetained(made)
    let (isFirst, _) = entry.pointee.words.compareExchange(
      expected: nil, desired: UnsafeRawPointer(kept.toOpaque()), ordering: .acquiringAndReleasing)
    if !isFirst { kept.release() }
    return made
  }
}
