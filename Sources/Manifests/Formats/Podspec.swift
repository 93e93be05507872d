import ReviewModel

/// A `.podspec`: one module of what its specification and its subspecs list.
enum Podspec {
  /// Nil for one that lists no sources.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let home = RepositoryPath.folder(of: path)
    var name = String(RepositoryPath.name(of: path).dropLast(".podspec".count))
    var module: String?
    var sources: [String] = []
    var tests: [String] = []
    var excluded: [String] = []
    var testVariables: Set<Substring> = []
    var result = Manifest(path: path, kind: .podspec, home: home)
    var open: (variable: Substring, key: Substring)?
    for line in String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("#") { continue }
      if line.contains(".test_spec"), let variable = line.split(separator: "|").dropFirst().first {
        testVariables.insert(variable.trimmed)
      }
      var value = line
      if open == nil {
        guard let sign = line.firstIndex(of: "="), let dot = line[..<sign].firstIndex(of: ".") else { continue }
        open = (line[..<dot].trimmed, line[line.index(after: dot)..<sign].trimmed)
        value = line[line.index(after: sign)...].trimmed
      }
      guard let (variable, key) = open else { continue }
      let texts = quoted(value)
      switch key {
      case "name": name = texts.first ?? name
      case "module_name": module = texts.first
      case "source_files":
        if texts.isEmpty { result.isWhole = false }
        if testVariables.contains(variable) { tests += texts } else { sources += texts }
      case "exclude_files": excluded += texts
      default: break
      }
      // A list goes on where a line ends in a comma or in its opening bracket.
      if value.last != ",", value.last != "[" { open = nil }
    }
    let except = excluded.compactMap { RepositoryPath.joined(home, $0) }.map(PathPattern.init)
    func target(_ name: String, _ texts: [String], isTest: Bool) -> Manifest.Target {
      let sets = texts.compactMap { RepositoryPath.joined(home, $0) }.map { path -> Manifest.SourceSet in
        path.contains { "*?{".contains($0) } || path.hasSuffix(".swift")
          ? .pattern(PathPattern(path), except: except) : .folder([path], except: except)
      }
      return Manifest.Target(
        name: name, module: (isTest ? name : module ?? name).moduleName, isTest: isTest, sources: sets)
    }
    guard !sources.isEmpty else { return nil }
    result.targets = [target(name, sources, isTest: false)]
    if !tests.isEmpty { result.targets.append(target(name + "Tests", tests, isTest: true)) }
    return result
  }

  private static func quoted(_ text: Substring) -> [String] {
    var result: [String] = []
    var rest = text
    while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let body = rest[rest.index(after: start)...]
      guard let end = body.firstIndex(of: rest[start]) else { break }
      result.append(String(body[..<end]))
      rest = body[body.index(after: end)...]
    }
    return result
  }
}
