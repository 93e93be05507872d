public import ReviewModel

/// What a rule is to find, in a few words: enough to write a page whose examples hold.
public struct RuleSketch: Sendable {
  /// What is looked for, each with what of it has to be named.
  public enum Subject: String, CaseIterable, Sendable {
    case call, construction, subclass, property, pattern

    /// What is found, for a person.
    public var says: String {
      switch self {
      case .call: "calls of a function, such as `print` or `Analytics.track`"
      case .construction: "places where a type is made, such as `URLSession`"
      case .subclass: "classes that inherit from a class, such as `UIViewController`"
      case .property: "stored properties of a type, such as `[String: Any]`"
      case .pattern: "code of a shape, such as `$VIEW.alpha = 0`"
      }
    }

    /// What is asked for its name.
    public var question: String {
      switch self {
      case .call: "Which function"
      case .construction, .property: "Which type"
      case .subclass: "Which class"
      case .pattern: "Which code; $NAME stands for anything"
      }
    }
  }

  public var subject: Subject
  /// The function, the type or the code that is looked for.
  public var name: String
  /// What its messages say, after the name of the declaration that it is found in.
  public var consequence: String
  public var level: Level
  /// Nil if the page's folder is named after its trait.
  public var trait: Trait?
  /// What to do instead, as an imperative; nil if nothing is said of it.
  public var remedy: String?

  public init(
    subject: Subject, name: String, consequence: String, level: Level = .design, trait: Trait?, remedy: String? = nil
  ) {
    self.subject = subject
    self.name = name
    self.consequence = consequence
    self.level = level
    self.trait = trait
    self.remedy = remedy
  }

  /// A page that finds it, with an example of each kind.
  ///
  /// - Parameter id: Of the rule.
  public func page(id: String) -> String {
    let words = id.split(separator: "-").joined(separator: " ")
    let title = words.prefix(1).uppercased() + words.dropFirst()
    let traitLine = trait.map { "trait: \($0.rawValue)\n" } ?? ""
    let remedyLine = remedy.map { "remedy: \(Self.quoted(Self.literal($0)))\n" } ?? ""
    return """
      ---
      level: \(level.rawValue)
      \(traitLine)\(search)
      \(narrowing)
      message: \(Self.quoted("`{\(placeholder)}` " + Self.literal(consequence)))
      \(remedyLine)---
      # \(title)

      \(consequence.prefix(1).uppercased() + consequence.dropFirst()).
      \(RulePage.unwritten) why that matters, in five lines at most.
      Fine when \(RulePage.unwritten) say where it is right all the same.

      ## Flagged

      ```diff
      \(example)
      ```

      ## Not flagged

      \(RulePage.unwritten) the code most like it that is right.

      ```diff
      \(counterexample)
      ```

      """
  }

  private var placeholder: String {
    switch subject {
    case .subclass: "type"
    case .property: "property"
    case .call, .construction, .pattern: "declaration"
    }
  }

  private var search: String {
    switch subject {
    case .call: "find: call\nwhere:\n  callee: \(Self.quoted(name))"
    case .construction: "find: call\nwhere:\n  callee: \(Self.quoted(name + ".init"))"
    case .subclass: "find: type\nwhere:\n  inherits: \(Self.quoted(name))"
    case .property: "find: property\nwhere:\n  type: \(Self.quoted(name))"
    case .pattern: "pattern: \(Self.quoted(name))"
    }
  }

  /// How to find less of it, as a comment in the place where that is written.
  private var narrowing: String {
    let hint = "To find it in views alone, say, add the next line; Documentation/TeamRules.md has more."
    let condition = "inside: { conforms-to: View }"
    if subject == .pattern { return "# \(hint)\n# where: { \(condition) }" }
    return "  # \(hint)\n  # \(condition)"
  }

  // MARK: Examples

  private var example: String {
    switch subject {
    case .call:
      """
       \(declarations)func work() {
      +  \(name)()
      !  ^
       }
      """
    case .construction:
      """
       final class \(name) {}
       func work() {
      +  _ = \(name)()
      !      ^
       }
      """
    case .subclass:
      """
       class \(name) {}
      +final class Found: \(name) {}
      !            ^
      """
    case .property:
      """
       final class Holder {
      +  var held: \(name)?
      !      ^
       }
      """
    case .pattern:
      """
       func work() {
      +  \(filledPattern)
      !  ^
       }
      """
    }
  }

  private var counterexample: String {
    switch subject {
    case .call, .construction, .pattern:
      """
       func work() {
      +  somethingElse()
       }
      """
    case .subclass: "+final class NotFound {}"
    case .property:
      """
       final class Holder {
      +  var held: Bool?
       }
      """
    }
  }

  /// What an example declares of `Type.function`, one line of it before the next; empty for a free function.
  private var declarations: String {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return "" }
    return "enum \(parts[0]) { static func \(parts[1])() {} }\n "
  }

  /// The pattern with a name in each of its holes.
  private var filledPattern: String {
    var text = ""
    var rest = name[...]
    var count = 0
    while let dollar = rest.firstIndex(of: "$") {
      text += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      if rest.hasPrefix("...") { rest = rest.dropFirst(3) }
      let hole = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest.dropFirst(hole.count)
      if hole.first?.isNumber == true {
        text += "$" + hole
      } else {
        count += 1
        text += hole.isEmpty || hole == "_" ? "value\(count)" : hole.lowercased()
      }
    }
    return text + rest
  }

  /// The text in a message, where braces are placeholders.
  private static func literal(_ text: String) -> String { text.replacing("{", with: "{{").replacing("}", with: "}}") }

  /// The text in YAML, whatever is in it.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
