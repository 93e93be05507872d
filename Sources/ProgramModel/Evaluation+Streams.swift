import SwiftFacts

enum StreamLength: Hashable, Sendable { case ends, goesOn, unknown }

/// Whether a stream of values ends by itself. One that does lets go of its closures then, so it makes no cycle
/// that lasts.
extension Evaluation {
  /// A stream made of several goes on for as long as one of them does.
  func streamLength(of sources: [ObjectID]) -> StreamLength {
    var seen: Set<ObjectID> = []
    var queue = sources
    var result: StreamLength?
    while let next = queue.popLast() {
      guard seen.insert(next).inserted else { continue }
      if limits(next) { return .ends }
      if let source = upstream(of: next) {
        let objects = source.objects.filter(feeds)
        if !objects.isEmpty {
          queue += objects
          continue
        }
      }
      switch (rootLength(of: next), result) {
      case (.goesOn, _): return .goesOn
      case (.unknown, _): result = .unknown
      case (.ends, nil): result = .ends
      case (.ends, _): break
      }
    }
    return result ?? .unknown
  }

  /// What an operator of a library answers with is fed by what it was called on and given.
  func upstream(of object: ObjectID) -> (objects: [ObjectID], closures: [ObjectID], name: Symbol, site: ExpressionID)? {
    guard case .fresh(let id) = self[object].kind, case .call(_, let list) = facts.code[id] else { return nil }
    let target = inference.target(of: id, in: frame)
    guard case .foreign(_, let name, _) = target.kind else { return nil }
    var objects = receivers(target.receiver)
    var closures: [ObjectID] = []
    for argument in facts.code[list] {
      for value in value(of: argument.value) where value != object {
        if isFunction(value) { closures.append(value) } else { objects.append(value) }
      }
    }
    return (objects.filter { $0 != object }, closures, name, id)
  }

  /// Schedulers and the like are passed along with streams.
  private func feeds(_ object: ObjectID) -> Bool {
    if case .global(let name) = self[object].kind {
      return !["DispatchQueue.main", "RunLoop.main", "MainScheduler.instance", "OperationQueue.main", "DispatchQueue"].contains(name.text)
    }
    return true
  }

  /// `first()` and its like end any stream.
  private func limits(_ object: ObjectID) -> Bool {
    guard case .fresh(let id) = self[object].kind, case .call(let callee, let arguments) = facts.code[id],
      case .member(_, let name) = facts.code[callee]
    else { return false }
    return (name == "first" && arguments.count == 0) || (name == "prefix" && arguments.count == 1)
      || (name == "take" && arguments.count == 1 && facts.code[arguments].first?.label == nil)
  }

  private func rootLength(of object: ObjectID) -> StreamLength {
    switch self[object].kind {
    case .field, .global, .selfObject: return .goesOn
    case .parameter, .local: return length(of: self[object].type)
    case .fresh(let id):
      guard case .call(let callee, _) = facts.code[id] else { return .unknown }
      let name: Symbol
      switch facts.code[callee] {
      case .name(let called, _): name = called
      case .member(_, let called): name = called
      default: return .unknown
      }
      if Self.ending.contains(name) { return .ends }
      if Self.goingOn.contains(name) { return .goesOn }
      let byType = length(of: inference.type(of: id, in: frame))
      // What the function is made of tells more than its type.
      if case .functions(let functions) = inference.target(of: id, in: frame).kind, let function = functions.first,
        let known = summaries[Int(function.index)]?.stream, known != .unknown
      {
        return known
      }
      return byType
    default: return .unknown
    }
  }

  /// A publisher that can fail is, as a rule, one request.
  private func length(of type: Type) -> StreamLength {
    guard case .nominal(let id, let arguments) = type else { return .unknown }
    switch program[id].name.text {
    case "AnyPublisher":
      guard arguments.count == 2 else { return .unknown }
      return arguments[1] == .foreign("Never") || arguments[1].nominal.map { program[$0].name == "Never" } ?? false ? .goesOn : .ends
    case "Future", "Just", "Single", "Maybe", "Completable": return .ends
    case "PassthroughSubject", "CurrentValueSubject", "PublishSubject", "BehaviorSubject", "BehaviorRelay", "PublishRelay", "ReplaySubject", "Driver", "Signal":
      return .goesOn
    default: return .unknown
    }
  }

  private static let ending: Set<Symbol> = [
    "Just", "Future", "Empty", "Fail", "dataTaskPublisher", "Deferred", "requestAccess",
  ]
  private static let goingOn: Set<Symbol> = ["publisher", "publish", "notification", "interval", "autoconnect"]
}
