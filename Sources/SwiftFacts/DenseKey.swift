/// A number that stands for a thing in an array: an index, counted from 0.
///
/// Most look-ups are by one of these, so a table mixes the number itself, with two multiplications and the seed of the
/// table, where the standard hash would run over bytes.
public protocol DenseKey: Hashable {
  var index: Int32 { get }
}

extension DenseKey {
  @inlinable public func _rawHashValue(seed: Int) -> Int { mixed(UInt64(UInt32(bitPattern: index)), seed: seed) }
}

/// Spreads a number over all bits of a word: the hash of whatever a number stands for.
@inlinable public func mixed(_ number: UInt64, seed: Int) -> Int {
  var word = (number &+ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
  word = (word ^ (word >> 32)) &* 0xD6E8_FEB8_6659_FD93
  return Int(truncatingIfNeeded: word ^ (word >> 32))
}
