extension Vocabulary {
  /// What source alone says of each kind, and what a message may then name: the tables of `Rules/README.md`.
  public static var summary: String {
    let everywhere = Attribute.allCases.filter { $0.readOff.isSuperset(of: Kind.findable) }
    let found = Kind.allCases.filter { $0.isReadOff && Kind.findable.contains($0) }.map { kind in
      let names = kind.placeholders.map { "`{\($0.name)}`" }.joined(separator: " ")
      return "| `\(kind.rawValue)` | \(words(of: kind, besides: everywhere)) | \(names) |"
    }
    let named: [(Kind, String)] = [
      (.scope, "what is `inside:`"), (.member, "what it `has:`"),
      (.object, "what is `captured:`, a `receiver:`, a `$NAME`"),
    ]
    let others = named.map { "| \($1) | \(words(of: $0, besides: everywhere)) | |" }
    let common = everywhere.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return """
      Of all of them: \(common). Of a kind, with the words of its list that source alone says:

      | of | can be asked | a message names |
      | --- | --- | --- |
      \((found + others).joined(separator: "\n"))

      """
  }

  private static func words(of kind: Kind, besides common: [Attribute]) -> String {
    Attribute.allCases.filter { $0.readOff.contains(kind) && !common.contains($0) }.map { attribute in
      let name = "`\(attribute.rawValue)`"
      guard let words = attribute.readOffWords(of: kind), case .choice(let list) = attribute.shape else { return name }
      // In the order of the list.
      return name + ": " + list.map(\.word).filter(words.contains).joined(separator: " · ")
    }.joined(separator: ", ")
  }
}
