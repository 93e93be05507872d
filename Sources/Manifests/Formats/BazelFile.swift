import ReviewModel

/// Bazel's `BUILD`: the rules of it that build Swift.
struct BazelFile {
  private let home: String
  private var tokens: [Token]
  private var at = 0

  private enum Token: Equatable {
    case text(String), name(String), sign(Character)
  }

  private indirect enum Value {
    case text(String), list([Value]), glob([Value], except: [Value]), flag(Bool), unknown
  }

  /// Nil for a file without a rule that builds Swift.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let home = RepositoryPath.folder(of: path)
    var result = Manifest(path: path, kind: .bazel, home: home)
    var reader = BazelFile(home: home, tokens: tokens(of: String(decoding: source, as: UTF8.self)))
    var hasRules = false
    while reader.at < reader.tokens.count {
      guard case .name(let rule) = reader.tokens[reader.at], rule.hasPrefix("swift_"), reader.peek(1) == .sign("("),
        rule.hasSuffix("_library") || rule.hasSuffix("_test") || rule.hasSuffix("_binary")
      else {
        reader.at += 1
        continue
      }
      reader.at += 2
      hasRules = true
      if let target = reader.target(isTest: rule.hasSuffix("_test")) {
        result.targets.append(target)
      } else {
        result.isWhole = false
      }
    }
    return hasRules ? result : nil
  }

  private mutating func target(isTest: Bool) -> Manifest.Target? {
    var arguments: [String: Value] = [:]
    while at < tokens.count, tokens[at] != .sign(")") {
      guard case .name(let label) = tokens[at], peek(1) == .sign("=") else {
        at += 1
        continue
      }
      at += 2
      arguments[label] = value(depth: 0)
    }
    guard case .text(let name)? = arguments["name"], let sources = arguments["srcs"] else { return nil }
    var module = name.moduleName
    if case .text(let text)? = arguments["module_name"] { module = text }
    var isTest = isTest
    if case .flag(true)? = arguments["testonly"] { isTest = true }
    guard let sets = sets(sources) else { return nil }
    return Manifest.Target(
      name: name, module: module, isTest: isTest, sources: sets,
      dependencies: texts(arguments["deps"]).map(Self.name(ofLabel:)))
  }

  private func sets(_ value: Value) -> [Manifest.SourceSet]? {
    switch value {
    case .text(let path): return RepositoryPath.joined(home, path).map { [.file($0)] }
    case .list(let list):
      let found = list.compactMap(sets)
      return found.count == list.count ? found.flatMap { $0 } : nil
    case .glob(let list, let except):
      let excluded = except.compactMap {
        if case .text(let text) = $0 { RepositoryPath.joined(home, text) } else { nil }
      }
      return list.compactMap { value in
        guard case .text(let text) = value, let path = RepositoryPath.joined(home, text) else { return nil }
        return .pattern(PathPattern(path), except: excluded.map(PathPattern.init))
      }
    case .flag, .unknown: return nil
    }
  }

  private func texts(_ value: Value?) -> [String] {
    switch value {
    case .text(let text)?: [text]
    case .list(let list)?: list.flatMap(texts)
    default: []
    }
  }

  /// `//Core/Model:Model` and `:Model` are `Model`.
  private static func name(ofLabel label: String) -> String {
    String(label.split { $0 == ":" || $0 == "/" }.last ?? "")
  }

  // MARK: Reading

  private func peek(_ distance: Int) -> Token? { at + distance < tokens.count ? tokens[at + distance] : nil }

  private mutating func value(depth: Int) -> Value {
    var parts = [term(depth: depth)]
    while peek(0) == .sign("+") {
      at += 1
      parts.append(term(depth: depth))
    }
    return parts.count == 1 ? parts[0] : .list(parts)
  }

  private mutating func term(depth: Int) -> Value {
    guard let token = peek(0) else { return .unknown }
    at += 1
    guard depth < 32 else { return .unknown }
    switch token {
    case .text(let text): return .text(text)
    case .name("True"): return .flag(true)
    case .name("False"): return .flag(false)
    case .name(let name):
      guard peek(0) == .sign("(") else { return .unknown }
      at += 1
      var plain: [Value] = []
      var except: [Value] = []
      while at < tokens.count, tokens[at] != .sign(")") {
        if case .name(let label)? = peek(0), peek(1) == .sign("=") {
          at += 2
          let given = value(depth: depth + 1)
          if label == "exclude", case .list(let list) = given { except = list }
          if label == "include", case .list(let list) = given { plain = list }
        } else if peek(0) == .sign(",") {
          at += 1
        } else if case .list(let list) = value(depth: depth + 1) {
          plain = list
        }
      }
      at += 1
      return name == "glob" ? .glob(plain, except: except) : .unknown
    case .sign("["), .sign("("):
      let close: Token = token == .sign("[") ? .sign("]") : .sign(")")
      var list: [Value] = []
      while at < tokens.count, tokens[at] != close {
        if peek(0) == .sign(",") { at += 1 } else { list.append(value(depth: depth + 1)) }
      }
      at += 1
      return .list(list)
    case .sign("{"):
      while at < tokens.count, tokens[at] != .sign("}") { at += 1 }
      at += 1
      return .unknown
    case .sign: return .unknown
    }
  }

  private static func tokens(of source: String) -> [Token] {
    var result: [Token] = []
    var rest = source[...]
    while let first = rest.first {
      if first == "#" {
        rest = rest.drop { !$0.isNewline }
      } else if first == "\"" || first == "'" {
        let body = rest.dropFirst()
        let end = body.firstIndex(of: first) ?? body.endIndex
        result.append(.text(String(body[..<end])))
        rest = body[end...].dropFirst()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        result.append(.name(String(word)))
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { result.append(.sign(first)) }
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
