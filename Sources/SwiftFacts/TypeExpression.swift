/// A type as the source spells it, without what ownership has no use for:
/// `some`, `any`, `inout` and attributes leave no trace.
public enum TypeExpression: Hashable, Sendable {
  case named(Symbol, arguments: TypeList)
  case member(TypeID, Symbol, arguments: TypeList)
  case optional(TypeID)
  case array(TypeID)
  case dictionary(TypeID, TypeID)
  case function(parameters: TypeList, result: TypeID)
  case tuple(TypeList)
  case composition(TypeList)
  case metatype(TypeID)
  case unknown
}
