import SwiftFacts

extension Matching {
  /// What became of the functions and properties of a file, as text: which are new, which are as they were, and of
  /// those that are not, what went and what came; the same on every run.
  ///
  /// - Parameter line: Counted from 1, in the file after the change; all of the file without it.
  public func describe(_ file: FileID, line: Int? = nil) -> String {
    guard changedFiles.contains(file) else { return "the file is as it was\n" }
    var lines: [String] = []
    let facts = after[file].facts
    for (index, property) in facts.properties.enumerated() {
      let id = after.property(PropertyIndex(index: Int32(index)), in: file)
      guard line == nil || facts.position(of: property.nameSpan.start).line == line else { continue }
      let name = after.name(of: id)
      guard let old = properties[id] else {
        lines.append("new: \(name)")
        continue
      }
      let was = before.name(of: old)
      let (then, now) = (before.declaration(of: old).strength, property.strength)
      lines.append(
        "there before: \(name)" + (was == name ? "" : ", as \(was)")
          + (then == now ? "" : ", \(then) then and \(now) now"))
    }
    for id in after.bodies(in: file, line: line) {
      let name = after.name(of: id)
      guard let old = functions[id] else {
        lines.append("new: \(name)")
        continue
      }
      let was = before.name(of: old)
      let (then, now) = (before.bodyText(of: old), after.bodyText(of: id))
      lines.append((then == now ? "same: " : "changed: ") + name + (was == name ? "" : ", as \(was)"))
      for change in now.difference(from: then).sorted() {
        switch change {
        case .remove(_, let text, _): lines.append("  - \(text)")
        case .insert(_, let text, _): lines.append("  + \(text)")
        }
      }
    }
    if line == nil {
      let path = after[file].path
      let lost = lostFunctions.filter { before[before.file(of: $0)].path == path }
      lines += lost.map { "gone: \(before.name(of: $0))" }.sorted()
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension CollectionDifference {
  /// What goes and what comes, in the order of places.
  fileprivate func sorted() -> [Change] {
    func place(_ change: Change) -> (Int, Int) {
      switch change {
      case .remove(let offset, _, _): (offset, 0)
      case .insert(let offset, _, _): (offset, 1)
      }
    }
    return self.sorted { place($0) < place($1) }
  }
}
