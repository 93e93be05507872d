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
}
