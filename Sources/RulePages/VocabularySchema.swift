import ReviewModel

extension Vocabulary {
  /// A JSON Schema (draft 2020-12) of the front matter, for editors to complete and check it by.
  public static var schema: String {
    let keys = Key.allCases.map { key in
      (key: key.rawValue, value: described(property(key.shape), key.says))
    }
    let searches: [JSON] = [.find, .pattern, .compare].map { (key: Key) in
      ["required": [.string(key.rawValue)]]
    }
    let document: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "The front matter of a nitless rule page",
      "type": "object",
      "properties": .object(keys),
      "required": ["level", "message"],
      "oneOf": .array(searches),
      "allOf": .array(Search.Kind.all.map(wordsThatFit)),
      "additionalProperties": false,
      "$defs": .object(
        [(key: "enclosures", value: object(enclosures.map(property)))]
          + Search.Kind.all.flatMap(definitions)),
    ]
    return document.text() + "\n"
  }

  /// "If the page says `find: closure`, then its `where` has these words."
  private static func wordsThatFit(_ kind: Search.Kind) -> JSON {
    let condition: JSON =
      switch kind {
      case .find(let subject):
        ["properties": ["find": ["const": .string(subject.rawValue)]], "required": ["find"]]
      case .pattern: ["required": ["pattern"]]
      case .compare(let comparison):
        [
          "properties": ["compare": ["const": .string(comparison.rawValue)]],
          "required": ["compare"],
        ]
      }
    let fixes = FixWord.allCases.filter { $0.scopes.contains(kind) }.map { JSON.string($0.rawValue) }
    let fix: JSON = fixes.isEmpty ? false : ["enum": .array(fixes)]
    return [
      "if": condition,
      "then": ["properties": ["where": reference(kind.slug), "fix": fix]],
    ]
  }

  /// For one kind of search: what may stand in `where`, in an alternative, and in `unless`.
  private static func definitions(_ kind: Search.Kind) -> [(key: String, value: JSON)] {
    let words = conditions.filter { $0.scope?.contains(kind) ?? true }
    let group = "\(kind.slug)-group"
    let groups: JSON = [
      "oneOf": [reference(group), ["type": "array", "items": reference(group), "minItems": 1]]
    ]
    let plain = words.filter { $0.name != "unless" }.map(property)
    let unless = words.filter { $0.name == "unless" }.map {
      (key: $0.name, value: described(groups, $0.says))
    }
    let own = [Key.level, .message, .remedy].map {
      (key: $0.rawValue, value: described(property($0.shape), $0.says))
    }
    let alternatives: JSON = [
      "description": .string(anySays), "type": "array",
      "items": object(plain + unless + own), "minItems": 1,
    ]
    return [
      (key: kind.slug, value: object(plain + unless + [(key: "any", value: alternatives)])),
      (key: group, value: object(plain)),
    ]
  }

  private static func property<Meaning>(_ word: Word<Meaning>) -> (key: String, value: JSON) {
    (key: word.name, value: described(property(word.value.shape), word.says))
  }

  private static func property(_ shape: Shape) -> JSON {
    switch shape {
    case .choice(let words):
      return [
        "oneOf": .array(
          words.map { ["const": .string($0.word), "description": .string($0.says)] })
      ]
    case .names, .globs, .patterns:
      let items: JSON = ["type": "array", "items": ["type": "string"], "minItems": 1]
      return ["oneOf": [["type": "string"], items]]
    case .flag: return ["type": "boolean"]
    case .text: return ["type": "string"]
    case .enclosures: return reference("enclosures")
    case .conditions, .conditionGroups: return ["type": "object"]
    }
  }

  private static func object(_ properties: [(key: String, value: JSON)]) -> JSON {
    [
      "type": "object", "properties": .object(properties), "minProperties": 1,
      "additionalProperties": false,
    ]
  }

  private static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

  private static func described(_ schema: JSON, _ says: String) -> JSON {
    guard case .object(let pairs) = schema else { return schema }
    return .object([(key: "description", value: .string(says))] + pairs)
  }
}

extension Search.Kind {
  /// The name of its definition in the schema.
  fileprivate var slug: String {
    switch self {
    case .find(let subject): "find-\(subject.rawValue)"
    case .pattern: "pattern"
    case .compare(let comparison):
      "compare-" + comparison.rawValue.split(separator: " ").joined(separator: "-")
    }
  }
}
