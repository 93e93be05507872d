import SwiftFacts

/// Members of protocol extensions that conforming types declare once more.
extension Program {
  /// Methods and properties that a use through the protocol does not reach, because the protocol does not require them.
  public func redeclaredMembers() -> [Breach] { redeclaredProperties() + redeclaredMethods() }

  private func redeclaredMethods() -> [Breach] {
    let found = redeclared(extras: unrequired, members: { functions(of: $0) }) { member, original in
      let own = declaration(of: member)
      return own.kind == .function && !own.isPrivate && !own.isOverride && !isTest(file(of: member))
        && isSame(member, original)
    }
    guard !found.isEmpty else { return [] }
    let uses = callsThroughProtocols(of: Set(found.map(\.original)))
    return found.compactMap { member, original, ancestor in
      if owner(of: member).map({ asks(original, whetherItIs: $0) }) ?? false { return nil }
      // What Objective-C is to call by a selector has to be declared in the class; which of two runs is all the same
      // where both do the same.
      let attributes = declaration(of: member).attributes
      if attributes.contains(where: knowledge[.seenByObjectiveC].contains) || doesTheSame(member, as: original) {
        return nil
      }
      return breach(
        Redeclared(
          span: span(of: member), whole: declaration(of: member).span, name: declaration(of: member).name.text,
          other: name(of: member), owner: name(of: ancestor), original: span(of: original)),
        uses[original] ?? [])
    }
  }

  private func redeclaredProperties() -> [Breach] {
    let found = redeclared(
      extras: unrequiredProperties, members: { self[$0].declarations.flatMap(properties(in:)) }
    ) { member, original in
      let own = declaration(of: member)
      return !own.isPrivate && !own.isOverride && !own.isStatic && !isTest(file(of: member))
        && isSameProperty(member, original)
    }
    guard !found.isEmpty else { return [] }
    let uses = readsThroughProtocols(of: Set(found.map(\.original)))
    return found.compactMap { member, original, ancestor in
      let getter = declaration(of: original).getter.map { function($0, in: file(of: original)) }
      if let getter, owner(of: member).map({ asks(getter, whetherItIs: $0) }) ?? false { return nil }
      let own = declaration(of: member).getter.map { function($0, in: file(of: member)) }
      if let getter, let own, doesTheSame(own, as: getter) { return nil }
      return breach(
        Redeclared(
          span: span(of: member), whole: declaration(of: member).span, name: declaration(of: member).name.text,
          other: name(of: member), owner: name(of: ancestor), original: span(of: original)),
        uses[original] ?? [])
    }
  }

  /// Each member of a type that a protocol's extension has as well, with that and the protocol; once each.
  private func redeclared<Member: Hashable>(
    extras: (NominalID) -> [Member], members: (NominalID) -> [Member], isSame: (Member, Member) -> Bool
  ) -> [(member: Member, original: Member, owner: NominalID)] {
    var result: [(member: Member, original: Member, owner: NominalID)] = []
    var seen: Set<Member> = []
    for conformance in conformances where !isTest(conformance.file) {
      // What an ancestor protocol's extension has, a conformer of the protocol has too.
      for ancestor in lineage(of: conformance.protocol) where self[ancestor].kind == .protocol {
        let extras = extras(ancestor)
        guard !extras.isEmpty else { continue }
        for member in members(conformance.type) {
          guard let original = extras.first(where: { isSame(member, $0) }), seen.insert(member).inserted else {
            continue
          }
          result.append((member, original, ancestor))
        }
      }
    }
    return result
  }

  /// A member that is declared once more.
  private struct Redeclared {
    var span: SourceSpan
    /// From its first word to its last.
    var whole: ByteSpan
    var name: String
    var other: String
    var owner: String
    var original: SourceSpan
  }

  private func breach(_ one: Redeclared, _ uses: [SourceSpan]) -> Breach? {
    // A member that hands on to the extension's means it.
    let use = uses.first { use in
      use.file != one.span.file || use.bytes.start < one.whole.start || one.whole.end < use.bytes.end
    }
    return use.map {
      Breach(span: one.span, name: one.name, other: one.other, owner: one.owner, evidence: [$0, one.original])
    }
  }

  private func unrequiredProperties(of id: NominalID) -> [PropertyID] {
    let required = requiredProperties(of: id)
    return self[id].declarations.flatMap { declaration -> [PropertyID] in
      let type = self[declaration.file].facts[declaration.type]
      guard type.kind == .extension, type.generics.isEmpty else { return [] }
      return properties(in: declaration).filter { id in
        let property = self.declaration(of: id)
        return property.getter != nil && !property.isPrivate && !property.isStatic && !required.contains(property.name)
      }
    }
  }

  /// The names of the properties that a protocol, or one that it inherits, asks for.
  private func requiredProperties(of id: NominalID) -> Set<Symbol> {
    Set(
      lineage(of: id).flatMap { self[$0].declarations }.flatMap(properties(in:)).map(declaration(of:))
        .filter(\.isRequirement).map(\.name))
  }

  private func isSameProperty(_ one: PropertyID, _ other: PropertyID) -> Bool {
    let (own, theirs) = (declaration(of: one), declaration(of: other))
    guard own.name == theirs.name, let type = theirs.type else { return false }
    let spelled = self[file(of: other)].facts.code.spelling(of: type)
    if let mine = own.type { return self[file(of: one)].facts.code.spelling(of: mine) == spelled }
    guard case .foreign(let name) = Inference(program: self).type(of: one) else { return false }
    return name.text == spelled
  }

  /// Reads of properties whose object is known by the protocol alone, by themselves or by a key path.
  private func readsThroughProtocols(of originals: Set<PropertyID>) -> [PropertyID: [SourceSpan]] {
    let names = Dictionary(grouping: originals) { declaration(of: $0).name }
    let getters = Set(
      originals.compactMap { one in declaration(of: one).getter.map { function($0, in: file(of: one)) } })
    let inference = Inference(program: self)
    var result: [PropertyID: [SourceSpan]] = [:]
    for function in productionFunctions where !getters.contains(function) {
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for at in expressions(of: function) {
        let id = ExpressionID(index: Int32(at))
        let (type, name): (NominalID?, Symbol)
        switch code[id] {
        case .member(let base, let member) where names[member] != nil:
          (type, name) = (inference.type(of: base, in: frame).nominal, member)
        case .name(let member, .some) where names[member] != nil: (type, name) = (frame.context, member)
        case .call(let callee, let list):
          guard case .member(let base, _) = code[callee],
            case .array(let element) = inference.type(of: base, in: frame),
            let path = code[list].first, case .keyPath = code[path.value],
            let member = names.keys.first(where: { code.spelling(of: path.value).hasSuffix(".\($0.text)") })
          else { continue }
          (type, name) = (element.nominal, member)
        default: continue
        }
        guard let type, self[type].kind == .protocol, case .property(let found)? = valueMember(name, of: type),
          originals.contains(found)
        else { continue }
        result[found, default: []].append(SourceSpan(file: frame.file, bytes: code.span(of: id)))
      }
    }
    return result
  }

  /// Whether a method of a protocol's extension asks whether its object is of a type, and so knows of the type's own.
  private func asks(_ original: FunctionID, whetherItIs type: NominalID) -> Bool {
    let code = self[file(of: original)].facts.code
    func isItself(_ id: ExpressionID) -> Bool {
      if case .local(let local) = code[id] { code[local].kind == .selfReference } else { false }
    }
    func isIt(_ id: TypeID) -> Bool {
      resolve(id, in: file(of: original), context: owner(of: original)).nominal.map { lineage(of: type).contains($0) }
        ?? false
    }
    if expressions(of: original).contains(where: { index in
      switch code.expressions[index] {
      case .cast(let value, to: let type), .test(let value, let type): isItself(value) && isIt(type)
      default: false
      }
    }) {
      return true
    }
    let declaration = declaration(of: original)
    return (declaration.firstStatement..<declaration.endStatement).contains { index in
      guard case .selection(let subject) = code.statement(index).kind, isItself(subject) else { return false }
      return (code.selection(index)?.cases ?? []).contains { one in
        one.items.contains { if case .type(let type, _) = $0.pattern { isIt(type) } else { false } }
      }
    }
  }

  /// Functions of a protocol's unconditional extensions that it does not require.
  private func unrequired(of id: NominalID) -> [FunctionID] {
    let required = requirements(of: id)
    return extensionMethods(of: id).filter { !required.contains(declaration(of: $0).name) }
  }

  /// The methods with a body that a protocol's unconditional extensions offer, none of them generic.
  func extensionMethods(of id: NominalID) -> [FunctionID] {
    self[id].declarations.flatMap { declaration -> [FunctionID] in
      let type = self[declaration.file].facts[declaration.type]
      guard type.kind == .extension, type.generics.isEmpty else { return [] }
      return functions(in: declaration).filter { id in
        let function = self.declaration(of: id)
        return function.kind == .function && function.hasBody && !function.isPrivate && function.generics.isEmpty
      }
    }
  }

  private func isSame(_ one: FunctionID, _ other: FunctionID) -> Bool {
    let (a, b) = (declaration(of: one), declaration(of: other))
    guard a.name == b.name, a.isStatic == b.isStatic, a.parameters.map(\.label) == b.parameters.map(\.label) else {
      return false
    }
    let (mine, theirs) = (self[file(of: one)].facts.code, self[file(of: other)].facts.code)
    // With another result it is another method, that the context chooses.
    guard a.result.map({ mine.spelling(of: $0) }) == b.result.map({ theirs.spelling(of: $0) }) else { return false }
    return zip(a.parameters, b.parameters).allSatisfy { left, right in
      left.type.map { mine.spelling(of: $0) } == right.type.map { theirs.spelling(of: $0) }
        || right.type.map { isPlaceholder($0, of: other) } == true
    }
  }

  /// Whether a type is one that each conforming type chooses: what the protocol names in its requirements, and neither
  /// the program nor a library declares.
  private func isPlaceholder(_ type: TypeID, of function: FunctionID) -> Bool {
    let file = file(of: function)
    let code = self[file].facts.code
    guard case .named(let name, let arguments) = code[type], arguments.count == 0, let owner = owner(of: function),
      case .foreign = resolve(type, in: file, context: owner), knowledge.types[name] == nil
    else { return false }
    func names(_ other: TypeID, _ code: Code) -> Bool {
      switch code[other] {
      case .named(name, _): true
      case .optional(let inner), .array(let inner): names(inner, code)
      default: false
      }
    }
    return self[owner].declarations.contains { declaration in
      let code = self[declaration.file].facts.code
      return properties(in: declaration).contains { property in
        let property = self.declaration(of: property)
        return property.isRequirement && property.type.map { names($0, code) } == true
      }
    }
  }

  /// Calls whose receiver is known by the protocol alone.
  private func callsThroughProtocols(of originals: Set<FunctionID>) -> [FunctionID: [SourceSpan]] {
    let names = Set(originals.map { declaration(of: $0).name })
    let inference = Inference(program: self)
    var result: [FunctionID: [SourceSpan]] = [:]
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id) else { continue }
      let code = file.facts.code
      for at in code.expressions.indices {
        guard case .call(let callee, _) = code.expressions[at], names.contains(code.calleeName(callee)),
          let caller = function(holding: at, in: id), !originals.contains(caller)
        else { continue }
        let frame = Frame(caller, in: self)
        if case .member(let base, _) = code[callee] {
          guard let type = inference.type(of: base, in: frame).nominal, self[type].kind == .protocol else { continue }
        } else {
          guard let owner = frame.context, self[owner].kind == .protocol else { continue }
        }
        guard case .functions(let targets) = inference.target(of: ExpressionID(index: Int32(at)), in: frame).kind else {
          continue
        }
        for target in targets where originals.contains(target) {
          result[target, default: []].append(SourceSpan(file: id, bytes: code.spans[at]))
        }
      }
    }
    return result
  }
}
