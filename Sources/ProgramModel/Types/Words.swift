import SwiftFacts

/// Names of the standard library and the system that this room gives a meaning, interned once.
enum Words {
  static let AnyObject: Symbol = "AnyObject"
  static let Array: Symbol = "Array"
  static let Content: Symbol = "Content"
  static let Dictionary: Symbol = "Dictionary"
  static let NSObjectProtocol: Symbol = "NSObjectProtocol"
  static let Never: Symbol = "Never"
  static let Type_: Symbol = "Type"
  static let UICollectionViewController: Symbol = "UICollectionViewController"
  static let UITableViewController: Symbol = "UITableViewController"
  static let append: Symbol = "append"
  static let class_: Symbol = "class"
  static let compactMap: Symbol = "compactMap"
  static let first: Symbol = "first"
  static let flatMap: Symbol = "flatMap"
  static let insert: Symbol = "insert"
  static let item: Symbol = "item"
  static let keys: Symbol = "keys"
  static let last: Symbol = "last"
  static let main: Symbol = "main"
  static let map: Symbol = "map"
  static let objc_setAssociatedObject: Symbol = "objc_setAssociatedObject"
  static let on: Symbol = "on"
  static let projectedValue: Symbol = "projectedValue"
  static let repeats: Symbol = "repeats"
  static let reversed: Symbol = "reversed"
  static let rootViewController: Symbol = "rootViewController"
  static let values: Symbol = "values"

  static let collections: Set<Symbol> = ["Set", "ArraySlice", "ContiguousArray"]
}
