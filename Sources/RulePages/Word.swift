/// One word of the vocabulary: how it is written, what it means, and how its value is read.
///
/// From a list of words come the reader of pages, the JSON Schema and the reference page, so that
/// none of them can know a word that another does not.
struct Word<Meaning: Sendable>: Sendable {
  let name: String
  /// The searches it narrows down; nil where it fits any.
  let scope: [Search.Kind]?
  /// What it asks, in one sentence.
  let says: String
  let value: Value<Meaning>

  init(_ name: String, of scope: [Search.Kind]? = nil, _ says: String, _ value: Value<Meaning>) {
    self.name = name
    self.scope = scope
    self.says = says
    self.value = value
  }
}

/// The kind of value that follows a word.
struct Value<Meaning: Sendable>: Sendable {
  let shape: Shape
  let read: @Sendable (Entry, inout FrontMatterReader) -> Meaning?
}

/// A kind of value, as the schema and the reference describe it.
enum Shape: Sendable {
  case choice([ChosenWord])
  /// One name or a list of them; any of them will do.
  case names(String)
  case globs
  case flag
  case text
  case patterns
  /// The words of `Vocabulary.enclosures`.
  case enclosures
  /// The words of `Vocabulary.conditions`, or a list of groups of them.
  case conditionGroups
  /// The words of `Vocabulary.conditions`, and `any`.
  case conditions
}

/// One word of a choice, with its sentence.
struct ChosenWord: Sendable {
  let word: String
  let says: String

  static func all<C: Choice>(of type: C.Type) -> [ChosenWord] {
    C.allCases.map { ChosenWord(word: $0.rawValue, says: $0.says) }
  }
}

extension Value {
  static func choice<C: Choice>(_ make: @escaping @Sendable (C) -> Meaning) -> Value {
    Value(shape: .choice(ChosenWord.all(of: C.self))) { entry, reader in
      reader.choice(C.self, in: entry).map(make)
    }
  }

  static func typeNames(_ make: @escaping @Sendable ([String]) -> Meaning) -> Value {
    Value(shape: .names("type")) { entry, reader in
      reader.names(in: entry, called: "type", where: isTypeName).map(make)
    }
  }

  static func functionNames(_ make: @escaping @Sendable ([String]) -> Meaning) -> Value {
    Value(shape: .names("function")) { entry, reader in
      reader.names(in: entry, called: "function", where: isFunctionName).map(make)
    }
  }

  static func globs(_ make: @escaping @Sendable ([Glob]) -> Meaning) -> Value {
    Value(shape: .globs) { entry, reader in
      reader.names(in: entry, called: "path", where: isGlob).map { make($0.map(Glob.init)) }
    }
  }

  static func flag(_ make: @escaping @Sendable (Bool) -> Meaning) -> Value {
    Value(shape: .flag) { entry, reader in reader.flag(in: entry).map(make) }
  }

  static func enclosures(_ make: @escaping @Sendable ([Enclosure]) -> Meaning) -> Value {
    Value(shape: .enclosures) { entry, reader in
      reader.words(of: Vocabulary.enclosures, in: entry, what: "place").map(make)
    }
  }

  static func conditionGroups(_ make: @escaping @Sendable ([[Condition]]) -> Meaning) -> Value {
    Value(shape: .conditionGroups) { entry, reader in reader.conditionGroups(in: entry).map(make) }
  }
}

/// `Viewer`, `Viewer.Row`.
private func isTypeName(_ name: String) -> Bool {
  name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
}

/// `start`, `deinit`, `load(from:)`.
private func isFunctionName(_ name: String) -> Bool {
  guard let open = name.firstIndex(of: "(") else { return isIdentifier(name[...]) }
  let labels = name[open...].dropFirst()
  guard labels.last == ")", isIdentifier(name[..<open]) else { return false }
  return labels.dropLast().isEmpty
    || labels.dropLast().last == ":"
      && labels.dropLast(2).split(
        separator: ":", omittingEmptySubsequences: false
      ).allSatisfy(isIdentifier)
}

private func isGlob(_ text: String) -> Bool {
  !text.isEmpty && !text.hasPrefix("/") && !text.split(separator: "/").contains("..")
}

private func isIdentifier(_ text: Substring) -> Bool {
  guard let first = text.first, first.isLetter || first == "_" else { return false }
  return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
}
