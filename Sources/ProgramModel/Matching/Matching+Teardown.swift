import SwiftFacts

/// What is started as before and no longer ended.
extension Matching {
  public func lostTeardowns() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key }) where !after.isTest(type) {
      let was = before.functions(of: old).flatMap { before.teardownCalls(in: $0) }
      guard !was.isEmpty else { continue }
      let bodies = after.functions(of: type)
      let now = bodies.flatMap { after.teardownCalls(in: $0) }
      let names = Set(bodies.flatMap { after.callNames(in: $0) })
      let starts = bodies.flatMap { after.startCalls(in: $0) }
      let oldStarts = before.functions(of: old).flatMap { before.startCalls(in: $0) }
      var told: Set<String> = []
      for call in was {
        // Another function of the type may end it under another name, or for all of a kind.
        guard
          !now.contains(where: {
            $0.name == call.name
              && ($0.receiver == call.receiver || call.argument != nil && $0.argument == call.argument)
          }),
          let start = starts.first(where: { $0.isEnded(by: call) }),
          let oldStart = oldStarts.first(where: { $0.isEnded(by: call) && $0.spelling == start.spelling }),
          // Another way to end the same thing will do.
          names.isDisjoint(with: oldStart.ends), told.insert(start.spelling).inserted
        else { continue }
        result.append(
          Alteration(
            kind: .lostTeardown, span: start.span, name: start.spelling, before: call.spelling,
            affected: [after.name(of: type)]))
      }
    }
    return result
  }
}

/// A call that ends something, as knowledge tables say.
struct TeardownCall {
  var name: Symbol
  /// What it is called on, without `self.`.
  var receiver: String
  /// Its first argument.
  var argument: String?
  var spelling: String
}

/// A call that starts something which has to be ended.
struct StartCall {
  var receiver: String
  /// What its result is put into.
  var kept: String?
  /// The functions that end it.
  var ends: Set<Symbol>
  var spelling: String
  var span: SourceSpan

  func isEnded(by call: TeardownCall) -> Bool {
    guard ends.contains(call.name) else { return false }
    return call.receiver == receiver || kept != nil && (call.receiver == kept || call.argument == kept)
  }
}

extension Program {
  func teardownCalls(in id: FunctionID) -> [TeardownCall] {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index],
        knowledge.endings.contains(code.calleeName(callee))
      else { return nil }
      let receiver = if case .member(let base, _) = code[callee] { code.plainSpelling(of: base) } else { "" }
      return TeardownCall(
        name: code.calleeName(callee), receiver: receiver,
        argument: code[list].first.map { code.plainSpelling(of: $0.value) },
        spelling: code.spelling(of: ExpressionID(index: Int32(index))))
    }
  }

  func startCalls(in id: FunctionID) -> [StartCall] {
    let file = file(of: id)
    let code = self[file].facts.code
    var keeping: [Int32: String] = [:]
    for index in expressions(of: id) {
      if case .assign(let target, let value) = code.expressions[index] {
        keeping[value.index] = code.plainSpelling(of: target)
      }
    }
    return expressions(of: id).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index] else { return nil }
      let name = code.calleeName(callee)
      guard let overloads = knowledge.ends[name] else { return nil }
      let labels = code[list].map { $0.isTrailingClosure && $0.label == nil ? nil : $0.label ?? Names.wildcard }
      let base: ExpressionID? = if case .member(let base, _) = code[callee] { base } else { nil }
      guard
        let found = overloads.first(where: { overload in
          overload.matches(labels)
            && (overload.fact.type.map { code.isCalled(base ?? callee, like: $0, knowledge) } ?? true)
        })
      else { return nil }
      return StartCall(
        receiver: base.map { code.plainSpelling(of: $0) } ?? "", kept: keeping[Int32(index)], ends: found.fact.endings,
        spelling: code.spelling(of: ExpressionID(index: Int32(index))),
        span: SourceSpan(file: file, bytes: code.spans[index]))
    }
  }

  func callNames(in id: FunctionID) -> [Symbol] {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).compactMap { index in
      if case .call(let callee, _) = code.expressions[index] { code.calleeName(callee) } else { nil }
    }
  }
}

extension Code {
  /// Without `self.` before it.
  func plainSpelling(of id: ExpressionID) -> String {
    let spelled = spelling(of: id)
    return spelled.hasPrefix("self.") ? String(spelled.dropFirst(5)) : spelled
  }

  /// Whether an expression is a type of this name, one of its shared objects, or named like one.
  func isCalled(_ id: ExpressionID, like type: Symbol, _ knowledge: Knowledge) -> Bool {
    let name = type.text
    let spelled = plainSpelling(of: id)
    if spelled == name || spelled.hasPrefix(name + ".") || spelled.hasPrefix(name + "(") { return true }
    let last = spelled.split(separator: ".").last.map(String.init) ?? spelled
    let words = name.words
    let hasPrefix = words.first.map { knowledge[.frameworkPrefix].contains($0) } == true
    return last.lowercased().hasSuffix((hasPrefix ? words.dropFirst() : words[...]).joined())
  }
}
