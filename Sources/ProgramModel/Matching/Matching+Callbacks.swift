import SwiftFacts

/// Optional closures that a change adds: as one more of several, or in place of a protocol.
extension Matching {
  /// Optional closures that are new, called, and set by nobody, where others of the same type are set.
  public func unsetCallbacks() -> [Alteration] {
    let all = newCallbacks()
    guard !all.isEmpty else { return [] }
    let setters = Setters(
      after, of: Set(all.flatMap { [$0.property] + $0.others }.map { after.declaration(of: $0).name }))
    return all.compactMap { one in
      let declaration = after.declaration(of: one.property)
      // Whoever uses a library may stand outside of the program.
      guard !declaration.isPublic, !declaration.isPrivate, setters[declaration.name].isEmpty,
        isCalled(declaration.name, by: one.owner)
      else { return nil }
      let set = one.others.filter { !setters[after.declaration(of: $0).name].isEmpty }
      guard !set.isEmpty else { return nil }
      let places = set.flatMap { setters[after.declaration(of: $0).name] }
      var seen: Set<FunctionID> = []
      return Alteration(
        kind: .unsetCallback, span: span(of: one.property), name: declaration.name.text,
        after: after.name(of: one.owner),
        affected: places.map(\.function).filter { seen.insert($0).inserted }.map { after.name(of: $0) },
        evidence: Array(places.map(\.span).prefix(3)))
    }
  }

  /// Types that had their calls asked for by a protocol, and ask for them by optional closures now.
  public func replacedProtocols() -> [Alteration] {
    var found: [NominalID: [PropertyID]] = [:]
    for one in newCallbacks() where after.isCallbackOnly(one.property) {
      found[one.owner, default: []].append(one.property)
    }
    let inferenceBefore = Inference(program: before)
    let inferenceAfter = Inference(program: after)
    return found.sorted { $0.key.index < $1.key.index }.compactMap { owner, closures in
      guard closures.count > 1, let old = types[owner], let first = closures.first else { return nil }
      let kept = Set(
        after[owner].storedProperties.compactMap { inferenceAfter.type(of: $0).nominal }.map { after.name(of: $0) })
      for property in before[old].storedProperties {
        let declaration = before.declaration(of: property)
        guard !declaration.isStatic, let asked = inferenceBefore.type(of: property).nominal,
          before[asked].kind == .protocol,
          !kept.contains(before.name(of: asked)), before.ownRequirements(of: asked).count > 1,
          declaration.strength != .strong || before.isDelegateName(declaration.name)
        else { continue }
        return Alteration(
          kind: .replacedProtocol, span: span(of: first), name: before.name(of: asked),
          before: String(before.ownRequirements(of: asked).count), after: after.name(of: owner),
          affected: closures.map { after.declaration(of: $0).name.text }, evidence: closures.dropFirst().map(span(of:)))
      }
      return nil
    }
  }

  private struct NewCallback {
    var property: PropertyID
    var owner: NominalID
    /// The optional closures that the type had before.
    var others: [PropertyID]
  }

  /// The optional closures that types have now and did not have before the change.
  private func newCallbacks() -> [NewCallback] {
    var result: [NewCallback] = []
    for (owner, old) in types.sorted(by: { $0.key.index < $1.key.index })
    where (after[owner].kind == .class || after[owner].kind == .struct) && before[old].kind != .foreign {
      let closures = after[owner].storedProperties.filter {
        after.isOptionalClosure($0) && !after.isTest(after.file(of: $0))
      }
      let others = closures.filter {
        properties[$0] != nil || before[old].properties[after.declaration(of: $0).name] != nil
      }
      result += closures.filter { !others.contains($0) }.map { NewCallback(property: $0, owner: owner, others: others) }
    }
    return result
  }

  private func span(of property: PropertyID) -> SourceSpan {
    SourceSpan(file: after.file(of: property), bytes: after.declaration(of: property).nameSpan)
  }

  /// Whether a type itself reads a closure of its own: to call it, or to hand it on.
  private func isCalled(_ name: Symbol, by owner: NominalID) -> Bool {
    after[owner].functions.values.joined().contains { function in
      let code = after[after.file(of: function)].facts.code
      var written: Set<ExpressionID> = []
      return after.expressions(of: function).reversed().contains { index in
        let id = ExpressionID(index: Int32(index))
        if case .assign(let target, _) = code[id] { written.insert(target) }
        return code.ownProperty(id) == name && !written.contains(id)
      }
    }
  }
}

/// Where production code gives properties of some names something.
private struct Setters {
  struct Place: Hashable {
    var function: FunctionID
    var span: SourceSpan
  }

  private var places: [Symbol: [Place]] = [:]

  init(_ program: Program, of names: Set<Symbol>) {
    for function in program.productionFunctions {
      let file = program.file(of: function)
      let code = program[file].facts.code
      for index in program.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        let place = Place(function: function, span: SourceSpan(file: file, bytes: code.span(of: id)))
        switch code[id] {
        case .assign(let target, let value):
          if case .literal(.null) = code[value] { continue }
          switch code[target] {
          case .member(_, let name) where names.contains(name), .name(let name, .some) where names.contains(name):
            places[name, default: []].append(place)
          default: continue
          }
        case .call(let callee, let list):
          for argument in code[list] {
            guard let label = argument.label, names.contains(label) else { continue }
            places[label, default: []].append(place)
          }
          // A modifier of the same name, and a trailing closure without a label.
          if let name = code.calledName(callee), names.contains(name), list.count > 0,
            case .closure? = code[list].last.map({ code[$0.value] })
          {
            places[name, default: []].append(place)
          }
        // Whoever is given the way to it may set it.
        case .keyPath:
          for name in names where code.spelling(of: id).hasSuffix(name.text) { places[name, default: []].append(place) }
        default: continue
        }
      }
    }
  }

  subscript(name: Symbol) -> [Place] { places[name] ?? [] }
}

extension Program {
  /// Whether a stored property is an optional closure that can be set after its object was made.
  func isOptionalClosure(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isLet, !declaration.isStatic, !declaration.isPrivate,
      declaration.attributes.isEmpty, isOptional(property),
      let type = declaration.type, case .optional(let wrapped) = self[file(of: property)].facts.code[type],
      case .function = resolve(wrapped, in: file(of: property), context: owner(of: property))
    else { return false }
    return true
  }

  /// Whether a closure is told something, and asked nothing.
  func isCallbackOnly(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type,
      case .optional(let wrapped) = self[file(of: property)].facts.code[type]
    else { return false }
    return !answers(wrapped, self[file(of: property)].facts.code)
  }
}
