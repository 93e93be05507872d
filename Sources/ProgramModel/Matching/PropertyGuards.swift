import SwiftFacts

/// A `guard` that asks whether a property of its object holds anything.
struct PropertyGuard {
  var function: FunctionID
  var code: Code
  var span: SourceSpan
  /// What is done where it holds nothing.
  var block: Int32
}

extension Program {
  /// The `guard`s of a type's functions that bind a property of the object, one after the other.
  func guards(binding name: Symbol, in type: NominalID) -> some Sequence<PropertyGuard> {
    functions(of: type).lazy.flatMap { [self] function in
      let body = Body(function, in: self)
      let code = body.code
      return body.statements.lazy.compactMap { [self] index -> PropertyGuard? in
        guard code.statement(index).kind == .guarding else { return nil }
        let binds = code.conditions(of: index).contains { condition in
          guard case .condition(.binding, let value?) = code.statement(condition).kind else { return false }
          if case .call(let callee, _) = code[value] { return code.ownProperty(callee) == name }
          return code.ownProperty(value) == name
        }
        guard binds, let block = code.blocks(of: index).last else { return nil }
        let span = SourceSpan(file: file(of: function), bytes: code.statement(index).span)
        return PropertyGuard(function: function, code: code, span: span, block: block)
      }
    }
  }
}
