import SwiftFacts

enum StreamLength: Hashable, Sendable {
  case ends, goesOn, unknown
  /// One stream or another, of which one ends and one may not.
  case either
}

/// Whether a stream of values ends by itself. One that does lets go of its closures then, so it makes no cycle
/// that lasts.
extension Evaluation {
  /// A stream made of several goes on for as long as one of them does.
  ///
  /// - Parameter reader: What subscribes to it.
  func streamLength(of sources: [ObjectID], for reader: Symbol? = nil) -> StreamLength {
    var goesWithSource = reader.map { program.knowledge[.subscribesToSource].contains($0) } ?? false
    var seen: Set<ObjectID> = []
    var queue = sources
    var result: StreamLength?
    while let next = queue.popLast() {
      guard seen.insert(next).inserted else { continue }
      if limits(next) { return .ends }
      if goesWithSource, isOfOther(next) {
        result = result ?? .ends
        continue
      }
      if let known = namedLength(of: next) {
        if known == .goesOn { return .goesOn }
        result = result ?? known
        continue
      }
      if let length = lengthOfForeignWork(next) {
        if length == .goesOn { return .goesOn }
        result = result == .unknown || result == .either ? result : length
        continue
      }
      if let source = upstream(of: next) {
        let objects = feeders(of: source)
        if !objects.isEmpty {
          if program.knowledge[.subscribesToSource].contains(source.name) { goesWithSource = true }
          queue += objects
          continue
        }
      }
      // What this function has put into a property is what it takes out again.
      let put = streamsPut(in: next)
      if !put.isEmpty {
        queue += put
        continue
      }
      switch (rootLength(of: next), result) {
      case (.goesOn, _): return .goesOn
      case (.either, _): result = .either
      case (.unknown, _): result = result == .either ? .either : .unknown
      case (.ends, nil): result = .ends
      case (.ends, _): break
      }
    }
    // What is called on nothing that could be named is a literal or the like.
    return result ?? .ends
  }

  /// How long what an object of a library answers with goes on, where that object is no stream itself: a request of it
  /// ends, by the name of the call; of others nothing is known. Nil for an operator.
  private func lengthOfForeignWork(_ object: ObjectID) -> StreamLength? {
    guard case .fresh(let id) = self[object].kind, case .call(let callee, let list) = facts.code[id], list.count > 0,
      case .member(let base, let name) = facts.code[callee], !program.knowledge[.passesOn].contains(name),
      case let target = inference.target(of: id, in: frame), case .foreign(_, _, isInitializer: false) = target.kind,
      case let type = inference.type(of: base, in: frame), let owner = program.outsideName(of: type), !isStream(owner)
    else { return nil }
    let isRequest = program.knowledge[.doesOnce].begins(name) || program.knowledge[.asksOnce].begins(name)
    if isRequest, !program.knowledge[.tellsWithoutEnd].fits(name) { return .ends }
    // Of a type that a table knows, what it answers with tells more.
    return type.nominal == nil ? .unknown : nil
  }

  /// Whether it is a stream by its type.
  func isStream(_ object: ObjectID) -> Bool {
    switch self[object].type {
    case .nominal(let id, _): isStream(program[id].name)
    case .foreign(let name): isStream(name)
    default: false
    }
  }

  /// Whether values of a type, by its name, come one after another.
  private func isStream(_ type: Symbol) -> Bool {
    let knowledge = program.knowledge
    return knowledge[.isStream].fits(type) || knowledge[.erasedStream].contains(type)
      || knowledge[.streamThatEnds].contains(type) || knowledge[.streamThatGoesOn].contains(type)
  }

  typealias Upstream = (
    objects: [(object: ObjectID, isReceiver: Bool)], closures: [ObjectID], name: Symbol, site: ExpressionID
  )

  /// What an operator of a library answers with is fed by what it was called on and given.
  func upstream(of object: ObjectID) -> Upstream? {
    guard case .fresh(let id) = self[object].kind, case .call(_, let list) = facts.code[id] else { return nil }
    let target = inference.target(of: id, in: frame)
    guard case .foreign(let owner, let name, let isInitializer) = target.kind,
      case .call(let callee, _) = facts.code[id]
    else { return nil }
    var objects = receivers(target.receiver).map { (object: $0, isReceiver: true) }
    var closures: [ObjectID] = []
    // What an initialiser or an operator calls on the spot, by a table, is no part of what it makes, nor is what a list
    // has called for each of its elements.
    let isOfList = inference.isOfCollection(callee, in: frame)
    let runsInPlace: (Symbol?) -> Bool = { label in
      guard !isOfList, isInitializer || label != nil else { return isOfList }
      let call = self.inference.foreignCall(
        name, on: owner, isInitializer, callee, self.facts.code[list], in: self.frame)
      return Knowledge.lookUp(call, label: label, in: self.program) == .call
    }
    for argument in facts.code[list] {
      for value in value(of: argument.value) where value != object {
        if !isFunction(value) {
          objects.append((value, false))
        } else if !runsInPlace(argument.label) {
          closures.append(value)
        }
      }
    }
    return (objects.filter { $0.object != object }, closures, name, id)
  }

  /// The streams whose values an operator passes on: what it was called on, and what it joins with that.
  func feeders(of source: Upstream) -> [ObjectID] {
    let joins = program.knowledge[.joinsStreams].contains(source.name)
    return source.objects.filter { $0.isReceiver || joins }.map(\.object)
  }

  /// The streams that this function makes and puts into the property that it reads one from.
  private func streamsPut(in object: ObjectID) -> [ObjectID] {
    guard case .field(let base, let slot) = self[object].kind else { return [] }
    let put = keeps.filter { $0.holder == base && $0.slot == slot }.map(\.value)
    return put.allSatisfy { if case .fresh = self[$0].kind { true } else { false } } ? put : []
  }

  /// Whether it is a part of an object that is referred to weakly: somebody else has that, and it goes first.
  private func isOfOther(_ object: ObjectID) -> Bool {
    guard case .field(let base, _) = self[object].kind, self[base].hold == .weak else { return false }
    // A view may be a part of the screen's own.
    return !(self[base].type.nominal.map { program.inherits($0, fromAny: .viewClass) } ?? false)
  }

  /// `first()` and its like end any stream.
  private func limits(_ object: ObjectID) -> Bool {
    guard case .fresh(let id) = self[object].kind, case .call(let callee, let arguments) = facts.code[id],
      case .member(_, let name) = facts.code[callee]
    else { return false }
    if program.knowledge[.endsStream].contains(name) { return true }
    guard program.knowledge[.limitsStream].contains(name), let first = facts.code[arguments].first else { return false }
    return first.label == nil && !first.isTrailingClosure
  }

  /// What the name of the call that makes a stream tells.
  private func namedLength(of object: ObjectID) -> StreamLength? {
    guard case .fresh(let id) = self[object].kind, case .call(let callee, _) = facts.code[id],
      let name = facts.code.calledName(callee)
    else { return nil }
    if program.knowledge[.endsByItself].contains(name) { return .ends }
    if program.knowledge[.goesOnByItself].contains(name) { return .goesOn }
    return nil
  }

  private func rootLength(of object: ObjectID) -> StreamLength {
    switch self[object].kind {
    case .field(let base, let slot) where isPartOfGivenValue(base):
      return property(of: slot).map { length(of: inference.type(of: $0)) } ?? .unknown
    case .field, .global, .selfObject: return .goesOn
    case .parameter, .local: return length(of: self[object].type)
    case .fresh(let id):
      if isSettledByMaker(id) { return .ends }
      let type = inference.type(of: id, in: frame)
      let byType = length(of: type)
      // What gives one value ends with it, whatever it is made of; of others, what the function is made of tells more.
      if byType == .ends, !isErased(type) { return .ends }
      let target = inference.target(of: id, in: frame)
      guard case .functions(let functions) = target.kind, let function = functions.first else { return byType }
      return lengthOfAnswer(of: function, on: receivers(target.receiver)) ?? byType
    default: return .unknown
    }
  }

  /// Whether a stream is made with a closure that tells, some time or other and not for a failure alone, that nothing
  /// more comes: one request.
  private func isSettledByMaker(_ made: ExpressionID) -> Bool {
    let (code, knowledge) = (facts.code, program.knowledge)
    guard case .call(let callee, let list) = code[made], let name = code.calledName(callee),
      !knowledge[.makesPromise].rows(calling: name).isEmpty
    else { return false }
    return code[list].contains { argument in
      guard case .closure(let id) = code[argument.value], let observer = code[id].parameters.first else { return false }
      return (code[id].firstExpression..<code[id].endExpression).contains { index in
        guard case .call(let told, _) = code[ExpressionID(index: index)], case .member(let base, let name) = code[told]
        else { return false }
        return code[base] == .local(observer) && !knowledge[.settlesPromise].rows(calling: name).isEmpty
          && !knowledge[.fails].fits(name)
      }
    }
  }

  /// What a function that makes a stream is made of tells of it; of a requirement, those that may stand in for it, as
  /// far as they are at one. Nil where that is nothing.
  private func lengthOfAnswer(of function: FunctionID, on receivers: [ObjectID]) -> StreamLength? {
    let implementations = implementations(of: function, program.declaration(of: function), on: receivers)
    let lengths = Set(implementations.map { summary(of: $0)?.stream ?? .unknown })
    return lengths.count == 1 && lengths != [.unknown] ? lengths.first : lengths.contains(.goesOn) ? .goesOn : nil
  }

  /// Whether it is a value that somebody hands in, such as the taps of a screen for its model: these come from
  /// wherever that somebody has them, and may well end with it.
  private func isPartOfGivenValue(_ object: ObjectID) -> Bool {
    guard let type = self[object].type.nominal, program[type].kind == .struct else { return false }
    switch self[object].kind {
    case .parameter: return true
    case .field(let base, _): return isPartOfGivenValue(base)
    default: return false
    }
  }

  /// Whether the type only says which values come, and perhaps that it may fail.
  private func isErased(_ type: Type) -> Bool { program.isNamed(type, in: .erasedStream) }

  /// A publisher that can fail is, as a rule, one request.
  private func length(of type: Type) -> StreamLength {
    let name: Symbol
    var arguments: [Type] = []
    switch type {
    case .nominal(let id, let list): (name, arguments) = (program[id].name, list)
    case .foreign(let foreign): name = foreign
    default: return .unknown
    }
    if program.knowledge[.erasedStream].contains(name) {
      guard arguments.count == 2 else { return .unknown }
      let cannotFail =
        arguments[1] == .foreign(Words.Never) || arguments[1].nominal.map { program[$0].name == Words.Never } ?? false
      return cannotFail ? .goesOn : .ends
    }
    if program.knowledge[.streamThatEnds].contains(name) { return .ends }
    return program.knowledge[.streamThatGoesOn].contains(name) ? .goesOn : .unknown
  }
}
