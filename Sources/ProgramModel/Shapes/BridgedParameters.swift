import SwiftFacts

/// Parameters by which Objective-C hands something out, in protocols of the program.
extension Program {
  /// The parameters that a requirement has because the system's function behind it has them: whoever calls it, or
  /// stands in for it in a test, reads and writes by way of an address.
  public func bridgedParameters() -> [Hazard] {
    var result: [Hazard] = []
    // What a type of the system conforms to as it is stands in for the system on purpose.
    let shadows = Set(conformances.lazy.filter { self[$0.type].kind == .foreign }.map(\.protocol))
    for owner in declaredTypes {
      guard self[owner].kind == .protocol, !isTest(owner), !shadows.contains(owner) else { continue }
      for declaration in self[owner].declarations {
        let facts = self[declaration.file].facts
        guard facts[declaration.type].kind == .protocol,
          !facts[declaration.type].attributes.contains(where: knowledge[.seenByObjectiveC].contains)
        else { continue }
        for function in functions(in: declaration) {
          for parameter in self.declaration(of: function).parameters {
            guard let type = parameter.type, isHandedOut(type, facts.code) else { continue }
            result.append(
              Hazard(
                kind: .bridgedParameter,
                span: SourceSpan(file: declaration.file, bytes: facts.code[parameter.local].span),
                name: facts.code[parameter.local].name.text, other: facts.code.spelling(of: type),
                owner: name(of: owner), essence: "\(self.declaration(of: function).name)"))
          }
        }
      }
    }
    return result
  }

  private func isHandedOut(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .named(let name, let arguments):
      knowledge[.handsOutByAddress].contains(name) || isSlotForObject(name, code[arguments], code)
        || code[arguments].contains { isHandedOut($0, code) }
    case .optional(let wrapped): isHandedOut(wrapped, code)
    default: false
    }
  }

  /// Whether a pointer leads to one optional, which is there to be filled: memory that is read or written is of bytes,
  /// or of numbers.
  private func isSlotForObject(_ name: Symbol, _ arguments: ArraySlice<TypeID>, _ code: Code) -> Bool {
    guard knowledge[.pointerType].contains(name), arguments.count == 1, let only = arguments.first,
      case .optional = code[only]
    else { return false }
    return true
  }
}
