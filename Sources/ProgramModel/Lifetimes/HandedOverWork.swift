import SwiftFacts

extension Program {
  /// Closures that run later and hold a parameter weakly that the system hands over for good, in the order of files:
  /// whoever is given a background task has to see to it that it is kept until it is completed.
  func handedOverWork() -> [DroppedWork] {
    let fates = ClosureEscape(inference: Inference(program: self))
    var result: [DroppedWork] = []
    for (fileIndex, file) in files.enumerated() {
      let id = FileID(index: Int32(fileIndex))
      guard !isTest(id) else { continue }
      for (index, declaration) in file.facts.functions.enumerated() where declaration.hasBody {
        let given = declaration.parameters.filter { parameter in
          guard let type = parameter.type, case .named(let name, _) = file.facts.code[type] else { return false }
          return knowledge[.handedOver].contains(name)
        }
        guard !given.isEmpty else { continue }
        let frame = Frame(function(FunctionIndex(index: Int32(index)), in: id), in: self)
        for parameter in given { result += lostClosures(holding: parameter, in: frame, fates) }
      }
    }
    return result
  }

  private func lostClosures(holding parameter: FunctionDeclaration.Parameter, in frame: Frame, _ fates: ClosureEscape)
    -> [DroppedWork]
  {
    let code = frame.facts.code
    let type = parameter.type.map(frame.resolve)
    // Held by any other closure, it is kept as long as that.
    let closures = code.closures(in: expressions(of: frame.function))
    let isHeld = closures.map { code[$0] }.contains { closure in
      (closure.firstExpression..<closure.endExpression).contains {
        code.expressions[Int($0)] == .local(parameter.local)
      } && !code.isCaptureOfNested(parameter.local, in: closure)
    }
    guard !isHeld else { return [] }
    return closures.compactMap { id -> DroppedWork? in
      let closure = code[id]
      guard let capture = closure.captureList.first(where: { code[$0].captures(parameter.local, code) }),
        !code.isInsideClosure(closure.expression),
        let call = closure.call, case .call(let callee, _) = code[call], let name = code.calledName(callee),
        fates.fate(of: id, in: frame) == .later
      else { return nil }
      return DroppedWork(
        function: frame.function, closure: id, span: SourceSpan(file: frame.file, bytes: code[capture].span),
        callee: name,
        captured: code[capture].name, typeName: type.map { self.name(of: $0) } ?? "", made: [], isSeen: true)
    }
  }
}

extension Local {
  /// Whether it is an entry of a capture list that holds a local weakly.
  fileprivate func captures(_ local: LocalID, _ code: Code) -> Bool {
    guard case .capture(.weak, let value) = kind else { return false }
    return code[value] == .local(local)
  }
}

extension Code {
  /// Whether a closure names a local only to let closures inside it hold it weakly.
  fileprivate func isCaptureOfNested(_ local: LocalID, in closure: Closure) -> Bool {
    let named = (closure.firstExpression..<closure.endExpression).filter { expressions[Int($0)] == .local(local) }
    let captured = closures.flatMap(\.captureList).compactMap { capture -> Int32? in
      guard case .capture(.weak, let value) = self[capture].kind else { return nil }
      return value.index
    }
    return named.allSatisfy(captured.contains)
  }
}
