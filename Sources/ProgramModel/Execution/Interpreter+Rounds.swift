import SwiftFacts

/// The rounds that a program makes, and loops that go on for longer than they are written to.
extension Interpreter {
  /// The round to which belongs what is done: what was given away to be done later belongs to that which gave it.
  var moment: Rounds.Moment { given ?? rounds.moment }

  // MARK: Use

  func use(_ value: Value, _ kind: Usage.Kind) {
    guard case .object(let reference) = value else { return }
    reference.core.usage.note(searches > 0 ? .passed : kind, at: moment, stack)
  }

  /// Runs what looks for one of many.
  func searching<Result>(_ body: () throws -> Result) rethrows -> Result {
    searches += 1
    defer { searches -= 1 }
    return try body()
  }

  // MARK: Loops

  /// Goes through the rounds of a loop, each of which begins with a call of what the body is given.
  func loop<Result>(_ place: LoopPlace, _ body: (_ begin: () -> Void) throws -> Result) throws -> Result {
    // What stands further in goes on as often as what it belongs to has it do.
    guard rounds.loop == nil, current == nil, functions <= ExecutionLimits.loopDepth else { return try body {} }
    rounds.begin(place, steps, heap.count, depth: functions)
    defer { rounds.leave() }
    let result = try body { self.rounds.next() }
    let own = rounds.own
    if let longer = rounds.longer, rounds.isLonger(place) {
      let graph = HeapGraph(self, isUnderway: true)
      if !graph.isTooLarge { rounds.left = LoopRemains(graph, own, block: longer.count, program) }
    }
    let left = Set(heap.objects.map(\.usage.round).filter(own.contains))
    rounds.end(steps, heap.count, hasLeft: left.count > 1)
    return result
  }

  /// What a loop goes through, and what comes after that where it is to go on.
  func lengthened(_ value: Value, _ place: LoopPlace) -> Value {
    guard rounds.isLonger(place) else { return value }
    let count = rounds.wanted
    switch value {
    case .range(let low, let high):
      guard let length = Self.count(from: low, to: high) else { return value }
      let (end, overflows) = low.addingReportingOverflow(max(count, length))
      return overflows ? value : .range(low, end)
    case .list(let list): return .list((0..<max(count, list.count)).compactMap { Self.element($0, of: list) })
    default: return value
    }
  }

  /// An element of a list that goes on after its end as it went on before: numbers that are as far from each other, and
  /// anything else from the start.
  private static func element(_ at: Int, of list: [Value]) -> Value? {
    guard !list.isEmpty else { return nil }
    if list.indices.contains(at) { return list[at] }
    var numbers: [Int] = []
    for one in list { if case .int(let number) = one { numbers.append(number) } }
    if numbers.count == list.count, list.count > 1 {
      let apart = numbers[1] &- numbers[0]
      let isEven = zip(numbers, numbers.dropFirst()).allSatisfy { $1 &- $0 == apart }
      if isEven, apart != 0 { return .int(numbers[0] &+ at &* apart) }
    }
    if case .tuple(let parts, let labels) = list[0] {
      let columns = parts.indices.map { column in
        list.compactMap { one -> Value? in
          if case .tuple(let parts, _) = one, parts.indices.contains(column) { parts[column] } else { nil }
        }
      }
      guard columns.allSatisfy({ $0.count == list.count }) else { return list[at % list.count] }
      return .tuple(columns.compactMap { element(at, of: $0) }, labels: labels)
    }
    return list[at % list.count]
  }

  /// Whether a loop goes on though its condition does not hold any more, which compares numbers.
  func goesOn(_ statement: Int32, _ place: LoopPlace, _ activation: Activation) -> Bool {
    guard rounds.isLonger(place), let made = rounds.loop?.count, made < rounds.wanted else { return false }
    let code = activation.code
    let conditions = code.conditions(of: statement)
    guard conditions.count == 1, case .condition(.test, let value?) = code.statement(conditions[0]).kind,
      case .operation(let sign, _) = code[value]
    else { return false }
    return ["<", "<=", ">", ">=", "!="].contains(sign.text)
  }
}
