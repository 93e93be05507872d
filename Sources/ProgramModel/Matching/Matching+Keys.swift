import SwiftFacts

/// What a change did to the keys of user defaults and the keychain.
extension Matching {
  public func storageKeyAlterations() -> [Alteration] {
    let candidates = constantChanges() + wrapperChanges() + argumentChanges()
    return candidates.compactMap { alteration in
      // What still reads the old key moves it, or knows of it, unless one side alone has the new one.
      guard after.hasStringLiteral(Symbol(alteration.before)) else { return alteration }
      guard let rest = partedFrom(alteration) else { return nil }
      var parted = alteration
      parted.kind = .partedStorageKey
      parted.evidence = [rest]
      return parted
    }
  }

  /// Where the old key is still in use, if all that has the new key writes and something that has the old one reads, or
  /// the other way round.
  private func partedFrom(_ alteration: Alteration) -> SourceSpan? {
    guard let old = after.keyUses(of: Symbol(alteration.before)), let new = after.keyUses(of: Symbol(alteration.after)),
      new.directions.count == 1, !old.directions.isSubset(of: new.directions)
    else { return nil }
    return old.first
  }

  /// `static let key = "…"`, used as a key.
  private func constantChanges() -> [Alteration] {
    var result: [Alteration] = []
    for (property, old) in properties.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: property)) {
      guard let was = literal(of: old, in: before), let now = literal(of: property, in: after), was != now,
        let use = keyUse(of: property)
      else { continue }
      result.append(
        Alteration(
          kind: .changedStorageKey, span: after.span(of: property), name: after.name(of: property), before: was,
          after: now,
          evidence: [use]))
    }
    return result
  }

  private func literal(of property: PropertyID, in program: Program) -> String? {
    guard let value = program.declaration(of: property).initialValue else { return nil }
    let facts = program[program.file(of: property)].facts
    guard let result = facts.code[facts[value].results].first, case .literal(.string(let text?)) = facts.code[result]
    else {
      return nil
    }
    return text.text
  }

  private func keyUse(of property: PropertyID) -> SourceSpan? {
    let name = after.declaration(of: property).name
    for (index, file) in after.files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !after.isTest(id) else { continue }
      if let use = file.facts.code.storageKeys(after.knowledge).first(where: { file.facts.code.isNamed($0, name) }) {
        guard after.declaration(of: property).parent == nil || refers(use, to: property, in: id) else { continue }
        return SourceSpan(file: id, bytes: file.facts.code.span(of: use))
      }
    }
    return nil
  }

  /// Whether a name leads to this property rather than to another of the same name.
  private func refers(_ expression: ExpressionID, to property: PropertyID, in file: FileID) -> Bool {
    let code = after[file].facts.code
    let owner = after.owner(of: property)
    switch code[expression] {
    case .member(let base, _):
      guard let owner else { return false }
      let spelled = code.spelling(of: base)
      return spelled == after[owner].name.text || spelled.hasSuffix("." + after[owner].name.text) || spelled == "self"
        || spelled == "Self"
        ? true : false
    case .name: return after.type(at: code.span(of: expression).start, in: file) == owner
    default: return false
    }
  }

  /// `@AppStorage("…")`.
  private func wrapperChanges() -> [Alteration] {
    var result: [Alteration] = []
    for (property, old) in properties.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: property)) {
      guard let was = wrapperKey(of: old, in: before), let now = wrapperKey(of: property, in: after), was != now else {
        continue
      }
      result.append(
        Alteration(
          kind: .changedStorageKey, span: after.span(of: property), name: after.name(of: property), before: was,
          after: now))
    }
    return result
  }

  private func wrapperKey(of property: PropertyID, in program: Program) -> String? {
    let declaration = program.declaration(of: property)
    guard declaration.attributes.contains(where: program.knowledge[.storesInDefaults].contains) else { return nil }
    let facts = program[program.file(of: property)].facts
    for attribute in facts.attributes
    where program.knowledge[.storesInDefaults].contains(attribute.name)
      && declaration.span.start <= attribute.span.start
      && attribute.span.end <= declaration.span.end
    {
      let first = attribute.text.text.split(separator: ",").first.map(String.init) ?? ""
      return first.first == "\"" ? first.unquoted : nil
    }
    return nil
  }

  /// A literal where the key stands: one went, and one came.
  private func argumentChanges() -> [Alteration] {
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: function)) {
      let was = literalKeys(in: old, before)
      let now = literalKeys(in: function, after)
      let (lost, new) = (
        Set(was.map(\.text)).subtracting(now.map(\.text)), Set(now.map(\.text)).subtracting(was.map(\.text))
      )
      guard lost.count == 1, new.count == 1, let key = lost.first,
        let heir = now.first(where: { new.contains($0.text) })
      else { continue }
      let file = after.file(of: function)
      result.append(
        Alteration(
          kind: .changedStorageKey,
          span: SourceSpan(file: file, bytes: after[file].facts.code.span(of: heir.expression)),
          name: after.name(of: function), before: key, after: heir.text))
    }
    return result
  }

  private func literalKeys(in function: FunctionID, _ program: Program) -> [(expression: ExpressionID, text: String)] {
    let code = program[program.file(of: function)].facts.code
    return code.storageKeys(program.knowledge, in: program.expressions(of: function)).compactMap { expression in
      guard case .literal(.string(let text?)) = code[expression] else { return nil }
      return (expression, text.text)
    }
  }
}

extension Program {
  /// Whether what a text is a key of, tests apart, is written (`true`) or read (`false`), and where first; nil if the
  /// text stands anywhere else.
  fileprivate func keyUses(of key: Symbol) -> (directions: Set<Bool>, first: SourceSpan)? {
    var directions: Set<Bool> = []
    var first: SourceSpan?
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let code = file.facts.code
      var mentions = 0
      var uses = 0
      for expression in code.expressions {
        switch expression {
        case .literal(.string(key?)): mentions += 1
        case .call(let callee, let list):
          guard let span = code.storageKey(callee, list, is: key, knowledge) else { continue }
          let name = code.calleeName(callee)
          // What only empties the place neither reads nor writes.
          if !knowledge[.emptiesKey].contains(name) { directions.insert(knowledge[.writesKey].contains(name)) }
          first = first ?? SourceSpan(file: FileID(index: Int32(index)), bytes: span)
          uses += 1
        default: continue
        }
      }
      guard mentions == uses, !file.facts.isElsewhere(key) else { return nil }
    }
    return first.map { (directions, $0) }
  }

  /// Whether the text stands in some string literal of the program, tests apart.
  func hasStringLiteral(_ text: Symbol) -> Bool {
    files.indices.contains { index in
      guard !isTestFile[index] else { return false }
      let facts = files[index].facts
      return facts.code.expressions.contains(.literal(.string(text))) || facts.isElsewhere(text)
    }
  }
}

extension FileFacts {
  /// Whether a text stands where no expression is: as a raw value, or in an attribute.
  fileprivate func isElsewhere(_ text: Symbol) -> Bool {
    let quoted = Symbol("\"\(text)\"")
    return types.contains { $0.cases.contains { $0.rawValue == quoted || $0.rawValue == nil && $0.name == text } }
      || attributes.contains { $0.text.text.hasPrefix(quoted.text) }
  }
}

extension Code {
  /// What stands where a call to user defaults or a keychain takes its key.
  func storageKeys(_ knowledge: Knowledge, in range: Range<Int>? = nil) -> [ExpressionID] {
    (range ?? expressions.indices).compactMap { index in
      guard case .call(let callee, let list) = expressions[index] else { return nil }
      return keyArgument(callee, list, knowledge)
    }
  }

  private func keyArgument(_ callee: ExpressionID, _ list: ArgumentList, _ knowledge: Knowledge) -> ExpressionID? {
    guard case .member(let base, let name) = self[callee] else { return nil }
    let rows = [Role.readsKey, .writesKey, .emptiesKey].flatMap { knowledge[$0][name] }
    guard !rows.isEmpty,
      let argument = self[list].first(where: { one in rows.contains { $0.argument != nil && $0.argument == one.label } }
      ),
      isDefaults(base, knowledge)
    else { return nil }
    return argument.value
  }

  /// Where the key of a call stands, if the call is one of user defaults or a keychain and the key is this text.
  fileprivate func storageKey(_ callee: ExpressionID, _ list: ArgumentList, is key: Symbol, _ knowledge: Knowledge)
    -> ByteSpan?
  {
    guard let argument = keyArgument(callee, list, knowledge), self[argument] == .literal(.string(key)) else {
      return nil
    }
    return span(of: argument)
  }

  func isNamed(_ expression: ExpressionID, _ name: Symbol) -> Bool {
    switch self[expression] {
    case .name(let own, _), .member(_, let own): own == name
    default: false
    }
  }
}
