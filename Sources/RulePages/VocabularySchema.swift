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
      "allOf": .array(Kind.findable.map(wordsThatFit)),
      "additionalProperties": false,
      "$defs": .object(
        [
          (key: "where", value: anyKind),
        ] + Attribute.allCases.map { (key: $0.slug, value: schema(of: $0)) } + Kind.allCases.flatMap(definitions)),
    ]
    return document.text() + "\n"
  }

  /// "If the page says `find: closure`, then its `where` has these words."
  private static func wordsThatFit(_ kind: Kind) -> JSON {
    func says(_ key: String) -> JSON {
      let properties: JSON = .object([(key: key, value: ["const": .string(kind.rawValue)] as JSON)])
      return ["properties": properties, "required": [.string(key)]]
    }
    return [
      "if": ["anyOf": [says("find"), says("compare")]],
      "then": ["properties": ["where": reference("where-\(kind.slug)")]],
    ]
  }

  private static var anyKind: JSON { ["type": "object", "minProperties": 1] }

  /// For a kind: conditions on it, and what may stand in `where`, which has levels and messages beside them.
  private static func definitions(_ kind: Kind) -> [(key: String, value: JSON)] {
    let words = Attribute.allCases.filter { $0.isSaid(of: [kind]) }
    func items(_ name: String) -> JSON { ["type": "array", "items": reference(name), "minItems": 1] }
    let plain = words.map { attribute -> (key: String, value: JSON) in
      if case .entity(nil, let short) = attribute.shape {
        return (key: attribute.rawValue, value: ["oneOf": [reference(kind.slug), reference(short.slug)]])
      }
      return (key: attribute.rawValue, value: reference(attribute.slug))
    }
    let joined: [(key: String, value: JSON)] = [
      (key: "all", value: items(kind.slug)), (key: "any", value: items(kind.slug)),
      (key: "not", value: ["oneOf": [reference(kind.slug), items(kind.slug)]]),
    ]
    var result = [(key: kind.slug, value: object(plain + joined))]
    guard Kind.findable.contains(kind) else { return result }
    let own = [Key.level, .standing, .message, .remedy].map {
      (key: $0.rawValue, value: described(property($0.shape), $0.says))
    }
    let alternatives: JSON = [
      "description": .string(anySays), "type": "array", "items": object(plain + joined + own), "minItems": 1,
    ]
    result.append(
      (
        key: "where-\(kind.slug)",
        value: object(plain + [joined[0], joined[2], (key: "any", value: alternatives)])
      ))
    return result
  }

  private static func schema(of attribute: Attribute) -> JSON {
    switch attribute.shape {
    case .choice(let words): return described(oneOrMore(choice(words)), attribute.says)
    case .names, .globs: return described(oneOrMore(["type": "string"]), attribute.says)
    case .entity(let kind?, let short):
      return described(["oneOf": [reference(kind.slug), reference(short.slug)]], attribute.says)
    case .entity(nil, _): return described(["type": ["string", "object"]], attribute.says)
    }
  }

  private static func choice(_ words: [ChosenWord]) -> JSON {
    ["oneOf": .array(words.map { ["const": .string($0.word), "description": .string($0.says)] })]
  }

  private static func oneOrMore(_ one: JSON) -> JSON {
    ["oneOf": [one, ["type": "array", "items": one, "minItems": 1]]]
  }

  private static func property(_ shape: KeyShape) -> JSON {
    switch shape {
    case .choice(let words): choice(words)
    case .kinds: oneOrMore(choice(ChosenWord.findable))
    case .flag: ["type": "boolean"]
    case .text: ["type": "string"]
    case .patterns: oneOrMore(["type": "string"])
    case .conditions: reference("where")
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

extension Kind {
  /// The name of its definition in the schema.
  fileprivate var slug: String { "of-" + rawValue.replacing(" ", with: "-") }
}

extension Attribute {
  /// The name of its definition in the schema.
  fileprivate var slug: String { "word-" + rawValue }
}
