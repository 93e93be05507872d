/// What is known of a thing: for each word, what it is answered with.
///
/// Of a candidate, every answer holds. Of what an analysis can say, each is one of the answers that may come.
public struct Facts: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public var answers: [Attribute: [Content]]

  public indirect enum Content: Hashable, Sendable {
    case word(String)
    /// Any name, in what an analysis can say.
    case anyName
    case entity(Facts)
  }

  public init(dictionaryLiteral elements: (Attribute, Content)...) {
    answers = Dictionary(elements.map { ($0, [$1]) }, uniquingKeysWith: +)
  }

  public subscript(attribute: Attribute) -> [Content] { answers[attribute] ?? [] }

  /// These and some more.
  public func adding(_ attribute: Attribute, _ contents: Content...) -> Facts {
    var result = self
    result.answers[attribute, default: []] += contents
    return result
  }

  /// Whether a candidate with these facts is one that an analysis with others has announced.
  public func isWithin(_ announced: Facts) -> Bool {
    answers.allSatisfy { attribute, contents in
      contents.allSatisfy { content in
        announced[attribute].contains { wide in
          switch (content, wide) {
          case (.word, .anyName): true
          case (.entity(let facts), .entity(let others)): facts.isWithin(others)
          default: content == wide
          }
        }
      }
    }
  }
}

extension Facts.Content {
  /// One word of a closed list.
  public static func one<C: Choice>(_ choice: C) -> Self { .word(choice.rawValue) }

  /// Something else, and what is known of it.
  public static func of(_ attribute: Attribute, _ content: Facts.Content) -> Self {
    .entity(Facts(dictionaryLiteral: (attribute, content)))
  }

  // The closed lists, by their cases: `.is(.shared)` for `.word(Value.Quality.shared)`.
  public static func `is`(_ value: Value.Quality) -> Self { .one(value) }
  public static func role(_ value: Value.Role) -> Self { .one(value) }
  public static func held(_ value: Value.Hold) -> Self { .one(value) }
  public static func ended(_ value: Value.Ending) -> Self { .one(value) }
  public static func runs(_ value: Value.Moment) -> Self { .one(value) }
  public static func lives(_ value: Value.Life) -> Self { .one(value) }
  public static func times(_ value: Value.Times) -> Self { .one(value) }
  public static func when(_ value: Value.Occasion) -> Self { .one(value) }
  public static func kind(_ value: Value.ScopeKind) -> Self { .one(value) }
}
