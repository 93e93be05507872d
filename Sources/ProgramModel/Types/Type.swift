public import SwiftFacts

/// A type as far as it could be resolved. Optionals are the types they wrap.
///
/// Only what holds another type by itself stands in a box: most types are nominal, and are made and dropped by the
/// million.
public enum Type: Hashable, Sendable {
  case nominal(NominalID, arguments: [Type])
  /// A type of the system or a library that no table knows.
  case foreign(Symbol)
  /// A generic parameter, with what it is known to be.
  indirect case parameter(Symbol, bound: Type?)
  indirect case array(Type)
  indirect case dictionary(key: Type, value: Type)
  indirect case function(parameters: [Type], result: Type)
  case tuple([Type])
  case composition([Type])
  /// The type itself as a value: what `Foo` is where an expression stands.
  indirect case metatype(Type)
  case unknown

  /// The declared type behind it, if there is one.
  public var nominal: NominalID? {
    switch self {
    case .nominal(let id, _): id
    case .parameter(_, let bound?): bound.nominal
    case .composition(let types): types.lazy.compactMap(\.nominal).first
    default: nil
    }
  }

  /// All declared types that it is known to be of: of a composition, each.
  var nominals: [NominalID] {
    switch self {
    case .parameter(_, let bound?): bound.nominals
    case .composition(let types): types.flatMap(\.nominals)
    default: nominal.map { [$0] } ?? []
    }
  }

  var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// The type with generic parameters replaced.
  func substituting(_ replacements: [Symbol: Type]) -> Type {
    if replacements.isEmpty { return self }
    switch self {
    case .parameter(let name, _): return replacements[name] ?? self
    case .nominal(let id, let arguments):
      return arguments.isEmpty ? self : .nominal(id, arguments: arguments.map { $0.substituting(replacements) })
    case .array(let element): return .array(element.substituting(replacements))
    case .dictionary(let key, let value):
      return .dictionary(key: key.substituting(replacements), value: value.substituting(replacements))
    case .function(let parameters, let result):
      return .function(
        parameters: parameters.map { $0.substituting(replacements) }, result: result.substituting(replacements))
    case .tuple(let elements): return .tuple(elements.map { $0.substituting(replacements) })
    case .composition(let types): return .composition(types.map { $0.substituting(replacements) })
    case .metatype(let type): return .metatype(type.substituting(replacements))
    case .foreign, .unknown: return self
    }
  }
}
