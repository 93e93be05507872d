import SwiftFacts

/// What of a function's doings its callers can notice.
extension Evaluation {
  func summary() -> Summary {
    var summary = Summary()
    let results = resultObjects()
    // Most functions keep nothing, and nobody asks what has a name outside.
    let isQuiet = keeps.isEmpty && results.isEmpty && invocations.isEmpty
    let paths = isQuiet ? OutsidePaths() : outsidePaths(results: results)
    exportResults(results, paths, into: &summary)
    summary.invocations = exportedInvocations(paths)
    summary.handsOn = handedOn
    summary.emptying = emptying
    summary.stream = resultStream(results)
    // Of several objects that it may answer with, one is not the other.
    let answersWithOne = results.filter { paths[$0]?.contains(.init(root: .result, fields: [])) ?? false }.count <= 1
    var seen: [EffectKey: Int] = [:]
    exportReturnedClosures(results, paths, &seen, into: &summary)
    for keep in keeps where !isTurned(keep) {
      guard let holders = paths[keep.holder] else { continue }
      // Whoever has the token that this call answers with may end what it keeps.
      let isInHand =
        self[keep.holder].kind == .system && (!tokenSlots(at: keep.site).isEmpty || isTokenReleased(keep.site))
      for holder in holders where !isInHand {
        for leaf in leaves(of: keep.value, paths: paths, closure: keep.closure, steps: keep.steps) {
          // A token that is handed on may end it.
          if holder.root == .system,
            !leaf.paths.contains(where: { if case .parameter = $0.root { true } else { false } })
          {
            continue
          }
          for value in leaf.paths {
            // A function that does too much to tell is one of which nothing is known.
            guard summary.effects.count < HeapLimits.effects else {
              limitsHit += 1
              return Summary()
            }
            guard isNoticeable(holder, keep.slot, value),
              answersWithOne || holder.root != .result || value.root != .result
            else { continue }
            let key = EffectKey(holder: holder, slot: keep.slot, value: value, closure: leaf.closure?.span)
            let only = only(value, keep.only)
            if let told = seen[key] {
              if summary.effects[told].only != only { summary.effects[told].only = nil }
              continue
            }
            seen[key] = summary.effects.count
            let step = ownStep(for: keep)
            summary.effects.append(
              .init(
                holder: holder, slot: keep.slot, value: value, proof: holder.root == .system ? .guessed : keep.proof,
                steps: Array(
                  (keep.steps.isEmpty ? [step] : placed(keep.steps, at: step.span)).prefix(HeapLimits.steps)),
                closure: leaf.closure, isAdded: isList(keep), only: only))
          }
        }
      }
    }
    return summary
  }

  private struct EffectKey: Hashable {
    var holder: Summary.Path
    var slot: Slot
    var value: Summary.Path
    var closure: SourceSpan?
  }

  /// A caller has to be told where a step is, once it is no longer its own.
  private func placed(_ steps: [Step], at span: SourceSpan?) -> [Step] {
    steps.map { step in
      var step = step
      step.span = step.span ?? span
      return step
    }
  }

  private func ownStep(for keep: Keep) -> Step {
    Step(
      saying: .stores(function: spokenName, slot: keep.slot),
      span: SourceSpan(file: frame.file, bytes: facts.code.span(of: keep.site)), proof: keep.proof)
  }

  /// Whether what it answers with goes on, where it is made of operators here. Where it answers with one stream or with
  /// another, neither is sure.
  private func resultStream(_ results: [ObjectID]) -> StreamLength? {
    // What another function has made is a stream by its type.
    guard results.contains(where: { upstream(of: $0) != nil || isStream($0) }) else { return nil }
    let streams = results.filter { if case .fresh = self[$0].kind { true } else { upstream(of: $0) != nil } }
    let lengths = Set(streams.map { streamLength(of: [$0]) })
    if lengths.count > 1 { return lengths.contains(.goesOn) || lengths.contains(.either) ? .either : .unknown }
    return lengths.first
  }

  /// As a person would call the function: `Downloader.init`, `configure`.
  private var spokenName: Symbol {
    guard frame.declaration.kind == .initializer, let context = frame.context else { return frame.declaration.name }
    return Symbol("\(program[context].name).init")
  }

  func resultObjects() -> [ObjectID] {
    switch frame.declaration.kind {
    case .function, .getter, .subscript: union(facts.code[frame.declaration.results].map(value(of:)))
    default: []
    }
  }

  /// Names for objects that hold outside the function: reached from `self`, a parameter or the result.
  private func outsidePaths(results: [ObjectID]) -> OutsidePaths {
    var paths = OutsidePaths(of: objects.count)
    func add(_ path: Summary.Path, to object: ObjectID) -> Bool {
      guard path.fields.count <= HeapLimits.depth, !(paths[object]?.contains(path) ?? false),
        paths[object]?.count ?? 0 < HeapLimits.names
      else { return false }
      paths.add(path, to: object)
      return true
    }
    // Most have no name, or as many as they may have.
    func add(_ slot: Slot, of base: ObjectID, to object: ObjectID) -> Bool {
      guard let names = paths[base], paths[object]?.count ?? 0 < HeapLimits.names else { return false }
      var isNew = false
      for path in names where path.fields.count < HeapLimits.depth {
        if add(.init(root: path.root, fields: path.fields + [slot]), to: object) { isNew = true }
      }
      return isNew
    }
    for index in objects.indices {
      let id = ObjectID(index: Int32(index))
      switch objects[index].kind {
      case .selfObject: _ = add(.init(root: .receiver, fields: []), to: id)
      case .parameter(let parameter): _ = add(.init(root: .parameter(parameter), fields: []), to: id)
      case .system: _ = add(.init(root: .system, fields: []), to: id)
      case .process: _ = add(.init(root: .process, fields: []), to: id)
      case .field(let base, let slot): _ = add(slot, of: base, to: id)
      case .element(let base, _): _ = add(.element, of: base, to: id)
      default: break
      }
    }
    for object in results where paths[object] == nil { _ = add(.init(root: .result, fields: []), to: object) }
    // What is put into something that has a name gets one.
    var changed = true
    var rounds = 0
    while changed, rounds < HeapLimits.depth {
      changed = false
      rounds += 1
      // What a closure in a slot captures is not what is in the slot.
      for keep in keeps where keep.closure == nil {
        guard paths[keep.holder] != nil else { continue }
        for value in madeHere(keep.value) where add(keep.slot, of: keep.holder, to: value) { changed = true }
      }
      for index in objects.indices {
        guard let (base, slot) = objects[index].kind.place else { continue }
        if add(slot, of: base, to: ObjectID(index: Int32(index))) { changed = true }
      }
    }
    return paths
  }

  /// The objects made in this function that a value can be: itself, or what was put into the collection made
  /// here that it is an element of.
  private func madeHere(_ id: ObjectID) -> [ObjectID] {
    switch self[id].kind {
    case .fresh, .local, .closure: return [id]
    case .element(let base, _):
      guard isMadeHere(base) else { return [] }
      return [id] + keeps.filter { $0.holder == base && $0.slot == .element && isMadeHere($0.value) }.map(\.value)
    default: return []
    }
  }

  func isMadeHere(_ id: ObjectID) -> Bool {
    switch self[id].kind {
    case .fresh, .local: true
    default: false
    }
  }

  private func exportResults(_ results: [ObjectID], _ paths: OutsidePaths, into summary: inout Summary) {
    for object in results {
      let known = (paths[object] ?? []).filter { $0.root != .result }
      if known.isEmpty {
        summary.makesResult = true
      } else {
        for path in known.prefix(1) where !summary.results.contains(path) { summary.results.append(path) }
      }
    }
  }

  /// A closure that is answered with keeps what it captures.
  private func exportReturnedClosures(
    _ results: [ObjectID], _ paths: OutsidePaths, _ seen: inout [EffectKey: Int],
    into summary: inout Summary
  ) {
    let holder = Summary.Path(root: .result, fields: [])
    for object in results where isFunction(object) {
      for leaf in leaves(of: object, paths: paths, closure: nil, steps: []) {
        guard let closure = leaf.closure else { continue }
        for value in leaf.paths where value.root != .result {
          let key = EffectKey(holder: holder, slot: .element, value: value, closure: closure.span)
          guard seen[key] == nil else { continue }
          seen[key] = summary.effects.count
          let step = Step(saying: .captures(closure.captured), span: closure.span, proof: .proven)
          summary.effects.append(
            .init(holder: holder, slot: .element, value: value, proof: .proven, steps: [step], closure: closure))
        }
      }
    }
  }

  private struct Leaf {
    var paths: [Summary.Path]
    var closure: RemoteClosure?
  }

  /// What is kept when `object` is: itself if it has a name outside, and what a closure captures.
  private func leaves(
    of object: ObjectID, paths: OutsidePaths, closure: RemoteClosure?, steps: [Step], depth: Int = 0
  ) -> [Leaf] {
    guard depth < HeapLimits.depth else { return [] }
    switch self[object].kind {
    case .closure(let id):
      return captures(of: id).flatMap { capture -> [Leaf] in
        let remote = RemoteClosure(
          function: function, closure: id,
          span: SourceSpan(file: frame.file, bytes: facts.code.span(of: facts.code[id].expression)),
          captured: capture.name)
        return leaves(of: capture.object, paths: paths, closure: closure ?? remote, steps: steps, depth: depth + 1)
      }
    case .method(let base, let name, let site):
      let remote = RemoteClosure(
        function: function, closure: nil, span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)),
        captured: name)
      return leaves(of: base, paths: paths, closure: closure ?? remote, steps: steps, depth: depth + 1)
    case .parameter, .selfObject: return [Leaf(paths: paths[object] ?? [], closure: closure)]
    case .field, .element:
      if let known = paths[object] { return [Leaf(paths: known, closure: closure)] }
      if closure == nil, let value = content(of: object) {
        return leaves(of: value, paths: paths, closure: nil, steps: steps, depth: depth + 1)
      }
    case .fresh, .local:
      let known = (paths[object] ?? []).filter { $0.root == .result } + answerPaths(object, paths)
      if !known.isEmpty { return [Leaf(paths: known, closure: closure)] }
    case .global, .system, .process: return []
    }
    // What a closure captures that is made here has no name outside, and what it keeps may have one.
    guard closure != nil else { return [] }
    return contents(of: object).flatMap {
      leaves(of: $0, paths: paths, closure: closure, steps: steps, depth: depth + 1)
    }
  }

  /// The names of an object that a closure answers with which has a name outside.
  private func answerPaths(_ object: ObjectID, _ paths: OutsidePaths) -> [Summary.Path] {
    guard let asked = asked(for: object) else { return [] }
    return (paths[asked] ?? []).filter { $0.fields.count < HeapLimits.depth }.map {
      Summary.Path(root: $0.root, fields: $0.fields + [.answer])
    }
  }

  /// What an object made here keeps, under whatever name it is reached.
  private func contents(of object: ObjectID) -> [ObjectID] {
    let names = madeHere(under: object)
    return keeps.filter { names.contains($0.holder) }.map(\.value)
  }

  /// What a slot of something made here holds, where it is surely given one thing alone: `props.action` of
  /// `Row(props: Props(action: action))`.
  func content(of object: ObjectID) -> ObjectID? {
    guard let (base, slot) = self[object].kind.place, slot != .element, isMadeHere(root(of: base)) else { return nil }
    let holders = madeHere(under: base)
    guard !holders.isEmpty else { return nil }
    let given = keeps.filter { $0.slot == slot && holders.contains($0.holder) }
    guard let only = given.first, given.count == 1, only.closure == nil, only.proof != .guessed else { return nil }
    return only.value
  }

  private func root(of id: ObjectID) -> ObjectID {
    var here = id
    while let (base, _) = self[here].kind.place { here = base }
    return here
  }

  /// The objects made here that a name leads to.
  private func madeHere(under id: ObjectID, depth: Int = 0) -> [ObjectID] {
    guard depth < HeapLimits.depth, let (base, slot) = self[id].kind.place else { return isMadeHere(id) ? [id] : [] }
    let holders = madeHere(under: base, depth: depth + 1) + [base]
    return keeps.filter { $0.slot == slot && holders.contains($0.holder) && isMadeHere($0.value) }.map(\.value)
  }

  /// Not what a function does among the parts of `self` alone: that is judged where it is done.
  private func isNoticeable(_ holder: Summary.Path, _ slot: Slot, _ value: Summary.Path) -> Bool {
    // What a closure in a slot answers with is no part of the slot's owner.
    if value.fields.contains(.answer) { return true }
    if holder.root == value.root, holder.root == .receiver || holder.root == .process { return false }
    if value.root == .process || value.root == .system { return false }
    // Of two elements of one collection nobody can tell outside that they are two.
    if holder.root == value.root, let element = holder.fields.firstIndex(of: .element), value.fields.count > element,
      holder.fields[...element] == value.fields[...element]
    {
      return false
    }
    if holder.root == value.root, holder.fields + [slot] == Array(value.fields.prefix(holder.fields.count + 1)) {
      return false
    }
    return true
  }
}
