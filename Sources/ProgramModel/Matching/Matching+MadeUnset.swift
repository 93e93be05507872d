import SwiftFacts

/// Callbacks that were set wherever an object was made, and are not set where one is made since the change.
extension Matching {
  /// A callback that nobody sets any longer, the functions that did so being gone, where the change makes objects of
  /// its type in another place, or sets others of their callbacks.
  ///
  /// - Parameter others: Where other callbacks of the type are set.
  func madeUnset(
    _ property: PropertyID, of owner: NominalID, since old: [FunctionID],
    others: [(function: FunctionID, span: SourceSpan)]
  ) -> Alteration? {
    let sites = (after.calls(threads: 1).sites[after[owner].name] ?? []).filter { site in
      changedFiles.contains(after.file(of: site.function)) && isRewritten(site.function)
        && !after.isTest(after.file(of: site.function))
    }
    let place: SourceSpan
    if let first = sites.min() {
      let file = after.file(of: first.function)
      place = SourceSpan(file: file, bytes: after[file].facts.code.span(of: first.call))
    } else if let other = others.first(where: { changedFiles.contains($0.span.file) && isRewritten($0.function) }) {
      place = other.span
    } else {
      return nil
    }
    var seen: Set<FunctionID> = []
    return Alteration(
      kind: .lostMakingSetter, span: place,
      name: after.declaration(of: property).name.text, after: after.name(of: owner),
      affected: old.filter { seen.insert($0).inserted }.map { before.name(of: $0) },
      evidence: [after.span(of: property)])
  }

  /// A callback that everybody who makes an object sets on it, and that the change leaves unset on one way through a
  /// function which makes one.
  ///
  /// Nobody else sets it, so that the object goes without it wherever it is handed to.
  func unsetOnOneWay(_ property: PropertyID, of owner: NominalID) -> Alteration? {
    let name = after.declaration(of: property).name
    // Asked first of what the change says anew, for the rest looks through the whole program.
    guard !after.declaration(of: property).isPublic,
      (after.calls(threads: 1).sites[after[owner].name] ?? []).contains(where: {
        changedFiles.contains(after.file(of: $0.function)) && isRewritten($0.function)
      }), let former = twin(of: owner),
      before.property(named: name, of: former) != nil, let was = makers(of: former, setting: name, in: before),
      let now = makers(of: owner, setting: name, in: after),
      was.allSatisfy({ $0.lost == nil }), now.contains(where: { $0.isSet })
    else { return nil }
    for maker in now where changedFiles.contains(after.file(of: maker.function)) && isRewritten(maker.function) {
      guard let lost = maker.lost else { continue }
      let file = after.file(of: maker.function)
      return Alteration(
        kind: .lostSetterOnWay, span: SourceSpan(file: file, bytes: after[file].facts.code.span(of: lost)),
        name: name.text, after: after.name(of: owner), affected: [after.name(of: maker.function)],
        evidence: [SourceSpan(file: file, bytes: after[file].facts.code.span(of: maker.call))])
    }
    return nil
  }

  private struct Maker {
    var function: FunctionID
    var call: ExpressionID
    /// Whether the callback is set on some way.
    var isSet: Bool
    /// Where the object goes without it: a `return` of it, or where it is made.
    var lost: ExpressionID?
  }

  /// Who makes objects of a type in production code; nil where a callback of them is set by anybody else, or where it
  /// is not seen what becomes of one.
  private func makers(of type: NominalID, setting name: Symbol, in program: Program) -> [Maker]? {
    let sites = (program.calls(threads: 1).sites[program[type].name] ?? []).filter {
      !program.isTest(program.file(of: $0.function))
    }
    guard !sites.isEmpty, sites.count < 12 else { return nil }
    var gifts: [FunctionID: [(gift: ExpressionID, local: LocalID)]] = [:]
    for function in program.productionFunctions {
      let code = program[program.file(of: function)].facts.code
      for index in program.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, _):
          guard code.writtenName(target) == name else { continue }
          guard case .member(let base, _) = code[target], case .local(let local) = code[base] else { return nil }
          gifts[function, default: []].append((id, local))
        case .call(_, let list):
          if code[list].contains(where: { $0.label == name }) { return nil }
        default: continue
        }
      }
    }
    var result: [Maker] = []
    var made: Set<FunctionID> = []
    for site in sites {
      let body = Body(site.function, in: program)
      let code = body.code
      let declaration = program.declaration(of: site.function)
      made.insert(site.function)
      let local = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).map(LocalID.init(index:))
        .first { code[$0].initializer == site.call }
      guard let local else {
        // What is made and handed on in one breath has been given nothing.
        result.append(Maker(function: site.function, call: site.call, isSet: false, lost: site.call))
        continue
      }
      let own = (gifts[site.function] ?? []).filter { $0.local == local }.map(\.gift)
      let answers = code[declaration.results].filter { code[$0] == .local(local) }
      let lost = own.isEmpty ? site.call : answers.first { answer in
        !own.contains { $0 < answer && body.isInBlock(of: $0, answer) }
      }
      result.append(Maker(function: site.function, call: site.call, isSet: !own.isEmpty, lost: lost))
    }
    // Each gift is for an object that is made beside it.
    guard gifts.allSatisfy({ function, list in
      let code = program[program.file(of: function)].facts.code
      return list.allSatisfy { one in
        code[one.local].initializer.map { value in
          sites.contains { $0.function == function && $0.call == value }
        } ?? false
      }
    }) else { return nil }
    return result
  }
}
