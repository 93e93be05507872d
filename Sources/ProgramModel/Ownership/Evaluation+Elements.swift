import SwiftFacts

/// What closures that are called for each element of a collection, or with what a lock guards, are given.
extension Evaluation {
  /// `list.forEach { $0 … }` passes the list's elements, and `lock.withLock { $0 … }` what the lock guards.
  func bindElements(_ name: Symbol, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>) {
    guard case .member(let base, _) = facts.code[callee],
      program.knowledge[.handsOutElements].contains(name) || program.knowledge[.guardsByLock].contains(name),
      let first = arguments.first, case .closure(let closure) = facts.code[first.value],
      let parameter = facts.code[closure].parameters.first
    else { return }
    if bindPairs(of: base, to: facts.code[closure].parameters) { return }
    if program.knowledge[.guardsByLock].contains(name) {
      return bind(parameter, to: value(of: base).map { element(of: $0, .site(callee)) })
    }
    let given = elements(of: listed(in: base), at: callee)
    if !given.isEmpty { bind(parameter, to: given) }
  }

  /// `Row { $0.title = … }`: the closure is given what is made.
  func bindMade(_ made: ObjectID, _ arguments: ArraySlice<Argument>) {
    for argument in arguments {
      guard case .closure(let closure) = facts.code[argument.value],
        let parameter = facts.code[closure].parameters.first
      else { continue }
      bind(parameter, to: [made])
    }
  }

  /// `list.map { Item(…) }` answers with a list of what the closure answers with.
  func keepElements(
    _ name: Symbol, _ made: ObjectID, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) {
    guard case .member(let base, _) = facts.code[callee], program.knowledge[.mapsElements].contains(name),
      let first = arguments.first,
      case .closure(let closure) = facts.code[first.value]
    else { return }
    switch inference.type(of: base, in: frame) {
    case .array, .dictionary: break
    default: if !isRange(base), !isPairedUp(base) { return }
    }
    for result in facts.code[facts.code[closure].results] {
      for object in value(of: result) { keep(made, .element, object, .proven, at: id) }
      if facts.code[closure].parameters.first.map({ facts.code[result] == .local($0) }) ?? false {
        keepElements(of: value(of: base), in: made, at: id)
      }
    }
  }

  /// `list.reversed()` answers with a list of the same elements, or of some of them.
  func keepSameElements(_ name: Symbol, _ made: ObjectID, _ callee: ExpressionID, at id: ExpressionID) {
    guard case .member(let base, _) = facts.code[callee], program.knowledge[.keepsElements].contains(name) else {
      return
    }
    keepElements(of: value(of: base), in: made, at: id)
  }

  /// Whether a value is what is left of a list in a slot without some of its elements: `list = list.filter { … }`.
  func isPart(_ value: ExpressionID, of property: PropertyID, of holders: [ObjectID]) -> Bool {
    guard case .call(let callee, let list) = facts.code[definition(of: value)] else { return false }
    guard case .member(let base, let name) = facts.code[callee] else {
      // `Array(list.dropFirst())`
      guard let name = facts.code.calledName(callee), name.isCapitalized, list.count == 1 else { return false }
      return facts.code[list].contains { isPart($0.value, of: property, of: holders) }
    }
    guard program.knowledge[.leavesOut].contains(name) else { return false }
    return self.value(of: base).contains { object in
      guard case .field(let holder, let place) = self[object].kind else { return false }
      return place == slot(of: property) && holders.contains(holder)
    }
  }

  private func keepElements(of lists: [ObjectID], in made: ObjectID, at id: ExpressionID) {
    for keep in keeps where keep.slot == .element && lists.contains(keep.holder) && keep.closure == nil {
      self.keep(made, .element, keep.value, keep.proof, at: id, steps: keep.steps)
    }
  }

  /// `list.enumerated()`, `zip(these, those)`.
  private func isPairedUp(_ id: ExpressionID) -> Bool {
    guard case .call(let callee, let list) = facts.code[id] else { return false }
    return switch facts.code[callee] {
    case .name(let name, _): list.count == 2 && program.knowledge[.pairsUp].contains(name)
    case .member(_, let name): program.knowledge[.numbersElements].contains(name)
    default: false
    }
  }

  /// `list.lazy.map { … }` answers with a view that keeps its closure, and the view before it.
  func keepLazily(
    _ name: Symbol, _ made: ObjectID, _ callee: ExpressionID, _ on: [ObjectID], _ arguments: ArraySlice<Argument>,
    at id: ExpressionID
  ) {
    guard case .member(let base, _) = facts.code[callee], program.knowledge[.staysLazy].contains(name), isLazy(base)
    else { return }
    let step = Step(saying: .knownFunction(name, .result), span: nil, proof: .known)
    let closures = arguments.flatMap { value(of: $0.value) }.filter(isFunction)
    for object in closures + on where object != made { keep(made, .element, object, .known, at: id, steps: [step]) }
  }

  private func isLazy(_ id: ExpressionID) -> Bool {
    switch facts.code[id] {
    case .member(_, let name) where program.knowledge[.lazyView].contains(name): true
    case .call(let callee, _):
      if case .member(let base, let name) = facts.code[callee] {
        program.knowledge[.staysLazy].contains(name) && isLazy(base)
      } else {
        false
      }
    default: false
    }
  }

  /// `steps.reduce(last) { next, step in step(next) }`: a closure made of closures, of which each keeps, as a rule, the
  /// one that it was made from.
  func keepFolded(
    _ name: Symbol, _ made: ObjectID, _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) {
    guard program.knowledge[.folds].contains(name), arguments.count == 2, let first = arguments.first else { return }
    let step = Step(saying: .knownKeep(name), span: nil, proof: .guessed)
    for function in value(of: first.value) where isFunction(function) {
      keep(made, .element, function, .guessed, at: id, steps: [step])
    }
  }

  /// `0..<count`.
  private func isRange(_ id: ExpressionID) -> Bool {
    switch facts.code[id] {
    case .operation(let name, _): name == "..<" || name == "..."
    case .tuple(let list): list.count == 1 && facts.code[list].allSatisfy { isRange($0.value) }
    default: false
    }
  }

  /// What a loop over a list is given at a time, or a pattern takes out of a pair.
  func element(of source: ExpressionID, at id: ExpressionID) -> [ObjectID] {
    if let pair = pair(of: source, at: id) { return [pair] }
    // A name in a pattern for pairs; of an index and an element, only one is an object.
    if case .element(let list) = facts.code[source], pair(of: list, at: source) != nil {
      let elements = keeps.filter { $0.holder == existing(.fresh(source)) }.map { [$0.value] }
      return elements.count == 1 ? elements[0] : []
    }
    return elements(of: listed(in: source), at: id)
  }

  /// The list that an expression answers with some or all elements of: `list` of `list.reversed().dropFirst()`.
  private func listed(in id: ExpressionID) -> ExpressionID {
    guard case .call(let callee, _) = facts.code[id], case .member(let base, let name) = facts.code[callee],
      program.knowledge[.keepsElements].contains(name)
    else { return id }
    switch inference.type(of: base, in: frame) {
    case .array: return listed(in: base)
    default: return id
    }
  }

  /// What `for (index, element) in list.enumerated()` is given at a time.
  func pair(of source: ExpressionID, at id: ExpressionID) -> ObjectID? {
    guard case .call(let callee, let list) = facts.code[source] else { return nil }
    let lists: [ExpressionID?]
    switch facts.code[callee] {
    case .name(let name, _) where list.count == 2 && program.knowledge[.pairsUp].contains(name):
      lists = facts.code[list].map(\.value)
    case .member(let base, let name) where program.knowledge[.numbersElements].contains(name): lists = [nil, base]
    default: return nil
    }
    let types = lists.map { list -> Type in
      guard let list, case .array(let type) = inference.type(of: listed(in: list), in: frame) else { return .unknown }
      return type
    }
    let pair = object(.fresh(id), type: .tuple(types))
    for (position, list) in lists.enumerated() {
      guard let list else { continue }
      for element in elements(of: list) { keep(pair, .component(Symbol("\(position)")), element, .proven, at: id) }
    }
    return pair
  }

  /// `zip(these, those).forEach { this, that in … }`, `list.enumerated().forEach { index, element in … }`.
  private func bindPairs(of base: ExpressionID, to parameters: [LocalID]) -> Bool {
    guard parameters.count == 2, case .call(let callee, let list) = facts.code[base] else { return false }
    switch facts.code[callee] {
    case .name(let name, _) where list.count == 2 && program.knowledge[.pairsUp].contains(name):
      for (parameter, argument) in zip(parameters, facts.code[list]) {
        bind(parameter, to: elements(of: argument.value))
      }
      return true
    case .member(let source, let name) where program.knowledge[.numbersElements].contains(name):
      bind(parameters[1], to: elements(of: source))
      return true
    default: return false
    }
  }

  private func elements(of list: ExpressionID) -> [ObjectID] { elements(of: listed(in: list), at: list) }

  private func elements(of list: ExpressionID, at site: ExpressionID) -> [ObjectID] {
    switch inference.type(of: list, in: frame) {
    case .array, .dictionary: value(of: list).map { element(of: $0, .site(site)) }
    default: []
    }
  }
}
