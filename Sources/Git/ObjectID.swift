internal import CLibgit2
public import ReviewModel

/// The name of an object: the 20 bytes of its SHA-1.
struct ObjectID: Hashable, Sendable {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt32

  init(_ oid: git_oid) {
    (first, second, third) = withUnsafeBytes(of: oid) { bytes in
      (
        bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
      )
    }
  }

  /// Nil unless `hex` is 40 hexadecimal digits.
  init?(hex: String) {
    var oid = git_oid()
    guard hex.utf8.count == 40, git_oid_fromstr(&oid, hex) == 0 else { return nil }
    self.init(oid)
  }

  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid) { bytes in
      bytes.storeBytes(of: first, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: third, toByteOffset: 16, as: UInt32.self)
    }
    return oid
  }

  /// 40 lower-case hexadecimal digits.
  var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return withUnsafeBytes(of: oid) { bytes in
      String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
        for (index, byte) in bytes.enumerated() {
          text[2 * index] = digits[Int(byte >> 4)]
          text[2 * index + 1] = digits[Int(byte & 15)]
        }
        return 2 * bytes.count
      }
    }
  }

  var blob: BlobID { BlobID(hex: hex) }
}

extension BlobID {
  /// The name that git would give a text.
  public init(hashing text: String) {
    var oid = git_oid()
    var text = text
    text.withUTF8 { _ = git_odb_hash(&oid, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    self = ObjectID(oid).blob
  }

  /// The name that git would give some bytes.
  public init(hashing bytes: [UInt8]) {
    var oid = git_oid()
    bytes.withUnsafeBytes { _ = git_odb_hash(&oid, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    self = ObjectID(oid).blob
  }
}
