/// A kind of thing in a program: what `find` and `compare` look for, and what a condition speaks of.
public enum Kind: String, Choice {
  case closure, property, function, type, parameter
  case enumCase = "enum case"
  case conformance, call, text, assignment, path, branch
  case `switch`, `subscript`, operation, accessor, assertion
  // These are never looked for: conditions speak of them.
  case object, scope, member, cycle

  /// The kinds that `find` and `compare` take.
  public static let findable = allCases.filter { ![.object, .scope, .member, .cycle].contains($0) }

  public var says: String {
    switch self {
    case .closure: "A closure, or a method used as one."
    case .property: "A property."
    case .function: "A function, a method, an initialiser or `deinit`."
    case .type: "A class, a struct, an enum, an actor or a protocol that the program declares."
    case .parameter: "A parameter of a function or an initialiser."
    case .enumCase: "A case of an enum."
    case .conformance: "A type declared to conform to a protocol."
    case .call: "A call, also of an initialiser."
    case .text: "A string literal."
    case .assignment: "Something that is given a value."
    case .path: "A way through the body of a function or a closure."
    case .branch: "A branch of an `if`, a `switch` or `a ? b : c`, or a `catch`."
    case .switch: "A `switch`, or a value that is asked for one type after another."
    case .subscript: "A value used as an index."
    case .operation: "A division of integers, or its remainder."
    case .accessor: "The `set` of a property."
    case .assertion: "Something that a test asserts, or expects of later."
    case .object: "A value that the thing found has to do with."
    case .scope: "A type, a function, a property with code, a loop, a `defer` or a closure around the thing found."
    case .member: "A part of it: a property, a function or a case of a type, a value in a text."
    case .cycle: "A cycle of objects: each keeps the next, and the last the first."
    }
  }
}
