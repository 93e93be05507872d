import SwiftFacts

extension Program {
  /// Whether a function has a formatter write a date, by itself or by a function of the program that it calls.
  public func writesDates(_ function: FunctionID) -> Bool {
    if hasDateWritten(function) { return true }
    let frame = Frame(function, in: self)
    let inference = Inference(program: self)
    return expressions(of: function).contains { index in
      guard case .call = frame.facts.code.expressions[index],
        case .functions(let called) = inference.target(of: ExpressionID(index: Int32(index)), in: frame).kind
      else { return false }
      return called.contains(where: hasDateWritten)
    }
  }

  private func hasDateWritten(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      guard case .call(let callee, let list) = code.expressions[index], case .member(_, let name) = code[callee] else {
        return false
      }
      return code.isCall(name, list, of: .writesDate, knowledge)
    }
  }
}
