/// What says of bytes that somebody wrote them who knows a secret: SipHash-1-3, with a key of 128 bits.
///
/// The open seal has a key that everybody knows. It finds what a disk damages, and not what somebody forges.
public struct Seal: Sendable {
  private let low: UInt64
  private let high: UInt64

  public static let open = Seal(low: 0, high: 0)
  /// How many bytes a secret has.
  public static let length = 16

  /// Nil unless the secret has `length` bytes.
  public init?(secret: [UInt8]) {
    guard secret.count == Self.length else { return nil }
    (low, high) = secret.withUnsafeBytes { (Self.word($0, 0), Self.word($0, 8)) }
  }

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// What stands for bytes. O(length), eight bytes at a time.
  func mark(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = Rounds(low, high)
    var place = 0
    while place + 8 <= bytes.count {
      state.take(Self.word(bytes, place))
      place += 8
    }
    var rest = UInt64(truncatingIfNeeded: bytes.count) << 56
    for (shift, byte) in bytes[place...].enumerated() { rest |= UInt64(byte) << (8 * UInt64(shift)) }
    state.take(rest)
    return state.end()
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// SipHash's state.
  private struct Rounds {
    var a, b, c, d: UInt64

    init(_ low: UInt64, _ high: UInt64) {
      a = low ^ 0x736f_6d65_7073_6575
      b = high ^ 0x646f_7261_6e64_6f6d
      c = low ^ 0x6c79_6765_6e65_7261
      d = high ^ 0x7465_6462_7974_6573
    }

    mutating func take(_ word: UInt64) {
      d ^= word
      stir()
      a ^= word
    }

    mutating func end() -> UInt64 {
      c ^= 0xff
      for _ in 0..<3 { stir() }
      return a ^ b ^ c ^ d
    }

    private mutating func stir() {
      a &+= b
      c &+= d
      b = Self.turn(b, 13) ^ a
      d = Self.turn(d, 16) ^ c
      a = Self.turn(a, 32)
      c &+= b
      a &+= d
      b = Self.turn(b, 17) ^ c
      d = Self.turn(d, 21) ^ a
      c = Self.turn(c, 32)
    }

    private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
  }
}
