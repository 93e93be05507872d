import ProgramModel
import RulePages
import SwiftFacts

/// What a thing is in the source.
enum Node: Hashable, Sendable {
  case closure(ClosureID, FileID)
  case expression(ExpressionID, FileID)
  case property(PropertyID)
  case function(FunctionID)
  case type(NominalID)
  case parameter(FunctionID, Int)
  case enumCase(NominalID, Symbol)
  /// A value of a type, which a closure captures or a property holds.
  case value(Type, name: Symbol, hold: Strength)
  /// A loop or a `defer`.
  case statement(Int, FileID)
  case way(Way)
  /// What an attribute is given, by its place in the file's list: `@AppStorage("sounds")`.
  case attribute(Int, FileID)
}

extension Judge {
  /// What stands exactly at a place.
  func node(of kind: Kind, at span: SourceSpan) -> Node? {
    let facts = program[span.file].facts
    let code = facts.code
    switch kind {
    case .closure:
      return code.closures.indices.first { code.span(of: code.closures[$0].expression) == span.bytes }
        .map { .closure(ClosureID(index: Int32($0)), span.file) }
    case .property, .accessor:
      return facts.properties.indices.first { facts.properties[$0].nameSpan == span.bytes }
        .map { .property(program.property(PropertyIndex(index: Int32($0)), in: span.file)) }
    case .function:
      return facts.functions.indices.first { facts.functions[$0].nameSpan == span.bytes }
        .map { .function(program.function(FunctionIndex(index: Int32($0)), in: span.file)) }
    case .type:
      return facts.types.indices.first { facts.types[$0].nameSpan == span.bytes }
        .map { .type(program.nominal(of: TypeIndex(index: Int32($0)), in: span.file)) }
    case .call, .text, .assignment, .subscript, .operation, .assertion:
      return code.spans.indices.last { code.spans[$0] == span.bytes }
        .map { .expression(ExpressionID(index: Int32($0)), span.file) }
    default: return nil
    }
  }

  func object(_ expression: ExpressionID, in file: FileID) -> Thing {
    let code = program[file].facts.code
    return Thing(
      kind: .object, node: .expression(expression, file),
      span: SourceSpan(file: file, bytes: code.span(of: expression)), name: code.spelling(of: expression))
  }
}
