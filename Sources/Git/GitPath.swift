internal import ReviewModel

/// A path as git keeps it: bytes, relative to the repository's root, with `/`.
struct GitPath: Hashable, Comparable, Sendable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(cString: UnsafePointer<CChar>) {
    let length = UnsafeRawPointer(cString).cStringLength
    bytes = Array(UnsafeRawBufferPointer(start: cString, count: length))
  }

  /// The path for people and reports; bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var isSwift: Bool { bytes.isSwiftFileName }

  /// Whether the file says which modules there are.
  var isManifest: Bool {
    ManifestKind(path: String(decoding: baseName, as: UTF8.self)) != nil
  }

  /// Whether the file is one of a snapshot's.
  var isRead: Bool { isSwift || isManifest }

  /// What follows the last `/`.
  var baseName: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  func appending(_ name: [UInt8]) -> GitPath {
    bytes.isEmpty ? GitPath(bytes: name) : GitPath(bytes: bytes + [UInt8(ascii: "/")] + name)
  }

  /// Calls `body` with the path as C wants it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  /// The order of git's trees and index: byte by byte.
  static func < (left: GitPath, right: GitPath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension [UInt8] {
  var isSwiftFileName: Bool { suffix(6).elementsEqual(".swift".utf8) }
}

extension UnsafeRawPointer {
  fileprivate var cStringLength: Int {
    var length = 0
    while load(fromByteOffset: length, as: UInt8.self) != 0 { length += 1 }
    return length
  }
}
