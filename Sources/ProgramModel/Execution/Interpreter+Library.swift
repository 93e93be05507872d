import SwiftFacts

/// What methods of the standard library's collections do.
extension Interpreter {
  /// Calls a method of the standard library on what is somewhere.
  func callStandard(
    _ name: Symbol, on place: ValuePlace, _ given: [Given], caller: Activation?, at id: ExpressionID? = nil
  ) throws -> Value {
    guard let caller else { throw halt(.unknownCallee) }
    guard let word = StandardWord(name) else { return try callUnknown(given, on: place, caller) }
    let value = try read(place, caller)
    if let result = try change(word, value, at: place, given, caller, id) { return result }
    if let next = try advance(value, word, at: place, given, caller) { return next }
    if word.isOfAll, var coming = elements(comingFrom: value) {
      var list: [Value] = []
      while let element = try coming.next() { list.append(element) }
      if let result = try ask(word, of: list, in: .list(list), given, caller) { return result }
    }
    if let list = try all(of: value, caller), let result = try ask(word, of: list, in: .list(list), given, caller) {
      return result
    }
    if let result = try ask(word, value, given, caller) { return result }
    return try callUnknown(given, on: place, caller)
  }

  /// Calls code out of sight, which may keep what it is given.
  func callUnknown(_ given: [Given], on place: ValuePlace?, _ caller: Activation) throws -> Value {
    if !given.allSatisfy({ isInert($0.value) }) { hasLeftSight = true }
    for one in given {
      // When it is called, and what that changes, nobody knows.
      if case .closure = one.value { throw halt(.unknownCallee, caller) }
      if let place = one.place { try write(.unknown, to: place, caller, at: nil) }
    }
    escape(given.map(\.value))
    if let place { escape([try read(place, caller)]) }
    return .unknown
  }

  private func function(_ given: [Given], _ label: StandardWord? = nil) -> Value? {
    given.last.flatMap { one in
      switch one.value {
      case .closure, .keyPath, .type: one.value
      default: nil
      }
    }
  }

  private func holds(_ closure: Value, _ element: Value, _ caller: Activation) throws -> Bool {
    guard case .bool(let holds) = try call(closure, with: [element], caller: caller) else {
      throw halt(.unknownCondition, caller)
    }
    return holds
  }

  // MARK: Changing

  /// What a method does that changes the collection; nil where it is none.
  private func change(
    _ word: StandardWord, _ value: Value, at place: ValuePlace, _ given: [Given], _ caller: Activation,
    _ id: ExpressionID?
  ) throws -> Value? {
    func put(_ changed: Value, _ answer: Value = .void) throws -> Value {
      try write(changed, to: place, caller, at: id)
      return answer
    }
    let first = given.first?.value
    // What begins as an empty list may be a set, whose methods tell.
    if case .list(let list) = value, isForSets(word, given) {
      return try change(word, .set(list), at: place, given, caller, id)
    }
    switch (value, word) {
    case (.bool(let holds), .toggle): return try put(.bool(!holds))
    case (.int(let number), .negate): return try put(.int(-number))
    case (.text(let text), .append):
      guard case .text(let more)? = first else { return try put(.unknown) }
      return try put(.text(text + more))
    case (.text, .removeAll): return try put(.text(""))
    case (.list(let list), .append):
      guard let first, let one = given.first else { return nil }
      if one.label == nil { return try put(.list(list + [first])) }
      guard let more = elements(of: first) else { return try put(.unknown) }
      return try put(.list(list + more))
    case (.list(var list), .insert):
      guard given.count == 2, case .int(let index) = given[1].value, 0...list.count ~= index, let first else {
        throw halt(.trap, caller)
      }
      if given[0].label == nil { list.insert(first, at: index) } else {
        list.insert(contentsOf: elements(of: first) ?? [], at: index)
      }
      return try put(.list(list))
    case (.list(var list), .remove):
      guard case .int(let index)? = first, list.indices.contains(index) else { throw halt(.trap, caller) }
      let gone = list.remove(at: index)
      return try put(.list(list), gone)
    case (.list(let list), .removeAll), (.set(let list), .removeAll):
      var rest: [Value] = []
      if let closure = function(given) {
        for one in list where try searching({ try holds(closure, one, caller) }) == false { rest.append(one) }
      }
      if case .set = value { return try put(.set(rest)) }
      return try put(.list(rest))
    case (.table, .removeAll): return try put(.table([]))
    case (.list(var list), .removeFirst), (.list(var list), .removeLast), (.list(var list), .popLast):
      let isFirst = word == .removeFirst
      if case .int(let count)? = first {
        guard count <= list.count, count >= 0 else { throw halt(.trap, caller) }
        if isFirst { list.removeFirst(count) } else { list.removeLast(count) }
        return try put(.list(list))
      }
      if list.isEmpty {
        if word == .popLast { return .missing }
        throw halt(.trap, caller)
      }
      let gone = isFirst ? list.removeFirst() : list.removeLast()
      return try put(.list(list), gone)
    case (.set(var list), .removeFirst), (.set(var list), .popFirst):
      if list.isEmpty { return .missing }
      let gone = list.removeFirst()
      return try put(.set(list), gone)
    case (.list(var list), .popFirst):
      if list.isEmpty { return .missing }
      let gone = list.removeFirst()
      return try put(.list(list), gone)
    case (.list, .reserveCapacity), (.set, .reserveCapacity), (.table, .reserveCapacity): return .void
    case (.list(let list), .sort): return try put(.list(try sorted(list, given, caller)))
    case (.list(let list), .reverse): return try put(.list(list.reversed()))
    case (.list(var list), .swapAt):
      guard given.count == 2, case .int(let one) = given[0].value, case .int(let other) = given[1].value,
        list.indices.contains(one), list.indices.contains(other)
      else { throw halt(.trap, caller) }
      list.swapAt(one, other)
      return try put(.list(list))
    case (.set(var list), .insert):
      guard let first else { return nil }
      let labels = [StandardWord.inserted.symbol, StandardWord.memberAfterInsert.symbol]
      if let at = try position(of: first, in: list, caller) {
        return .tuple([.bool(false), list[at]], labels: labels)
      }
      list.append(first)
      return try put(.set(list), .tuple([.bool(true), first], labels: labels))
    case (.set(var list), .remove):
      guard let first, let at = try position(of: first, in: list, caller) else { return .missing }
      let gone = list.remove(at: at)
      return try put(.set(list), gone)
    case (.set(var list), .update):
      guard let first else { return nil }
      if let at = try position(of: first, in: list, caller) {
        let old = list[at]
        list[at] = first
        return try put(.set(list), old)
      }
      return try put(.set(list + [first]), .missing)
    case (.set(let list), .formUnion):
      guard let first, let more = elements(of: first) else { return nil }
      return try put(.set(try unique(list + more, caller)))
    case (.set(let list), .subtract), (.set(let list), .formIntersection):
      guard let first, let other = elements(of: first) else { return nil }
      var rest: [Value] = []
      for one in list where (try position(of: one, in: other, caller) == nil) == (word == .subtract) {
        rest.append(one)
      }
      return try put(.set(rest))
    case (.list(var list), .removeSubrange):
      guard case .range(let low, let high)? = first, low >= 0, low <= min(high, list.count),
        high == .max || high <= list.count
      else { throw halt(.trap, caller) }
      list.removeSubrange(low..<min(high, list.count))
      return try put(.list(list))
    case (.table(let table), .merge), (.table(let table), .merging):
      guard given.count == 2, let pairs = elements(of: given[0].value) else { return nil }
      let result = try merged(table, pairs, given[1].value, caller)
      return word == .merge ? try put(result) : result
    case (.table, .removeValue), (.table, .updateValue):
      guard let key = given.last?.value, let first else { return nil }
      let old = try element(key, of: value, caller) ?? .missing
      let new = word == .removeValue ? Value.missing : first
      return try put(try putting(new, under: key, into: value, caller), old)
    case (.table(var table), .removeFirst), (.table(var table), .popFirst):
      if table.isEmpty { return .missing }
      let gone = table.removeFirst()
      return try put(.table(table), pair(gone))
    default: return nil
    }
  }

  /// Whether only a set has such a method.
  private func isForSets(_ word: StandardWord, _ given: [Given]) -> Bool {
    switch word {
    case .insert: given.count == 1
    case .remove: given.count == 1 && given[0].label == nil
    case .formUnion, .subtract, .formIntersection, .update: true
    default: false
    }
  }

  func sorted(_ list: [Value], _ given: [Given], _ caller: Activation) throws -> [Value] {
    let closure = function(given)
    var result: [Value] = []
    for value in list {
      var at = result.count
      while at > 0 {
        try step()
        let before: Bool
        if let closure {
          guard case .bool(let holds) = try call(closure, with: [value, result[at - 1]], caller: caller) else {
            throw halt(.unknownCondition, caller)
          }
          before = holds
        } else {
          guard let less = try ordered(value, result[at - 1], caller) else { throw halt(.unknownCondition, caller) }
          before = less
        }
        if !before { break }
        at -= 1
      }
      result.insert(value, at: at)
    }
    return result
  }

  // MARK: Asking

  /// What a method answers with that changes nothing; nil where it is none that is known.
  private func ask(_ word: StandardWord, _ value: Value, _ given: [Given], _ caller: Activation) throws -> Value? {
    let first = given.first?.value
    switch (value, word) {
    case (.nameless(let name, let payload), .get):
      if name == StandardWord.success.symbol { return payload.first ?? .void }
      throw Thrown(value: payload.first ?? .unknown)
    case (.int(let number), .isMultiple):
      guard case .int(let other)? = first else { return .unknown }
      return .bool(number.isMultiple(of: other))
    case (.int(let number), .signum): return .int(number.signum())
    case (.text, .map), (.text, .flatMap):
      // What makes one value of a text is given all of it.
      if case .type? = first { return try first.map { try call($0, with: [value], caller: caller) } }
    case (.text(let text), _):
      if let answer = try askText(word, text, given, function(given), caller) { return answer }
    case (.double(let number), .addingTimeInterval), (.double(let number), .advanced):
      return first.flatMap { seconds($0, nil) }.map { .double(number + $0) } ?? .unknown
    case (.double(let number), .timeIntervalSince):
      return first.flatMap { seconds($0, nil) }.map { .double(number - $0) } ?? .unknown
    case (.double(let number), .rounded) where given.isEmpty: return .double(number.rounded())
    case (.nameless(let sign, let ends), .contains) where ends.count == 2 && sign.isMarked:
      guard let first, let holds = try lies(first, between: ends, sign, caller) else { return .unknown }
      return .bool(holds)
    case (.table(let table), .mapValues), (.table(let table), .compactMapValues):
      guard let closure = function(given) else { return nil }
      var result: [Value.Entry] = []
      for entry in table {
        let changed = try call(closure, with: [entry.value], caller: caller)
        if word == .compactMapValues, changed.isMissing { continue }
        result.append(.init(key: entry.key, value: changed))
      }
      return .table(result)
    case (.table(let table), .filter):
      guard let closure = function(given) else { return nil }
      var result: [Value.Entry] = []
      for entry in table {
        if try searching({ try holds(closure, pair(entry), caller) }) { result.append(entry) }
      }
      return .table(result)
    default: break
    }
    if case .range(_, let high) = value, high == .max { return nil }
    guard let list = elements(of: value) else { return try askOptional(word, value, given, caller) }
    return try ask(word, of: list, in: value, given, caller)
  }

  private func pair(_ entry: Value.Entry) -> Value {
    .tuple([entry.key, entry.value], labels: [StandardWord.key.symbol, StandardWord.value.symbol])
  }

  /// `map` and `flatMap` of what may be nothing.
  private func askOptional(
    _ word: StandardWord, _ value: Value, _ given: [Given], _ caller: Activation
  ) throws -> Value? {
    guard word == .map || word == .flatMap, let closure = function(given) else { return nil }
    if case .nameless(let name, let payload) = value {
      guard name == StandardWord.success.symbol else { return value }
      let changed = try call(closure, with: payload, caller: caller)
      return word == .map ? .nameless(name, [changed]) : changed
    }
    if value.isMissing { return .missing }
    if value.isUnknown {
      // What it does with what nobody knows stays in it.
      guard case .closure(let one) = closure, case .code = one.kind, one.captured.isEmpty else { return nil }
      hasLeftSight = true
      return .unknown
    }
    return try call(closure, with: [value], caller: caller)
  }

  private func ask(
    _ word: StandardWord, of list: [Value], in value: Value, _ given: [Given], _ caller: Activation
  ) throws -> Value? {
    let first = given.first?.value
    let closure = function(given)
    switch word {
    case .map, .compactMap, .flatMap:
      guard let closure else { return nil }
      var result: [Value] = []
      for one in list {
        let made = try call(closure, with: [one], caller: caller)
        if word == .map {
          result.append(made)
        } else if word == .flatMap, let parts = elements(of: made) {
          result += parts
        } else if !made.isMissing {
          if made.isUnknown { throw halt(.unknownCondition, caller) }
          result.append(made)
        }
      }
      return .list(result)
    case .forEach:
      guard let closure, let here else { return nil }
      let place = LoopPlace(function: here.function, index: here.expression.index, isCall: true)
      return try loop(place) { begin in
        for one in elements(of: lengthened(value, place)) ?? list {
          begin()
          _ = try call(closure, with: [one], caller: caller)
        }
        return .void
      }
    case .filter:
      guard let closure else { return nil }
      var result: [Value] = []
      for one in list where try searching({ try holds(closure, one, caller) }) { result.append(one) }
      if case .set = value { return .set(result) }
      return .list(result)
    case .reduce:
      guard given.count == 2 else { return nil }
      if given[0].label == StandardWord.into.symbol {
        let cell = Cell(given[0].value)
        for one in list {
          let into = Given(value: current(cell), cell: cell, place: .cell(cell))
          _ = try call(given[1].value, [into, Given(value: one)], caller: caller)
        }
        return current(cell)
      }
      var result = given[0].value
      for one in list { result = try call(given[1].value, with: [result, one], caller: caller) }
      return result
    case .contains:
      if let closure {
        for one in list where try searching({ try holds(closure, one, caller) }) { return .bool(true) }
        return .bool(false)
      }
      guard let first else { return nil }
      return .bool(try position(of: first, in: list, caller) != nil)
    case .allSatisfy:
      guard let closure else { return nil }
      for one in list where try holds(closure, one, caller) == false { return .bool(false) }
      return .bool(true)
    case .first, .last:
      guard let closure else { return nil }
      for one in word == .first ? list : list.reversed() where try searching({ try holds(closure, one, caller) }) {
        return one
      }
      return .missing
    case .firstIndex, .lastIndex:
      let indices = word == .firstIndex ? Array(list.indices) : list.indices.reversed()
      for index in indices {
        if let closure {
          if try searching({ try holds(closure, list[index], caller) }) { return .int(index) }
        } else if let first, try position(of: first, in: [list[index]], caller) != nil {
          return .int(index)
        }
      }
      return .missing
    case .sorted: return .list(try sorted(list, given, caller))
    case .max, .min:
      guard given.isEmpty || closure != nil else { return nil }
      let order = try sorted(list, given, caller)
      return (word == .max ? order.last : order.first) ?? .missing
    case .reversed: return .list(list.reversed())
    case .enumerated:
      let labels = [StandardWord.offset.symbol, StandardWord.element.symbol]
      return .list(list.enumerated().map { .tuple([.int($0.offset), $0.element], labels: labels) })
    case .prefix where closure != nil, .drop:
      guard let closure else { return nil }
      let end = try list.firstIndex { try holds(closure, $0, caller) == false } ?? list.count
      return .list(Array(word == .drop ? list[end...] : list[..<end]))
    case .dropFirst, .dropLast, .prefix, .suffix:
      var count = 1
      if let first {
        guard case .int(let number) = first, number >= 0 else { return nil }
        count = number
      }
      let part: [Value] =
        switch word {
        case .dropFirst: Array(list.dropFirst(count))
        case .dropLast: Array(list.dropLast(count))
        case .prefix: Array(list.prefix(count))
        default: Array(list.suffix(count))
        }
      if case .text = value { return spelled(.list(part)) == nil ? .unknown : .text(part.compactMap(spelled).joined()) }
      return .list(part)
    case .joined:
      guard list.allSatisfy({ if case .text = $0 { true } else { false } }) else {
        return .list(list.flatMap { elements(of: $0) ?? [] })
      }
      var separator = ""
      if case .text(let text)? = first { separator = text }
      return .text(list.compactMap(spelled).joined(separator: separator))
    case .union, .intersection, .subtracting:
      guard let first, let other = elements(of: first) else { return nil }
      if word == .union { return .set(try unique(list + other, caller)) }
      var rest: [Value] = []
      for one in list where (try position(of: one, in: other, caller) == nil) == (word == .subtracting) {
        rest.append(one)
      }
      return .set(rest)
    case .isDisjoint:
      guard let first, let other = elements(of: first) else { return nil }
      for one in list where try position(of: one, in: other, caller) != nil { return .bool(false) }
      return .bool(true)
    default: return nil
    }
  }
}
