extension String {
  /// The text as one component of an address's path.
  package var addressComponent: String { percentEncoded(but: "-._~") }

  /// A path as a relative address, byte by byte.
  package var relativeAddress: String { percentEncoded(but: "-._~/") }

  private func percentEncoded(but plain: String) -> String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where plain.utf8.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    return text
  }
}
