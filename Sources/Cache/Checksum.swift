/// Tells whether bytes are those that were written. Finds what a disk damages, not what somebody forges.
enum Checksum {
  /// O(length), eight bytes at a time.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      hash = mix(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
    hash = mix(hash, rest)
    return mix(hash, hash >> 32)
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    return product.high ^ product.low &+ 0xe703_7ed1_a0b4_28db
  }
}
