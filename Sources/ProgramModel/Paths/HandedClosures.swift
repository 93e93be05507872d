import SwiftFacts

/// Closures and delegates of others that an object has been handed, and where it calls them.
///
/// Not safe for use from several threads: each worker has its own.
final class HandedClosures {
  /// A call of one, or of a method of the same object that makes such a call before it returns.
  struct Call: Hashable {
    /// What is called, as the source of the function that calls it spells it.
    var name: String
    /// The property that holds it; nil for a parameter.
    var slot: Symbol?
    /// Whether the property holds several of them.
    var isOneOfSeveral = false
    var span: SourceSpan
  }

  /// The property that a value is taken from.
  private struct Origin {
    var property: PropertyID
    /// Whether it is an element of what the property holds.
    var isElement: Bool
    /// Whether it is a closure that an element or a value of the property has in a property of its own.
    var isMember = false
  }

  let program: Program
  let escape: ClosureEscape
  private let made = Fixpoint<FunctionID, [Call]>(bottom: [], unknown: [])
  let frames: Frames

  init(program: Program) {
    self.program = program
    frames = Frames(of: program)
    escape = ClosureEscape(inference: Inference(program: program))
  }

  var inference: Inference { escape.inference }

  // MARK: Calls

  /// The closures of others that a call runs, where it is made: what it calls itself, or what a method of `self` does.
  func called(by call: ExpressionID, in frame: Frame) -> [Call] {
    let code = frame.facts.code
    guard case .call(let callee, _) = code[call] else { return [] }
    if let own = handed(callee, in: frame) {
      let span = SourceSpan(file: frame.file, bytes: code.span(of: call))
      return [Call(name: own.name, slot: own.slot, isOneOfSeveral: own.isElement, span: span)]
    }
    guard let method = ownMethod(call, in: frame) else { return [] }
    return calls(of: method).filter { $0.slot != nil }
  }

  /// The closures of others that a function runs before it returns.
  func calls(of function: FunctionID) -> [Call] {
    made.value(of: function) {
      let frame = frames[function]
      guard frame.declaration.hasBody, frame.declaration.firstExpression < frame.declaration.endExpression else {
        return []
      }
      let code = frame.facts.code
      // What gives a lock back may do so to call others without it.
      let range = frame.declaration.firstExpression..<frame.declaration.endExpression
      let releases = range.contains { index in
        guard case .call(let callee, _) = code[ExpressionID(index: index)] else { return false }
        return code.calledName(callee).map { self.program.knowledge[.unlocks].contains($0) } == true
      }
      guard !releases else { return [] }
      var seen: Set<Call> = []
      return self.callsInPlace(in: range, within: range, frame).flatMap { self.called(by: $0, in: frame) }
        .filter { seen.insert($0).inserted }
    }
  }

  /// The calls in a stretch of a body that are made when it runs: not those of closures that run later.
  func callsInPlace(in range: Range<Int32>, within outer: Range<Int32>, _ frame: Frame) -> [ExpressionID] {
    let code = frame.facts.code
    return range.lazy.map { ExpressionID(index: $0) }.filter { id in
      guard case .call = code[id] else { return false }
      return code.closures(around: id, within: outer).allSatisfy { self.escape.fate(of: $0, in: frame) == .inPlace }
    }
  }

  /// The members in a stretch of a body that are read when it runs.
  func readsInPlace(in range: Range<Int32>, _ frame: Frame) -> [ExpressionID] {
    let code = frame.facts.code
    return range.lazy.map { ExpressionID(index: $0) }.filter { id in
      switch code[id] {
      case .member, .name(_, implicitSelf: .some): break
      default: return false
      }
      return code.closures(around: id, within: range).allSatisfy { self.escape.fate(of: $0, in: frame) == .inPlace }
    }
  }

  /// The one method of the same object that a call runs.
  func ownMethod(_ call: ExpressionID, in frame: Frame) -> FunctionID? {
    let code = frame.facts.code
    let target = inference.target(of: call, in: frame)
    guard case .functions(let targets) = target.kind, targets.count == 1, let method = targets.first,
      program.declaration(of: method).kind == .function, program.declaration(of: method).hasBody
    else { return nil }
    switch target.receiver {
    case .local(let local): return code.isSelf(local) ? method : nil
    case .expression(let base):
      guard case .local(let local) = code[base] else { return nil }
      return code.isSelf(local) ? method : nil
    case .none: return nil
    }
  }

  // MARK: Origins

  /// What is called, if others have handed it over: a stored closure, one of several, a listener, a completion.
  private func handed(_ callee: ExpressionID, in frame: Frame) -> (name: String, slot: Symbol?, isElement: Bool)? {
    let code = frame.facts.code
    if case .local(let local) = code[callee],
      let parameter = frame.declaration.parameters.first(where: { $0.local == local })
    {
      guard parameter.isEscaping, parameter.closureKind == .always else { return nil }
      return (code[local].name.text, nil, false)
    }
    if let origin = origin(of: callee, in: frame), isClosure(origin, callee, in: frame) {
      return (name(of: callee, origin, in: frame), program.declaration(of: origin.property).name, origin.isElement)
    }
    // A listener is told by a method of its protocol.
    guard case .member(let base, let method) = code[callee] else { return nil }
    guard let type = inference.type(of: base, in: frame).nominal, program[type].kind == .protocol else { return nil }
    let spelled = code.plainSpelling(of: base)
    let guess = program.knowledge[.isDelegate]
    if guess.ends(spelled) { return ("\(spelled).\(method)", code.ownProperty(base), false) }
    guard let origin = origin(of: base, in: frame), origin.isElement,
      program.knowledge[.isListener].ends(program[type].name)
    else { return nil }
    return ("\(spelled).\(method)", program.declaration(of: origin.property).name, true)
  }

  /// Whether a value that is taken from a property is a closure which others may have put there.
  private func isClosure(_ origin: Origin, _ callee: ExpressionID, in frame: Frame) -> Bool {
    if origin.isMember { return true }
    let declaration = program.declaration(of: origin.property)
    // What is asked for a value and given once, as a clock is, is a part of the object and no one's to come back by.
    if declaration.isLet, !origin.isElement,
      case .function(parameters: [], let result) = inference.type(of: origin.property),
      result != .tuple([])
    {
      return false
    }
    guard declaration.isRequirement || declaration.isStored && (declaration.initialValue == nil || !declaration.isLet)
    else { return false }
    return function(in: inference.type(of: origin.property), isElement: origin.isElement)
  }

  private func function(in type: Type, isElement: Bool) -> Bool {
    switch type {
    case .function: true
    case .array(let element): isElement && function(in: element, isElement: true)
    case .dictionary(_, let value): isElement && function(in: value, isElement: true)
    case .tuple(let parts): isElement && parts.contains { function(in: $0, isElement: true) }
    default: false
    }
  }

  /// As the source calls it: what a closure that goes through a list calls its elements says nothing.
  private func name(of callee: ExpressionID, _ origin: Origin, in frame: Frame) -> String {
    let spelled = frame.facts.code.plainSpelling(of: callee)
    guard origin.isElement || spelled.hasPrefix("$") else {
      return frame.facts.code.memberName(callee).isEmpty ? spelled : frame.facts.code.memberName(callee)
    }
    return program.declaration(of: origin.property).name.text
  }

  /// The property of the function's own object that a value is taken from.
  private func origin(of id: ExpressionID, in frame: Frame, depth: Int = 0) -> Origin? {
    let code = frame.facts.code
    guard depth < 8 else { return nil }
    func next(_ id: ExpressionID) -> Origin? { origin(of: id, in: frame, depth: depth + 1) }
    func element(of id: ExpressionID) -> Origin? {
      guard var found = next(id) else { return nil }
      found.isElement = true
      return found
    }
    switch code[id] {
    case .name(let name, _?): return property(name, of: frame.context)
    case .member(let base, let name):
      if case .local(let local) = code[base], code.isSelf(local) { return property(name, of: frame.context) }
      if let type = inference.type(of: base, in: frame).nominal, program[type].kind != .protocol {
        // `subscriber.callback`: what others have handed over is inside of what is kept.
        guard var found = next(base), case .property(let property)? = program.valueMember(name, of: type),
          case .function = inference.type(of: property), program.declaration(of: property).isStored,
          found.isElement || program[type].kind == .struct
        else { return nil }
        found.isMember = true
        return found
      }
      switch inference.type(of: base, in: frame) {
      case .tuple: return element(of: base)
      // Called as it stands it is a method of the list: `callbacks.append(callback)`.
      case .array, .dictionary:
        return depth > 0 && !inference.type(of: id, in: frame).isUnknown ? element(of: base) : nil
      default: return nil
      }
    case .subscripted(let base, _), .element(let base): return element(of: base)
    case .cast(let base, _): return next(base)
    // What stands in where there is none is nobody's.
    case .choice(let parts): return code[parts].first.flatMap(next)
    case .call(let callee, _):
      guard case .member(let base, let name) = code[callee] else { return nil }
      let knowledge = program.knowledge
      guard
        knowledge[.handsOutElements].contains(name) || knowledge[.goesThroughElements].contains(name)
          || knowledge[.answersInKind].contains(name) || knowledge[.takesOut].begins(name)
      else { return nil }
      return element(of: base)
    case .local(let local):
      switch code[local].kind {
      case .capture(_, let value): return next(value)
      case .variable:
        return code[local].initializer.flatMap(next)
      case .closureParameter(let closure, _):
        guard let call = code[closure].call, case .call(let callee, _) = code[call],
          case .member(let base, let name) = code[callee],
          program.knowledge[.handsOutElements].contains(name)
        else { return nil }
        return element(of: base)
      case .parameter, .selfReference, .function: return nil
      }
    default: return nil
    }
  }

  private func property(_ name: Symbol, of owner: NominalID?) -> Origin? {
    guard let owner, case .property(let property)? = program.member(name, of: owner) else { return nil }
    return Origin(property: property, isElement: false)
  }
}

extension Code {
  /// Whether a local is `self`, or a capture of it.
  func isSelf(_ id: LocalID) -> Bool {
    switch self[id].kind {
    case .selfReference: true
    case .capture(_, let value): if case .local(let inner) = self[value] { isSelf(inner) } else { false }
    // `guard let self`, `guard let strongSelf = self`.
    case .variable:
      if let value = self[id].initializer, case .local(let inner) = self[value] { isSelf(inner) } else { false }
    default: false
    }
  }
}

extension Program {
  /// Whether a property holds a queue that runs one block at a time, whatever object it is a property of.
  func isSerialQueue(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    let file = file(of: property)
    if declaration.isRequirement {
      guard let owner = owner(of: property) else { return false }
      let types = (descendants[owner] ?? []).filter { self[$0].kind != .protocol }
      return !types.isEmpty
        && types.allSatisfy { type in
          guard let own = self.property(named: declaration.name, of: type), own != property,
            !self.declaration(of: own).isRequirement
          else { return false }
          return isSerialQueue(own)
        }
    }
    guard declaration.isLet || declaration.isLazy else { return false }
    if let initial = declaration.initialValue {
      let facts = self[file].facts
      return facts.code[facts[initial].results].first.map { makes(.makesSerialQueue, $0, in: facts.code) } ?? false
    }
    guard declaration.isStored, let owner = owner(of: property) else { return false }
    var given = 0
    for function in self[owner].functions[Names.init_] ?? [] {
      let code = self[self.file(of: function)].facts.code
      for index in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[index],
          code.ownProperty(target) == declaration.name
        else { continue }
        given += 1
        guard makes(.makesSerialQueue, value, in: code) else { return false }
      }
    }
    return given > 0
  }
}
