import SwiftFacts

/// Parts without which nothing could be decoded, and that something empty stands in for since the change.
extension Matching {
  func lenientDecoders() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].declarations.contains(where: { changedFiles.contains($0.file) }) && !after.isTest(type) {
      let asked = requiredParts(of: old)
      guard !asked.isEmpty else { continue }
      for function in after.functions(of: type) where after.declaration(of: function).kind == .initializer {
        if let twin = functions[function], !isRewritten(function) || before.declaration(of: twin).hasBody {
          // What the same initialiser asked for is told of by each of its calls.
          continue
        }
        let body = Body(function, in: after)
        let parts = body.expressions.compactMap { id -> (name: Symbol, value: ExpressionID)? in
          guard case .assign(let target, let value) = body.code[id], let name = body.code.ownProperty(target),
            asked.contains(name), after.isMadeUp(value, from: [], body.code)
          else { return nil }
          return (name, value)
        }
        guard parts.count > 1, let first = parts.first else { continue }
        guard case .choice(let list) = body.code[first.value], let last = body.code[list].last else { continue }
        result.append(
          Alteration(
            kind: .untoldFailure, span: body.span(of: first.value), name: first.name.text,
            before: "an error was thrown", after: "`\(body.code.spelling(of: last))` goes on as if it were the answer"))
      }
    }
    return result
  }

  /// The properties that hold something in any case, and that a throwing initialiser takes from what it is given; all,
  /// where the compiler makes it.
  private func requiredParts(of type: NominalID) -> Set<Symbol> {
    let stored = before.storedProperties(of: type).filter {
      !before.isOptional($0) && before.declaration(of: $0).initialValue == nil
    }.map { before.declaration(of: $0).name }
    let throwing = before.functions(of: type).filter {
      before.declaration(of: $0).kind == .initializer && before.declaration(of: $0).effects.contains(.throws_)
    }
    if throwing.isEmpty {
      return before.inherits(type, fromAny: .decodable) ? Set(stored) : []
    }
    var made: Set<Symbol> = []
    for function in throwing {
      let body = Body(function, in: before)
      for id in body.expressions {
        guard case .assign(let target, let value) = body.code[id], let name = body.code.ownProperty(target),
          before.isMadeUp(value, from: [], body.code)
        else { continue }
        made.insert(name)
      }
    }
    return Set(stored).subtracting(made)
  }
}
