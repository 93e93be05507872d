/// What a rule looks for: the one key of `find`, `pattern` and `compare` that stands on its page.
public enum Search: Hashable, Sendable {
  /// Something in one program that `where` then narrows down.
  case find(Subject)
  /// Code of a certain shape; more than one where any of them will do.
  case pattern([CodePattern])
  /// Something that a change did to a declaration.
  case compare(Comparison)

  /// A search without its patterns: what decides which words and placeholders a page may use.
  public enum Kind: Hashable, Sendable {
    case find(Subject)
    case pattern
    case compare(Comparison)
  }

  public var kind: Kind {
    switch self {
    case .find(let subject): .find(subject)
    case .pattern: .pattern
    case .compare(let comparison): .compare(comparison)
    }
  }
}

/// What `find` looks for.
public enum Subject: String, Choice {
  case closure
  case property
  case conformance
  case parameter
  case enumCase = "enum case"
  case type
  case typeChain = "type chain"
  case sharedCall = "shared call"
  case call
  case method
  case text
  case dateFormat = "date format"
  case assertion
  case branch
  case setter
  case path
  case index
  case division
  case assignment
  case object

  public var says: String {
    switch self {
    case .closure: "A closure, or a method used as one."
    case .property: "A stored property."
    case .conformance: "A type declared to conform to a protocol."
    case .parameter: "A parameter of a function or an initialiser that the program declares."
    case .enumCase: "A case of an enum."
    case .type: "A class or a struct that the program declares."
    case .typeChain: "A value that one function asks for three of its possible types, or more."
    case .call: "A call of something outside the program."
    case .sharedCall: "A call on the one shared object of a class: `Downloads.shared.start()`."
    case .method: "A method of a type."
    case .text: "A string literal with values in it."
    case .dateFormat: "The format that a date formatter is given."
    case .assertion: "Something that a test asserts, or expects of later."
    case .branch: "A branch of an `if`, a `switch` or `a ? b : c`."
    case .setter: "The `set` of a property."
    case .path: "A way through the body of a function or a closure."
    case .index: "A number that is used as an index."
    case .assignment: "A property of an object that is given a value."
    case .division: "A division of integers, or its remainder."
    case .object: "An object of one of the program's own classes, where a function makes it."
    }
  }

  /// What a message about it may name.
  public var placeholders: [Placeholder] {
    switch self {
    case .closure: [.captured, .keeper, .cycle, .fate, .slot, .callee, .path, .name, .other, .declaration]
    case .property: [.property, .type, .owner, .keeper, .cycle, .fate, .other, .declaration]
    case .conformance: [.type, .protocol, .declaration]
    case .parameter: [.parameter, .value, .error, .declaration]
    case .enumCase: [.case, .count, .declaration]
    case .type: [.type, .list, .declaration]
    case .typeChain: [.value, .type, .list, .declaration]
    case .sharedCall: [.type, .service, .declaration]
    case .call: [.callee, .type, .keeper, .name, .other, .owner, .declaration]
    case .method: [.name, .other, .owner, .type, .declaration]
    case .text: [.name, .type, .declaration]
    case .dateFormat: [.name, .type, .declaration]
    case .assertion: [.name, .value, .callee, .declaration]
    case .branch: [.count, .declaration]
    case .setter: [.property, .name, .declaration]
    case .path: [.name, .path, .type, .declaration]
    case .index, .division, .assignment: [.name, .other, .owner, .type, .declaration]
    case .object: [.name, .other, .owner, .declaration]
    }
  }
}

/// What `compare` looks for, in the declarations that are there before the change and after it.
public enum Comparison: String, Choice {
  case weakReferenceDropped = "weak reference dropped"
  case declaration, type, `protocol`, function, test

  public var says: String {
    switch self {
    case .declaration: "Any declaration that was there before the change and still is."
    case .type: "A type that was there before the change and still is, whatever it is called."
    case .protocol: "A protocol that was there before the change and still is."
    case .function: "A function that was there before the change and still is, under its name or another."
    case .test: "A test that was there before the change and still is, under its name or another."
    case .weakReferenceDropped:
      "What was held weakly is held strongly now, and the object it holds keeps it in turn."
    }
  }

  /// What a message about it may name.
  public var placeholders: [Placeholder] {
    switch self {
    case .weakReferenceDropped: [.captured, .keeper, .cycle, .fate, .slot, .declaration]
    case .declaration, .type, .protocol, .function, .test:
      [.name, .before, .after, .affected, .type, .declaration]
    }
  }

  /// Whether it is about the change alone, so that neither program has a finding by itself.
  public var isOfChangeAlone: Bool { self != .weakReferenceDropped }
}

extension Search.Kind: CustomStringConvertible {
  /// As the page says it: `find: closure`.
  public var description: String {
    switch self {
    case .find(let subject): "find: \(subject.rawValue)"
    case .pattern: "pattern"
    case .compare(let comparison): "compare: \(comparison.rawValue)"
    }
  }

  /// Every kind there is, in the order of the reference.
  static var all: [Search.Kind] {
    Subject.allCases.map(Search.Kind.find) + [.pattern]
      + Comparison.allCases.map(Search.Kind.compare)
  }
}

extension [Search.Kind] {
  /// The comparisons of declarations that say what was lost, gained or changed.
  static var comparisons: [Search.Kind] {
    Comparison.allCases.filter(\.isOfChangeAlone).map(Search.Kind.compare)
  }
}
