import SwiftFacts

/// Delegates of several objects that are alike.
extension Program {
  /// Callbacks of a type that made itself the delegate of several stored objects of one class, and that do not look
  /// at which of them calls.
  public func ambiguousCallbacks() -> [Breach] {
    let inference = Inference(program: self)
    var result: [Breach] = []
    for type in declaredTypes {
      guard self[type].kind == .class, let first = self[type].declarations.first, !isTest(first.file) else { continue }
      let links = delegations(of: type)
      guard links.count >= 2 else { continue }
      var sources: [NominalID: [(name: Symbol, span: SourceSpan)]] = [:]
      for property in storedProperties(of: type) {
        let name = declaration(of: property).name
        guard let link = links[name], let kind = inference.type(of: property).nominal else { continue }
        sources[kind, default: []].append((name, link.span))
      }
      for (kind, list) in sources.sorted(by: { $0.key < $1.key }) where list.count >= 2 {
        let isAsked = list.allSatisfy { links[$0.name]?.isSource == true }
        for member in functions(of: type) where isBlindCallback(member, from: kind, isAsked) {
          result.append(
            Breach(
              span: span(of: member), name: declaration(of: member).name.text,
              other: list.map { "`\($0.name)`" }.joined(separator: " and "), owner: name(of: kind),
              evidence: list.map(\.span)))
        }
      }
    }
    return result
  }

  /// `x.delegate = self`, by the property that `x` is, that a loop over several takes it from, or that a method of the
  /// type is given for it.
  private func delegations(of type: NominalID) -> [Symbol: (span: SourceSpan, isSource: Bool)] {
    var result: [Symbol: (span: SourceSpan, isSource: Bool)] = [:]
    /// What is done to what a method is given.
    var given: [(method: FunctionID, parameter: LocalID, isSource: Bool)] = []
    func add(_ names: [Symbol], _ span: SourceSpan, _ isSource: Bool) {
      for name in names {
        let known = result[name]
        result[name] = (known?.span ?? span, isSource || known?.isSource == true)
      }
    }
    let methods = functions(of: type)
    for function in methods {
      let file = file(of: function)
      let code = self[file].facts.code
      for index in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[index], case .local(let own) = code[value],
          code[own].kind == .selfReference, case .member(let base, let slot) = code[target],
          case let isSource = knowledge[.isDataSource].ends(slot), isSource || knowledge[.isDelegate].isWhole(slot)
        else { continue }
        if case .local(let local) = code[base], case .parameter = code[local].kind {
          given.append((function, local, isSource))
        }
        add(code.ownProperties(base, knowledge), SourceSpan(file: file, bytes: code.spans[index]), isSource)
      }
    }
    guard !given.isEmpty else { return result }
    for function in methods {
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        guard case .call(let callee, let list) = code.expressions[index], let name = code.ownProperty(callee) else {
          continue
        }
        for one in given where declaration(of: one.method).name == name {
          guard let match = declaration(of: one.method).match(code[list]) else { continue }
          for (argument, parameter) in zip(code[list], match)
          where declaration(of: one.method).parameters[parameter].local == one.parameter {
            let span = SourceSpan(file: file(of: function), bytes: code.spans[index])
            add(code.ownProperties(argument.value, knowledge), span, one.isSource)
          }
        }
      }
    }
    return result
  }

  /// Whether all that is done with one of the system's objects is to put what it shows into a property: `text` of the
  /// one field goes where that of the other went.
  private func isReadInto(own sender: ExpressionID, _ body: Body, _ isOfSystem: Bool) -> Bool {
    guard isOfSystem, let member = body.parent(of: sender), case .member(sender, let name) = body.code[member],
      knowledge[.holdsInput].contains(name)
    else { return false }
    var inner = member
    while let outer = body.parent(of: inner) {
      if case .assign(let target, inner) = body.code[outer] { return body.code.ownProperty(target) != nil }
      guard case .choice = body.code[outer] else { return false }
      inner = outer
    }
    return false
  }

  /// A function that gets the object which calls it first, does something, and never looks at it.
  ///
  /// - Parameter isAsked: Whether those that call it are given what they show; an answer from a property is the same
  ///   for all of them then.
  private func isBlindCallback(_ id: FunctionID, from kind: NominalID, _ isAsked: Bool) -> Bool {
    let function = declaration(of: id)
    // An action is called for what it is connected to, and not by those whose delegate the object is.
    guard function.kind == .function, function.hasBody,
      !function.attributes.contains(where: knowledge[.seenByObjectiveC].contains),
      let sender = function.parameters.first, sender.label == nil, let type = sender.type,
      resolve(type, in: file(of: id), context: owner(of: id)).nominal == kind
    else { return false }
    let code = self[file(of: id)].facts.code
    let body = expressions(of: id)
    let whole = Body(id, in: self)
    // What it hands out for use again says nothing of which it is.
    var asked: Set<ExpressionID> = []
    for index in body {
      guard case .call(let callee, _) = code.expressions[index], case .member(let base, let name) = code[callee],
        knowledge[.handsOutReused].contains(name)
      else { continue }
      asked.insert(base)
    }
    let looks = body.contains { index in
      let use = ExpressionID(index: Int32(index))
      return code[use] == .local(sender.local) && !asked.contains(use)
        && !isReadInto(own: use, whole, self[kind].kind == .foreign)
    }
    let acts = body.contains { index in
      switch code.expressions[index] {
      case .assign, .mutate: true
      // What it gets is put into a collection of its own: `seen.insert(code)`.
      case .call(let callee, _):
        if case .member(let base, let name) = code[callee], code.ownProperty(base) != nil {
          knowledge[.changesInPlace].contains(name)
        } else {
          false
        }
      default: false
      }
    }
    let owner = owner(of: id)
    func isOwn(_ id: ExpressionID) -> Bool {
      if let name = code.ownProperty(id), let owner, case .property(let property)? = valueMember(name, of: owner) {
        return declaration(of: property).isStored
      }
      return code.children(of: id).contains(where: isOwn)
    }
    return !looks && (acts || isAsked && code[function.results].contains(where: isOwn))
  }
}

extension Code {
  /// The properties of `self` that an expression may be: one, or those of a list that a loop goes through.
  fileprivate func ownProperties(_ id: ExpressionID, _ knowledge: Knowledge) -> [Symbol] {
    if let one = ownProperty(id) { return [one] }
    guard case .local(let local) = self[id], let list = goneThrough(by: local, knowledge),
      case .array(let parts) = self[list]
    else { return [] }
    let names = self[parts].compactMap(ownProperty)
    return names.count == parts.count ? names : []
  }

  /// The list that a local is each element of: in a loop, or in a closure that is called for each.
  func goneThrough(by local: LocalID, _ knowledge: Knowledge) -> ExpressionID? {
    if case .closureParameter(let closure, 0) = self[local].kind {
      guard let call = self[closure].call, case .call(let callee, _) = self[call],
        case .member(let list, let name) = self[callee], knowledge[.goesThroughElements].contains(name)
      else { return nil }
      return list
    }
    guard let value = self[local].initializer, case .element(let list) = self[value] else { return nil }
    return list
  }

  /// The member of `super` that an expression names: `super.close`.
  func superMember(_ id: ExpressionID) -> Symbol? {
    guard case .member(let base, let name) = self[id], case .superReference = self[base] else { return nil }
    return name
  }

  /// `name` and `self.name`.
  func ownProperty(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, implicitSelf: .some): return name
    case .member(let base, let name):
      guard case .local(let local) = self[base], isSelf(local) else { return nil }
      return name
    default: return nil
    }
  }
}
