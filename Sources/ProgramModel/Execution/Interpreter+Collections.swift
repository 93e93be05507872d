import SwiftFacts

/// What a loop goes through.
struct Elements {
  private var list: [Value] = []
  private var position = 0
  private var range: (Int, Int)?
  private var following: (() throws -> Value)?

  init(_ list: [Value]) { self.list = list }
  init(from low: Int, to high: Int) { range = (low, high) }
  init(following: @escaping () throws -> Value) { self.following = following }

  mutating func next() throws -> Value? {
    if let following {
      let value = try following()
      return value.isMissing ? nil : value
    }
    if let (low, high) = range {
      guard low < high else { return nil }
      range = (low + 1, high)
      return .int(low)
    }
    guard position < list.count else { return nil }
    defer { position += 1 }
    return list[position]
  }
}

extension Interpreter {
  /// What a loop over a value goes through.
  func sequence(_ value: Value, _ activation: Activation, at id: ExpressionID?) throws -> Elements {
    if case .range(let low, let high) = value { return Elements(from: low, to: high) }
    if let list = elements(of: value) { return Elements(list) }
    if let coming = elements(comingFrom: value) { return coming }
    if case .nameless(let name, let parts) = value, isIterator(name), let first = parts.first {
      return Elements { try self.call(first, [], caller: activation) }
    }
    guard let type = nominal(of: value), program[type].kind != .foreign else {
      throw halt(.unknownElements, activation, at: id)
    }
    let cell: Cell
    let making = [StandardWord.makeIterator, .makeAsyncIterator].lazy
      .compactMap { self.methods($0.symbol, of: type).first?.first }
    if let function = making.first {
      cell = Cell(try invoke(function, on: Cell(value), [], caller: activation))
    } else {
      cell = Cell(value)
    }
    if let list = elements(of: current(cell)) { return Elements(list) }
    if case .nameless = current(cell) { return try sequence(current(cell), activation, at: id) }
    guard let iterator = nominal(of: current(cell)),
      let next = methods(StandardWord.next.symbol, of: iterator).first?.first
    else { throw halt(.unknownElements, activation, at: id) }
    return Elements { try self.invoke(next, on: cell, [], caller: activation) }
  }

  /// How many numbers a range has; nil where that is more than a number can tell.
  static func count(from low: Int, to high: Int) -> Int? {
    let (count, isTooMany) = high.subtractingReportingOverflow(low)
    return isTooMany ? nil : count
  }

  /// The elements of a collection; nil of anything else.
  func elements(of value: Value) -> [Value]? {
    switch value {
    case .list(let values), .set(let values): return values
    case .table(let entries):
      return entries.map { .tuple([$0.key, $0.value], labels: [StandardWord.key.symbol, StandardWord.value.symbol]) }
    case .range(let low, let high):
      guard let count = Self.count(from: low, to: high), count <= 10_000 else { return nil }
      return (low..<high).map { .int($0) }
    case .text(let text): return text.map { .text(String($0)) }
    default: return nil
    }
  }

  /// Whether a type of the standard library goes on by a closure that it was made of.
  func isIterator(_ name: Symbol) -> Bool {
    switch StandardWord(name) {
    case .AnyIterator?, .AnySequence?: true
    default: false
    }
  }

  /// The elements of a sequence that the program declares, as many of them as it has; nil of anything else.
  func all(of value: Value, _ activation: Activation) throws -> [Value]? {
    switch value {
    case .nameless(let name, _) where isIterator(name): break
    default:
      guard let type = nominal(of: value), program[type].kind != .foreign,
        methods(StandardWord.makeIterator.symbol, of: type).first != nil
          || methods(StandardWord.next.symbol, of: type).first != nil
      else { return nil }
    }
    var elements = try sequence(value, activation, at: nil)
    var result: [Value] = []
    while let element = try elements.next() {
      try step()
      result.append(element)
      _ = try bounded(.list(result))
    }
    return result
  }

  /// `next()` of an iterator of the standard library, and what makes one of a collection.
  func advance(
    _ value: Value, _ word: StandardWord, at place: ValuePlace, _ given: [Given], _ caller: Activation
  ) throws -> Value? {
    guard given.isEmpty else { return nil }
    switch (word, value) {
    case (.makeIterator, .list), (.makeIterator, .nameless): return value
    // What comes in time is handed out by whoever asks next.
    case (.makeAsyncIterator, .object): return elements(comingFrom: value) == nil ? nil : value
    case (.next, .object):
      guard var coming = elements(comingFrom: value) else { return nil }
      return try coming.next() ?? .missing
    case (.makeIterator, _): return elements(of: value).map { .list($0) }
    case (.next, .nameless(let name, let parts)) where isIterator(name):
      return try parts.first.map { try call($0, [], caller: caller) }
    case (.next, .list(var list)):
      guard !list.isEmpty else { return .missing }
      let first = list.removeFirst()
      try write(.list(list), to: place, caller, at: nil)
      return first
    default: return nil
    }
  }

  func unique(_ values: [Value], _ activation: Activation?) throws -> [Value] {
    var result: [Value] = []
    for value in values where try position(of: value, in: result, activation) == nil { result.append(value) }
    return result
  }

  func position(of value: Value, in list: [Value], _ activation: Activation?) throws -> Int? {
    for (index, one) in list.enumerated() {
      // Numbers and texts are compared in no time.
      if !one.isPlain || index % 16 == 0 { try step() }
      guard let same = try compared(one, value, activation) else { throw halt(.unknownCondition, activation) }
      if same { return index }
    }
    return nil
  }

  private func position(of key: Value, in table: [Value.Entry], _ activation: Activation?) throws -> Int? {
    try position(of: key, in: table.map(\.key), activation)
  }

  /// What a collection has under a key; nil where it has nothing there.
  func element(_ key: Value, of value: Value, _ activation: Activation?) throws -> Value? {
    switch (value, key) {
    case (.unknown, _): return .unknown
    case (.table(let table), _): return try position(of: key, in: table, activation).map { table[$0].value }
    case (.list(let list), .int(let index)):
      guard list.indices.contains(index) else { throw halt(.trap, activation) }
      return list[index]
    case (.list(let list), .range(let low, let high)):
      let end = min(high, list.count)
      guard 0 <= low, low <= end, high == .max || high <= list.count else { throw halt(.trap, activation) }
      return .list(Array(list[low..<end]))
    case (.text(let text), _):
      guard let found = part(of: text, key) else { throw halt(.trap, activation) }
      return found
    case (.range(let low, let high), .int(let index)):
      guard low <= index, index < high else { throw halt(.trap, activation) }
      return .int(index)
    default: return .unknown
    }
  }

  /// A collection with something else under a key.
  func putting(_ value: Value, under key: Value, into whole: Value, _ activation: Activation?) throws -> Value {
    switch (whole, key) {
    case (.table(var table), _):
      let at = try position(of: key, in: table, activation)
      if value.isMissing {
        if let at { table.remove(at: at) }
      } else if let at {
        table[at].value = value
      } else {
        table.append(.init(key: key, value: value))
      }
      return .table(table)
    case (.list(var list), .int(let index)):
      guard list.indices.contains(index) else { throw halt(.trap, activation) }
      list[index] = value
      return .list(list)
    case (.unknown, _):
      escape([value])
      return .unknown
    default: throw halt(.notUnderstood, activation)
    }
  }

  // MARK: Members

  /// What the standard library says that a property of a value is.
  func standardMember(_ name: Symbol, of value: Value, _ activation: Activation?) throws -> Value {
    if let known = try systemMember(name, of: value, activation) { return known }
    guard let word = StandardWord(name) else { return .unknown }
    switch (value, word) {
    case (.enumeration(let one), .rawValue): return rawValue(of: one.name, in: one.type) ?? .unknown
    case (.table(let table), .keys): return .list(table.map(\.key))
    case (.table(let table), .values): return .list(table.map(\.value))
    case (.text(let text), _):
      if let known = textMember(word, text) { return known }
    case (.double(let time), .timeIntervalSinceNow): return .double(time - now)
    case (.structure, .description), (.object, .description): return .unknown
    case (.range(let low, let high), .count):
      guard let count = Self.count(from: low, to: high) else { throw halt(.trap, activation) }
      return .int(count)
    case (.range(let low, _), .lowerBound): return .int(low)
    case (.range(_, let high), .upperBound): return .int(high)
    case (_, .lazy), (_, .unsafelyUnwrapped): return value
    case (.int(let number), .description): return .text(String(number))
    case (.type(.foreign(let name)), .max) where name == Words.Int: return .int(.max)
    case (.type(.foreign(let name)), .min) where name == Words.Int: return .int(.min)
    default: break
    }
    guard let list = elements(of: value) else { return .unknown }
    switch word {
    case .count, .endIndex, .underestimatedCount: return .int(list.count)
    case .isEmpty: return .bool(list.isEmpty)
    case .first: return list.first ?? .missing
    case .last: return list.last ?? .missing
    case .indices: return .range(0, list.count)
    case .startIndex: return .int(0)
    case .lazy: return value
    default: return .unknown
    }
  }
}
