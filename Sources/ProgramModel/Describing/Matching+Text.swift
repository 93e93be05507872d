import SwiftFacts

extension Matching {
  /// What became of the functions and properties of a file, as text: which are new, which are as they were, and of
  /// those that are not, what went and what came; the same on every run.
  ///
  /// - Parameter line: Counted from 1, in the file after the change; all of the file without it.
  public func describe(_ file: FileID, line: Int? = nil) -> String {
    guard changedFiles.contains(file) else { return "the file is as it was\n" }
    var fates: [Fate] = []
    let facts = after[file].facts
    for (index, property) in facts.properties.enumerated() {
      let id = after.property(PropertyIndex(index: Int32(index)), in: file)
      guard line == nil || facts.position(of: property.nameSpan.start).line == line else { continue }
      guard let old = properties[id] else {
        fates.append(Fate(name: after.name(of: id)))
        continue
      }
      let (then, now) = (before.written(old), after.written(id))
      fates.append(
        Fate(
          name: after.name(of: id), was: before.name(of: old),
          differences: then == now ? [] : ["  - \(then)", "  + \(now)"]))
    }
    let properties = fates.count
    for id in after.bodies(in: file, line: line) {
      let name = after.name(of: id)
      // The first value of a property is told with it.
      let known = fates[..<properties].firstIndex { $0.name == name }
      guard let old = functions[id] else {
        if known == nil { fates.append(Fate(name: name)) }
        continue
      }
      let (then, now) = (before.bodyText(of: old), after.bodyText(of: id))
      let differences = now.difference(from: then).sorted().map { change in
        switch change {
        case .remove(_, let text, _): "  - \(text)"
        case .insert(_, let text, _): "  + \(text)"
        }
      }
      if let known {
        fates[known].differences += differences
      } else {
        fates.append(Fate(name: name, was: before.name(of: old), differences: differences))
      }
    }
    var lines = fates.flatMap(\.lines)
    if line == nil {
      let path = after[file].path
      let lost = lostFunctions.filter { before[before.file(of: $0)].path == path }
      let kept = Set(self.properties.values)
      let gone = before.file(at: path).map { old in
        before[old].facts.properties.indices.map {
          before.property(PropertyIndex(index: Int32($0)), in: old)
        }.filter { !kept.contains($0) }.map(before.name(of:))
      }
      lines += Set(lost.map(before.name(of:)) + (gone ?? [])).sorted().map { "gone: \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Program {
  /// How a property is declared, its name and its value apart: `weak var: Viewer?`.
  fileprivate func written(_ id: PropertyID) -> String {
    let declaration = declaration(of: id)
    let code = self[file(of: id)].facts.code
    return (declaration.strength == .strong ? "" : "\(declaration.strength) ") + (declaration.isLet ? "let" : "var")
      + (declaration.type.map { ": \(code.spelling(of: $0))" } ?? "")
  }
}

/// What became of one declaration.
private struct Fate {
  var name: String
  /// Its name before the change; nil where it is new.
  var was: String?
  /// What went from it and what came to it.
  var differences: [String] = []

  var lines: [String] {
    guard let was else { return ["new: \(name)"] }
    return [(differences.isEmpty ? "same: " : "changed: ") + name + (was == name ? "" : ", as \(was)")] + differences
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
