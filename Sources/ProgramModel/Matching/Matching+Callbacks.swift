import SwiftFacts

/// Optional closures that a change adds: as one more of several, or in place of a protocol.
extension Matching {
  /// Optional closures that are called and set by nobody, since the change: new ones, and those of types of which
  /// nothing was set before, where others of the same type are set; and those that were set.
  public func unsetCallbacks() -> [Alteration] {
    let touched = before.writtenNames(in: changedFilesBefore).union(after.writtenNames(in: changedFiles))
    let all = changedCallbacks().filter { one in
      one.isNew || ([one.property] + one.others).contains { touched.contains(after.declaration(of: $0).name) }
    }
    guard !all.isEmpty else { return [] }
    var unsetOnWays: [Alteration] = []
    for one in all where !one.isNew {
      if let found = unsetOnOneWay(one.property, of: one.owner) { unsetOnWays.append(found) }
    }
    let names = Set(all.flatMap { [$0.property] + $0.others }.map { after.declaration(of: $0).name })
    let setters = Setters(after, of: names)
    // Asked of few, as most callbacks are set.
    lazy var old = Setters(before, of: names)
    var readers: Readers?
    // Asked of few: types that came by many callbacks at once.
    lazy var replaced = Set(replacedProtocols().map(\.after))
    return unsetOnWays + all.compactMap { one in
      let declaration = after.declaration(of: one.property)
      // Whoever uses a library may stand outside of the program.
      guard !declaration.isPublic, !declaration.isPrivate, setters[declaration.name].isEmpty,
        !isForDevelopers(one.property),
        !setters.mayBeGivenUnnamed(after[one.owner].name)
      else { return nil }
      let others = one.others.map { after.declaration(of: $0).name }
      let places: [Setters.Place]
      let kind: Alteration.Kind
      if !old[declaration.name].isEmpty, !one.isNew {
        // Where what set it is gone as a whole, so may be what it was set for.
        let still = old[declaration.name].compactMap { place in functions.first { $0.value == place.function }?.key }
        guard !still.isEmpty else {
          let known = readers ?? Readers(after, of: names)
          readers = known
          return known.isRead(declaration.name, of: one.owner)
            ? madeUnset(
              one.property, of: one.owner, since: old[declaration.name].map(\.function),
              others: one.others.flatMap { setters[after.declaration(of: $0).name] }.filter(\.isAssignment)
                .map { ($0.function, $0.span) }) : nil
        }
        kind = .lostSetter
        places = still.sorted().map { Setters.Place(function: $0, span: after.span(of: $0)) }
      } else {
        guard one.isNew || others.allSatisfy({ !old[$0].contains(where: \.isAssignment) }) else { return nil }
        kind = one.isNew ? .unsetCallback : .firstUnset
        places =
          one.isOneOfMany
          ? setters.placeOfAll(others) : others.flatMap { setters[$0].filter { one.isNew || $0.isAssignment } }
      }
      let known = readers ?? Readers(after, of: names)
      readers = known
      guard !places.isEmpty else { return known.isRead(declaration.name, of: one.owner) ? unsetAlone(one) : nil }
      guard known.isRead(declaration.name, of: one.owner),
        // A protocol in whose place they came is told as such.
        !one.isOneOfMany || !replaced.contains(after.name(of: one.owner))
      else { return nil }
      var seen: Set<FunctionID> = []
      return Alteration(
        kind: kind, span: after.span(of: one.property), name: declaration.name.text, after: after.name(of: one.owner),
        affected: places.map(\.function).filter { seen.insert($0).inserted }.map { after.name(of: $0) },
        evidence: Array(places.map(\.span).prefix(3)))
    }
  }

  /// A callback that came to a type which was there before, in a program where its objects are made and nobody sets it.
  private func unsetAlone(_ one: ChangedCallback) -> Alteration? {
    guard one.isNew, !one.isOneOfMany, types[one.owner] != nil, after[one.owner].access == .module else { return nil }
    let name = after.declaration(of: one.property).name
    // What tests set is there for them.
    guard !after.isSetInTests(name) else { return nil }
    let makers = (after.calls(threads: 1).sites[after[one.owner].name] ?? []).filter {
      !after.isTest(after.file(of: $0.function))
    }
    // What was called by this name before may have come from elsewhere; a closure without a label may be for it.
    guard (before.calls(threads: 1).sites[name] ?? []).isEmpty, !makers.contains(where: givesUnnamed),
      let first = makers.min()
    else { return nil }
    let file = after.file(of: first.function)
    let span = SourceSpan(file: file, bytes: after[file].facts.code.span(of: first.call))
    return Alteration(
      kind: .unsetAlone, span: after.span(of: one.property), name: name.text, after: after.name(of: one.owner),
      affected: [after.name(of: first.function)], evidence: [span])
  }

  /// Whether a callback is there to write a log by, or for debug builds alone.
  private func isForDevelopers(_ property: PropertyID) -> Bool {
    let span = after.span(of: property)
    return after.knowledge[.logs].fits(after.declaration(of: property).name)
      || after[span.file].facts.debugSpans.contains { $0.start <= span.bytes.start && span.bytes.start < $0.end }
  }

  private func givesUnnamed(_ site: CallIndex.Site) -> Bool {
    let code = after[after.file(of: site.function)].facts.code
    guard case .call(_, let list) = code[site.call] else { return false }
    return code[list].contains { argument in
      guard argument.label == nil else { return false }
      if case .closure = code[argument.value] { return true }
      return false
    }
  }

  /// Types that had their calls asked for by a protocol, and ask for them by optional closures now.
  public func replacedProtocols() -> [Alteration] {
    var found: [NominalID: [PropertyID]] = [:]
    for one in changedCallbacks() where one.isNew && after.isCallbackOnly(one.property) {
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
          kind: .replacedProtocol, span: after.span(of: first), name: before.name(of: asked),
          before: String(before.ownRequirements(of: asked).count), after: after.name(of: owner),
          affected: closures.map { after.declaration(of: $0).name.text },
          evidence: closures.dropFirst().map { after.span(of: $0) })
      }
      return nil
    }
  }

  private struct ChangedCallback {
    var property: PropertyID
    var owner: NominalID
    /// Whether the type did not have it before.
    var isNew: Bool
    /// The other optional closures that the type had before.
    var others: [PropertyID]
    /// Whether it came along with the others, all of them callbacks.
    var isOneOfMany = false
  }

  /// The optional closures of types that were there before the change.
  private func changedCallbacks() -> [ChangedCallback] {
    var result: [ChangedCallback] = []
    for owner in after.declaredTypes {
      guard after[owner].kind == .class || after[owner].kind == .struct else { continue }
      if let old = types[owner] {
        result += after[owner].storedProperties.filter { property in
          self.properties[property] == nil && self.after.isListener(property)
            && self.before[old].properties[self.after.declaration(of: property).name] == nil
        }.map { ChangedCallback(property: $0, owner: owner, isNew: true, others: []) }
      }
      let closures = after[owner].storedProperties.filter {
        (after.isOptionalClosure($0) || after.isIdleClosure($0)) && !after.isTest(after.file(of: $0))
      }
      guard !closures.isEmpty else { continue }
      let old = types[owner]
      // A type of another file is as it was.
      let isTouched = after[owner].declarations.contains { changedFiles.contains($0.file) }
      if let old, before[old].kind == .foreign { continue }
      if old == nil, isTouched {
        // Whom a new type tells something may come later. What it asks, it shows or does without an answer.
        result += closures.filter { !after.isCallbackOnly($0) }.map { one in
          ChangedCallback(property: one, owner: owner, isNew: true, others: closures.filter { $0 != one })
        }
        continue
      }
      let others = closures.filter {
        old == nil || properties[$0] != nil || old.map { before[$0].properties }?[after.declaration(of: $0).name] != nil
      }
      // The first ones that a type has, and many: who sets all but one has forgotten that one.
      let told = closures.filter(after.isCallbackOnly)
      if others.isEmpty, told.count >= 4 {
        result += told.map { one in
          ChangedCallback(
            property: one, owner: owner, isNew: true, others: told.filter { $0 != one }, isOneOfMany: true)
        }
        continue
      }
      result += closures.map { one in
        ChangedCallback(
          property: one, owner: owner, isNew: !others.contains(one), others: others.filter { $0 != one })
      }
    }
    return result
  }
}

/// Where production code reads properties of some names, be it to call them or to hand them on.
///
/// Not where it asks whether there is one: then it has an answer for where there is none.
private struct Readers {
  private var owners: [Symbol: Set<NominalID>] = [:]

  init(_ program: Program, of names: Set<Symbol>) {
    let inference = Inference(program: program)
    for function in program.productionFunctions {
      let code = program[program.file(of: function)].facts.code
      var written = Set(code.bindingsWithAnswer(in: program.declaration(of: function)))
      for index in program.expressions(of: function).reversed() {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, _): written.insert(target)
        case .name(let name, .some) where names.contains(name) && !written.contains(id):
          if let owner = program.owner(of: function) { owners[name, default: []].insert(owner) }
        case .member(let base, let name) where names.contains(name) && !written.contains(id):
          if let owner = inference.type(of: base, in: Frame(function, in: program)).nominal {
            owners[name, default: []].insert(owner)
          }
        default: continue
        }
      }
    }
  }

  func isRead(_ name: Symbol, of owner: NominalID) -> Bool { owners[name]?.contains(owner) == true }
}

extension Program {
  /// Whether a test puts something into anything of a name.
  fileprivate func isSetInTests(_ name: Symbol) -> Bool {
    allFunctions.contains { function in
      guard isTest(file(of: function)) else { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        if case .assign(let target, _) = code.expressions[index] { code.writtenName(target) == name } else { false }
      }
    }
  }
}

/// Where production code gives properties of some names something: not where one of them is only handed on to another
/// of the same name, which somebody has to have given something first.
private struct Setters {
  struct Place: Hashable {
    var function: FunctionID
    var span: SourceSpan
    /// Whether it is set by its name; what a label of a call is for, the name alone does not say.
    var isAssignment = true
  }

  private var places: [Symbol: [Place]] = [:]
  /// What is handed on by its own name.
  private var handedOn: Set<Symbol> = []
  /// What is called with a closure that has no label.
  private var givenUnnamed: Set<Symbol> = []

  init(_ program: Program, of names: Set<Symbol>) {
    for function in program.productionFunctions {
      let file = program.file(of: function)
      let code = program[file].facts.code
      for index in program.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        func place(isAssignment: Bool) -> Place {
          Place(
            function: function, span: SourceSpan(file: file, bytes: code.span(of: id)), isAssignment: isAssignment)
        }
        switch code[id] {
        case .assign(let target, let value):
          if case .literal(.null) = code[value] { continue }
          switch code[target] {
          case .member(_, let name) where code.ownProperty(value) == name && code.ownProperty(target) == nil:
            if names.contains(name) { handedOn.insert(name) }
          case .member(_, let name) where names.contains(name), .name(let name, .some) where names.contains(name):
            places[name, default: []].append(place(isAssignment: true))
          default: continue
          }
        case .call(let callee, let list):
          for argument in code[list] {
            guard let label = argument.label, names.contains(label) else { continue }
            places[label, default: []].append(place(isAssignment: false))
          }
          if let last = code[list].last, last.label == nil, case .closure = code[last.value],
            let name = code.calledName(callee), name.isCapitalized
          {
            givenUnnamed.insert(name)
          }
          // A modifier of the same name, and a trailing closure without a label.
          if let name = code.calledName(callee), names.contains(name), list.count > 0,
            case .closure? = code[list].last.map({ code[$0.value] })
          {
            places[name, default: []].append(place(isAssignment: false))
          }
        // Whoever is given the way to it may set it.
        case .member(_, let name) where names.contains(name) && code.marks(of: id).contains(.inout),
          .name(let name, .some) where names.contains(name) && code.marks(of: id).contains(.inout):
          places[name, default: []].append(place(isAssignment: true))
        case .keyPath:
          let spelling = code.spelling(of: id)
          for name in names where spelling.hasSuffix(name.text) {
            places[name, default: []].append(place(isAssignment: true))
          }
        default: continue
        }
      }
    }
  }

  subscript(name: Symbol) -> [Place] { places[name] ?? [] }

  /// Whether a closure without a label may be what is handed on, of a type that is made with one.
  func mayBeGivenUnnamed(_ type: Symbol) -> Bool { !handedOn.isEmpty && givenUnnamed.contains(type) }

  /// Where the first of some properties is set by its name, in a function that sets all of them; nowhere otherwise.
  func placeOfAll(_ names: [Symbol]) -> [Place] {
    guard let first = names.first else { return [] }
    return self[first].filter { place in
      place.isAssignment
        && names.allSatisfy { self[$0].contains { $0.isAssignment && $0.function == place.function } }
    }
  }
}

extension Program {
  /// What some files give values to, by assignment or by label.
  fileprivate func writtenNames(in files: Set<FileID>) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for file in files {
      let code = self[file].facts.code
      for expression in code.expressions {
        if case .assign(let target, _) = expression, let name = code.writtenName(target) { result.insert(name) }
      }
      result.formUnion(code.arguments.lazy.compactMap(\.label))
    }
    return result
  }

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

  /// Whether a stored property is for an object that is told something by a protocol of the program, and not kept.
  fileprivate func isListener(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isStatic, !declaration.isPrivate, declaration.attributes.isEmpty,
      declaration.strength == .weak, !isTest(file(of: property)), let type = declaration.type,
      let asked = resolve(type, in: file(of: property), context: owner(of: property)).nominal
    else { return false }
    return self[asked].kind == .protocol
  }

  /// Whether a stored property is a closure that does nothing until another is set: `var onTap: () -> Void = {}`.
  fileprivate func isIdleClosure(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    let file = file(of: property)
    guard declaration.isStored, !declaration.isLet, !declaration.isStatic, !declaration.isPrivate,
      declaration.attributes.isEmpty, let type = declaration.type, let value = declaration.initialValue,
      case .function = self[file].facts.code[type], !answers(type, self[file].facts.code)
    else { return false }
    let code = self[file].facts.code
    guard let first = code[self.declaration(of: function(value, in: file)).results].first,
      case .closure(let closure) = code[first]
    else { return false }
    return code[closure].firstExpression >= code[closure].endExpression
  }

  /// Whether a closure is told something, and asked nothing.
  func isCallbackOnly(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type else { return false }
    guard case .optional(let wrapped) = self[file(of: property)].facts.code[type] else {
      return isIdleClosure(property)
    }
    return !answers(wrapped, self[file(of: property)].facts.code)
  }
}

extension Code {
  /// What is asked for by `if let` with an `else`, by `guard let`, or before `??`: where there is none, something else
  /// is done.
  fileprivate func bindingsWithAnswer(in declaration: FunctionDeclaration) -> [ExpressionID] {
    var result: [ExpressionID] = []
    for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
      let statement = statements[Int(index)]
      switch statement.kind {
      case .skippable(.coalescing, after: let value):
        result.append(value)
        // `mayClose?() ?? true`
        let fallback = expressions(in: index)
        if case .call(let callee, _) = self[value], fallback.count == 1,
          case .literal(.boolean) = self[ExpressionID(index: fallback.lowerBound)]
        {
          result.append(callee)
        }
      case .guarding, .branch:
        for inner in statements[Int(index + 1)..<Int(statement.end)] {
          if case .condition(.binding, let value?) = inner.kind, isAnswered(index) { result.append(value) }
          if case .block = inner.kind { break }
        }
      default: continue
      }
    }
    return result
  }

  /// Whether a `guard` leaves by doing something, or an `if` has an `else`, or something to do after a block that
  /// leaves.
  private func isAnswered(_ index: Int32) -> Bool {
    let statement = statements[Int(index)]
    let inside = Int(index + 1)..<Int(statement.end)
    switch statement.kind {
    case .guarding:
      return inside.contains { at in
        if case .leave(.return, _) = statements[at].kind {
          statements[at].firstExpression < statements[at].endExpression
        } else {
          false
        }
      }
    case .branch:
      var blocks = 0
      var at = inside.lowerBound
      while at < inside.upperBound {
        if case .block = statements[at].kind { blocks += 1 }
        if case .branch = statements[at].kind { blocks += 1 }
        at = Int(statements[at].end)
      }
      let leaves = inside.contains { if case .leave = statements[$0].kind { true } else { false } }
      return blocks > 1 || leaves
    default: return false
    }
  }
}
