/// An element of XML 1.0.
struct XML {
  var name: String
  var attributes: KeyValuePairs<String, String?>
  var content: Content

  enum Content {
    case elements([XML])
    case text(String)
  }

  init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ elements: [XML] = []) {
    self.name = name
    self.attributes = attributes
    content = .elements(elements)
  }

  init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
    self.name = name
    self.attributes = attributes
    content = .text(text)
  }

  /// A whole document around the element.
  var document: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines(indent: "").map { $0 + "\n" }.joined()
  }

  private func lines(indent: String) -> [String] {
    let list = attributes.compactMap { name, value in value.map { " \(name)=\"\($0.xmlEscaped)\"" } }.joined()
    switch content {
    case .text(let text):
      let escaped = text.xmlEscaped
      return [indent + (escaped.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(escaped)</\(name)>")]
    case .elements(let elements):
      guard !elements.isEmpty else { return [indent + "<\(name)\(list)/>"] }
      return [indent + "<\(name)\(list)>"] + elements.flatMap { $0.lines(indent: indent + "  ") }
        + [indent + "</\(name)>"]
    }
  }
}

extension String {
  /// The text inside an element or an attribute. XML has no way at all to write most control characters:
  /// their pictures stand for them.
  fileprivate var xmlEscaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      // As in `]]>`, which must not stand in text.
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\r": text += "&#13;"
      case "\t": text += "&#9;"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      case _ where scalar.properties.generalCategory == .control: text += String(scalar).visible.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
