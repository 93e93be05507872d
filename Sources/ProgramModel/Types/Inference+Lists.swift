import SwiftFacts

/// What closures are given that fill the cells of a list.
extension Inference {
  /// `CellRegistration<Cell, Item> { cell, indexPath, item in … }`.
  func type(filled position: Int, by callee: ExpressionID, in frame: Frame) -> Type? {
    guard position == 0, let name = frame.facts.code.calledName(callee),
      program.knowledge[.fillsReused].contains(name), case .type(let type) = frame.facts.code[callee]
    else { return nil }
    switch frame.facts.code[type] {
    case .named(_, let arguments), .member(_, _, let arguments):
      return frame.facts.code[arguments].first.map(frame.resolve)
    default: return nil
    }
  }

  /// The list that hands a closure its parameter: the closure asks it for the view of a row, as nothing else is asked.
  func listType(at position: Int, of closure: ClosureID, in frame: Frame) -> Type? {
    let parameters = frame.facts.code[closure].parameters
    guard parameters.indices.contains(position) else { return nil }
    return listType(of: closure, in: frame, asking: parameters[position])
  }

  func listType(of closure: ClosureID, in frame: Frame, asking local: LocalID) -> Type? {
    let code = frame.facts.code
    let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
    for index in range {
      guard case .call(let callee, let list) = code[ExpressionID(index: index)],
        case .member(let base, let name) = code[callee], code[base] == .local(local),
        let type = Knowledge.list(
          handingOut: name, code[list].map { $0.isTrailingClosure ? nil : $0.label ?? Names.wildcard }, in: program)
      else { continue }
      return program.names.foreign[type].map { .nominal($0, arguments: []) }
    }
    return nil
  }

  /// Whether what a call is made on is a collection of the language's own, or a tuple: no class of the program has a
  /// part in it, and what it is given is called for each element there and then.
  func isOfCollection(_ callee: ExpressionID, in frame: Frame) -> Bool {
    guard case .member(let base, _) = frame.facts.code[callee] else { return false }
    switch type(of: base, in: frame) {
    case .array, .dictionary, .tuple: return true
    default: return false
    }
  }
}
