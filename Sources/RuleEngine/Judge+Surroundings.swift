import ProgramModel
import RulePages
import SwiftFacts

/// What source alone says of the things around a thing, in it, and that it is used by.
extension Judge {
  /// All that surrounds a place, in no order.
  func surroundings(of span: SourceSpan) -> [Thing] {
    let facts = program[span.file].facts
    let byte = span.bytes.start
    func surrounds(_ outer: ByteSpan) -> Bool { outer.start <= byte && byte < outer.end && outer != span.bytes }
    func scope(_ node: Node, _ bytes: ByteSpan) -> Thing {
      Thing(kind: .scope, node: node, span: SourceSpan(file: span.file, bytes: bytes))
    }
    var result: [Thing] = []
    for (index, type) in facts.types.enumerated() where surrounds(type.span) && type.nameSpan != span.bytes {
      result.append(scope(.type(program.nominal(of: TypeIndex(index: Int32(index)), in: span.file)), type.span))
    }
    for (index, function) in facts.functions.enumerated()
    where surrounds(function.span) && function.nameSpan != span.bytes {
      switch function.kind {
      case .getter, .setter, .observer, .initialValue, .topLevel: continue
      default:
        result.append(
          scope(.function(program.function(FunctionIndex(index: Int32(index)), in: span.file)), function.span))
      }
    }
    for (index, property) in facts.properties.enumerated()
    where surrounds(property.span) && property.nameSpan != span.bytes {
      result.append(
        scope(.property(program.property(PropertyIndex(index: Int32(index)), in: span.file)), property.span))
    }
    for (index, closure) in facts.code.closures.enumerated() where surrounds(facts.code.span(of: closure.expression)) {
      result.append(
        scope(.closure(ClosureID(index: Int32(index)), span.file), facts.code.span(of: closure.expression)))
    }
    for (index, statement) in facts.code.statements.enumerated() where surrounds(statement.span) {
      switch statement.kind {
      case .loop, .deferred: result.append(scope(.statement(index, span.file), statement.span))
      default: continue
      }
    }
    return result
  }

  /// How a closure, a call or a value is used.
  func use(_ attribute: Attribute, of thing: Thing) -> Reading {
    switch (attribute, thing.node) {
    case (.callee, .expression(let id, let file)?):
      return reader.callee(of: id, in: file).map(Reading.callee) ?? .unknown
    case (.receiver, .expression(let id, let file)?):
      guard let callee = reader.callee(of: id, in: file) else { return .unknown }
      return .things(callee.base.map { [object($0, in: file)] } ?? [], isComplete: callee.base != nil)
    case (.captured, .closure(let id, let file)?):
      return .things(reader.captures(of: id, in: file).map(object), isComplete: true)
    case (.runs, .closure(let id, let file)?):
      guard let isLater = reader.runsLater(id, in: file) else { return .unknown }
      return .words([(isLater ? Value.Moment.later : .inPlace).rawValue])
    case (.givenTo, .closure(let id, let file)?):
      let code = program[file].facts.code
      guard let call = code[id].call else { return .things([], isComplete: true) }
      return .things([self.call(call, in: file)], isComplete: true)
    case (.givenTo, .expression(let id, let file)?):
      return .things(receivingCall(of: id, in: file).map { [call($0.call, in: file)] } ?? [], isComplete: true)
    case (.label, .closure(let id, let file)?):
      let code = program[file].facts.code
      guard let label = receivingCall(of: code[id].expression, in: file)?.label else { return .unknown }
      return .names([label.text], isComplete: true)
    case (.label, .expression(let id, let file)?):
      guard let receiving = receivingCall(of: id, in: file) else { return .names([], isComplete: true) }
      return .names([receiving.label?.text ?? "_"], isComplete: true)
    default: return .unknown
    }
  }

  private func call(_ id: ExpressionID, in file: FileID) -> Thing {
    Thing(
      kind: .call, node: .expression(id, file),
      span: SourceSpan(file: file, bytes: program[file].facts.code.span(of: id)))
  }

  private func receivingCall(of argument: ExpressionID, in file: FileID) -> (call: ExpressionID, label: Symbol?)? {
    let code = program[file].facts.code
    for at in Int(argument.index)..<code.expressions.count {
      guard case .call(_, let list) = code.expressions[at] else { continue }
      if let found = code[list].first(where: { $0.value == argument }) {
        return (ExpressionID(index: Int32(at)), found.label)
      }
    }
    return nil
  }

  func members(of thing: Thing) -> Reading {
    guard case .type(let id)? = thing.node else { return .unknown }
    var things: [Thing] = []
    for declaration in program[id].declarations {
      let facts = program[declaration.file].facts
      func member(_ node: Node, _ bytes: ByteSpan) {
        things.append(Thing(kind: .member, node: node, span: SourceSpan(file: declaration.file, bytes: bytes)))
      }
      for (index, property) in facts.properties.enumerated() where property.parent == declaration.type {
        member(.property(program.property(PropertyIndex(index: Int32(index)), in: declaration.file)), property.nameSpan)
      }
      for (index, function) in facts.functions.enumerated() where function.parent == declaration.type {
        switch function.kind {
        case .function, .initializer, .deinitializer, .subscript:
          member(
            .function(program.function(FunctionIndex(index: Int32(index)), in: declaration.file)), function.nameSpan)
        default: continue
        }
      }
      for one in facts[declaration.type].cases { member(.enumCase(id, one.name), one.span) }
    }
    return .things(things, isComplete: true)
  }

  func calls(of thing: Thing) -> Reading {
    let functions: [FunctionID]
    switch thing.node {
    case .function(let id): functions = [id]
    case .type(let id): functions = program.functions(of: id)
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
