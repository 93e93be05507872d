import SwiftFacts

extension CallAnalysis {
  /// Whether two calls, one after the other, tell of different events: whoever is called knows them apart by a text or
  /// by a case of an enum of the program's, and waits for no one answer. What has failed or succeeded is an answer.
  func tellOfDifferentEvents(_ first: ByteSpan, _ second: ExpressionID) -> Bool {
    guard let list = arguments(ofCallAt: first), case .call(let callee, let others) = code[second], uses.isIt(callee),
      list.count == others.count
    else { return false }
    return zip(code[list], code[others]).enumerated().contains { position, pair in
      guard let one = event(pair.0.value, at: position, of: Int(list.count)),
        let other = event(pair.1.value, at: position, of: Int(list.count))
      else { return false }
      return one != other
    }
  }

  private func arguments(ofCallAt span: ByteSpan) -> ArgumentList? {
    for index in code.spans.indices where code.spans[index] == span {
      if case .call(let callee, let list) = code.expressions[index], uses.isIt(callee) { return list }
    }
    return nil
  }

  /// The event that an argument names: a text, where something comes with it, or a case.
  private func event(_ argument: ExpressionID, at position: Int, of count: Int) -> Symbol? {
    switch code[argument] {
    case .literal(.string(let text?)): return count > 1 ? text : nil
    case .implicitMember(let name), .member(_, let name):
      let knowledge = finder.program.knowledge
      guard !knowledge[.fails].fits(name), !knowledge[.succeeds].fits(name),
        let told = toldEnum(at: position), finder.program.enumCases(of: told).contains(where: { $0.name == name })
      else { return nil }
      return name
    case .call(let callee, _):
      if case .call = code[callee] { return nil }
      return event(callee, at: position, of: count)
    default: return nil
    }
  }

  /// The enum that a closure is given at a position.
  private func toldEnum(at position: Int) -> NominalID? {
    guard case .parameters(let locals) = uses.callable,
      let parameter = frame.declaration.parameters.first(where: { locals.contains($0.local) }),
      let type = finder.program.handlerType(of: parameter, of: frame.function), position < type.parameters.count,
      case .named(let name, _) = type.code[type.parameters[position]],
      let nominal = finder.program.nominal(named: name, from: frame.file), finder.program[nominal].kind == .enum
    else { return nil }
    return nominal
  }
}
