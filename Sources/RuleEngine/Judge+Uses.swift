import ProgramModel
import RulePages
import SwiftFacts

/// What source alone says of what a thing is used by, and of what it calls.
extension Judge {
  /// How a closure, a call or a value is used.
  func use(_ attribute: Attribute, of thing: Thing) -> Reading {
    switch (attribute, thing.node) {
    case (.callee, .expression(let id, let file)?):
      return reader.callee(of: id, in: file).map(Reading.callee) ?? .unknown
    case (.receiver, .expression(let id, let file)?):
      guard let callee = reader.callee(of: id, in: file) else { return .unknown }
      return .things(callee.base.map { [object($0, in: file)] } ?? [], isComplete: callee.base != nil)
    case (.captured, .closure(let id, let file)?): return captured(by: id, in: file)
    case (.captured, .expression(let id, let file)?):
      if case .closure(let closure) = program[file].facts.code[id] { return captured(by: closure, in: file) }
      guard let held = reader.methodReference(id, in: file) else { return .things([], isComplete: false) }
      return .things([object(held)], isComplete: true)
    case (.runs, let node?): return moments(of: node)
    case (.givenTo, .closure(let id, let file)?):
      let code = program[file].facts.code
      return .things(
        (code[id].call.map { [$0] } ?? []).map { call($0, in: file) }
          + named(code[id].expression, in: file).flatMap { receiving($0, in: file) }.map { call($0.call, in: file) },
        isComplete: true)
    case (.givenTo, .expression(let id, let file)?):
      return .things(receiving(id, in: file).map { call($0.call, in: file) }, isComplete: true)
    case (.label, .closure(let id, let file)?):
      let expression = program[file].facts.code[id].expression
      return labels(([expression] + named(expression, in: file)).flatMap { receiving($0, in: file) })
    case (.label, .expression(let id, let file)?): return labels(receiving(id, in: file))
    case (.givenTo, .attribute?): return .things([], isComplete: true)
    case (.label, .attribute?): return .names([], isComplete: true)
    default: return .unknown
    }
  }

  private func labels(_ receiving: [(call: ExpressionID, label: Symbol?)]) -> Reading {
    .names(Set(receiving.map { $0.label?.text ?? "_" }), isComplete: true)
  }

  private func captured(by closure: ClosureID, in file: FileID) -> Reading {
    .things(reader.captures(of: closure, in: file).map(object), isComplete: true)
  }

  private func moments(of node: Node) -> Reading {
    var words: Set<Value.Moment> = []
    var isKnown = true
    switch node {
    case .closure(let id, let file):
      let isLater = reader.runsLater(id, in: file)
      if let isLater { words.insert(isLater ? .later : .inPlace) }
      let isDrawn = reader.runsWhileDrawn(program[file].facts.code[id].firstExpression, in: file)
      if isDrawn == true { words.insert(.drawing) }
      isKnown = isLater != nil && isDrawn != nil
    case .expression(let id, let file):
      guard case .call = program[file].facts.code[id] else {
        guard let isLater = reader.runsLater(argument: id, in: file) else { return .unknown }
        return .words([(isLater ? Value.Moment.later : .inPlace).rawValue])
      }
      let isDrawn = reader.runsWhileDrawn(id.index, in: file)
      if isDrawn == true { words.insert(.drawing) }
      isKnown = isDrawn != nil
    default: return .unknown
    }
    return isKnown || !words.isEmpty ? .words(Set(words.map(\.rawValue))) : .unknown
  }

  private func call(_ id: ExpressionID, in file: FileID) -> Thing {
    Thing(
      kind: .call, node: .expression(id, file),
      span: SourceSpan(file: file, bytes: program[file].facts.code.span(of: id)))
  }

  /// The calls that an expression is an argument of, each with the label: one, or those of what a `let` names by it.
  private func receiving(_ argument: ExpressionID, in file: FileID) -> [(call: ExpressionID, label: Symbol?)] {
    let code = program[file].facts.code
    let uses = code.isText(argument) ? [argument] + named(argument, in: file) : [argument]
    return uses.compactMap { use in
      let whole = code.isText(argument) ? surrounding(use, in: file).last ?? use : use
      guard let parent = parents(in: file)[whole], case .call(_, let list) = code[parent],
        let found = code[list].first(where: { $0.value == whole })
      else { return nil }
      return (parent, found.label)
    }
  }

  /// Where what a `let` of a body is given is named again.
  private func named(_ value: ExpressionID, in file: FileID) -> [ExpressionID] {
    let code = program[file].facts.code
    let whole = code.isText(value) ? surrounding(value, in: file).last ?? value : value
    guard parents(in: file)[whole] == nil,
      let local = code.locals.firstIndex(where: { $0.initializer == whole && $0.kind == .variable(isLet: true) })
    else { return [] }
    let name = Expression.local(LocalID(index: Int32(local)))
    return code.expressions.indices.filter { code.expressions[$0] == name }.map { ExpressionID(index: Int32($0)) }
  }

  /// What a text is a part of that is a text, or has it as it is, from the inside out: a sum, one of two, a list.
  func surrounding(_ text: ExpressionID, in file: FileID) -> [ExpressionID] {
    let code = program[file].facts.code
    let parents = parents(in: file)
    var result: [ExpressionID] = []
    var here = text
    while let parent = parents[here] {
      switch code[parent] {
      case .choice, .array, .dictionary, .cast: break
      case .operation("+", _): break
      default: return result
      }
      result.append(parent)
      here = parent
    }
    return result
  }

  /// Whether something is found by a text.
  func isKey(_ text: ExpressionID, in file: FileID) -> Bool {
    let code = program[file].facts.code
    let parents = parents(in: file)
    for here in [text] + surrounding(text, in: file) {
      guard let parent = parents[here] else { return false }
      switch code[parent] {
      case .dictionary(let parts):
        return code[parts].enumerated().contains { $0.offset.isMultiple(of: 2) && $0.element == here }
      case .subscripted(_, let list): return code[list].contains { $0.value == here }
      case .array: return false
      default: continue
      }
    }
    return false
  }

  func calls(of thing: Thing) -> Reading {
    let functions: [FunctionID]
    switch thing.node {
    case .function(let id): functions = [id]
    case .type(let id): functions = program.functions(of: id)
    case .property(let id):
      guard let getter = program.getter(of: id) else { return .unknown }
      functions = [getter]
    case .closure(let id, let file):
      let closure = program[file].facts.code[id]
      let range = Int(closure.firstExpression)..<Int(max(closure.firstExpression, closure.endExpression))
      return .things(calls(in: range, file), isComplete: true)
    default: return .unknown
    }
    return .things(
      functions.flatMap { calls(in: program.expressions(of: $0), program.file(of: $0)) }, isComplete: true)
  }

  private func calls(in range: Range<Int>, _ file: FileID) -> [Thing] {
    let code = program[file].facts.code
    return range.compactMap { at in
      guard case .call = code.expressions[at] else { return nil }
      return call(ExpressionID(index: Int32(at)), in: file)
    }
  }
}
