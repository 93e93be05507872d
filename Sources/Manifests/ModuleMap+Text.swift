extension ModuleMap {
  /// The modules with the files of each, of those that are asked about, as text; the same for the same input.
  public func text(for paths: [String]) -> String {
    var files = [[String]](repeating: [], count: modules.count)
    for path in paths.sorted() {
      for module in modules(of: path) { files[module].append(path) }
    }
    var lines = computedManifests.map {
      "\($0) works out some of its targets when it runs: folders tell their files apart, and nothing has to be done"
    }
    for (index, module) in modules.enumerated() where !files[index].isEmpty {
      var head = "module \(module.name.isEmpty ? "without a name (no manifest has one for it)" : module.name)"
      if module.isTest { head += ", for tests" }
      switch module.origin {
      case .manifest(let path): head += ", by \(path)"
      case .guessed(let folder): head += ", guessed from the \(folder.isEmpty ? "top folder" : "folder \(folder)")"
      }
      if !module.dependencies.isEmpty { head += ", needs \(module.dependencies.joined(separator: " "))" }
      lines.append(head)
      for path in files[index] {
        let notes = [isTest(path) && !module.isTest ? "test" : nil, isLeftOut(path) ? "not built" : nil]
        let said = notes.compactMap(\.self).joined(separator: ", ")
        lines.append("  \(path)\(said.isEmpty ? "" : " (\(said))")")
      }
    }
    return lines.joined(separator: "\n")
  }
}
