import SwiftFacts

/// Calls of functions outside the program, which only the knowledge tables describe.
extension Evaluation {
  func result(
    ofForeign name: Symbol, on owner: NominalID?, _ isInitializer: Bool, _ receiver: CallTarget.Receiver,
    _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) -> [ObjectID] {
    let on = receivers(receiver)
    // `super.init` makes what `self` is.
    if isInitializer, !on.isEmpty {
      var call = inference.foreignCall(name, on: owner, true, callee, arguments, in: frame)
      call.typeName = nil
      for object in on {
        keepClosures(call, object, [], arguments, at: id)
        keepObjects(call, object, [], arguments, at: id)
      }
      return []
    }
    let made = object(.fresh(id), type: self.inference.type(of: id, in: self.frame))
    let call = inference.foreignCall(name, on: owner, isInitializer, callee, arguments, in: frame)

    noteRelease(name, on: on, arguments: arguments, at: id)
    if Knowledge.isClear(call, in: program) { noteContentsGone(by: name, from: on, at: id) }
    noteDismissal(name, arguments, at: id)
    bindElements(name, callee, arguments)
    keepFilled(name, arguments, at: id)
    if isInitializer, Knowledge.row(.handsOutMade, for: call, in: program) != nil {
      bindMade(made, arguments)
    }
    keepElements(name, made, callee, arguments, at: id)
    keepSameElements(name, made, callee, at: id)
    keepLazily(name, made, callee, on, arguments, at: id)
    keepFolded(name, made, arguments, at: id)
    keepClosures(call, made, on, arguments, at: id)
    keepObjects(call, made, on, arguments, at: id)
    if isInitializer { keepCarried(call, made, arguments, at: id) }
    if let views = keepViews(call, made, on, arguments, at: id) { return views }
    if case .member(let bag, _) = facts.code[callee] {
      for argument in arguments { keepInBag(bag, value(of: argument.value), at: id) }
    }
    if program.knowledge[.associatesObject].contains(name) { keepAssociated(name, arguments, at: id) }
    if program.knowledge[.findsElement].contains(name), case .member(let base, _) = facts.code[callee],
      case .array = inference.type(of: base, in: frame)
    {
      return on.map { element(of: $0, .site(id)) }
    }
    if Knowledge.lookUpKeptResult(call, in: program) != nil {
      let step = Step(saying: .knownKeep(name), span: nil, proof: .known)
      for holder in on { keep(holder, .element, made, .known, at: id, steps: [step]) }
    }
    return [made]
  }

  /// `objc_setAssociatedObject(holder, key, value, policy)`, whose arguments have no labels to name them by.
  private func keepAssociated(_ name: Symbol, _ arguments: ArraySlice<Argument>, at id: ExpressionID) {
    let list = Array(arguments)
    guard list.count == 4,
      !(facts.code.calledName(list[3].value).map(program.knowledge[.associatesWithoutKeeping].contains) ?? false)
    else { return }
    let step = Step(saying: .knownKeep(name), span: nil, proof: .known)
    for holder in value(of: list[0].value) {
      for object in value(of: list[2].value) { keep(holder, .element, object, .known, at: id, steps: [step]) }
    }
  }

  private func keepClosures(
    _ call: ForeignCall, _ made: ObjectID, _ on: [ObjectID], _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) {
    for argument in arguments {
      let functions = value(of: argument.value).filter(isFunction)
      guard !functions.isEmpty else { continue }
      guard var lifetime = Knowledge.lookUp(call, label: argument.label, in: program) else {
        if isToldOfEvent(arguments) {
          let step = Step(saying: .unknownProperty(call.name), span: nil, proof: .guessed)
          for holder in on {
            for function in functions { keep(holder, .element, function, .guessed, at: id, steps: [step]) }
          }
        } else {
          keepLikely(functions, for: argument, of: call, made, on, at: id)
        }
        continue
      }
      if lifetime == .forever, facts.code.runsOnce(arguments) { lifetime = .once }
      let step = Step(saying: .knownFunction(call.name, lifetime), span: nil, proof: .known)
      for function in functions {
        switch lifetime {
        // An operator's closure is kept by the subscription further down.
        case .call, .once: break
        case .receiver:
          for holder in on { keep(holder, .element, function, .known, at: id, steps: [step]) }
        case .result:
          keep(made, .element, function, .known, at: id, steps: [step])
        case .token:
          guard isConsumer(call.name) else { break }
          switch streamLength(of: on, for: call.name) {
          case .ends: continue
          case .goesOn: keep(made, .element, function, .known, at: id, steps: [step])
          case .unknown, .either: keep(made, .element, function, .guessed, at: id, steps: [step])
          }
          if call.owner == nil, !endsWithAnswer(call) {
            keepLikely([function], for: argument, of: call, made, on, at: id)
          }
        case .forever:
          keep(system, .element, function, .known, at: id, steps: [step])
        }
      }
      if lifetime == .token, isConsumer(call.name) { keepStream(made, on, at: id, for: call.name) }
    }
  }

  /// Operators only describe a stream; these start it, and what they return keeps all of it.
  private func isConsumer(_ name: Symbol) -> Bool { !program.knowledge[.passesOn].contains(name) }

  /// `button.on(.touchUpInside) { … }`: what is to be done at each event of a control has to be kept.
  private func isToldOfEvent(_ arguments: ArraySlice<Argument>) -> Bool {
    arguments.contains { argument in
      if case .implicitMember(let name) = facts.code[argument.value] {
        program.knowledge[.controlEvent].contains(name)
      } else {
        false
      }
    }
  }

  /// A subscription keeps the closures of every operator above it.
  func keepStream(
    _ holder: ObjectID, _ sources: [ObjectID], at id: ExpressionID, _ sure: Proof = .known, for reader: Symbol? = nil
  ) {
    let length = streamLength(of: sources, for: reader)
    guard length != .ends else { return }
    let proof = length == .goesOn ? sure : min(sure, .guessed)
    var queue = sources
    var seen: Set<ObjectID> = []
    while let next = queue.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard let source = upstream(of: next) else { continue }
      let step = Step(saying: .knownFunction(source.name, .token), span: nil, proof: proof)
      for closure in source.closures { keep(holder, .element, closure, proof, at: source.site, steps: [step]) }
      queue += feeders(of: source)
    }
  }

  private func keepObjects(
    _ call: ForeignCall, _ made: ObjectID, _ on: [ObjectID], _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) {
    for entry in Knowledge.lookUpObjects(call, in: program) {
      func parties(_ party: Knowledge.ObjectEntry.Party) -> [ObjectID] {
        switch party {
        case .receiver: return on
        case .result: return [made]
        case .forever: return [system]
        case .argument: return arguments.first.map { value(of: $0.value) } ?? []
        case .labelled(let label):
          return arguments.first { $0.label == label }.map { value(of: $0.value) } ?? []
        }
      }
      // What the system keeps for good are closures; its other guests have rules of their own.
      guard entry.keeper != .forever else { continue }
      let kept = parties(entry.kept)
      var proof: Proof = entry.isSure ? .known : .guessed
      let target = keeping(entry.kept, call.name, arguments)
      if target != nil {
        // What a stream assigns to is let go of when the stream ends.
        switch streamLength(of: on, for: call.name) {
        case .ends: continue
        case .goesOn: break
        case .unknown, .either: proof = .guessed
        }
      }
      let step = Step(saying: .knownKeep(call.name), span: nil, proof: proof)
      for holder in parties(entry.keeper) {
        for object in kept {
          keep(holder, .element, object, proof, at: id, steps: [step], closure: target)
        }
        if entry.kept == .receiver || entry.keeper == .result {
          keepStream(holder, entry.keeper == .result ? on : kept, at: id)
        }
      }
    }
  }

  /// `assign(to: \.x, on: self)` keeps its target as a closure keeps what it captures.
  private func keeping(
    _ party: Knowledge.ObjectEntry.Party, _ name: Symbol, _ arguments: ArraySlice<Argument>
  ) -> RemoteClosure? {
    guard case .labelled(let label) = party,
      program.knowledge[.assignsTo][name].contains(where: { $0.argument == label }),
      let argument = arguments.first(where: { $0.label == label })
    else { return nil }
    let name: Symbol =
      if case .local(let local) = facts.code[argument.value] { facts.code[local].name } else { label }
    return RemoteClosure(
      function: function, closure: nil,
      span: SourceSpan(file: frame.file, bytes: facts.code.span(of: argument.value)), captured: name)
  }

  /// The names of functions of which it is known from the start that a call of them matters.
  static func tellingNames(_ knowledge: Knowledge) -> Set<Symbol> {
    Set(knowledge.objects.keys.map(\.name)).union(knowledge.keptResults.keys.map(\.name)).union(
      clearingNames(knowledge)
    )
    .union(knowledge.closures.keys.map(\.name)).union(knowledge.clears.map(\.name))
    .union(knowledge[.associatesObject].names).subtracting([Names.init_])
  }
}

extension Code {
  /// Whether a call is told that what it is given is to run one time alone: `repeats: false`.
  func runsOnce(_ arguments: ArraySlice<Argument>) -> Bool {
    arguments.contains { $0.label == Words.repeats && self[$0.value] == .literal(.boolean(false)) }
  }
}
