import SwiftFacts

/// What a change did to the form in which values are stored.
extension Matching {
  /// Changes to the names, types and raw values that stored data has.
  public func storageAlterations() -> [Alteration] {
    var candidates: [(type: NominalID, alteration: Alteration)] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key }) where !after.isTest(type) {
      if after[type].kind == .enum { candidates += rawValueChanges(type, old).map { (type, $0) } }
      if isPlainlyCoded(type, in: after), isPlainlyCoded(old, in: before) {
        candidates += fieldChanges(type, old).map { (type, $0) }
      }
    }
    guard !candidates.isEmpty else { return [] }
    // It is what versions before the change have stored that matters.
    let stored = before.storedTypes
    candidates.removeAll { type, alteration in
      guard let old = types[type] else { return true }
      return alteration.kind == .changedRawValue ? stored.rawValues[old] == nil : stored.places[old] == nil
    }
    guard !candidates.isEmpty else { return [] }
    let storedNow = after.storedTypes
    return candidates.compactMap { type, alteration in
      let isRaw = alteration.kind == .changedRawValue
      guard let place = isRaw ? storedNow.rawValues[type] : storedNow.places[type] else { return nil }
      var result = alteration
      result.evidence.insert(place, at: 0)
      return result
    }
  }

  /// Written and read by what the compiler makes of its properties.
  private func isPlainlyCoded(_ type: NominalID, in program: Program) -> Bool {
    guard program[type].kind == .struct || program[type].kind == .class,
      program.inherits(type, from: "Codable")
        || program.inherits(type, from: "Decodable") && program.inherits(type, from: "Encodable")
    else { return false }
    return !program.functions(of: type).contains { id in
      let function = program.declaration(of: id)
      return function.kind == .initializer && function.parameters.map(\.label) == ["from"]
    }
  }

  // MARK: Fields

  private struct Field {
    var property: PropertyID
    var wire: String
    var type: String
    var isOptional: Bool
    var position: Int
  }

  private func fields(of type: NominalID, in program: Program) -> [Field] {
    var wires: [String: String]?
    if let keys = program[type].types["CodingKeys"] {
      wires = [:]
      for one in program.enumCases(of: keys) { wires?[one.name.text] = one.rawValue?.text.unquoted ?? one.name.text }
    }
    var result: [Field] = []
    for property in program.storedProperties(of: type) {
      let declaration = program.declaration(of: property)
      let name = declaration.name.text
      guard !declaration.isLazy, !(declaration.isLet && declaration.initialValue != nil),
        declaration.attributes.isEmpty,
        let spelled = program.typeSpelling(of: property), let wire = wires == nil ? name : wires?[name]
      else { continue }
      let isOptional = program.isOptional(property)
      result.append(
        Field(
          property: property, wire: wire, type: isOptional ? String(spelled.dropLast()) : spelled,
          isOptional: isOptional,
          position: result.count))
    }
    return result
  }

  private func fieldChanges(_ type: NominalID, _ old: NominalID) -> [Alteration] {
    let (was, now) = (fields(of: old, in: before), fields(of: type, in: after))
    let lost = was.filter { field in !now.contains { $0.wire == field.wire } }
    let new = now.filter { field in !was.contains { $0.wire == field.wire } }
    var result: [Alteration] = []
    var renamed: Set<String> = []
    for field in lost {
      let heirs = new.filter { heir in
        heir.type == field.type && !renamed.contains(heir.wire)
          && (heir.position == field.position && lost.count == new.count || Self.shareWord(heir.wire, field.wire))
      }
      guard heirs.count == 1, let heir = heirs.first else { continue }
      renamed.insert(heir.wire)
      result.append(
        Alteration(
          kind: .lostStoredName, span: after.span(of: heir.property), name: heir.wire, before: field.wire,
          after: heir.wire,
          affected: [after.name(of: type)]))
    }
    var required: Int?
    for field in now where !renamed.contains(field.wire) && !field.isOptional {
      let twin = was.first { $0.wire == field.wire }
      guard twin.map(\.isOptional) ?? true else { continue }
      // One missing field is enough to make decoding fail: the first tells it.
      if let required {
        result[required].evidence.append(after.span(of: field.property))
        continue
      }
      required = result.count
      result.append(
        Alteration(
          kind: .gainedRequiredField, span: after.span(of: field.property),
          name: after.declaration(of: field.property).name.text,
          before: twin == nil ? "" : "\(field.type)?", after: field.type, affected: [after.name(of: type)]))
    }
    for field in now {
      guard let twin = was.first(where: { $0.wire == field.wire }), twin.type != field.type,
        after.knowledge[.codedApart].contains(Symbol(twin.type)),
        after.knowledge[.codedApart].contains(Symbol(field.type))
      else { continue }
      result.append(
        Alteration(
          kind: .changedStoredType, span: after.span(of: field.property),
          name: after.declaration(of: field.property).name.text,
          before: twin.type, after: field.type, affected: [after.name(of: type)]))
    }
    return result
  }

  /// `retryCount` and `retries` do not, `userName` and `name` do.
  private static func shareWord(_ one: String, _ other: String) -> Bool {
    let words = Set(one.words.filter { $0.count > 2 })
    return other.words.contains { words.contains($0) }
  }

  // MARK: Raw values

  private func rawValueChanges(_ type: NominalID, _ old: NominalID) -> [Alteration] {
    guard after[type].name != "CodingKeys", let was = rawValues(of: old, in: before),
      let now = rawValues(of: type, in: after)
    else {
      return []
    }
    var result: [Alteration] = []
    for (name, value) in now {
      guard let twin = was.first(where: { $0.name == name }), twin.value != value,
        let span = after.span(ofCase: Symbol(name), of: type)
      else { continue }
      // What another case has now is read as that one.
      result.append(
        Alteration(
          kind: .changedRawValue, span: span, name: name, before: twin.value, after: value,
          affected: [after.name(of: type)]))
    }
    let lost = was.filter { one in !now.contains { $0.name == one.name } }
    let new = now.filter { one in !was.contains { $0.name == one.name } }
    if lost.count == 1, new.count == 1, was.count == now.count, lost[0].value != new[0].value,
      let span = after.span(ofCase: Symbol(new[0].name), of: type)
    {
      result.append(
        Alteration(
          kind: .changedRawValue, span: span, name: new[0].name, before: lost[0].value, after: new[0].value,
          affected: [after.name(of: type)]))
    }
    // One insertion moves all that follow: the first tells it.
    return Array(result.prefix(1))
  }

  /// By case, in order; nil for an enum without raw values.
  private func rawValues(of type: NominalID, in program: Program) -> [(name: String, value: String)]? {
    guard let declaration = program[type].declarations.first else { return nil }
    let facts = program[declaration.file].facts
    guard let first = facts[declaration.type].inherited.first, case .named(let raw, _) = facts.code[first.type] else {
      return nil
    }
    let cases = program.enumCases(of: type)
    if raw == "String" {
      return cases.map { ($0.name.text, $0.rawValue?.text.unquoted ?? $0.name.text) }
    }
    guard program.knowledge[.integer].contains(raw) else { return nil }
    var next = 0
    var result: [(String, String)] = []
    for one in cases {
      if let text = one.rawValue?.text {
        guard let value = Int(text) else { return nil }
        next = value
      }
      result.append((one.name.text, "\(next)"))
      next += 1
    }
    return result
  }
}

extension String {
  /// The text of a literal without its quotes.
  var unquoted: String {
    count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
  }
}
