extension Condition {
  /// What a method all but does.
  public enum Met: String, Choice {
    case almostRequirement = "almost a requirement"

    public var says: String {
      switch self {
      case .almostRequirement:
        "Its name or one label is a letter or two from a requirement that its type conforms to, a default meets the requirement, and nobody calls the method."
      }
    }
  }

  /// What is declared once more.
  public enum Redeclared: String, Choice {
    case extensionMember = "a member of a protocol's extension"

    public var says: String {
      switch self {
      case .extensionMember:
        "The protocol does not require it, so a call through the protocol, and there is one, runs the extension's."
      }
    }
  }

  /// What a callback does not look at.
  public enum Ignored: String, Choice {
    case sender = "which of several objects calls it"
    case newValue = "what it is set to"

    public var says: String {
      switch self {
      case .newValue: "A `set` that does something and never reads `newValue`."
      case .sender:
        "Its type is the delegate of several stored objects of one class, and the callback assigns something without a look at the object it is given."
      }
    }
  }

  /// What a property watches.
  public enum Observed: String, Choice {
    case madeInline = "an object made on the spot"

    public var says: String {
      switch self {
      case .madeInline: "An `@ObservedObject` whose initial value is a new object, in a view that another view makes."
      }
    }
  }

  /// What a text has in it.
  public enum Shown: String, Choice {
    case optional = "an optional"

    public var says: String {
      switch self {
      case .optional: "An optional stands in it as it is, and the text goes to a label, an alert or an address."
      }
    }
  }

  /// What a format's meaning turns on.
  public enum Dependence: String, Choice {
    case userLocale = "the user's locale"
    case weekYear = "the year of the week"

    public var says: String {
      switch self {
      case .userLocale: "Dates are read by it, and the formatter is given no locale."
      case .weekYear: "It has `YYYY` and no week."
      }
    }
  }
}
