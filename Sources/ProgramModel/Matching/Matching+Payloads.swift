import SwiftFacts

/// Values of enum cases that have changed places, under patterns that count along.
extension Matching {
  /// Cases of which a pattern calls a value what it was called before the change, while another of the same type stands
  /// there.
  public func shiftedPayloads() -> [Alteration] {
    var moved: [NominalID: [Symbol: Move]] = [:]
    let made = namesMadeInChangedFiles
    for (type, old) in types.merging(enums(of: made), uniquingKeysWith: { known, _ in known })
    where after[type].kind == .enum {
      let twins = Dictionary(before.enumCases(of: old).map { ($0.name, $0) }) { first, _ in first }
      for one in after.enumCases(of: type) {
        guard let twin = twins[one.name], twin.payload != one.payload || made.contains(one.name) else { continue }
        let move = named(
          Move(was: values(of: twin, of: old, in: before), now: values(of: one, of: type, in: after)), one.name,
          of: type)
        if move.mayShift { moved[type, default: [:]][one.name] = move }
      }
    }
    guard !moved.isEmpty else { return [] }
    var result: [NominalID: [Symbol: Alteration]] = [:]
    let (inference, earlier) = (Inference(program: after), Inference(program: before))
    for function in after.allFunctions {
      guard after.declaration(of: function).hasBody, !after.isTest(after.file(of: function)),
        let old = twin(of: function)
      else { continue }
      let now = bindings(in: function, of: after, moved, inference)
      guard !now.isEmpty else { continue }
      let was = bindings(in: old, of: before, moved, earlier)
      for one in now {
        guard let type = one.owner, let move = moved[type]?[one.name],
          let twin = was.first(where: { $0.name == one.name && $0.local == one.local && $0.number == one.number }),
          let shift = move.shift(from: twin.position, to: one.position),
          // Where the case is what it was, only what is called like what it got before tells that it means that.
          !move.isByMakersAlone || one.local == shift.meant,
          let span = after.span(ofCase: one.name, of: type)
        else { continue }
        var found =
          result[type]?[one.name]
          ?? Alteration(
            kind: .shiftedPayload, span: span, name: "\(after.name(of: type)).\(one.name)", before: shift.meant.text,
            after: shift.got.text)
        found.affected.append(after.name(of: function))
        found.evidence.append(one.span)
        result[type, default: [:]][one.name] = found
      }
    }
    return result.sorted { $0.key < $1.key }.flatMap {
      $0.value.values.sorted { $0.span.bytes.start < $1.span.bytes.start }
    }
  }

  /// What the values of a case mean, in order, before and after.
  private struct Move {
    struct Value: Equatable {
      var meaning: Symbol?
      var type: String
    }
    var was: [Value]
    var now: [Value]
    /// Whether the case is declared as before, and what makes it gives its values in another order.
    var isByMakersAlone = false

    /// Whether a value has come to another place.
    var mayShift: Bool {
      was != now && was.indices.contains { at in shift(from: at, to: at) != nil }
        || was.count < now.count && now.count > 1
    }

    /// What a name stood for and what it stands for now, where these are two values of one type and the first is still
    /// there.
    func shift(from old: Int, to new: Int) -> (meant: Symbol, got: Symbol)? {
      guard was.indices.contains(old), now.indices.contains(new), let meant = was[old].meaning,
        let got = now[new].meaning, meant != got,
        was[old].type == now[new].type, now.contains(where: { $0.meaning == meant && $0.type == was[old].type })
      else { return nil }
      return (meant, got)
    }
  }

  private func values(of one: TypeDeclaration.EnumCase, of type: NominalID, in program: Program) -> [Move.Value] {
    guard let file = program[type].declarations.first?.file else { return [] }
    let code = program[file].facts.code
    return one.payload.map { Move.Value(meaning: $0.label ?? $0.name, type: code.spelling(of: $0.type)) }
  }

  /// A move with the values that bear no name known by what the calls that make the case give for them, where all calls
  /// agree on which has become which.
  private func named(_ move: Move, _ name: Symbol, of type: NominalID) -> Move {
    guard move.was.contains(where: { $0.meaning == nil }),
      move.now.contains(where: { $0.meaning == nil }),
      [before, after].allSatisfy({ Set(($0.names.cases[name] ?? []).map(\.owner)).count == 1 })
    else { return move }
    let owner = after.name(of: type).split(separator: ".").last.map(String.init) ?? ""
    var result = move
    result.isByMakersAlone = move.was == move.now
    var places: [Int: Int] = [:]
    for function in after.functions(mentioning: [name]) {
      let now = makings(of: name, in: function, of: after, owner, move.now.count)
      // Who makes it as before says that nothing has moved.
      if result.isByMakersAlone, !now.isEmpty, !changedFiles.contains(after.file(of: function)) { return move }
      guard !now.isEmpty, let old = functions[function] ?? widened(function) else { continue }
      let was = makings(of: name, in: old, of: before, owner, move.was.count)
      guard was.count == now.count else { return move }
      for (was, now) in zip(was, now) {
        for (from, text) in was.enumerated() {
          guard was.count(where: { $0 == text }) == 1, now.count(where: { $0 == text }) == 1,
            let to = now.firstIndex(of: text)
          else { continue }
          guard places[from] == nil || places[from] == to else { return move }
          places[from] = to
          if result.was[from].meaning == nil { result.was[from].meaning = text }
          if result.now[to].meaning == nil { result.now[to].meaning = result.was[from].meaning }
        }
        for (at, text) in now.enumerated() where result.now[at].meaning == nil && !was.contains(text) {
          result.now[at].meaning = text
        }
      }
    }
    return result
  }

  /// The enums with cases of some names that have been left as they were, each with what it was.
  private func enums(of names: Set<Symbol>) -> [NominalID: NominalID] {
    var result: [NominalID: NominalID] = [:]
    for reference in names.flatMap({ after.names.cases[$0] ?? [] }) where types[reference.owner] == nil {
      let name = after.name(of: reference.owner)
      let twins = before.types(named: after[reference.owner].name).filter {
        before.name(of: $0) == name && before[$0].kind == .enum
      }
      if twins.count == 1 { result[reference.owner] = twins[0] }
    }
    return result
  }

  /// The names of what is called, in files that the change touches, as a case of an enum is.
  private var namesMadeInChangedFiles: Set<Symbol> {
    var result: Set<Symbol> = []
    for file in changedFiles where !after.isTest(file) {
      let code = after[file].facts.code
      for expression in code.expressions {
        guard case .call(let callee, let list) = expression, list.count > 1 else { continue }
        switch code[callee] {
        case .implicitMember(let name), .member(_, let name): result.insert(name)
        default: continue
        }
      }
    }
    return result
  }

  /// What the calls in a function give a case of an enum that has so many values, as it is written.
  private func makings(
    of name: Symbol, in function: FunctionID, of program: Program, _ owner: String, _ count: Int
  ) -> [[Symbol]] {
    let code = program[program.file(of: function)].facts.code
    return program.expressions(of: function).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index], code[list].count == count else { return nil }
      switch code[callee] {
      case .implicitMember(name): break
      case .member(let base, name) where code.spelling(of: base).split(separator: ".").last.map(String.init) == owner:
        break
      default: return nil
      }
      return code[list].map { Symbol(code.plainSpelling(of: $0.value)) }
    }
  }

  /// A name that a pattern gives to a value of a case.
  private struct Binding {
    /// The enum after the change; nil where it is not known.
    var owner: NominalID?
    var name: Symbol
    var position: Int
    var local: Symbol
    /// Which pattern of its function it is in, of those that give this name to a value of this case.
    var number: Int
    var span: SourceSpan
  }

  private func bindings(
    in function: FunctionID, of program: Program, _ moved: [NominalID: [Symbol: Move]], _ inference: Inference
  ) -> [Binding] {
    let names = Set(moved.values.flatMap(\.keys))
    let declaration = program.declaration(of: function)
    let file = program.file(of: function)
    let code = program[file].facts.code
    var result: [Binding] = []
    var frame: Frame?
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = code.locals[Int(index)]
      guard let value = local.initializer, case .payload(let source, let name, let position) = code[value],
        names.contains(name)
      else { continue }
      let known = frame ?? Frame(function, in: program)
      frame = known
      let number = result.count { $0.name == name && $0.local == local.name }
      result.append(
        Binding(
          owner: owner(of: name, inference.type(of: source, in: known), in: program, moved), name: name,
          position: Int(position),
          local: local.name, number: number, span: SourceSpan(file: file, bytes: local.span)))
    }
    return result
  }

  /// The enum whose case a pattern names: by the type of what it is held against, or else the only one with such a
  /// case.
  private func owner(of name: Symbol, _ type: Type, in program: Program, _ moved: [NominalID: [Symbol: Move]])
    -> NominalID?
  {
    var type = type
    if case .array(let element) = type { type = element }
    if let known = type.nominal { return moved[known]?[name] == nil ? nil : known }
    let all = Set((program.names.cases[name] ?? []).map(\.owner))
    return type.isUnknown && all.count == 1 ? all.first : nil
  }

  /// The function of the same type and name that a new one has taken the place of, with other parameters; nil where
  /// there are several.
  private func widened(_ function: FunctionID) -> FunctionID? {
    let name = after.declaration(of: function).name
    guard let owner = after.owner(of: function), let old = types[owner] else { return nil }
    let gone = lostFunctions.filter { before.declaration(of: $0).name == name && before.owner(of: $0) == old }
    let come = after.functions(of: owner).filter {
      after.declaration(of: $0).name == name && functions[$0] == nil
    }
    return gone.count == 1 && come == [function] ? gone[0] : nil
  }

  /// What a function was before the change, whether its file has been touched or not.
  func twin(of function: FunctionID) -> FunctionID? {
    if let known = functions[function] { return known }
    guard !changedFiles.contains(after.file(of: function)),
      let file = before.file(at: after[after.file(of: function)].path)
    else { return nil }
    let index = function.index - after.functionNumbers.offsets[Int(after.file(of: function).index)]
    return before.function(FunctionIndex(index: index), in: file)
  }
}
