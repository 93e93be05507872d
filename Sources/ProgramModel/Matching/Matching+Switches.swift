import SwiftFacts

/// New cases of enums that are taken for the rest of them.
extension Matching {
  /// Cases that an enum has since the change, which the `default:` of switches that were there before takes.
  public func hiddenCases() -> [Alteration] {
    var added: [NominalID: [TypeDeclaration.EnumCase]] = [:]
    for (type, old) in types where after[type].kind == .enum {
      let was = Set(before.enumCases(of: old).map(\.name))
      let now = after.enumCases(of: type)
      let new = now.filter { !was.contains($0.name) }
      // A case under another name is none that is new.
      guard !new.isEmpty, was.subtracting(now.map(\.name)).isEmpty else { continue }
      added[type] = new
    }
    guard !added.isEmpty else { return [] }
    let inference = Inference(program: after)
    var places: [NominalID: [Place]] = [:]
    for (index, file) in after.files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !after.isTest(id) else { continue }
      let code = file.facts.code
      for one in code.selections(in: 0..<Int32(code.statements.count)) {
        guard one.cases.allSatisfy({ $0.isPlain || $0.isDefault }) else { continue }
        let names = Set(one.cases.flatMap(\.names))
        guard let rest = one.cases.first(where: \.isDefault) else { continue }
        guard let type = subject(of: one, names, in: id, among: added.keys.sorted(), inference),
          !code.answersSubject(rest.block, of: one)
        else { continue }
        let isNew = !wasThere(one, names, in: id)
        // What was there and has come to a `default:` is told of as such.
        if isNew, !isOfNewFunction(one, in: id) { continue }
        let place = Place(
          span: SourceSpan(file: id, bytes: code.statement(rest.statement).span), names: names,
          rest: code.rest(of: rest.block, after.knowledge), isFilter: code.isFilter(one),
          onlyReports: code.onlyReports(rest.block, after.knowledge),
          isForPayloads: code.expressions(in: rest.block).isEmpty && one.cases.allSatisfy(\.bindsPayloads),
          isNew: isNew, allowsRest: code.allowsRest(one))
        places[type, default: []].append(place)
      }
    }
    var result: [Alteration] = []
    for (type, new) in added.sorted(by: { $0.key < $1.key }) {
      let old = types[type].map { before.enumCases(of: $0).count } ?? 0
      for one in new {
        guard let span = after.span(ofCase: one.name, of: type) else { continue }
        let open = (places[type] ?? []).filter { place in
          !place.names.contains(one.name) && !(place.isForPayloads && one.payload.isEmpty)
        }
        for (kind, hiding) in [
          (Alteration.Kind.gainedHiddenCase, open.filter { $0.hides(among: old) }),
          (.gainedEndingCase, open.filter { $0.ends(among: old) }),
        ] where !hiding.isEmpty {
          result.append(
            Alteration(
              kind: kind, span: span, name: one.name.text, after: after.name(of: type),
              affected: hiding.map { after.declarationName(at: $0.span.bytes.start, in: $0.span.file) },
              evidence: hiding.map(\.span)))
        }
      }
    }
    return result
  }

  /// A switch with a `default:`.
  private struct Place {
    var span: SourceSpan
    /// The cases that it names.
    var names: Set<Symbol>
    var rest: Rest
    /// Whether it only asks whether a value is one of the named.
    var isFilter: Bool
    /// Whether `default:` does no more than to say that it was come to.
    var onlyReports: Bool
    /// Whether it takes out what cases carry, and has nothing to do where they carry nothing.
    var isForPayloads: Bool
    /// Whether the function came with the case.
    var isNew: Bool
    /// Whether what is named is refused, and all else is let through.
    var allowsRest: Bool

    /// As many were let through with nobody naming them.
    private static let fewCases = 2

    /// Whether `default:` takes a further case for the one that it was written for. Where it was there for several,
    /// they are what is not picked out, and so may be what comes after.
    func hides(among count: Int) -> Bool {
      guard rest == .goesOn else { return false }
      // Whoever adds both at once has had one case in mind for the rest, or knows what it is for.
      if isNew { return names.count > 1 && count - names.count == 1 && !isFilter }
      if allowsRest, count - names.count <= Self.fewCases { return true }
      return onlyReports && names.count == 1 || count - names.count < 2 && (names.count > 1 || !isFilter)
    }

    /// Whether the program ends for a further case, where it did for one or none.
    func ends(among count: Int) -> Bool { !isNew && rest == .ends && !names.isEmpty && count - names.count < 2 }
  }

  /// The enum that a switch is over: by the type of its subject, or else the only one with all of its cases.
  private func subject(
    of one: Selection, _ names: Set<Symbol>, in file: FileID, among wanted: [NominalID], _ inference: Inference
  ) -> NominalID? {
    let possible = wanted.filter { type in names.isSubset(of: after[type].cases.keys) }
    guard !possible.isEmpty, let function = after.function(holding: Int(one.subject.index), in: file) else {
      return nil
    }
    let type = inference.type(of: one.subject, in: Frame(function, in: after))
    if let known = type.nominal { return possible.contains(known) ? known : nil }
    guard type.isUnknown, possible.count == 1, let first = names.first else { return nil }
    let all = Set((after.names.cases[first] ?? []).map(\.owner)).filter { names.isSubset(of: after[$0].cases.keys) }
    return all.count == 1 ? possible[0] : nil
  }

  private func isOfNewFunction(_ one: Selection, in file: FileID) -> Bool {
    after.function(holding: Int(one.subject.index), in: file).map { functions[$0] == nil } ?? false
  }

  /// Whether the switch had its `default:` before the change, too.
  private func wasThere(_ one: Selection, _ names: Set<Symbol>, in file: FileID) -> Bool {
    guard changedFiles.contains(file) else { return true }
    guard let function = after.function(holding: Int(one.subject.index), in: file), let old = functions[function] else {
      return false
    }
    let declaration = before.declaration(of: old)
    let code = before[before.file(of: old)].facts.code
    return code.selections(in: declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement))
      .contains { twin in
        twin.cases.contains(where: \.isDefault)
          && Set(twin.cases.flatMap(\.names)) == names
      }
  }
}

extension Selection.Case {
  /// Whether each of its patterns takes something out; the `default:` has none.
  fileprivate var bindsPayloads: Bool { isDefault || items.allSatisfy { !$0.pattern.bindings.isEmpty } }
}

extension Code {
  /// Whether a switch answers `true` for all that it does not name, and `false` for what it does.
  fileprivate func allowsRest(_ one: Selection) -> Bool {
    one.cases.allSatisfy { answer(of: $0.block) == $0.isDefault }
  }

  /// Whether a switch does nothing in one of its blocks, or answers there with what says no more than that.
  fileprivate func isFilter(_ one: Selection) -> Bool {
    one.cases.contains { place in
      let range = expressions(in: place.block)
      return answer(of: place.block) != nil || range.isEmpty
        || range.count == 1 && self[ExpressionID(index: range.lowerBound)] == .literal(.null)
    }
  }

  /// Whether a block answers with what the switch asks about, so that each case stays what it is, or with what a
  /// method of it answers, which is asked for each case there.
  fileprivate func answersSubject(_ block: Int32, of one: Selection) -> Bool {
    let range = expressions(in: block)
    guard let last = range.last, case .local(let asked) = self[one.subject] else { return false }
    if range.count == 1 { return self[ExpressionID(index: last)] == .local(asked) }
    guard statement(block).count == 1, case .call(let callee, _) = self[ExpressionID(index: last)] else { return false }
    switch self[callee] {
    case .member(let base, _): return self[base] == .local(asked)
    case .name(_, .some): return self[asked].kind == .selfReference
    default: return false
    }
  }

  /// Whether a block assigns to something.
  fileprivate func assigns(_ block: Int32) -> Bool {
    expressions(in: block).contains { index in
      switch self[ExpressionID(index: index)] {
      case .assign, .mutate: true
      default: false
      }
    }
  }

  /// Whether all that a block does is to write to the log.
  fileprivate func onlyReports(_ block: Int32, _ knowledge: Knowledge) -> Bool {
    let calls = expressions(in: block).compactMap { callee(of: ExpressionID(index: $0)) }
    return !assigns(block) && !calls.isEmpty
      && calls.allSatisfy { knowledge[.writesLog].contains($0) || knowledge[.logs].fits($0) }
  }
}
