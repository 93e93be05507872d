import SwiftFacts

/// Names of the standard library and the system that this room gives a meaning, interned once.
enum Words {
  static let AnyObject: Symbol = "AnyObject"
  static let Array: Symbol = "Array"
  static let Bool: Symbol = "Bool"
  static let Content: Symbol = "Content"
  static let Double: Symbol = "Double"
  static let Int: Symbol = "Int"
  static let Dictionary: Symbol = "Dictionary"
  static let NSObjectProtocol: Symbol = "NSObjectProtocol"
  static let Never: Symbol = "Never"
  static let String: Symbol = "String"
  static let Void: Symbol = "Void"
  static let Type_: Symbol = "Type"
  static let anything: Symbol = "Any"
  static let callAsFunction: Symbol = "callAsFunction"
  static let class_: Symbol = "class"
  static let from: Symbol = "from"
  static let startIndex: Symbol = "startIndex"
  static let main: Symbol = "main"
  static let wrappedValue: Symbol = "wrappedValue"
  static let projectedValue: Symbol = "projectedValue"
  static let repeats: Symbol = "repeats"
  static let equals: Symbol = "=="
  static let isIdentical: Symbol = "==="
}
