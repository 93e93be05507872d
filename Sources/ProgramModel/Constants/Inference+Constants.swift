import SwiftFacts

/// Constants that are spelled out where they stand.
extension Inference {
  /// A literal, or a case of an enum without values: `true`, `3`, `Phase.over`. Of `.over` alone the context says what
  /// it is of, and whether it is a case at all.
  func spelledConstant(_ id: ExpressionID, in frame: Frame) -> Constant? {
    let code = frame.facts.code
    switch code[id] {
    case .literal(.boolean(let value)): return .boolean(value)
    case .literal(.null): return .null
    case .literal(.number(let digits)): return .number(digits)
    case .literal(.string(let text?)): return .string(text)
    case .implicitMember(let name): return .enumCase(name)
    case .member(let base, let name):
      guard code.isCapitalizedName(base), case .metatype(let type) = self.type(of: base, in: frame),
        let owner = type.nominal, hasPlainCase(name, owner)
      else { return nil }
      return .enumCase(name)
    default: return nil
    }
  }

  /// Whether a constant is in a variable what it is where it is spelled: a literal of another type is whatever that
  /// type makes of it, and `.name` may be something that is worked out.
  func isAsSpelled(_ constant: Constant, declared: TypeID?, as type: Type, _ code: Code) -> Bool {
    switch constant {
    case .null:
      guard let declared else { return true }
      return if case .optional = code[declared] { true } else { false }
    case .enumCase(let name): return type.nominal.map { hasPlainCase(name, $0) } ?? false
    case .boolean, .number, .string: return declared.map { isLiteralType($0, code) } ?? true
    }
  }

  private func isLiteralType(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .named(let name, _): program.knowledge[.literalType].contains(name)
    case .optional(let wrapped): isLiteralType(wrapped, code)
    default: false
    }
  }

  /// Whether a type is an enum of the program with such a case, which has no values.
  private func hasPlainCase(_ name: Symbol, _ type: NominalID) -> Bool {
    program[type].kind == .enum && program.enumCases(of: type).contains { $0.name == name && $0.payload.isEmpty }
  }
}

extension Code {
  /// Whether an expression may name a type: `Phase`, `Game.Phase`.
  fileprivate func isCapitalizedName(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .name(let name, _), .member(_, let name): name.isCapitalized
    default: false
    }
  }
}
