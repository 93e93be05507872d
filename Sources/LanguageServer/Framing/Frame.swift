import Platform

/// A message on its way to the client: its headers and its content.
enum Frame {
  /// - Throws: `EncodingError` for a value that JSON cannot say.
  static func text(of message: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    // The same message is to have the same bytes each time.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let content = String(decoding: try encoder.encode(message), as: UTF8.self)
    return "Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
  }
}
