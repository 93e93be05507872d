import Quoting

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
    let list = attributes.compactMap { name, value in value.map { " \(name)=\"\($0.xml)\"" } }.joined()
    switch content {
    case .text(let text):
      let escaped = text.xml
      return [indent + (escaped.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(escaped)</\(name)>")]
    case .elements(let elements):
      guard !elements.isEmpty else { return [indent + "<\(name)\(list)/>"] }
      return [indent + "<\(name)\(list)>"] + elements.flatMap { $0.lines(indent: indent + "  ") }
        + [indent + "</\(name)>"]
    }
  }
}
