import ProgramModel
import RulePages
import SwiftFacts

/// Every thing of a kind that source alone shows.
extension Finder {
  /// - Parameter isAsked: Whether a file is looked into.
  func things(of kind: Kind, in isAsked: (FileID) -> Bool) -> [Candidate] {
    program.files.indices.map { FileID(index: Int32($0)) }.filter(isAsked).flatMap { things(of: kind, in: $0) }
  }

  private func ways(in file: FileID) -> [Candidate] {
    let reader = CodeReader(program: program)
    return program[file].facts.functions.indices.flatMap { at in
      let id = program.function(FunctionIndex(index: Int32(at)), in: file)
      return reader.ways(through: id).map { way in
        let essence = if case .exit = way.end { "exit" } else { "call" }
        return Candidate(
          kind: .path, span: way.span, declaration: program.name(of: id), essence: essence, node: .way(way))
      }
    }
  }

  private func things(of kind: Kind, in file: FileID) -> [Candidate] {
    let facts = program[file].facts
    let code = facts.code
    func candidate(_ bytes: ByteSpan, _ node: Node, _ essence: String, _ words: [Placeholder: String]) -> Candidate {
      Candidate(
        kind: kind, span: SourceSpan(file: file, bytes: bytes), essence: essence, words: words, node: node)
    }
    switch kind {
    case .path: return ways(in: file)
    case .closure:
      let named = code.callsOfNamedClosures
      let closures: [Candidate] = code.closures.indices.filter { !code.closures[$0].isLocalFunction }.map { at in
        let closure = code.closures[at]
        let callee = (closure.call ?? named[closure.expression]).map { code.calledText($0) } ?? ""
        let captured = closure.captureList.first.map { code[$0].name.text } ?? "self"
        return candidate(
          code.span(of: closure.expression), .closure(ClosureID(index: Int32(at)), file), "closure|\(callee)",
          [.callee: callee, .captured: captured])
      }
      return closures + methodReferences(in: file)
    case .call, .text:
      let found: [Candidate] = code.expressions.indices.compactMap { at in
        let id = ExpressionID(index: Int32(at))
        switch code.expressions[at] {
        case .call where kind == .call:
          let callee = code.calledText(id)
          return candidate(code.spans[at], .expression(id, file), "call|\(callee)", [.callee: callee, .name: callee])
        case .literal(.string(let text)) where kind == .text:
          return candidate(
            code.spans[at], .expression(id, file), "text|\(text?.text ?? "")", [.name: text?.text ?? "…"])
        case .compound where kind == .text && code.isInterpolated(id):
          let name = String(code.shown(id).dropFirst().dropLast())
          return candidate(code.spans[at], .expression(id, file), "text|\(name)", [.name: name])
        default: return nil
        }
      }
      return kind == .text ? found + attributeTexts(in: file) : found
    case .property:
      return facts.properties.indices.map { at in
        let id = program.property(PropertyIndex(index: Int32(at)), in: file)
        let name = facts.properties[at].name.text
        return candidate(
          facts.properties[at].nameSpan, .property(id), "property",
          [
            .name: name, .property: name, .type: program.typeName(of: id),
            .owner: program.owner(of: id).map(program.name(of:)) ?? "this file", .declaration: program.name(of: id),
          ])
      }
    case .function:
      return facts.functions.indices.compactMap { at in
        switch facts.functions[at].kind {
        case .function, .initializer, .deinitializer, .subscript: break
        default: return nil
        }
        let id = program.function(FunctionIndex(index: Int32(at)), in: file)
        return candidate(
          facts.functions[at].nameSpan, .function(id), "function",
          [.name: facts.functions[at].name.text, .declaration: program.name(of: id)])
      }
    case .type:
      return facts.types.indices.filter { facts.types[$0].kind != .extension }.map { at in
        let id = program.nominal(of: TypeIndex(index: Int32(at)), in: file)
        let name = program.name(of: id)
        return candidate(
          facts.types[at].nameSpan, .type(id), "type", [.name: name, .type: name, .declaration: name])
      }
    case .enumCase:
      return facts.types.indices.flatMap { at in
        let id = program.nominal(of: TypeIndex(index: Int32(at)), in: file)
        return facts.types[at].cases.map { one in
          let name = "\(program.name(of: id)).\(one.name)"
          return candidate(
            one.span, .enumCase(id, one.name), "case", [.name: one.name.text, .case: name, .declaration: name])
        }
      }
    case .parameter:
      return facts.functions.indices.flatMap { at in
        let id = program.function(FunctionIndex(index: Int32(at)), in: file)
        return facts.functions[at].parameters.indices.map { position in
          let local = code[facts.functions[at].parameters[position].local]
          return candidate(
            local.span, .parameter(id, position), "parameter|\(position)",
            [.name: local.name.text, .parameter: local.name.text, .declaration: program.name(of: id)])
        }
      }
    default: return []
    }
  }
}

extension Finder {
  /// The methods that calls are given as closures.
  private func methodReferences(in file: FileID) -> [Candidate] {
    let reader = CodeReader(program: program)
    let code = program[file].facts.code
    return code.expressions.indices.flatMap { at -> [Candidate] in
      let call = ExpressionID(index: Int32(at))
      guard case .call(_, let list) = code.expressions[at] else { return [] }
      return code[list].compactMap { argument in
        guard let held = reader.methodReference(argument.value, in: file) else { return nil }
        let callee = code.calledText(call)
        return Candidate(
          kind: .closure, span: SourceSpan(file: file, bytes: code.span(of: argument.value)),
          essence: "method|\(callee)", words: [.callee: callee, .captured: held.name.text],
          node: .expression(argument.value, file))
      }
    }
  }

  /// The texts that attributes begin with: `@AppStorage("sounds")`.
  private func attributeTexts(in file: FileID) -> [Candidate] {
    let facts = program[file].facts
    return facts.attributes.indices.compactMap { at in
      let attribute = facts.attributes[at]
      guard let bytes = attribute.firstText else { return nil }
      let name = String(attribute.text.text.dropFirst().prefix { $0 != "\"" })
      return Candidate(
        kind: .text, span: SourceSpan(file: file, bytes: bytes), essence: "text|\(name)", words: [.name: name],
        node: .attribute(at, file))
    }
  }
}

extension Code {
  /// For each closure that a `let` names, the first call that is given it by that name. O(expressions).
  fileprivate var callsOfNamedClosures: [ExpressionID: ExpressionID] {
    var result: [ExpressionID: ExpressionID] = [:]
    for index in expressions.indices {
      guard case .call(_, let list) = expressions[index] else { continue }
      for argument in self[list] {
        guard case .local(let local) = self[argument.value], self[local].kind == .variable(isLet: true),
          let value = self[local].initializer, case .closure = self[value], result[value] == nil
        else { continue }
        result[value] = ExpressionID(index: Int32(index))
      }
    }
    return result
  }

  /// What a call calls, as it is written, without arguments.
  fileprivate func calledText(_ call: ExpressionID) -> String {
    guard case .call(let callee, _) = self[call] else { return "" }
    switch self[callee] {
    case .member(_, let name), .implicitMember(let name), .name(let name, _): return name.text
    default: return spelling(of: callee)
    }
  }
}
