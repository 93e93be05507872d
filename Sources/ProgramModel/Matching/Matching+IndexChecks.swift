import SwiftFacts

/// Elements that a list was asked for only after a look at how many it has, and are asked for without one now.
extension Matching {
  public func lostIndexChecks() -> [Alteration] {
    var result: [Alteration] = []
    let inference = Inference(program: after)
    for (function, old) in functions.sorted(by: { $0.key < $1.key })
    where changedFiles.contains(after.file(of: function)) {
      let (was, now) = (ElementReads(of: old, in: before), ElementReads(of: function, in: after))
      guard !now.reads.isEmpty, let checked = was.checks(), let asked = now.checks() else { continue }
      let checks = asked.mapValues { was.since($0, of: now) }
      let frame = Frame(function, in: after)
      result += lostWalks(was, now, checks, frame, inference)
      for read in now.reads {
        let twins = was.reads.filter { $0.text == read.text }
        // What was asked for as an optional, and nothing is asked of the list instead.
        if twins.isEmpty, let old = was.optionalReads[read.text], now.optionalReads[read.text] == nil,
          checks[read.place]?.isEmpty == true,
          isList(read, in: frame, inference) || isCounted(read, frame, inference)
        {
          result.append(
            Alteration(
              kind: .lostOptionalRead,
              span: SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: read.place)), name: read.text,
              before: old, after: read.list))
          continue
        }
        guard !twins.isEmpty, twins.allSatisfy({ checked[$0.place] != nil }), let here = checks[read.place],
          isList(read, in: frame, inference) || isCounted(read, frame, inference),
          let lost = twins.lazy.compactMap({ was.lost($0, checked[$0.place] ?? [], now: here) }).first,
          // Where the same is asked somewhere else now, that may be for this.
          count(of: lost.shape, in: before, changedFilesBefore) > count(of: lost.shape, in: after, changedFiles),
          !isAskedElsewhere([read.list], but: function)
        else { continue }
        let span = SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: read.place))
        // What is wrong whatever it was before is told of the program by itself.
        guard !after.halfBounds(threads: 1).contains(where: { $0.span == span }) else { continue }
        result.append(
          Alteration(
            kind: .lostIndexCheck, span: span, name: read.text,
            before: lost.text, after: read.list))
      }
    }
    return result + lostWholes(inference, but: result.map(\.span))
  }

  /// Lists that tests of a type held to others as a whole, and that one of them, as it is now or new, asks for the
  /// elements of certain numbers alone; one for each test.
  private func lostWholes(_ inference: Inference, but told: [SourceSpan]) -> [Alteration] {
    var known: [NominalID: [Symbol: String]] = [:]
    func wholes(of type: NominalID) -> [Symbol: String] {
      if let known = known[type] { return known }
      var found: [Symbol: String] = [:]
      for test in before.functions(of: type) where before.isTestCase(test) {
        let elements = ElementReads(of: test, in: before)
        found.merge(elements.comparedWholes()) { first, _ in first }
      }
      known[type] = found
      return found
    }
    return changedFiles.sorted().filter(after.isTest).flatMap { file in
      after[file].facts.functions.indices.compactMap { at -> Alteration? in
        let function = after.function(FunctionIndex(index: Int32(at)), in: file)
        let span = after.declaration(of: function).span
        guard after.isTestCase(function),
          !told.contains(where: { $0.file == file && span.contains($0.bytes) }),
          let type = after.owner(of: function),
          let twin = types[type], case let whole = wholes(of: twin), !whole.isEmpty
        else { return nil }
        let now = ElementReads(of: function, in: after)
        guard !now.reads.isEmpty, let checks = now.checks() else { return nil }
        let frame = Frame(function, in: after)
        let still = now.comparedWholes()
        let asked = functions[function].map { old in
          let was = ElementReads(of: old, in: before)
          return Set(was.reads.compactMap { was.member($0.base) })
        }
        for read in now.reads {
          guard case .literal(.number) = frame.facts.code[read.index], checks[read.place]?.isEmpty == true,
            let name = now.member(read.base), let said = whole[name], still[name] == nil,
            asked?.contains(name) != true, !now.isAskedOtherwise(now.origin(of: read.base)),
            isList(read, in: frame, inference)
          else { continue }
          return Alteration(
            kind: .lostWalk, span: SourceSpan(file: file, bytes: frame.facts.code.span(of: read.place)),
            name: read.text, before: said, after: read.list)
        }
        return nil
      }
    }
  }

  /// Lists that were taken as they came, and are asked for the elements of certain numbers now; one for each.
  private func lostWalks(
    _ was: ElementReads, _ now: ElementReads, _ checks: [ExpressionID: [ElementReads.Check]], _ frame: Frame,
    _ inference: Inference
  ) -> [Alteration] {
    let walked = was.walks()
    guard !walked.isEmpty else { return [] }
    let still = now.walks()
    var result: [Alteration] = []
    var seen: Set<String> = []
    for read in now.reads {
      guard case .literal(.number) = frame.facts.code[read.index], checks[read.place]?.isEmpty == true else { continue }
      let list = now.origin(of: read.base)
      guard let walk = walked[list], still[list] == nil, !now.isAskedOtherwise(list),
        !was.reads.contains(where: { was.origin(of: $0.base) == list }), isList(read, in: frame, inference),
        seen.insert(list).inserted
      else { continue }
      result.append(
        Alteration(
          kind: .lostWalk, span: SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: read.place)),
          name: read.text, before: walk, after: read.list))
    }
    return result
  }

  /// Whether what is asked is a list whose elements are counted from zero, and that is not written out in sight.
  private func isList(_ read: ElementReads.Read, in frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    switch code[read.base] {
    case .local(let local):
      if case .selfReference = code[local].kind {
        return frame.context.map { after.knowledge[.indexedByInteger].contains(after[$0].name) } ?? false
      }
      if let value = code[local].initializer, case .array(let parts) = code[value], parts.count > 0 { return false }
    case .name(let name, .some):
      if let type = frame.context, let property = after.property(named: name, of: type),
        after.declaration(of: property).isLet,
        after.declaration(of: property).initialValue != nil
      {
        return false
      }
    default: break
    }
    if case .array = inference.type(of: read.base, in: frame) { return true }
    return false
  }

  /// Whether what a call answers with, of no type that is known, is asked for an element by its number as a list is,
  /// and not as a dictionary, which answers with an optional.
  private func isCounted(_ read: ElementReads.Read, _ frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    guard case .literal(.number) = code[read.index], case .local(let local) = code[read.base],
      case .variable(isLet: true) = code[local].kind, let value = code[local].initializer, case .call = code[value],
      case .unknown = inference.type(of: read.base, in: frame)
    else { return false }
    return code.marks(of: read.place).isDisjoint(with: [.unwrapped, .chained])
      && !code.statements.contains { $0.kind == .condition(.binding, value: read.place) }
  }

  /// How often something like it is asked in the files that the change touches.
  private func count(of shape: String, in program: Program, _ files: Set<FileID>) -> Int {
    files.reduce(0) { sum, file in
      let code = program[file].facts.code
      return sum
        + code.expressions.indices.count { index in
          let id = ExpressionID(index: Int32(index))
          switch code[id] {
          case .operation, .call, .member: return ElementReads.shape(of: id, in: code) == shape
          default: return false
          }
        }
    }
  }
}
