public import ProgramModel
import RulePages
import SwiftFacts

/// Reads knowledge tables.
///
/// A table is a small part of YAML, a fact a line: sections, and `key: value` below them. Reading it line by
/// line takes a tenth of the time that a YAML parser needs for the four hundred kilobytes of bundled tables.
public struct KnowledgeReader: Sendable {
  public private(set) var knowledge = Knowledge()
  public private(set) var problems: [Problem] = []

  /// What is wrong with a line of a table.
  public struct Problem: Hashable, Sendable {
    public var path: String
    /// Counted from 1.
    public var line: Int
    public var message: String
    /// The known word that is most like what is written.
    public var nearest: String?
  }

  private enum Section: String, CaseIterable {
    case types, properties, closures, objects, results, clears, tokens, ends, supers, absences
  }

  /// What the values of facts are made of.
  private enum Word: String {
    case origin, owner, receiver, result, argument, forever, keeps, ends, required, closure
  }

  /// What the lines below a heading are about.
  private enum Heading {
    /// A fact of its own kind behind each name.
    case section(Section)
    /// A list of APIs.
    case role(Role)
    /// A list of words.
    case guess(Guess)

    static let byWord: [String: Heading] = {
      var result: [String: Heading] = [:]
      for guess in Guess.allCases { result[guess.word] = .guess(guess) }
      for role in Role.allCases { result[role.word] = .role(role) }
      for section in Section.allCases { result[section.rawValue] = .section(section) }
      return result
    }()
  }

  public init() {}

  /// Adds a table. What it says of a function or property goes before what earlier tables said.
  public mutating func read(_ text: String, path: String) {
    var text = text
    text.withUTF8 { read($0[...], path: path) }
  }

  private mutating func read(_ bytes: Bytes, path: String) {
    var heading: Heading?
    owner = nil
    knowledge.tables.append(.init(path: path, origin: ""))
    let table = knowledge.tables.count - 1
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let isIndented = line.first == UInt8(ascii: " ")
      source = TableLine(table: table, line: index + 1)
      if isIndented, let items = Entry.items(line) {
        if let message = add(items, to: heading) { report(message, path, index) }
        continue
      }
      guard let entry = Entry(line) else { continue }
      if !isIndented {
        let key = String(entry.key)
        if key == Word.origin.rawValue {
          knowledge.tables[table].origin = String(entry.value)
          continue
        }
        if key == Word.owner.rawValue {
          owner = String(entry.value)
          continue
        }
        heading = Heading.byWord[key]
        if heading == nil {
          let words = Heading.byWord.keys.sorted() + [Word.origin.rawValue, Word.owner.rawValue]
          report("`\(key)` is not a section", path, index, nearest: nearest(to: key, among: words))
        }
        continue
      }
      switch heading {
      case .section(let section):
        if let message = add(entry, to: section) { report(message, path, index) }
      case .role, .guess: report("this is a list: each line begins with `- `", path, index)
      case nil: continue
      }
    }
  }

  /// The line that is being read.
  private var source = TableLine(table: 0, line: 0)
  /// Whose the types of the table are.
  private var owner: String?

  private mutating func report(_ message: String, _ path: String, _ index: Int, nearest: String? = nil) {
    problems.append(Problem(path: path, line: index + 1, message: message, nearest: nearest))
  }

  /// Adds a line of a list. Answers with what is wrong.
  private mutating func add(_ items: [Bytes], to heading: Heading?) -> String? {
    switch heading {
    case .role(let role):
      for item in items {
        let function = FunctionName(item)
        knowledge[role].add(
          .init(type: function.key.type, labels: function.labels, argument: function.argument, source: source),
          named: function.key.name)
      }
    case .guess(let guess):
      for item in items.map({ String($0) }) {
        guard item.allSatisfy({ $0.isLowercase || $0.isNumber }) else {
          return "`\(item)` is not one word in small letters"
        }
        knowledge[guess].add(item, at: source)
      }
    case .section: return "this section has a name and what holds of it on each line, and no list"
    case nil: break
    }
    return nil
  }

  /// Answers with what is wrong.
  private mutating func add(_ entry: Entry, to section: Section) -> String? {
    switch section {
    case .types: return addType(entry)
    case .properties: return addProperty(entry)
    case .closures: return addClosure(entry)
    case .objects: return addObject(entry)
    case .results:
      let words = entry.value.split(separator: UInt8(ascii: " "))
      let keeper = words.first.flatMap { Word(rawValue: String($0)) }
      guard keeper == .receiver || keeper == .forever, words.count < 3 else {
        return "`\(String(entry.value))` is not `receiver`, or that and a type"
      }
      let function = FunctionName(entry.key)
      if keeper == .receiver {
        let result = Knowledge.KeptResult(type: words.count == 2 ? Symbol(words[1]) : nil)
        knowledge.keptResults[function.key, default: []].insert(.init(labels: function.labels, fact: result), at: 0)
      }
    case .clears:
      knowledge.clears.insert(FunctionName(entry.key).key)
    case .tokens:
      guard Word(rawValue: String(entry.value)) == .ends else { return "`\(String(entry.value))` is not `ends`" }
      let function = FunctionName(entry.key)
      guard function.key.type == nil else { return "`\(String(entry.key))` is not of the form `*.name`" }
      knowledge.endsWithAnswer[function.key.name, default: []].append(.init(labels: function.labels, fact: owner))
    case .supers:
      guard Word(rawValue: String(entry.value)) == .required else {
        return "`\(String(entry.value))` is not `required`"
      }
      let function = FunctionName(entry.key)
      guard let type = function.key.type, let labels = function.labels else {
        return "`\(String(entry.key))` is not of the form `Type.method(label:)`"
      }
      knowledge.supers[function.key.name, default: []].append(.init(type: type, labels: labels))
    case .absences:
      let function = FunctionName(entry.key)
      guard let type = function.key.type else { return "`\(String(entry.key))` is not `Type.name`" }
      knowledge.absences[function.key.name, default: []].append(
        .init(labels: function.labels, fact: .init(type: type, sentinel: Symbol(entry.value))))
    case .ends:
      let endings = entry.value.split(separator: UInt8(ascii: ",")).map { Symbol($0.trimmingSpaces) }
      guard !endings.isEmpty else {
        return "`\(String(entry.key))` has nothing that ends it: name the functions, with commas between them"
      }
      let function = FunctionName(entry.key)
      let type = function.key.name == Names.init_ ? nil : function.key.type
      // A call to an initialiser is by the type's name.
      let name = function.key.name == Names.init_ ? function.key.type ?? Names.init_ : function.key.name
      knowledge.ends[name, default: []].append(
        .init(labels: function.labels, fact: .init(type: type, endings: Set(endings))))
      knowledge.endings.formUnion(endings)
    }
    return nil
  }

  private mutating func addType(_ entry: Entry) -> String? {
    let words = entry.value.split(separator: UInt8(ascii: " "))
    let kind: Knowledge.TypeEntry.Kind
    var superclass: Symbol?
    switch words.first.map({ String($0) }) {
    case "class", "actor":
      kind = .class
      superclass = words.count > 1 ? Symbol(words[1]) : nil
    case "struct": kind = .struct
    case "enum": kind = .enum
    case "protocol": kind = words.count > 1 ? .classBoundProtocol : .protocol
    default: return "`\(String(entry.value))` is not a kind of type: class, struct, enum, actor, protocol"
    }
    knowledge.add(.init(kind: kind, superclass: superclass, owner: owner), for: Symbol(entry.key))
    return nil
  }

  private mutating func addProperty(_ entry: Entry) -> String? {
    let words = entry.value.split(separator: UInt8(ascii: " "))
    guard let holding = words.first.flatMap({ Knowledge.PropertyEntry.Holding(rawValue: String($0)) }) else {
      let known = Knowledge.PropertyEntry.Holding.allCases.map(\.rawValue).joined(separator: ", ")
      return "`\(String(entry.value))` does not say how it holds: \(known)"
    }
    let key = entry.key
    guard let dot = key.lastIndex(of: UInt8(ascii: ".")) else { return "`\(String(entry.key))` is not `Type.property`" }
    let type = Symbol(key[..<dot])
    let name = Symbol(key[dot...].dropFirst())
    let spelled = words.count > 1 ? String(words[1]) : nil
    let isClosure = spelled == Word.closure.rawValue
    let isList = spelled?.first == "[" && spelled?.last == "]"
    let element = isList ? spelled.map { String($0.dropFirst().dropLast()) } : spelled
    let named = isClosure || element?.first == "[" ? nil : element.map { Symbol($0) }
    knowledge.properties[.init(type: type, name: name)] = .init(
      holding: holding, type: named, isClosure: isClosure, isList: isList && named != nil)
    return nil
  }

  private mutating func addClosure(_ entry: Entry) -> String? {
    guard let lifetime = Knowledge.Lifetime(rawValue: String(entry.value)) else {
      let known = Knowledge.Lifetime.allCases.map(\.rawValue).joined(separator: ", ")
      return "`\(String(entry.value))` is not a lifetime: \(known)"
    }
    let function = FunctionName(entry.key)
    let overloads = knowledge.closures[function.key] ?? []
    if let argument = function.argument {
      if let at = overloads.firstIndex(where: { $0.labels == function.labels }) {
        knowledge.closures[function.key]?[at].fact.byLabel[argument] = lifetime
      } else {
        let fact = Knowledge.ClosureEntry(lifetime: .once, byLabel: [argument: lifetime])
        knowledge.closures[function.key, default: []].append(.init(labels: function.labels, fact: fact, source: source))
      }
      return nil
    }
    var fact = Knowledge.ClosureEntry(lifetime: lifetime)
    // What the same table says of single arguments stays, whichever line comes first.
    if let at = overloads.firstIndex(where: { $0.labels == function.labels && $0.source?.table == source.table }) {
      fact.byLabel = overloads[at].fact.byLabel
      knowledge.closures[function.key]?.remove(at: at)
    }
    let overload = Knowledge.Overload(labels: function.labels, fact: fact, source: source)
    // Exact labels go before any labels.
    if function.labels == nil {
      knowledge.closures[function.key, default: []].append(overload)
    } else {
      knowledge.closures[function.key, default: []].insert(overload, at: 0)
    }
    return nil
  }

  private mutating func addObject(_ entry: Entry) -> String? {
    let words = entry.value.split(separator: UInt8(ascii: " ")).map { String($0) }
    let isSure = words.count == 3 && words[1] == Word.keeps.rawValue
    guard words.count == 3, isSure || words[1] == "may-keep" else {
      return "`\(String(entry.value))` is not of the form `receiver keeps argument`"
    }
    let function = FunctionName(entry.key)
    let fact = Knowledge.ObjectEntry(
      keeper: party(words[0]), kept: party(words[2]), isSure: isSure)
    knowledge.objects[function.key, default: []].insert(.init(labels: function.labels, fact: fact), at: 0)
    return nil
  }

  private func party(_ word: String) -> Knowledge.ObjectEntry.Party {
    switch Word(rawValue: word) {
    case .receiver: .receiver
    case .result: .result
    case .argument: .argument
    case .forever: .forever
    default: .labelled(Symbol(word))
    }
  }
}

/// A part of the text of a table, good while that is read. Tables are read at every start, and to go through a
/// string's own view of its bytes takes twice as long.
private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

/// One `key: value` of a table, without quotes and comment.
private struct Entry {
  var key: Bytes
  var value: Bytes

  /// What a line of a list holds, `- one, other(_:)`; nil for another line.
  static func items(_ line: Bytes) -> [Bytes]? {
    var rest = line
    while rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: "-"), rest.dropFirst().first == UInt8(ascii: " ") else { return nil }
    rest = rest.dropFirst(2)
    // `#` begins a comment behind a space, and an argument behind a name.
    if let comment = rest.indices.first(where: {
      rest[$0] == UInt8(ascii: "#") && ($0 == rest.startIndex || rest[rest.index(before: $0)] == UInt8(ascii: " "))
    }) {
      rest = rest[..<comment]
    }
    return rest.split(separator: UInt8(ascii: ",")).compactMap { item in
      var item = item
      func isAround(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
      }
      while isAround(item.first) { item = item.dropFirst() }
      while isAround(item.last) { item = item.dropLast() }
      return item.isEmpty ? nil : item
    }
  }

  init?(_ line: Bytes) {
    var rest = line
    while rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    guard let first = rest.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "\r") else { return nil }
        if first == UInt8(ascii: "\"") {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
      key = rest[..<end]
      rest = rest[end...].dropFirst(2)
    } else {
      // A colon ends the key only before a space or the end of the line: labels have colons of their own.
      var end = rest.startIndex
      while end < rest.endIndex {
        let next = rest.index(after: end)
        if rest[end] == UInt8(ascii: ":"),
          next == rest.endIndex || rest[next] == UInt8(ascii: " ") || rest[next] == UInt8(ascii: "\r")
        {
          break
        }
        end = next
      }
      guard end < rest.endIndex else { return nil }
      key = rest[..<end]
      rest = rest[end...].dropFirst()
    }
    if let comment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<comment] }
    while let next = rest.first, next == UInt8(ascii: " ") || next == UInt8(ascii: "\"") { rest = rest.dropFirst() }
    while let last = rest.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\r") || last == UInt8(ascii: "\"") {
      rest = rest.dropLast()
    }
    value = rest
  }
}

/// `Type.name(label:_:)#argument`, in parts.
private struct FunctionName {
  var key: Knowledge.FunctionKey
  var labels: [Symbol]?
  var argument: Symbol?

  init(_ text: Bytes) {
    var rest = text
    if let hash = rest.lastIndex(of: UInt8(ascii: "#")) {
      argument = Symbol(rest[hash...].dropFirst())
      rest = rest[..<hash]
    }
    if let open = rest.firstIndex(of: UInt8(ascii: "(")) {
      let inner = rest[open...].dropFirst().dropLast()
      labels = inner.split(separator: UInt8(ascii: ":")).map { Symbol($0) }
      rest = rest[..<open]
    }
    if let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
      let type = rest[..<dot]
      let isAny = type.elementsEqual(CollectionOfOne(UInt8(ascii: "*")))
      key = .init(type: isAny ? nil : Symbol(type), name: Symbol(rest[dot...].dropFirst()))
    } else {
      key = .init(type: nil, name: Symbol(rest))
    }
  }
}

extension Bytes {
  fileprivate var trimmingSpaces: Bytes {
    var rest = self
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return rest
  }
}

extension String {
  fileprivate init(_ bytes: Bytes) { self.init(decoding: bytes, as: UTF8.self) }
}

extension Symbol {
  fileprivate init(_ text: Bytes) { self.init(String(text)) }
}
