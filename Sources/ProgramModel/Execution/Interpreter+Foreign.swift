import SwiftFacts

/// What code that the program does not declare does with what it is given.
extension Interpreter {
  /// A function outside of types.
  func callForeign(
    _ name: Symbol, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID
  ) throws -> Value {
    let word = StandardWord(name)
    switch word {
    case .precondition?, .assert?:
      guard let first = arguments.first else { return .void }
      if case .bool(false) = try evaluate(first.value, activation) { throw halt(.trap, activation, at: id) }
      return .void
    case .fatalError?, .preconditionFailure?, .assertionFailure?: throw halt(.trap, activation, at: id)
    default: break
    }
    let given = try give(arguments[...], to: nil, activation)
    let values = given.map(\.value)
    switch (word, values.count) {
    case (.print?, _), (.debugPrint?, _), (.dump?, _): return .void
    case (.type?, 1):
      return nominal(of: values[0]).map { .type(.nominal($0, arguments: [])) } ?? .unknown
    case (.zip?, 2):
      guard let one = elements(of: values[0]), let other = elements(of: values[1]) else { return .unknown }
      return .list(zip(one, other).map { .tuple([$0, $1], labels: [nil, nil]) })
    case (.stride?, 3):
      guard case .int(let low) = values[0], case .int(let high) = values[1], case .int(let by) = values[2], by != 0
      else { return .unknown }
      let isThrough = given[1].label == StandardWord.through.symbol
      let all = isThrough ? Array(Swift.stride(from: low, through: high, by: by).prefix(10_000))
        : Array(Swift.stride(from: low, to: high, by: by).prefix(10_000))
      return .list(all.map { .int($0) })
    case (.abs?, 1):
      if case .int(let number) = values[0] { return .int(Swift.abs(number)) }
      if case .double(let number) = values[0] { return .double(Swift.abs(number)) }
      return .unknown
    case (.max?, 2...), (.min?, 2...):
      let order = try sorted(values, [], activation)
      return (word == .max ? order.last : order.first) ?? .unknown
    case (.swap?, 2):
      guard let one = given[0].place, let other = given[1].place else { return .unknown }
      try write(values[1], to: one, activation, at: id)
      try write(values[0], to: other, activation, at: id)
      return .void
    case (.withExtendedLifetime?, 2):
      return try call(values[1], with: [values[0]], caller: activation)
    case (.autoreleasepool?, 1): return try call(values[0], [], caller: activation)
    default: break
    }
    if program.knowledge[.writesLog].contains(name) { return .void }
    if let done = try callSystem(name, on: .missing, of: nil, given, activation, at: id) { return done }
    return try callUnknown(given, on: nil, activation)
  }

  /// A method of what the program does not declare.
  func callForeign(
    _ name: Symbol, on place: ValuePlace, of type: Type, _ arguments: [Argument], _ activation: Activation,
    at id: ExpressionID
  ) throws -> Value {
    let receiver = try read(place, activation)
    let wanted = wanted(name, by: self.type(of: place) ?? type, arguments.first)
    var given = try give(arguments[...], to: nil, types: wanted.map { [$0] } ?? [], activation)
    if !given.isEmpty, given[0].cell == nil { given[0].value = coerced(given[0].value, to: wanted) }
    if receiver.isUnknown || isSystem(receiver), let answer = try callCentre(name, given, activation) { return answer }
    var owner = type.nominal
    if case .type(let known) = receiver {
      owner = known.nominal
    } else if isSystem(receiver) {
      owner = nominal(of: receiver)
    }
    if let owner, program[owner].kind == .foreign, !receiver.isPlain,
      let done = try callSystem(name, on: receiver, of: owner, given, activation, at: id)
    {
      return done
    }
    if case .type = receiver {
      if name == StandardWord.success.symbol || name == StandardWord.failure.symbol {
        return .nameless(name, given.map(\.value))
      }
      return try makeForeign(name, given, activation)
    }
    return try callStandard(name, on: place, given, caller: activation, at: id)
  }

  /// Whether a value is an object of the system's.
  func isSystem(_ value: Value) -> Bool {
    if case .object(let reference) = value { reference.core.handle != nil } else { false }
  }

  /// What a collection's method takes first: an element, or several, as far as that is known.
  private func wanted(_ name: Symbol, by collection: Type, _ first: Argument?) -> Type? {
    let element: Type
    switch collection {
    case .array(let known): element = known
    case .nominal(let id, let known) where program[id].kind == .foreign && known.count == 1: element = known[0]
    default: return nil
    }
    switch StandardWord(name) {
    case .append?: return first?.label == nil ? element : .array(element)
    case .insert?, .remove?, .contains?, .update?: return first?.label == nil ? element : nil
    case .firstIndex?, .lastIndex?: return element
    default: return nil
    }
  }

  /// Registers with, or posts to, what tells observers; nil where a call does neither.
  private func callCentre(_ name: Symbol, _ given: [Given], _ activation: Activation) throws -> Value? {
    func row(_ role: Role) -> RoleTable.Row? {
      program.knowledge[role][name].first { row in
        row.argument.map { label in given.contains { $0.label == label } } ?? true
      }
    }
    if row(.removesObserver) != nil, let first = given.first {
      observers.removeAll { equal($0.token, first.value) == true }
      return .void
    }
    if let label = row(.addsObserver)?.argument, let topic = given.first(where: { $0.label == label }) {
      guard let closure = given.last?.value, case .closure = closure else { throw halt(.unknownCallee, activation) }
      let token = freshIdentity()
      let others = given.filter { one in one.label != label && isSystem(one.value) == false && !one.value.isMissing }
      let sender = others.first { if case .object = $0.value { true } else { false } }
      let held = sender.map { sender -> Given in
        let weak = WeakReference(reference: reference(of: sender.value), isUnowned: false)
        return Given(label: sender.label, value: .weak(weak))
      }
      observers.append(Observer(token: token, topic: topic.value, closure: closure, sender: held))
      return token
    }
    let labels = program.knowledge[.namesNotification][name].compactMap(\.argument)
    guard let topic = given.first, topic.label.map(labels.contains) ?? false else { return nil }
    var told = given
    for name in program.knowledge[.carriesPayload].names.sorted(by: { $0.text < $1.text })
    where !told.contains(where: { $0.label == name }) {
      told.append(Given(label: name, value: .missing))
    }
    let notification = Value.tuple(told.map(\.value), labels: told.map(\.label))
    for observer in observers {
      guard let isAbout = equal(observer.topic, topic.value) else { throw halt(.unknownCondition, activation) }
      guard isAbout else { continue }
      if let sender = observer.sender {
        let posted = given.first { $0.label == sender.label }?.value ?? .missing
        guard let isFrom = identical(strong(sender.value), posted) else { throw halt(.unknownCondition, activation) }
        if !isFrom || posted.isMissing { continue }
      }
      _ = try call(observer.closure, with: [notification], caller: activation)
    }
    return .void
  }

  private func reference(of value: Value) -> Reference? { if case .object(let one) = value { one } else { nil } }

  /// A dictionary of what has the same key.
  private func grouped(_ list: [Value], by key: Value, _ activation: Activation) throws -> Value {
    var result = Value.table([])
    for one in list {
      let key = try call(key, with: [one], caller: activation)
      var group: [Value] = []
      if case .list(let known)? = try element(key, of: result, activation) { group = known }
      result = try putting(.list(group + [one]), under: key, into: result, activation)
    }
    return result
  }

  /// A dictionary with more pairs; what has the same key is joined, where that is said.
  func merged(_ table: [Value.Entry], _ pairs: [Value], _ joining: Value?, _ activation: Activation) throws -> Value {
    var result = Value.table(table)
    for one in pairs {
      guard case .tuple(let parts, _) = one, parts.count == 2 else { return .unknown }
      var value = parts[1]
      if let joining, let known = try element(parts[0], of: result, activation) {
        value = try call(joining, with: [known, value], caller: activation)
      }
      result = try putting(value, under: parts[0], into: result, activation)
    }
    return result
  }

  /// A value of a type that the program does not declare.
  func makeForeign(_ name: Symbol, _ given: [Given], _ activation: Activation) throws -> Value {
    let values = given.map(\.value)
    if let owner = program.names.foreign[name],
      let made = try callSystem(Names.init_, on: .missing, of: owner, given, activation, at: here?.expression)
    {
      return made
    }
    if program.knowledge[.makesKey].contains(name), values.isEmpty { return freshIdentity() }
    if program.knowledge[.tellsIdentity].contains(name), values.count == 1 {
      switch values[0] {
      case .object(let reference): return .identity(reference.core.number)
      case .type(let type) where !type.isUnknown: return .nameless(name, [values[0]])
      default: return .unknown
      }
    }
    let word = StandardWord(name)
    if isIterator(name), let first = values.first, values.count == 1 {
      if let list = elements(of: first) { return .list(list) }
      if case .closure(let closure) = first {
        if word == .AnyIterator { return .nameless(name, values) }
        // Each going through begins anew.
        return try call(.closure(closure), [], caller: activation)
      }
      return first
    }
    if name == Words.Array || word == .Set || word == .ArraySlice || word == .ContiguousArray {
      if values.isEmpty { return word == .Set ? .set([]) : .list([]) }
      if given[0].label == StandardWord.repeating.symbol, values.count == 2, case .int(let count) = values[1],
        (0..<ExecutionLimits.objects).contains(count)
      {
        return .list(Swift.Array(repeating: values[0], count: count))
      }
      guard values.count == 1, let list = try elements(of: values[0]) ?? all(of: values[0], activation) else {
        return .unknown
      }
      return word == .Set ? .set(try unique(list, activation)) : .list(list)
    }
    if name == Words.Dictionary {
      guard let first = values.first else { return .table([]) }
      guard let list = elements(of: first) else { return .unknown }
      if given[0].label == StandardWord.grouping.symbol, values.count == 2 {
        return try grouped(list, by: values[1], activation)
      }
      return try merged([], list, values.dropFirst().first, activation)
    }
    // A value that is made of plain ones is the same as another that is made of the same.
    if !values.isEmpty, StandardWord(name) == nil, name != Words.String, name != Words.Int,
      !program.knowledge[.decimal].contains(name), values.allSatisfy(\.isPlain)
    {
      return .nameless(name, values)
    }
    if name == Words.String, given.first?.label == StandardWord.repeating.symbol, values.count == 2,
      case .text(let text) = values[0], case .int(let count) = values[1]
    {
      let most = ExecutionLimits.elements / max(text.utf8.count, 1)
      guard (0...most).contains(count) else { throw halt(.tooLarge, activation) }
      return .text(String(repeating: text, count: count))
    }
    if word == .Result, values.count == 1, case .closure = values[0] {
      do {
        return .nameless(StandardWord.success.symbol, [try call(values[0], [], caller: activation)])
      } catch let thrown as Thrown {
        return .nameless(StandardWord.failure.symbol, [thrown.value])
      }
    }
    guard values.count == 1 else {
      if values.isEmpty, name == Words.String { return .text("") }
      if values.isEmpty, name == Words.Int { return .int(0) }
      return try callUnknown(given, on: nil, activation)
    }
    switch name {
    case Words.String:
      return spelled(values[0]).map { .text($0) } ?? .unknown
    case Words.Int:
      switch values[0] {
      case .int: return values[0]
      case .double(let number): return Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .unknown
      case .text(let text): return Int(text).map { .int($0) } ?? .missing
      default: return .unknown
      }
    default: break
    }
    if program.knowledge[.decimal].contains(name) {
      switch values[0] {
      case .int(let number): return .double(Double(number))
      case .double: return values[0]
      case .text(let text): return Double(text).map { .double($0) } ?? .missing
      default: return .unknown
      }
    }
    switch word {
    case .Optional?, .AnyHashable?, .Substring?, .Character?: return values[0]
    default: return try callUnknown(given, on: nil, activation)
    }
  }
}
