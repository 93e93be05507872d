import SwiftFacts

/// What dictionaries go from one place to another: by the name of a notification, or through an object of the program.
///
/// Not safe for use from several threads.
final class Payloads {
  enum Channel: Hashable, Sendable {
    /// By its name, and the type of the program's that has the name.
    case notification(Symbol, of: NominalID?)
    case object(NominalID)
    /// A closure that a property of a type holds.
    case slot(NominalID, Symbol)
    /// An object of a type that is out of sight, and in no table.
    case outsider(Symbol)
  }

  struct Entry: Sendable {
    var key: String
    /// The type of what is sent, or the one that it is asked for; nil where that is not known.
    var type: PlainType?
    var span: SourceSpan
    /// The dictionary that it is sent in.
    var whole: SourceSpan?
  }

  /// What goes by each way.
  struct Traffic: Sendable {
    /// Ways of which it is seen that what is sent is what is received.
    var relays: Set<Channel> = []
    var written: [Channel: [Entry]] = [:]
    var read: [Channel: [Entry]] = [:]
    /// Ways on which something is sent whose keys are not in sight.
    var open: Set<Channel> = []
    /// Ways on which something is received and given to somebody who is not in sight.
    var unclear: Set<Channel> = []

    mutating func add(_ other: Self) {
      relays.formUnion(other.relays)
      written.merge(other.written) { $0 + $1 }
      read.merge(other.read) { $0 + $1 }
      open.formUnion(other.open)
      unclear.formUnion(other.unclear)
    }
  }

  private let program: Program
  private let inference: Inference
  private var traffic = Traffic()
  /// Of the function that is looked at: a function may hand over many closures.
  private var lastUses: (function: FunctionID, uses: ValueUses)?

  init(_ inference: Inference) {
    program = inference.program
    self.inference = inference
  }

  /// What the functions of a file send and receive; nil where that is nothing.
  func traffic(of file: FileID) -> Traffic? {
    guard !program.isTest(file) else { return nil }
    traffic = Traffic()
    var isEmpty = true
    for index in program[file].facts.functions.indices {
      let function = program.function(FunctionIndex(index: Int32(index)), in: file)
      guard mentionsDictionaries(function) else { continue }
      isEmpty = false
      visit(function)
    }
    return isEmpty ? nil : traffic
  }

  private func mentionsDictionaries(_ function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return program.expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .dictionary, .closure: true
      case .call(let callee, let list):
        code.calledName(callee).map {
          program.knowledge[.postsNotification].contains($0) || program.knowledge[.addsObserver].contains($0)
            || program.knowledge[.streamsNotification].contains($0)
        } == true || code[list].contains { code.ownProperty($0.value) != nil }
      default: false
      }
    }
  }

  private func visit(_ function: FunctionID) {
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    let declaration = frame.declaration
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = LocalID(index: index)
      // `for await note in centre.notifications(named: .done)`
      guard let value = code[local].initializer, case .element(let stream) = code[value],
        let channel = streamed(stream, frame)
      else { continue }
      receive(
        [local], declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression),
        on: channel, frame)
    }
    for index in program.expressions(of: function) {
      let call = ExpressionID(index: Int32(index))
      if case .assign(let target, let value) = code[call], let slot = slot(target, frame) {
        if case .closure(let closure) = code[value] { receive(closure, on: slot, frame) }
        continue
      }
      guard case .call(let callee, let list) = code[call], list.count > 0, let name = code.calledName(callee) else {
        continue
      }
      if program.knowledge[.postsNotification].contains(name), let channel = channel(of: name, code[list], frame) {
        let carried = program.knowledge[.postsNotification][name].compactMap(\.argument)
        if let info = code[list].first(where: { $0.label.map(carried.contains) == true })?.value {
          send(info, on: channel, frame)
        }
        continue
      }
      let closures = code[list].compactMap { argument -> ClosureID? in
        if case .closure(let closure) = code[argument.value] { closure } else { nil }
      }
      if case .member(let stream, _) = code[callee], let channel = streamed(stream, frame) {
        for closure in closures { receive(closure, on: channel, frame) }
        continue
      }
      if program.knowledge[.addsObserver].contains(name),
        let channel = channel(of: name, code[list], frame)
      {
        for closure in closures { receive(closure, on: channel, frame) }
        for argument in code[list] {
          for method in handlers(argument.value, frame) { receive(method, on: channel) }
        }
        continue
      }
      let dictionaries = code[list].map(\.value).filter { if case .dictionary = code[$0] { true } else { false } }
      if !dictionaries.isEmpty, let slot = slot(callee, frame) {
        for dictionary in dictionaries { send(dictionary, on: slot, frame) }
        continue
      }
      guard case .member = code[callee] else { continue }
      let methods = code[list].flatMap { code.ownProperty($0.value) == nil ? [] : handlers($0.value, frame) }
      if closures.isEmpty, methods.isEmpty, dictionaries.isEmpty, program.mayTakeClosure(name) {
        noteClosuresOutOfSight(call, callee, list, frame)
      }
      // What is sent and answered in one call are two things.
      guard (closures.isEmpty && methods.isEmpty) != dictionaries.isEmpty,
        let (channel, target) = object(calledBy: call, callee, frame)
      else { continue }
      for closure in closures { receive(closure, on: channel, frame) }
      for method in methods { receive(method, on: channel) }
      for dictionary in dictionaries { send(dictionary, on: channel, frame) }
      guard !dictionaries.isEmpty, let target else { continue }
      let slots = slots(calledBy: target)
      if !slots.isEmpty || handsOn(target) { traffic.relays.insert(channel) }
      for slot in slots {
        for dictionary in dictionaries { send(dictionary, on: slot, frame) }
        traffic.relays.insert(slot)
      }
    }
  }

  /// A closure from elsewhere that a method of an object is given may receive anything there.
  private func noteClosuresOutOfSight(
    _ call: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList, _ frame: Frame
  ) {
    guard let (channel, target) = object(calledBy: call, callee, frame), let target,
      case let declaration = program.declaration(of: target), let match = declaration.match(frame.facts.code[list]),
      match.contains(where: { declaration.parameters[$0].closureKind != .never })
    else { return }
    traffic.unclear.insert(channel)
  }

  /// The property of an object that a closure is put into, or called by.
  private func slot(_ id: ExpressionID, _ frame: Frame) -> Channel? {
    let holder: (type: NominalID?, name: Symbol)
    switch frame.facts.code[id] {
    case .member(let base, let name): holder = (inference.type(of: base, in: frame).nominal, name)
    case .name(let name, implicitSelf: .some): holder = (frame.context, name)
    default: return nil
    }
    guard let type = holder.type, let property = program.property(named: holder.name, of: type),
      let owner = program.owner(of: property), case .function = inference.type(of: property)
    else { return nil }
    return .slot(owner, holder.name)
  }

  /// The properties of its object whose closures a function gives what it is given.
  private func slots(calledBy function: FunctionID) -> [Channel] {
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    let parameters = program.declaration(of: function).parameters.map(\.local)
    return program.expressions(of: function).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index], code.ownProperty(callee) != nil,
        code[list].contains(where: { argument in
          if case .local(let local) = code[argument.value] { parameters.contains(local) } else { false }
        })
      else { return nil }
      return slot(callee, frame)
    }
  }

  /// The object whose method a call runs, with the method where it is the program's.
  private func object(
    calledBy call: ExpressionID, _ callee: ExpressionID, _ frame: Frame
  ) -> (channel: Channel, method: FunctionID?)? {
    switch inference.target(of: call, in: frame).kind {
    case .functions(let targets):
      guard targets.count == 1, let owner = program.owner(of: targets[0]) else { return nil }
      return (.object(owner), targets[0])
    case .foreign:
      guard case .member(let base, _) = frame.facts.code[callee],
        case .foreign(let type) = inference.type(of: base, in: frame), program.knowledge.types[type] == nil
      else { return nil }
      return (.outsider(type), nil)
    case .memberwise, .enumCase, .value: return nil
    }
  }

  /// Whether a function gives what it is given to closures.
  private func handsOn(_ function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    let parameters = program.declaration(of: function).parameters.map(\.local)
    return program.expressions(of: function).contains { index in
      guard case .call(let callee, let list) = code.expressions[index], case .local = code[callee] else { return false }
      return code[list].contains { argument in
        if case .local(let local) = code[argument.value] { parameters.contains(local) } else { false }
      }
    }
  }

  private func channel(of callee: Symbol, _ arguments: ArraySlice<Argument>, _ frame: Frame) -> Channel? {
    let labels = program.knowledge[.namesNotification][callee].compactMap(\.argument)
    guard let name = arguments.first(where: { $0.label.map(labels.contains) == true })?.value else { return nil }
    return channel(named: name, frame)
  }

  private func channel(named name: ExpressionID, _ frame: Frame) -> Channel? {
    switch frame.facts.code[name] {
    case .implicitMember(let last): return .notification(last, of: nil)
    case .member(let base, let last):
      guard case .metatype(let type) = inference.type(of: base, in: frame),
        let property = type.nominal.flatMap({ program.property(named: last, of: $0) }),
        let owner = program.owner(of: property), program[owner].kind != .foreign
      else { return .notification(last, of: nil) }
      return .notification(last, of: owner)
    case .name(let name, _):
      for scope in program.scopes(from: frame.context) {
        guard case .property(let property)? = program.member(name, of: scope),
          program.declaration(of: property).isStatic, let owner = program.owner(of: property)
        else { continue }
        return .notification(name, of: program[owner].kind == .foreign ? nil : owner)
      }
      return nil
    default: return nil
    }
  }

  /// The notification that a stream is of, where nothing has made something else of it yet:
  /// `centre.publisher(for: .done).receive(on: main)`.
  private func streamed(_ stream: ExpressionID, _ frame: Frame) -> Channel? {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[stream], case .member(let base, let name) = code[callee] else {
      return nil
    }
    let labels = program.knowledge[.streamsNotification][name].compactMap(\.argument)
    if let named = code[list].first(where: { $0.label.map(labels.contains) == true }) {
      return channel(named: named.value, frame)
    }
    guard program.knowledge[.passesOn].contains(name) || program.knowledge[.movesDelivery].contains(name),
      !program.knowledge[.mapsElements].contains(name)
    else { return nil }
    return streamed(base, frame)
  }

  private func send(_ info: ExpressionID, on channel: Channel, _ frame: Frame) {
    let code = frame.facts.code
    if case .literal(.null) = code[info] { return }
    if case .local(let local) = code[info], case .variable(isLet: true) = code[local].kind,
      let value = code[local].initializer
    {
      send(value, on: channel, frame)
      return
    }
    guard case .dictionary(let list) = code[info] else {
      traffic.open.insert(channel)
      return
    }
    let parts = Array(code[list])
    let whole = SourceSpan(file: frame.file, bytes: code.span(of: info))
    for at in stride(from: 0, to: parts.count - 1, by: 2) {
      guard let key = text(parts[at], frame) else {
        traffic.open.insert(channel)
        continue
      }
      let span = SourceSpan(file: frame.file, bytes: code.span(of: parts[at]))
      traffic.written[channel, default: []].append(
        Entry(key: key, type: sentType(parts[at + 1], frame), span: span, whole: whole))
    }
  }

  /// The type of what is sent: a plain one, or a value type of the program's, which no cast makes a plain one of.
  private func sentType(_ value: ExpressionID, _ frame: Frame) -> PlainType? {
    if let plain = inference.plainType(of: value, in: frame) { return plain }
    guard case .nominal(let id, _) = inference.type(of: value, in: frame), program[id].isValueType,
      program[id].kind != .foreign
    else { return nil }
    return PlainType(name: program[id].name)
  }

  /// The method of the same type that a name, or a selector, stands for.
  private func handlers(_ value: ExpressionID, _ frame: Frame) -> [FunctionID] {
    let code = frame.facts.code
    guard let type = frame.context else { return [] }
    let names = [code.ownProperty(value)] + code.children(of: value).map { code.calledName($0) ?? code.ownProperty($0) }
    return names.compactMap { name in
      guard let name, let named = program[type].functions[name], named.count == 1 else { return nil }
      return named[0]
    }
  }

  private func receive(_ closure: ClosureID, on channel: Channel, _ frame: Frame) {
    let closure = frame.facts.code[closure]
    receive(
      Set(closure.parameters), closure.firstExpression..<max(closure.firstExpression, closure.endExpression),
      on: channel, frame)
  }

  private func receive(_ method: FunctionID, on channel: Channel) {
    let declaration = program.declaration(of: method)
    receive(
      Set(declaration.parameters.map(\.local)),
      declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression), on: channel,
      Frame(method, in: program))
  }

  private func receive(
    _ parameters: Set<LocalID>, _ range: Range<Int32>, on channel: Channel, _ frame: Frame, depth: Int = 0
  ) {
    let code = frame.facts.code
    guard !parameters.isEmpty else { return }
    let handedOn = depth < Self.hands ? handOn(parameters, range, on: channel, frame, depth) : []
    if isGivenAway(parameters, range, but: handedOn, frame) { traffic.unclear.insert(channel) }
    var casts: [ExpressionID: TypeID] = [:]
    for index in range {
      if case .cast(let value, let type) = code[ExpressionID(index: index)] { casts[value] = type }
    }
    for index in range {
      let id = ExpressionID(index: index)
      guard case .subscripted(let base, let list) = code[id], list.count == 1, let argument = code[list].first,
        isPayload(base, of: parameters, code), let key = text(argument.value, frame)
      else { continue }
      let type: PlainType? =
        if let cast = casts[id], case .named(let name, let arguments) = code[cast], arguments.count == 0,
          program.knowledge[.plainValue].contains(name)
        { PlainType(name: name) } else { nil }
      let span = SourceSpan(file: frame.file, bytes: code.span(of: argument.value))
      traffic.read[channel, default: []].append(Entry(key: key, type: type, span: span))
    }
  }

  /// Through how many functions what is received is followed.
  private static let hands = 3

  /// Whoever receives it may give all of it to a function of the program: `emitter.on { self.received($0) }`.
  ///
  /// - Returns: The calls by which it is.
  private func handOn(
    _ parameters: Set<LocalID>, _ range: Range<Int32>, on channel: Channel, _ frame: Frame, _ depth: Int
  ) -> Set<ExpressionID> {
    let code = frame.facts.code
    var calls: Set<ExpressionID> = []
    for call in range.lazy.map({ ExpressionID(index: $0) }) {
      guard case .call(_, let list) = code[call],
        code[list].contains(where: { isPayload($0.value, of: parameters, code) }),
        case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
        case let next = program.declaration(of: targets[0]), next.kind == .function, next.hasBody,
        let match = next.match(code[list])
      else { continue }
      let given = zip(code[list], match).filter { isPayload($0.0.value, of: parameters, code) }
        .map { next.parameters[$0.1].local }
      receive(
        Set(given), next.firstExpression..<max(next.firstExpression, next.endExpression), on: channel,
        Frame(targets[0], in: program), depth: depth + 1)
      calls.insert(call)
    }
    return calls
  }

  private func uses(of function: FunctionID) -> ValueUses {
    if let lastUses, lastUses.function == function { return lastUses.uses }
    let uses = ValueUses(of: function, in: program)
    lastUses = (function, uses)
    return uses
  }

  /// Whether something else is done with what is received than to ask it for what stands under a key.
  private func isGivenAway(
    _ parameters: Set<LocalID>, _ range: Range<Int32>, but handedOn: Set<ExpressionID>, _ frame: Frame
  ) -> Bool {
    let code = frame.facts.code
    return range.lazy.map({ ExpressionID(index: $0) }).contains { id in
      guard isPayload(id, of: parameters, code), let parent = uses(of: frame.function).parent(of: id) else {
        return false
      }
      switch code[parent] {
      case .subscripted(id, let list): return code[list].first.flatMap { text($0.value, frame) } == nil
      case .member(id, let name): return !program.knowledge[.carriesPayload].contains(name)
      case .call: return !handedOn.contains(parent)
      default: return true
      }
    }
  }

  /// Whether a value is what a closure is given, or what a notification carries.
  private func isPayload(_ id: ExpressionID, of parameters: Set<LocalID>, _ code: Code) -> Bool {
    switch code[id] {
    case .local(let local):
      parameters.contains(local) || code[local].initializer.map { isPayload($0, of: parameters, code) } == true
    case .member(let base, let name):
      program.knowledge[.carriesPayload].contains(name) && isPayload(base, of: parameters, code)
    default: false
    }
  }

  /// The text of a key: a literal, or a constant that is one.
  private func text(_ id: ExpressionID, _ frame: Frame) -> String? {
    let code = frame.facts.code
    switch code[id] {
    case .literal(.string(let text?)): return text.text
    case .member(let base, let name):
      guard case .metatype(.nominal(let type, _)) = inference.type(of: base, in: frame),
        let property = program.property(named: name, of: type), program.declaration(of: property).isLet,
        program.declaration(of: property).isStatic, let value = program.declaration(of: property).initialValue
      else { return nil }
      let other = program[program.file(of: property)].facts.code
      let maker = program.declaration(of: program.function(value, in: program.file(of: property)))
      guard let first = other[maker.results].first, case .literal(.string(let text?)) = other[first] else { return nil }
      return text.text
    default: return nil
    }
  }
}

extension Program {
  /// Whether a function of the program that goes by a name may take a closure, as far as names tell: what it is that a
  /// call runs takes longer to find out.
  fileprivate func mayTakeClosure(_ name: Symbol) -> Bool {
    // Who notes what is read asks the function itself.
    if reads != nil { return true }
    let takers = derived.closureTakers.known {
      var names = SymbolSet()
      for facts in allFiles.lazy.map(\.facts) {
        for index in facts.functions.indices
        where facts.functions[index].parameters.contains(where: { $0.closureKind != .never }) {
          names.insert(facts.functions[index].name)
        }
        // An initialiser goes by the name of its type.
        for type in facts.types { names.insert(type.name) }
        for alias in facts.aliases { names.insert(alias.name) }
      }
      return names
    }
    return takers.contains(name) || takers.contains(Words.callAsFunction)
  }
}
