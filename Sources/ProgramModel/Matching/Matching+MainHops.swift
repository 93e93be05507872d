import SwiftFacts

/// Changes of views that went to the main thread first, and no longer do.
extension Matching {
  /// What changes a view in a closure that something else calls when it likes: before the change it stood in a block
  /// for the main queue, or behind an operator that delivers there.
  ///
  /// Whoever wrote that knew, or had seen, where the closure is called. Nothing is said where the change goes to the
  /// main thread in another place instead, or where the function says by itself that it runs there.
  public func lostMainHops() -> [Alteration] {
    let pairs = functions.sorted { $0.key < $1.key }.filter { changedFiles.contains(after.file(of: $0.key)) }
    var threads: OffMainThread?
    var gained: GainedHops?
    var result: [Alteration] = []
    for (function, old) in pairs where !after.isTest(after.file(of: function)) && !isOfMainActor(function) {
      let was = MainHops(of: old, in: before)
      guard !was.isEmpty else { continue }
      let now = MainHops(of: function, in: after)
      guard now.count < was.count else { continue }
      let elsewhere = gained ?? gainedHops()
      gained = elsewhere
      guard !elsewhere.isOfKnown, elsewhere.ofNew.isDisjoint(with: after.callNames(in: function)) else { continue }
      let finder = threads ?? OffMainThread(after)
      threads = finder
      result += lost(function, was, now, finder)
    }
    return result + lostDeliveries(pairs, threads)
  }

  /// Where what listens to a stream changes a view, and the function that answers with the stream had it delivered on
  /// the main thread before the change.
  private func lostDeliveries(_ pairs: [(key: FunctionID, value: FunctionID)], _ threads: OffMainThread?)
    -> [Alteration]
  {
    var lost: [FunctionID: String] = [:]
    for (function, old) in pairs where !after.isTest(after.file(of: function)) {
      guard let hop = MainHops(of: old, in: before).answeredDelivery(of: before.declaration(of: old)),
        MainHops(of: function, in: after).answeredDelivery(of: after.declaration(of: function)) == nil
      else { continue }
      lost[function] = hop
    }
    guard !lost.isEmpty else { return [] }
    let gained = gainedHops()
    guard !gained.isOfKnown else { return [] }
    let threads = threads ?? OffMainThread(after)
    let names = Set(lost.keys.compactMap { after.askedName(of: $0) })
    return after.functions(mentioning: names).flatMap { user -> [Alteration] in
      guard !after.isTest(after.file(of: user)), !isOfMainActor(user),
        gained.ofNew.isDisjoint(with: after.callNames(in: user))
      else { return [] }
      return listeners(in: user, to: lost, threads)
    }
  }

  private func listeners(in user: FunctionID, to lost: [FunctionID: String], _ threads: OffMainThread) -> [Alteration] {
    let frame = threads.frames[user]
    let code = frame.facts.code
    let hops = MainHops(of: user, in: after)
    return code.closures(in: after.expressions(of: user)).compactMap { closure -> Alteration? in
      guard let call = code[closure].call, case .call(let callee, _) = code[call],
        case .member(let stream, let listens) = code[callee],
        after.knowledge[.answersWithSubscription].contains(listens),
        let source = after.source(of: stream, among: Set(lost.keys), frame, threads.inference), let hop = lost[source]
      else { return nil }
      let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
      guard
        let place = range.lazy.map({ ExpressionID(index: $0) }).first(where: { id in
          hops.spelling(of: id) != nil && !hops.isOnMain(id) && threads.context(of: id, in: frame) == closure
            && after.changesView(at: id, in: frame, threads)
        }), let name = hops.spelling(of: place)
      else { return nil }
      return Alteration(
        kind: .lostMainHop, span: SourceSpan(file: frame.file, bytes: code.span(of: place)), name: name, before: hop,
        after: listens.text)
    }
  }

  private func isOfMainActor(_ function: FunctionID) -> Bool {
    after.declaration(of: function).attributes.contains(where: after.knowledge[.comesOnMainThread].contains)
  }

  /// One for each closure, told where the first view is changed.
  private func lost(
    _ function: FunctionID, _ was: MainHops, _ now: MainHops, _ threads: OffMainThread
  ) -> [Alteration] {
    let frame = threads.frames[function]
    let code = frame.facts.code
    var told: Set<ClosureID> = []
    return after.expressions(of: function).compactMap { index -> Alteration? in
      let place = ExpressionID(index: Int32(index))
      guard let name = now.spelling(of: place), let hop = was.hop(of: name), !now.isOnMain(place),
        let closure = threads.context(of: place, in: frame), !told.contains(closure),
        let callee = code[closure].call.flatMap({ code.callee(of: $0) }),
        !after.knowledge[.startsTask].calledNames.contains(callee), threads.mayLeaveMain(closure, in: frame),
        after.changesView(at: place, in: frame, threads)
      else { return nil }
      told.insert(closure)
      return Alteration(
        kind: .lostMainHop, span: SourceSpan(file: frame.file, bytes: code.span(of: place)), name: name, before: hop,
        after: callee.text)
    }
  }

  /// What the functions of the changed files go to the main thread for more often than they did.
  private func gainedHops() -> GainedHops {
    var result = GainedHops()
    for file in changedFiles {
      for index in after[file].facts.functions.indices {
        let function = after.function(FunctionIndex(index: Int32(index)), in: file)
        let now = MainHops(of: function, in: after)
        if let old = functions[function] {
          if now.count > MainHops(of: old, in: before).count { result.isOfKnown = true }
        } else if !now.isEmpty {
          result.ofNew.insert(after.declaration(of: function).name)
        }
      }
    }
    return result
  }
}

extension Program {
  /// What users of a function, or of the property that it answers for, write.
  fileprivate func askedName(of function: FunctionID) -> Symbol? {
    switch declaration(of: function).kind {
    case .function: declaration(of: function).name
    case .getter(let index): declaration(of: property(index, in: file(of: function))).name
    default: nil
    }
  }

  /// The one of some functions whose answer a chain of operators begins with.
  fileprivate func source(
    of stream: ExpressionID, among functions: Set<FunctionID>, _ frame: Frame, _ inference: Inference
  ) -> FunctionID? {
    let code = frame.facts.code
    var next = stream
    while true {
      switch code[next] {
      case .call(let callee, _):
        if case .functions(let targets) = inference.target(of: next, in: frame).kind, targets.count == 1,
          functions.contains(targets[0])
        {
          return targets[0]
        }
        guard case .member(let base, _) = code[callee] else { return nil }
        next = base
      case .member(let base, let name):
        guard let type = inference.type(of: base, in: frame).nominal,
          case .property(let property)? = valueMember(name, of: type),
          let getter = declaration(of: property).getter.map({ self.function($0, in: file(of: property)) })
        else { return nil }
        return functions.contains(getter) ? getter : nil
      default: return nil
      }
    }
  }
}

/// Ways to the main thread that a change brings.
private struct GainedHops {
  /// Whether some function that was there has more of them.
  var isOfKnown = false
  /// The names of new functions that have some.
  var ofNew: Set<Symbol> = []
}

/// Where a body goes to the main thread: blocks for the main queue, and closures behind operators that deliver there.
private struct MainHops {
  private let code: Code
  private let body: Range<Int>
  private let knowledge: Knowledge
  /// By closure, what takes it to the main thread.
  private var hops: [ClosureID: String] = [:]

  var count: Int { hops.count }
  var isEmpty: Bool { hops.isEmpty }

  init(of function: FunctionID, in program: Program) {
    code = program[program.file(of: function)].facts.code
    body = program.expressions(of: function)
    knowledge = program.knowledge
    for id in code.closures(in: body) {
      guard let call = code[id].call, case .call(let callee, _) = code[call], case .member(let base, _) = code[callee]
      else { continue }
      if isMain(base) {
        hops[id] = code.spelling(of: callee)
      } else if let operation = delivery(above: base) {
        hops[id] = operation
      }
    }
  }

  /// What has the stream that a function answers with delivered on the main thread.
  func answeredDelivery(of declaration: FunctionDeclaration) -> String? {
    let results = code[declaration.results]
    guard results.count == 1, let result = results.first else { return nil }
    return delivery(above: result)
  }

  /// What a call on a stream takes to the main thread: `.receive(on: DispatchQueue.main)`.
  private func delivery(above stream: ExpressionID) -> String? {
    var next = stream
    while case .call(let callee, let list) = code[next], case .member(let base, let name) = code[callee] {
      if knowledge[.movesDelivery].contains(name) {
        return code[list].first.map { isMain($0.value) } ?? false ? name.text : nil
      }
      next = base
    }
    return nil
  }

  private func isMain(_ queue: ExpressionID) -> Bool {
    if case .name(let name, _) = code[queue] { return knowledge[.comesOnMainThread].contains(name) }
    guard case .member(let owner, let name) = code[queue], let type = code.calledName(owner) else { return false }
    return knowledge[.mainQueue][name].contains { $0.type == type }
  }

  /// Whether an expression stands in what goes to the main thread.
  func isOnMain(_ place: ExpressionID) -> Bool { hop(around: place) != nil }

  private func hop(around place: ExpressionID) -> String? {
    hops.first { id, _ in
      code[id].firstExpression <= place.index && place.index < code[id].endExpression
    }?.value
  }

  /// What an expression does, if it does something: what it assigns to, or calls.
  func spelling(of id: ExpressionID) -> String? {
    let named: ExpressionID
    switch code[id] {
    case .assign(let target, _), .mutate(let target, _): named = target
    case .call(let callee, _): named = callee
    default: return nil
    }
    let spelled = code.plainSpelling(of: named)
    return spelled.hasPrefix(Self.optionalSelf) ? String(spelled.dropFirst(Self.optionalSelf.count)) : spelled
  }

  private static let optionalSelf = "\(Names.self_)?."

  /// What took to the main thread all that is spelled like this.
  func hop(of name: String) -> String? {
    var found: String?
    for index in body {
      let id = ExpressionID(index: Int32(index))
      guard spelling(of: id) == name else { continue }
      guard let hop = hop(around: id) else { return nil }
      found = hop
    }
    return found
  }
}
