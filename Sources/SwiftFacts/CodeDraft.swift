/// Code in the making: what `Code` is made of, while it grows.
struct CodeDraft {
  var expressions: [Expression] = []
  var spans: [ByteSpan] = []
  var marks: [ExpressionMarks] = []
  var words: [ExpressionID: Symbol] = [:]
  var patterns: [Pattern] = []
  var arguments: [Argument] = []
  var parts: [ExpressionID] = []
  var locals: [Local] = []
  var closures: [Closure] = []
  var statements: [Statement] = []
  var types: [TypeExpression] = []
  var typeParts: [TypeID] = []
  var tupleLabels: [Symbol] = []

  subscript(id: ExpressionID) -> Expression { expressions[Int(id.index)] }
  subscript(id: LocalID) -> Local { locals[Int(id.index)] }
  subscript(id: ClosureID) -> Closure { closures[Int(id.index)] }
  subscript(id: TypeID) -> TypeExpression { types[Int(id.index)] }
  subscript(list: ArgumentList) -> ArraySlice<Argument> {
    arguments[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  subscript(list: TypeList) -> ArraySlice<TypeID> {
    typeParts[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  func span(of id: ExpressionID) -> ByteSpan { spans[Int(id.index)] }
}
