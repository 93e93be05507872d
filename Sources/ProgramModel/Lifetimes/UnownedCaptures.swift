public import SwiftFacts

/// A closure that runs after the call it is given to, and holds an object without keeping it.
public struct UnownedCapture: Hashable, Sendable {
  public var function: FunctionID
  public var closure: ClosureID
  /// As the closure calls the object.
  public var name: Symbol
  /// Where it is captured.
  public var span: SourceSpan
  /// What the closure is given to: `async`.
  public var callee: Symbol
  /// Whether it runs once and later, by a table, and is not kept by something that may go first.
  public var type: Type
}

extension Program {
  /// The `unowned` captures of closures that run later, in the order of files.
  ///
  /// What lives as long as the process cannot go first, and is left out.
  public func unownedCapturesThatRunLater(threads: Int) -> [UnownedCapture] {
    let found = Workers.map(count: functionCount, threads: threads, state: { ClosureFates(inference: Inference(program: self)) }) {
      fates, index in
      self.unownedCaptures(in: FunctionID(index: Int32(index)), fates)
    }
    return found.flatMap { $0 }
  }

  private func unownedCaptures(in function: FunctionID, _ fates: ClosureFates) -> [UnownedCapture] {
    let declaration = declaration(of: function)
    guard declaration.hasBody, !isTest(file(of: function)) else { return [] }
    let code = self[file(of: function)].facts.code
    var frame: Frame?
    var result: [UnownedCapture] = []
    for (index, closure) in code.closures.enumerated()
    where declaration.firstExpression <= closure.firstExpression && closure.endExpression <= declaration.endExpression {
      for capture in closure.captureList {
        guard case .capture(.unowned, let value) = code[capture].kind else { continue }
        let here = frame ?? Frame(function, in: self)
        frame = here
        let id = ClosureID(index: Int32(index))
        guard let call = closure.call, case .call(let callee, _) = code[call], let name = code.calledName(callee),
          fates.fate(of: id, in: here) == .later
        else { continue }
        let type = fates.inference.type(of: value, in: here)
        if let nominal = type.nominal, livesForever(nominal) { continue }
        result.append(
          UnownedCapture(
            function: function, closure: id, name: code[capture].name,
            span: SourceSpan(file: file(of: function), bytes: code[capture].span), callee: name, type: type))
      }
    }
    return result
  }
}
