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
  /// What stands exactly at a place. O(1) where the same was asked of another place of the file before, but for the
  /// second time, which is O(what there is of the kind).
  func node(of kind: Kind, at span: SourceSpan) -> Node? {
    guard let group = PlacesOfFile.Group(kind) else { return nil }
    if placesOfFile?.file != span.file || placesOfFile?.group != group {
      placesOfFile = PlacesOfFile(file: span.file, group: group)
    }
    guard let index = placesOfFile?.index(at: span.bytes, in: program[span.file].facts) else { return nil }
    switch group {
    case .closures: return .closure(ClosureID(index: index), span.file)
    case .properties: return .property(program.property(PropertyIndex(index: index), in: span.file))
    case .functions: return .function(program.function(FunctionIndex(index: index), in: span.file))
    case .types: return .type(program.nominal(of: TypeIndex(index: index), in: span.file))
    case .expressions: return .expression(ExpressionID(index: index), span.file)
    }
  }

  func object(_ expression: ExpressionID, in file: FileID) -> Thing {
    let code = program[file].facts.code
    return Thing(
      kind: .object, node: .expression(expression, file),
      span: SourceSpan(file: file, bytes: code.span(of: expression)), name: code.spelling(of: expression))
  }
}

/// Where what there is of one kind stands in one file. A table is worth its cost only where more than one place is
/// asked about.
struct PlacesOfFile {
  enum Group {
    case closures, properties, functions, types, expressions

    init?(_ kind: Kind) {
      switch kind {
      case .closure: self = .closures
      case .property, .accessor: self = .properties
      case .function: self = .functions
      case .type: self = .types
      case .call, .text, .assignment, .subscript, .operation, .assertion: self = .expressions
      default: return nil
      }
    }
  }

  let file: FileID
  let group: Group
  private var isAskedAgain = false
  private var indices: [ByteSpan: Int32]?

  init(file: FileID, group: Group) { (self.file, self.group) = (file, group) }

  /// The first that stands exactly there; of expressions the last, which the others are parts of.
  mutating func index(at span: ByteSpan, in facts: FileFacts) -> Int32? {
    defer { isAskedAgain = true }
    let all = 0..<count(in: facts)
    if !isAskedAgain {
      let isThere = { (index: Int) in self.span(index, in: facts) == span }
      return (group == .expressions ? all.last(where: isThere) : all.first(where: isThere)).map { Int32($0) }
    }
    if indices == nil {
      let isLast = group == .expressions
      indices = Dictionary(all.map { (self.span($0, in: facts), Int32($0)) }) { isLast ? $1 : $0 }
    }
    return indices?[span]
  }

  private func count(in facts: FileFacts) -> Int {
    switch group {
    case .closures: facts.code.closures.count
    case .properties: facts.properties.count
    case .functions: facts.functions.count
    case .types: facts.types.count
    case .expressions: facts.code.spans.count
    }
  }

  private func span(_ index: Int, in facts: FileFacts) -> ByteSpan {
    switch group {
    case .closures: facts.code.span(of: facts.code.closures[index].expression)
    case .properties: facts.properties[index].nameSpan
    case .functions: facts.functions[index].nameSpan
    case .types: facts.types[index].nameSpan
    case .expressions: facts.code.spans[index]
    }
  }
}
