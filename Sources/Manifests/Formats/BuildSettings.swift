/// The settings of an `.xcconfig` file.
struct BuildSettings {
  private(set) var values: [String: String] = [:]
  /// The files it includes, as it writes them, in order.
  private(set) var includes: [String] = []

  init(_ source: [UInt8]) {
    for line in String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed
      if line.hasPrefix("#include") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        if parts.count >= 3 { includes.append(String(parts[1])) }
      } else if let sign = line.firstIndex(of: "=") {
        let name = line[..<sign].trimmed
        // `NAME[sdk=…]` holds for some builds only.
        if !name.contains("[") { values[String(name)] = String(line[line.index(after: sign)...].trimmed) }
      }
    }
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  var trimmed: Substring {
    var rest = self
    while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return rest
  }
}
