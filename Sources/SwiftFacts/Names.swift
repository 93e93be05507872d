/// The names that the language itself gives a meaning.
public enum Names {
  public static let self_ = Symbol("self")
  public static let Self_ = Symbol("Self")
  public static let super_ = Symbol("super")
  public static let init_ = Symbol("init")
  public static let deinit_ = Symbol("deinit")
  public static let subscript_ = Symbol("subscript")
  public static let newValue = Symbol("newValue")
  public static let oldValue = Symbol("oldValue")
  public static let error = Symbol("error")
  public static let wildcard = Symbol("_")
  static let escaping = Symbol("escaping")
  static let autoclosure = Symbol("autoclosure")
  static let shorthands = [Symbol("$0"), Symbol("$1"), Symbol("$2")]
  static let testable = Symbol("testable")
  static let exported = Symbol("_exported")
  static let some = Symbol("some")
  static let swift = Symbol("Swift")
  static let foundation = Symbol("Foundation")
  public static let empty = Symbol("")
}
