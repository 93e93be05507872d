import SwiftFacts

/// Methods of subclasses that are no witness of a requirement, though they are called like it.
extension Program {
  /// A class conforms and declares no method for a requirement, so that the extension's default is what meets it, once
  /// and for all; a subclass then declares one. Whoever knows the object by the protocol runs the default.
  public func membersBesideDefaults() -> [Breach] {
    var found: [(member: FunctionID, original: FunctionID, owner: NominalID)] = []
    var seen: Set<FunctionID> = []
    for conformance in conformances where !isTest(conformance.file) && self[conformance.type].kind == .class {
      let heirs = (descendants[conformance.type] ?? []).filter { self[$0].kind == .class && !isTest($0) }
      guard !heirs.isEmpty else { continue }
      for ancestor in lineage(of: conformance.protocol) where self[ancestor].kind == .protocol {
        for original in requiredDefaults(of: ancestor) where !has(conformance.type, original) {
          for heir in heirs {
            // A class in between may be the one that declares it.
            guard let member = functions(of: heir).first(where: { isOverridable($0) && isSameMethod($0, original) }),
              !lineage(of: heir).dropFirst().contains(where: { self[$0].kind == .class && has($0, original) }),
              !doesTheSame(member, as: original), seen.insert(member).inserted
            else { continue }
            found.append((member, original, ancestor))
          }
        }
      }
    }
    guard !found.isEmpty else { return [] }
    let uses = callsThroughProtocols(named: Set(found.map { declaration(of: $0.original).name }))
    return found.compactMap { member, original, ancestor in
      let name = declaration(of: original).name
      // One that hands on to the default means it.
      let use = uses[name]?.first { $0.owner == ancestor && $0.span.file != file(of: member) }
        ?? uses[name]?.first { $0.owner == ancestor && !isInside($0.span, member) }
      return use.map {
        Breach(
          span: span(of: member), name: name.text, other: self.name(of: member), owner: self.name(of: ancestor),
          evidence: [$0.span, span(of: original)])
      }
    }
  }

  private func isInside(_ span: SourceSpan, _ function: FunctionID) -> Bool {
    let whole = declaration(of: function).span
    return span.file == file(of: function) && whole.start <= span.bytes.start && span.bytes.end <= whole.end
  }

  private func isOverridable(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    return declaration.kind == .function && !declaration.isPrivate && !declaration.isStatic && !declaration.isOverride
      && !isTest(file(of: function))
  }

  /// Whether a class, or one above it, declares a method itself.
  private func has(_ type: NominalID, _ original: FunctionID) -> Bool {
    lineage(of: type).contains { ancestor in
      self[ancestor].kind == .class && functions(of: ancestor).contains { isSameMethod($0, original) }
    }
  }

  /// The methods of a protocol's unconditional extensions that it requires as well.
  private func requiredDefaults(of id: NominalID) -> [FunctionID] {
    let required = self[id].declarations.filter { self[$0.file].facts[$0.type].kind == .protocol }
      .flatMap(functions(in:))
    guard !required.isEmpty else { return [] }
    return extensionMethods(of: id).filter { one in
      !declaration(of: one).isStatic && required.contains { isSameMethod($0, one) }
    }
  }

  /// Whether two methods have one name, one set of labels, and types that are spelled alike.
  private func isSameMethod(_ one: FunctionID, _ other: FunctionID) -> Bool {
    let (a, b) = (declaration(of: one), declaration(of: other))
    guard a.kind == .function, a.name == b.name, a.isStatic == b.isStatic,
      a.parameters.map(\.label) == b.parameters.map(\.label)
    else { return false }
    let (mine, theirs) = (self[file(of: one)].facts.code, self[file(of: other)].facts.code)
    func spelled(_ types: [TypeID?], _ code: Code) -> [String] { types.map { $0.map { code.spelling(of: $0) } ?? "" } }
    return spelled(a.parameters.map(\.type) + [a.result], mine)
      == spelled(b.parameters.map(\.type) + [b.result], theirs)
  }

  /// Calls of methods of some names whose object is known by a protocol alone, by the name.
  private func callsThroughProtocols(named names: Set<Symbol>) -> [Symbol: [(owner: NominalID, span: SourceSpan)]] {
    let inference = Inference(program: self)
    var result: [Symbol: [(owner: NominalID, span: SourceSpan)]] = [:]
    for function in functions(mentioning: names) {
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for at in expressions(of: function) {
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
          names.contains(name), let type = inference.type(of: base, in: frame).nominal, self[type].kind == .protocol
        else { continue }
        let span = SourceSpan(file: frame.file, bytes: code.spans[at])
        for ancestor in lineage(of: type) { result[name, default: []].append((ancestor, span)) }
      }
    }
    return result
  }
}
