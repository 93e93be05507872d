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
      case .property: "stored properties of a type, such as `UserDefaults`"
      case .pattern: "code of a shape, such as `$VIEW.alpha = 0`"
      }
    }

    /// What is asked for its name.
    public var question: String {
      switch self {
      case .call: "Which function? Its name, as `print` or `Analytics.track`"
      case .construction, .property: "Which type? Its name, as `URLSession`"
      case .subclass: "Which class are they below? Its name, as `UIViewController`"
      case .pattern: "Which code? One expression; `$NAME` in it stands for anything"
      }
    }

    /// A name as pages have it, whatever people add to it: `print()` is `print`, `URLSession.init` a `URLSession`.
    public func name(from text: String) -> String {
      var name = text.split(separator: " ").joined(separator: " ")
      guard self == .call || self == .construction else { return name }
      if name.hasSuffix("()") { name.removeLast(2) }
      if self == .construction, name.hasSuffix(".init") { name.removeLast(5) }
      return name
    }

    /// Why something cannot be looked for by this name, and what can; nil where it can.
    public func problem(ofName name: String) -> String? {
      switch self {
      case .call:
        let path = name.prefix { $0 != "(" }
        let labels = name.dropFirst(path.count)
        let isWhole = labels.isEmpty || labels.hasSuffix(":)") && !labels.contains(" ")
        return isWhole && Self.isPath(path)
          ? nil : "`\(name)` is no function: write its name alone, as `print`, `Analytics.track` or `load(from:)`"
      case .construction, .subclass, .property:
        let isType = Self.isPath(name[...]) && name.split(separator: ".").last?.first?.isUppercase == true
        return isType
          ? nil
          : "`\(name)` is no name of a type: write it alone, without `?` and brackets, as `URLSession` or `Outer.Inner`"
      case .pattern: return nil
      }
    }

    /// Whether it is names with dots between.
    private static func isPath(_ text: Substring) -> Bool {
      text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        part.first.map { $0.isLetter || $0 == "_" } == true
          && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
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
    self.consequence = Self.withoutStop(consequence)
    self.level = level
    self.trait = trait
    self.remedy = remedy.map(Self.withoutStop)
  }

  /// A sentence as messages have it, which end without a full stop.
  private static func withoutStop(_ text: String) -> String {
    text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
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
      +  \(call)
      !  ^
       }
      """
    case .construction:
      """
       \(declared("final class"))
       func work() {
      +  _ = \(name)()
      !      ^
       }
      """
    case .subclass:
      """
       \(declared("class"))
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
    let parts = name.prefix { $0 != "(" }.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return "" }
    let parameters = labels.enumerated().map { "\($1) value\($0 + 1): Int" }.joined(separator: ", ")
    return "enum \(parts[0]) { static func \(parts[1])(\(parameters)) {} }\n "
  }

  /// The type, declared inside of those that its name has before it.
  private func declared(_ keyword: String) -> String {
    let parts = name.split(separator: ".")
    let inner = "\(keyword) \(parts.last ?? "") {}"
    return parts.dropLast().reversed().reduce(inner) { "enum \($1) { \($0) }" }
  }

  /// The labels that the name of a function has with it.
  private var labels: [String] {
    name.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":").map(String.init)
  }

  /// The function, called.
  private var call: String {
    let arguments = labels.enumerated().map { $1 == "_" ? "\($0 + 1)" : "\($1): \($0 + 1)" }.joined(separator: ", ")
    return name.prefix { $0 != "(" } + "(\(arguments))"
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
