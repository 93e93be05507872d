import SwiftFacts

/// What a call that lets go of something lets go of, where the code says so: which entry of a collection, of which
/// object.
struct EndTarget {
  private let program: Program
  private let frames: Frames
  private let inference: Inference
  /// The key under which the cycle is put into the collection that is emptied; nil where that is no constant.
  let key: EntryKey?
  /// What puts the cycle into the collection.
  private let filling: (link: Cycle.Link, cycle: Cycle)?
  /// The property that has the object whose slot is emptied.
  private let holder: (name: Symbol, owner: NominalID)?
  /// The type of the object that has the property; nil where what ends the cycle is no method of what is in there.
  private let type: NominalID?
  private let callers: Callers

  /// - Parameters:
  ///   - index: The link whose slot is emptied.
  ///   - function: What empties it.
  init(
    of cycle: Cycle, at index: Int?, by function: FunctionID, _ frames: Frames, _ inference: Inference,
    _ callers: Callers, in program: Program
  ) {
    self.program = program
    self.frames = frames
    self.inference = inference
    self.callers = callers
    guard let index else {
      key = nil
      filling = nil
      holder = nil
      type = nil
      return
    }
    let links = cycle.links
    filling = links[(index + 1)...].first.map { ($0, cycle) }
    key = filling.flatMap { program.key(filling: $0.link, of: cycle, frames, inference) }
    let before = links[(index + links.count - 1) % links.count]
    holder =
      switch before.how {
      case .property(let property):
        program.owner(of: property).map { (program.declaration(of: property).name, $0) }
      case .knownProperty(let name) where name.isMarked: before.type.nominal.map { (name, $0) }
      default: nil
      }
    let isMethod =
      if let emptied = links[index].type.nominal, let owner = program.owner(of: function) {
        program.lineage(of: emptied).contains(owner)
      } else { false }
    type = isMethod ? before.type.nominal : nil
  }

  /// Whether what is given as a key comes from a property of the object that has only ever been given the keys of
  /// other entries.
  func isKeyOfAnother(_ value: ExpressionID, in function: FunctionID) -> Bool {
    let frame = frames[function]
    guard let filling, let owner = frame.context,
      let name = frame.facts.code.ownProperty(frame.facts.code.constant(value)),
      case .property(let property)? = program.member(name, of: owner), callers.areInSight(of: owner),
      program.declaration(of: property).isStored, !program.declaration(of: property).isStatic,
      let own = program.call(answeringKeyOf: filling.link, of: filling.cycle, frames, inference)
    else { return false }
    let given =
      callers.beginnings(of: property).map { (function: $0.function, value: $0.value) }
      + callers.assignments(named: name).map { (function: $0.function, value: $0.value) }
    return !given.isEmpty
      && given.allSatisfy { function, value in
        switch program[program.file(of: function)].facts.code[value] {
        case .literal(.null): true
        case .call: (function, value) != (filling.cycle.function, own)
        default: false
        }
      }
  }

  /// Whether a method is called on what another property of the same object has, which is not what this one has, or on
  /// what an object of another class has made for itself.
  func isOfAnother(_ callee: ExpressionID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    guard let holder, case .member(let base, _) = code[callee] else { return false }
    // `model.busy.clear()`: two properties of one object have one each.
    if case .member(let inner, let other) = code[code.constant(base)], other != holder.name, !code.isSelf(inner),
      let type = inference.type(of: inner, in: frames[function]).nominal,
      program.lineage(of: type).contains(holder.owner)
    {
      return [other, holder.name].allSatisfy { hasOneOfItsOwn($0, type) }
    }
    guard let name = code.ownProperty(code.constant(base)),
      let owner = program.owner(of: function)
    else { return false }
    if name != holder.name, program.lineage(of: owner).contains(holder.owner) {
      return [name, holder.name].allSatisfy { hasOneOfItsOwn($0, owner) }
    }
    guard let type, program[owner].kind == .class, program[type].kind == .class, !program.canBeOne(owner, type),
      let other = makers(of: name, owner), let own = makers(of: holder.name, holder.owner)
    else { return false }
    return name == holder.name || Set(other).isDisjoint(with: own)
  }

  /// Where the objects are made that a property is given, one for each time; nil where one may come from elsewhere.
  private func makers(of name: Symbol, _ owner: NominalID) -> [Maker]? {
    guard case .property(let property)? = program.member(name, of: owner) else { return nil }
    if hasOneOfItsOwn(name, owner) { return [Maker(function: nil, property: property, call: nil)] }
    guard program.declaration(of: property).isStored, let given = callers.objects(givenTo: property) else { return nil }
    var makers: [Maker] = []
    for (function, value) in given {
      let frame = frames[function]
      let made = frame.facts.code.constant(value)
      if case .literal(.null) = frame.facts.code[made] { continue }
      guard isMade(made, in: frame) else { return nil }
      makers.append(Maker(function: function, property: nil, call: made))
    }
    return makers
  }

  private struct Maker: Hashable {
    var function: FunctionID?
    var property: PropertyID?
    var call: ExpressionID?
  }

  /// Whether a property is given an object made for it where it is declared, and no other ever.
  private func hasOneOfItsOwn(_ name: Symbol, _ owner: NominalID) -> Bool {
    if name.isMarked { return name.text.first == "$" }
    guard case .property(let property)? = program.member(name, of: owner) else { return false }
    let declaration = program.declaration(of: property)
    guard declaration.isLet, !declaration.isStatic, let value = declaration.initialValue else { return false }
    let frame = frames[program.function(value, in: program.file(of: property))]
    let results = frame.facts.code[frame.declaration.results]
    guard results.count == 1, let made = results.first else { return false }
    return isMade(made, in: frame)
  }

  /// Whether an expression makes an object.
  private func isMade(_ made: ExpressionID, in frame: Frame) -> Bool {
    guard case .call = frame.facts.code[made] else { return false }
    return switch inference.target(of: made, in: frame).kind {
    case .functions(let functions): functions.allSatisfy { program.declaration(of: $0).kind == .initializer }
    case .memberwise: true
    case .foreign(_, _, let isInitializer): isInitializer
    case .enumCase, .value: false
    }
  }
}

/// A key of a dictionary that the code spells out.
struct EntryKey: Hashable {
  /// A literal as it is written, or a case with literals as its values.
  private let text: String

  init?(_ id: ExpressionID, in code: Code) {
    switch code[id] {
    case .literal(.string(_?)), .literal(.number), .literal(.boolean): text = code.spelling(of: id)
    case .implicitMember(let name): text = ".\(name)"
    case .call(let callee, let list):
      guard case .implicitMember(let name) = code[callee] else { return nil }
      let values = code[list].map { argument -> String? in
        if case .literal(.number) = code[argument.value] { return code.spelling(of: argument.value) }
        if case .literal(.string(_?)) = code[argument.value] { return code.spelling(of: argument.value) }
        return nil
      }
      guard !values.contains(nil) else { return nil }
      text = ".\(name)(\(values.compactMap(\.self).joined(separator: ", ")))"
    default: return nil
    }
  }
}

extension Program {
  /// The constant under which a link is put into a collection, itself or by the function that is called for it.
  fileprivate func key(filling link: Cycle.Link, of cycle: Cycle, _ frames: Frames, _ inference: Inference)
    -> EntryKey?
  {
    guard let site = site(filling: link, of: cycle) else { return nil }
    let code = self[file(of: cycle.function)].facts.code
    if let key = code.keyAssigned(at: site) { return EntryKey(key, in: code) }
    guard case .call(_, let list) = code[site],
      let (filling, step) = store(behind: site, of: link, in: frames[cycle.function], inference),
      step.file == file(of: filling), let store = expression(at: step.bytes, in: filling)
    else { return nil }
    let inner = self[step.file].facts.code
    guard let key = inner.keyAssigned(at: store), case .local(let local) = inner[key],
      let position = declaration(of: filling).parameters.firstIndex(where: { $0.local == local }),
      let match = declaration(of: filling).match(code[list]), let at = match.firstIndex(of: position)
    else { return nil }
    return EntryKey(code[list][code[list].startIndex + at].value, in: code)
  }

  /// Whether a function puts something into a collection, at a place, under a key that it makes and answers with, which
  /// is another one each time: `UUID()`, or a number of its own that it goes on to count up.
  func answersWithKey(of store: SourceSpan, in function: FunctionID) -> Bool {
    guard store.file == file(of: function), let site = expression(at: store.bytes, in: function) else { return false }
    let code = self[store.file].facts.code
    guard let key = code.keyAssigned(at: site), case .local(let local) = code[key],
      case .variable(isLet: true) = code[local].kind, let made = code[local].initializer,
      code.isMadeOfNothing(made) || code.ownProperty(made).map({ counts($0, in: function) }) == true
    else { return false }
    let answers = code[declaration(of: function).results]
    return !answers.isEmpty && answers.allSatisfy { code[$0] == code[key] }
  }

  /// Whether a function changes a property of its object by an operator.
  private func counts(_ property: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      if case .mutate(let target, _) = code.expressions[index] { code.ownProperty(target) == property } else { false }
    }
  }

  /// The call that puts a link into a collection under a key that it answers with.
  fileprivate func call(answeringKeyOf link: Cycle.Link, of cycle: Cycle, _ frames: Frames, _ inference: Inference)
    -> ExpressionID?
  {
    guard let site = site(filling: link, of: cycle),
      let (filling, step) = store(behind: site, of: link, in: frames[cycle.function], inference)
    else { return nil }
    return answersWithKey(of: step, in: filling) ? site : nil
  }

  /// The assignment or the call in a cycle's own function that puts a link into a collection.
  private func site(filling link: Cycle.Link, of cycle: Cycle) -> ExpressionID? {
    guard case .store(.element) = link.how, let span = link.span, span.file == file(of: cycle.function) else {
      return nil
    }
    return expression(at: span.bytes, in: cycle.function)
  }

  /// The one function that a call runs to put a link into a collection, and where it does.
  private func store(
    behind site: ExpressionID, of link: Cycle.Link, in frame: Frame, _ inference: Inference
  ) -> (function: FunctionID, place: SourceSpan)? {
    guard case .call = frame.facts.code[site],
      case .functions(let functions) = inference.target(of: site, in: frame).kind, functions.count == 1,
      let place = link.steps.last?.span
    else { return nil }
    return (functions[0], place)
  }

  /// The call or assignment that stands at a place of a function.
  private func expression(at span: ByteSpan, in function: FunctionID) -> ExpressionID? {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).lazy.map { ExpressionID(index: Int32($0)) }.first { id in
      guard code.span(of: id) == span else { return false }
      switch code[id] {
      case .call, .assign: return true
      default: return false
      }
    }
  }
}

extension Code {
  /// What a constant is given where it is declared; any other expression itself.
  fileprivate func constant(_ id: ExpressionID) -> ExpressionID {
    guard case .local(let local) = self[id], case .variable(isLet: true) = self[local].kind else { return id }
    return self[local].initializer ?? id
  }

  /// Whether an expression makes a value of no other, or takes a part of such a value: `UUID().uuidString`.
  fileprivate func isMadeOfNothing(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .member(let base, _): isMadeOfNothing(base)
    case .call(let callee, let list): list.count == 0 && calledName(callee)?.isCapitalized == true
    default: false
    }
  }

  /// `key` of `list[key] = value`.
  fileprivate func keyAssigned(at site: ExpressionID) -> ExpressionID? {
    guard case .assign(let target, _) = self[site], case .subscripted(_, let list) = self[target], list.count == 1
    else { return nil }
    return self[list].first?.value
  }
}
