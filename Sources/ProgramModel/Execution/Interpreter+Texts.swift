import SwiftFacts

/// What the standard library's texts answer with; an index of a text is the number of its character.
extension Interpreter {
  func askText(
    _ word: StandardWord, _ text: String, _ given: [Given], _ closure: Value?, _ caller: Activation
  ) throws -> Value? {
    let first = given.first?.value
    func other(_ body: (String) -> Value) -> Value {
      if case .text(let other)? = first { body(other) } else { .unknown }
    }
    switch word {
    case .lowercased: return .text(text.lowercased())
    case .uppercased: return .text(text.uppercased())
    case .hasPrefix: return other { .bool(text.hasPrefix($0)) }
    case .hasSuffix: return other { .bool(text.hasSuffix($0)) }
    case .contains:
      if case .text(let other)? = first { return .bool(text.contains(other)) }
      return nil
    case .split, .components: return try parts(of: text, word, given, closure, caller)
    case .index, .distance:
      let numbers = given.compactMap { one in
        if case .int(let number) = one.value { number } else { place(one.value) }
      }
      guard numbers.count == given.count, let start = numbers.first else { return .unknown }
      switch given.last?.label {
      case StandardWord.offsetBy.symbol? where numbers.count == 2: return place(start &+ numbers[1])
      case StandardWord.after.symbol?: return place(start &+ 1)
      case StandardWord.before.symbol?: return place(start &- 1)
      case StandardWord.to.symbol? where numbers.count == 2: return .int(numbers[1] &- start)
      default: return .unknown
      }
    case .firstIndex, .lastIndex:
      let all = text.map { Value.text(String($0)) }
      for (at, one) in word == .firstIndex ? Array(all.enumerated()) : all.enumerated().reversed() {
        if let closure {
          guard case .bool(let holds) = try call(closure, with: [one], caller: caller) else { return .unknown }
          if holds { return place(at) }
        } else if let first, equal(one, first) == true {
          return place(at)
        }
      }
      return .missing
    case .replacingOccurrences, .replacing:
      guard given.count == 2, case .text(let old)? = first, case .text(let new) = given[1].value else {
        return .unknown
      }
      return .text(text.replacing(old, with: new))
    case .trimmingCharacters:
      guard case .nameless(let name, _)? = first, let signs = StandardWord(name),
        signs == .whitespaces || signs == .whitespacesAndNewlines
      else { return .unknown }
      let isEnd: (Character) -> Bool = { $0.isWhitespace && (signs == .whitespacesAndNewlines || !$0.isNewline) }
      return .text(String(text.drop(while: isEnd).reversed().drop(while: isEnd).reversed()))
    default: return nil
    }
  }

  /// A place in a text, which is no number.
  private func place(_ number: Int) -> Value { .nameless(StandardWord.index.symbol, [.int(number)]) }

  private func place(_ value: Value) -> Int? {
    guard case .nameless(StandardWord.index.symbol, let parts) = value, case .int(let number)? = parts.first else {
      return nil
    }
    return number
  }

  private func parts(
    of text: String, _ word: StandardWord, _ given: [Given], _ closure: Value?, _ caller: Activation
  ) throws -> Value {
    var kept: [String] = [""]
    var most = Int.max
    var leavesEmptyOut = word == .split
    for one in given.dropFirst(closure == nil ? 1 : 0) {
      switch one.value {
      case .int(let number) where one.label == StandardWord.maxSplits.symbol: most = number
      case .bool(let holds): leavesEmptyOut = holds
      case .closure, .keyPath: continue
      default: return .unknown
      }
    }
    func isKept(_ part: String) -> Bool { !part.isEmpty || !leavesEmptyOut }
    guard closure != nil || given.first.map({ if case .text = $0.value { true } else { false } }) ?? false else {
      return .unknown
    }
    if closure == nil, case .text(let sign)? = given.first?.value, sign.count != 1 {
      let all = sign.isEmpty || most < .max ? [] : text.split(separator: sign, omittingEmptySubsequences: false)
      return all.isEmpty ? .unknown : .list(all.map(String.init).filter(isKept).map { .text($0) })
    }
    var count = 0
    for character in text {
      var isEnd = false
      if let closure {
        guard case .bool(let holds) = try call(closure, with: [.text(String(character))], caller: caller) else {
          throw halt(.unknownCondition, caller)
        }
        isEnd = holds
      } else if case .text(let sign)? = given.first?.value {
        isEnd = sign.first == character
      }
      if isEnd, count < most {
        if isKept(kept[kept.count - 1]) { count += 1 }
        kept.append("")
      } else {
        kept[kept.count - 1].append(character)
      }
    }
    return .list(kept.filter(isKept).map { .text($0) })
  }

  /// What a text answers with by a property.
  func textMember(_ word: StandardWord, _ text: String) -> Value? {
    let first = text.count == 1 ? text.first : nil
    switch word {
    case .count: return .int(text.count)
    case .startIndex: return place(0)
    case .endIndex: return place(text.count)
    case .indices: return .list(text.indices.enumerated().map { place($0.offset) })
    case .isEmpty: return .bool(text.isEmpty)
    case .isLetter: return first.map { .bool($0.isLetter) }
    case .isNumber: return first.map { .bool($0.isNumber) }
    case .isWhitespace: return first.map { .bool($0.isWhitespace) }
    case .isUppercase: return first.map { .bool($0.isUppercase) }
    case .isLowercase: return first.map { .bool($0.isLowercase) }
    case .isPunctuation: return first.map { .bool($0.isPunctuation) }
    case .isNewline: return first.map { .bool($0.isNewline) }
    case .wholeNumberValue: return first.map { $0.wholeNumberValue.map { .int($0) } ?? .missing }
    case .asciiValue: return first.map { $0.asciiValue.map { .int(Int($0)) } ?? .missing }
    case .capitalized:
      return .text(text.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " "))
    case .description: return .text(text)
    case .utf8: return .list(text.utf8.map { .int(Int($0)) })
    case .utf16: return .list(text.utf16.map { .int(Int($0)) })
    default: return nil
    }
  }

  /// A part of a text.
  func part(of text: String, _ key: Value) -> Value? {
    let characters = Array(text)
    var key = key
    if let index = place(key) { key = .int(index) }
    if case .nameless(let sign, let ends) = key, sign.isMarked, ends.count == 2, let low = place(ends[0]),
      let high = place(ends[1]), low <= high
    {
      key = .range(low, sign == "..." && high < .max ? high + 1 : high)
    }
    switch key {
    case .int(let index): return characters.indices.contains(index) ? .text(String(characters[index])) : nil
    case .range(let low, let high):
      guard 0 <= low, low <= min(high, characters.count), high == .max || high <= characters.count else { return nil }
      return .text(String(characters[low..<min(high, characters.count)]))
    default: return .unknown
    }
  }
}
