import SwiftFacts

/// Closures that something which lasts keeps, with the objects that they capture: no cycle, and yet never freed.
extension Evaluation {
  typealias Way = [(from: ObjectID, to: ObjectID, edge: Edge)]

  func keptByTheProcess() -> [Cycle] {
    guard existing(.process) != nil, !isSetUpOfTheProcess else { return [] }
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() where keep.closure == nil {
      guard let way = wayFromTheProcess(to: keep.holder),
        let (name, captured, first) = capturedForGood(by: keep.value, isInList: isList(keep))
      else { continue }
      let path: Way = [first] + way + [(keep.holder, keep.value, .keep(index))]
      let span: ByteSpan
      var id: ClosureID?
      switch self[keep.value].kind {
      case .closure(let closure): (id, span) = (closure, facts.code.span(of: facts.code[closure].expression))
      case .method(_, _, let site): span = facts.code.span(of: site)
      default: continue
      }
      let remote = RemoteClosure(
        function: function, closure: id, span: SourceSpan(file: frame.file, bytes: span), captured: name)
      guard var cycle = cycle(.closure(remote), path) else { continue }
      cycle.captured = self[captured].type
      let isList = isList(keep)
      cycle.lasting = Cycle.Lasting(keeper: describe(keep.slot == .element ? keep.holder : place(keep)), isList: isList)
      cycle.isKeptForGood = true
      // A slot keeps the last closure alone, and a key its own; what was made here may be made once.
      if !isList || !isHandedIn(captured) { for at in cycle.links.indices { cycle.links[at].proof = .guessed } }
      result.append(cycle)
    }
    return result
  }

  /// The object in the slot that is filled.
  private func place(_ keep: Keep) -> ObjectID { field(keep.slot, of: keep.holder, at: keep.site) }

  /// What fills a static or a global before anything else runs is there once.
  private var isSetUpOfTheProcess: Bool {
    switch frame.declaration.kind {
    case .topLevel: true
    case .initialValue(let property): facts[property].isStatic || facts[property].parent == nil
    default: false
    }
  }

  /// Whether what is put in stays beside what was put in before.
  private func isList(_ keep: Keep) -> Bool {
    guard keep.slot == .element else { return false }
    if case .array = self[keep.holder].type { return true }
    // Under a key of its own, each object leaves one behind.
    guard case .dictionary = self[keep.holder].type, case .assign(let target, _) = facts.code[keep.site],
      case .subscripted(_, let arguments) = facts.code[target],
      let key = facts.code[arguments].first, case .call(_, let list) = facts.code[key.value]
    else { return false }
    return facts.code[list].contains { facts.code.isSelf($0.value) }
  }

  private func isHandedIn(_ id: ObjectID) -> Bool {
    switch self[id].kind {
    case .selfObject, .parameter: true
    default: false
    }
  }

  /// From a global or a static property along strong slots; nil for what nothing lasting keeps.
  func wayFromTheProcess(to id: ObjectID) -> Way? {
    var way: Way = []
    var here = id
    while self[here].kind != .process {
      guard let (base, _) = self[here].kind.place, case .strong = self[here].hold else { return nil }
      way.insert((base, here, .part(here)), at: 0)
      here = base
    }
    return way
  }

  /// The first object that a closure holds of which there may be many.
  private func capturedForGood(by id: ObjectID, isInList: Bool) -> (name: Symbol, object: ObjectID, step: Way.Element)?
  {
    func isCounted(_ object: ObjectID) -> Bool {
      switch self[object].kind {
      case .selfObject, .fresh: break
      case .parameter: return isInList
      default: return false
      }
      guard let type = self[object].type.nominal else { return false }
      return program[type].kind == .class || program[type].kind == .actor
    }
    switch self[id].kind {
    case .closure(let closure):
      guard !endsItself(closure) else { return nil }
      for (position, capture) in captures(of: closure).enumerated() where isCounted(capture.object) {
        return (capture.name, capture.object, (id, capture.object, .capture(closure, position)))
      }
    case .method(let base, let name, _):
      if isCounted(base) { return (name, base, (id, base, .method)) }
    default: break
    }
    return nil
  }

  /// The lists of what lasts that this function puts its own object into, as it is and in no box.
  var joins: [SummaryFixpoint.Join] {
    keeps.compactMap { keep in
      guard keep.slot == .element, keep.closure == nil, self[keep.value].kind == .selfObject, isList(keep),
        case .field(_, let slot) = self[keep.holder].kind, let list = property(of: slot),
        program.declaration(of: list).attributes.isEmpty, isKeptByWhatLasts(keep.holder)
      else { return nil }
      return SummaryFixpoint.Join(list: list, site: SourceSpan(file: frame.file, bytes: facts.code.span(of: keep.site)))
    }
  }

  /// Whether an object is in a strong slot of the process, or of something of which the program has one for good.
  private func isKeptByWhatLasts(_ id: ObjectID) -> Bool {
    var here = id
    while let (base, _) = self[here].kind.place, case .strong = self[here].hold {
      if self[base].kind == .process || self[base].type.nominal.map(program.livesForever) ?? false { return true }
      here = base
    }
    return false
  }
}
