/// The names of a function's objects that hold outside of it, by object.
struct OutsidePaths {
  private var lists: [[Summary.Path]] = []

  init() {}

  /// - Parameter count: How many objects there are; those that are found later have no name.
  init(of count: Int) { lists = Array(repeating: [], count: count) }

  /// Nil where there is none.
  subscript(object: ObjectID) -> [Summary.Path]? {
    let index = Int(object.index)
    return index < lists.count && !lists[index].isEmpty ? lists[index] : nil
  }

  mutating func add(_ path: Summary.Path, to object: ObjectID) {
    let index = Int(object.index)
    if index < lists.count { lists[index].append(path) }
  }
}
