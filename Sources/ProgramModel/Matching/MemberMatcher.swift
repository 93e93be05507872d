import SwiftFacts

/// Matches functions and properties: by owner and full name, and what was renamed or moved by what it does.
struct MemberMatcher {
  private let before: Program
  private let after: Program
  private let types: TypeMatcher
  private let changedBefore: Set<FileID>
  private let changedAfter: Set<FileID>
  private(set) var functions: [FunctionID: FunctionID] = [:]
  private(set) var properties: [PropertyID: PropertyID] = [:]
  private(set) var lostFunctions: [FunctionID] = []

  init(before: Program, after: Program, types: TypeMatcher, changedBefore: Set<FileID>, changedAfter: Set<FileID>) {
    self.before = before
    self.after = after
    self.types = types
    self.changedBefore = changedBefore
    self.changedAfter = changedAfter
  }

  mutating func match() {
    matchFunctions()
    matchProperties()
  }

  // MARK: Functions

  private mutating func matchFunctions() {
    let old = functions(of: before, in: changedBefore)
    let new = functions(of: after, in: changedAfter)
    var free = Set(old)
    // The surest first: same name and types, then same name, each only where it leaves no choice.
    for exactly in [true, false] {
      let candidates = Dictionary(
        grouping: old.filter(free.contains), by: { key(of: $0, in: before, exactly: exactly, isOld: true) })
      let wanting = Dictionary(
        grouping: new.filter { functions[$0] == nil }, by: { key(of: $0, in: after, exactly: exactly, isOld: false) })
      for (key, list) in wanting {
        guard let twins = candidates[key], list.count == twins.count else { continue }
        // Equal keys come in the order of their files, as under `#if`.
        for (id, twin) in zip(list, twins) {
          functions[id] = twin
          free.remove(twin)
        }
      }
    }
    matchByBody(new.filter { functions[$0] == nil }, &free)
    matchByName(new.filter { functions[$0] == nil }, &free)
    lostFunctions = free.sorted()
  }

  private func functions(of program: Program, in files: Set<FileID>) -> [FunctionID] {
    files.sorted().flatMap { file in
      program[file].facts.functions.indices.map { program.function(FunctionIndex(index: Int32($0)), in: file) }
    }
  }

  private func key(of id: FunctionID, in program: Program, exactly: Bool, isOld: Bool) -> String {
    let declaration = program.declaration(of: id)
    let owner = program.owner(of: id).map { owner in
      // A renamed type's members keep the name they had.
      isOld ? before.name(of: owner) : types.pairs[owner].map { before.name(of: $0) } ?? after.name(of: owner)
    }
    let kind =
      switch declaration.kind {
      case .function: 0
      case .initializer: 1
      case .deinitializer: 2
      case .subscript: 3
      case .getter: 4
      case .setter: 5
      case .observer: 6
      case .initialValue: 7
      case .topLevel: 8
      }
    let labels = declaration.parameters.map { $0.label?.text ?? "_" }.joined(separator: ":")
    var parts = [
      owner ?? program[program.file(of: id)].path, "\(kind)", declaration.name.text, labels, "\(declaration.isStatic)",
    ]
    // A free function is known by its name alone, wherever it lies.
    if owner == nil, declaration.kind != .topLevel { parts[0] = "" }
    if exactly {
      let code = program[program.file(of: id)].facts.code
      parts += declaration.parameters.map { $0.type.map { code.spelling(of: $0) } ?? "" }
      parts.append(declaration.result.map { code.spelling(of: $0) } ?? "")
      parts.append(program.isTest(program.file(of: id)) ? "1" : "")
    }
    return parts.joined(separator: "\u{0}")
  }

  /// Renamed or moved to another type: the same body, and no other that has it.
  private mutating func matchByBody(_ new: [FunctionID], _ free: inout Set<FunctionID>) {
    let old = free.sorted().filter { isTelling($0, in: before) }
    let now = new.filter { isTelling($0, in: after) }
    guard !old.isEmpty, !now.isEmpty else { return }
    let bodies = Dictionary(grouping: old, by: { before.bodySpelling(of: $0) })
    let twins = Dictionary(grouping: now, by: { after.bodySpelling(of: $0) })
    for (body, list) in twins {
      guard list.count == 1, let found = bodies[body], found.count == 1 else { continue }
      functions[list[0]] = found[0]
      free.remove(found[0])
    }
    // Renamed and edited a little, in its own type.
    let calls = Dictionary(uniqueKeysWithValues: old.filter(free.contains).map { ($0, before.callSpellings(in: $0)) })
    for id in now where functions[id] == nil {
      let mine = after.callSpellings(in: id)
      let alike = calls.keys.filter { candidate in
        free.contains(candidate) && isSameOwner(candidate, id)
          && before.declaration(of: candidate).kind == after.declaration(of: id).kind
          && Self.likeness(calls[candidate] ?? [], mine) >= 0.7
      }
      if alike.count == 1 {
        functions[id] = alike[0]
        free.remove(alike[0])
      }
    }
  }

  /// Given something else than before: the one method of a type that lost its labels, and the one of the same name that
  /// came.
  private mutating func matchByName(_ new: [FunctionID], _ free: inout Set<FunctionID>) {
    let isMethod = { (id: FunctionID, program: Program) in
      program.declaration(of: id).kind == .function && program.owner(of: id) != nil
    }
    let old = Dictionary(grouping: free.filter { isMethod($0, before) }, by: { before.declaration(of: $0).name })
    for (name, list) in Dictionary(
      grouping: new.filter { isMethod($0, after) }, by: { after.declaration(of: $0).name })
    {
      for id in list {
        let twins = (old[name] ?? []).filter { isSameOwner($0, id) }
        guard twins.count == 1, list.count(where: { isSameOwner(twins[0], $0) }) == 1,
          before.declaration(of: twins[0]).isStatic == after.declaration(of: id).isStatic
        else { continue }
        functions[id] = twins[0]
        free.remove(twins[0])
      }
    }
  }

  private func isSameOwner(_ old: FunctionID, _ new: FunctionID) -> Bool {
    guard let owner = after.owner(of: new) else { return before.owner(of: old) == nil }
    guard let was = before.owner(of: old) else { return false }
    return types.pairs[owner] == was
  }

  private func isTelling(_ id: FunctionID, in program: Program) -> Bool {
    let declaration = program.declaration(of: id)
    guard declaration.kind == .function || declaration.kind == .initializer else { return false }
    return declaration.hasBody && program.callSpellings(in: id).count >= 3
  }

  /// How much of two lists is common to both: 1 for the same, 0 for nothing.
  private static func likeness(_ one: [String], _ other: [String]) -> Double {
    var counts: [String: Int] = [:]
    for text in one { counts[text, default: 0] += 1 }
    var common = 0
    for text in other where counts[text, default: 0] > 0 {
      counts[text, default: 0] -= 1
      common += 1
    }
    let total = one.count + other.count - common
    return total == 0 ? 0 : Double(common) / Double(total)
  }

  // MARK: Properties

  private mutating func matchProperties() {
    var old: [String: [PropertyID]] = [:]
    for file in changedBefore.sorted() {
      for index in before[file].facts.properties.indices {
        let id = before.property(PropertyIndex(index: Int32(index)), in: file)
        old[key(of: id, isOld: true), default: []].append(id)
      }
    }
    for file in changedAfter.sorted() {
      for index in after[file].facts.properties.indices {
        let id = after.property(PropertyIndex(index: Int32(index)), in: file)
        let found = old[key(of: id, isOld: false)] ?? []
        if found.count == 1 { properties[id] = found[0] }
      }
    }
  }

  private func key(of id: PropertyID, isOld: Bool) -> String {
    let program = isOld ? before : after
    let name = program.declaration(of: id).name.text
    guard let owner = program.owner(of: id) else { return "\u{0}" + name }
    let ownerName =
      isOld ? before.name(of: owner) : types.pairs[owner].map { before.name(of: $0) } ?? after.name(of: owner)
    return ownerName + "\u{0}" + name
  }
}
