import SwiftFacts

extension Program {
  /// What each name in a line of a file means, one line of text for each, in the order of the source.
  ///
  /// - Parameter line: Counted from 1.
  public func describeNames(in file: FileID, line: Int) -> String {
    let facts = self[file].facts
    let inference = Inference(program: self)
    var found: [(start: UInt32, end: UInt32, text: String)] = []
    for (index, property) in facts.properties.enumerated()
    where facts.position(of: property.nameSpan.start).line == line {
      let id = self.property(PropertyIndex(index: Int32(index)), in: file)
      found.append(
        (property.nameSpan.start, property.nameSpan.end, "\(property.name): declares \(shown(inference.type(of: id)))"))
    }
    for (index, function) in facts.functions.enumerated() where function.firstExpression < function.endExpression {
      var frame: Frame?
      var called: Set<ExpressionID> = []
      for expression in function.firstExpression..<function.endExpression {
        if case .call(let callee, _) = facts.code[ExpressionID(index: expression)] { called.insert(callee) }
      }
      for expression in function.firstExpression..<function.endExpression {
        let id = ExpressionID(index: expression)
        let span = facts.code.span(of: id)
        // A member's span begins where its base does: its name is at the end.
        guard facts.position(of: span.start).line <= line, facts.position(of: span.end).line >= line else { continue }
        let here = frame ?? Frame(self.function(FunctionIndex(index: Int32(index)), in: file), in: self)
        frame = here
        // What is called is told with its call.
        guard !called.contains(id) || !inference.type(of: id, in: here).isUnknown,
          let text = meaning(of: id, in: here, inference),
          facts.position(of: anchor(of: id, in: facts)).line == line
        else { continue }
        found.append((anchor(of: id, in: facts), span.end, text))
      }
    }
    return found.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map(\.text).joined(separator: "\n")
  }

  /// Where the name of an expression stands.
  private func anchor(of id: ExpressionID, in facts: FileFacts) -> UInt32 {
    let span = facts.code.span(of: id)
    if case .member(_, let name) = facts.code[id] {
      return span.end - min(span.end - span.start, UInt32(name.text.utf8.count))
    }
    if case .call(let callee, _) = facts.code[id] { return anchor(of: callee, in: facts) }
    return span.start
  }

  private func meaning(of id: ExpressionID, in frame: Frame, _ inference: Inference) -> String? {
    let code = frame.facts.code
    switch code[id] {
    case .call(let callee, _):
      let name = code.calledName(callee)?.text ?? "a value"
      switch inference.target(of: id, in: frame).kind {
      case .functions(let functions): return "\(name)(): calls " + functions.map(shown).joined(separator: " or ")
      case .memberwise(let type): return "\(name)(): makes \(shown(type))"
      case .enumCase(let reference): return "\(name)(): makes a case of \(shown(reference.owner))"
      case .value: return "\(name)(): calls a value"
      case .foreign(let owner, let name, _):
        return "\(name)(): calls something outside" + (owner.map { ", on \(shown($0))" } ?? "")
      }
    case .name(let name, _), .member(_, let name):
      let type = inference.type(of: id, in: frame)
      return "\(name): is \(shown(type))"
    case .local(let local) where code[local].name != Names.self_:
      let type = inference.type(of: id, in: frame)
      return "\(code[local].name): a local, is \(shown(type))"
    default: return nil
    }
  }

  private func shown(_ function: FunctionID) -> String {
    name(of: function) + (isAlone(owner(of: function)) ? "" : " of \(self[file(of: function)].path)")
  }

  /// With its file, where others have its name.
  private func shown(_ id: NominalID) -> String {
    isAlone(id) || self[id].declarations.isEmpty
      ? name(of: id) : "\(name(of: id)) of \(self[self[id].declarations[0].file].path)"
  }

  private func isAlone(_ id: NominalID?) -> Bool {
    guard let id else { return true }
    return declaredTypes.count { self[$0].name == self[id].name } < 2
  }

  private func shown(_ type: Type) -> String {
    switch type {
    case .nominal(let id, let arguments):
      shown(id) + (arguments.isEmpty ? "" : "<\(arguments.map(shown).joined(separator: ", "))>")
        + (self[id].declarations.isEmpty ? " (outside)" : "")
    case .foreign(let name): "\(name) (outside)"
    case .parameter(let name, let bound): "\(name)" + (bound.map { ": \(shown($0))" } ?? "")
    case .array(let element): "[\(shown(element))]"
    case .dictionary(let key, let value): "[\(shown(key)): \(shown(value))]"
    case .function(_, let result): "(…) -> \(shown(result))"
    case .tuple(let parts): "(\(parts.map(shown).joined(separator: ", ")))"
    case .composition(let parts): parts.map(shown).joined(separator: " & ")
    case .metatype(let type): "the type \(shown(type))"
    case .unknown: "unknown"
    }
  }
}
