/// How the protocol names files: `file:///home/ada/Mail%20box/Sources/App.swift`.
enum DocumentURI {
  /// The absolute path that a URI names; nil if it names no file of this machine.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    var rest = uri.dropFirst(scheme.count)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.first == "/" else { return nil }
    var bytes: [UInt8] = []
    var encoded = Array(rest.prefix { $0 != "#" && $0 != "?" }.utf8)[...]
    while let byte = encoded.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(validating: encoded.prefix(2), as: UTF8.self), digits.utf8.count == 2,
        digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      encoded = encoded.dropFirst(2)
    }
    // No system has longer paths; one of a hundred thousand folders would be looked for in each of them.
    guard bytes.count <= 4_096, let path = String(validating: bytes, as: UTF8.self) else { return nil }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The URI of an absolute path.
  static func uri(of path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = "file://"
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if isPlain(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/": true
    default: false
    }
  }
}
