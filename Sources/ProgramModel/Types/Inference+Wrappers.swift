import SwiftFacts

/// Property wrappers that the program declares.
extension Inference {
  /// The type of `$name`, what the wrapper of a property projects, or of `_name`, the wrapper itself.
  func projectedType(of property: PropertyID, as name: Symbol) -> Type {
    let file = program.file(of: property)
    if !name.isMarked {
      return program.ownWrapper(of: property).map { .nominal($0, arguments: [type(of: property)]) } ?? .unknown
    }
    for attribute in program.declaration(of: property).attributes {
      guard let wrapper = program.nominal(named: attribute, from: file),
        case .property(let projected)? = program.member(Words.projectedValue, of: wrapper),
        let result = type(of: projected).nominal
      else { continue }
      // What projects itself wraps what the property holds.
      return .nominal(result, arguments: result == wrapper ? [type(of: property)] : [])
    }
    return .unknown
  }

  /// The type of a new object with its generic parameters read off what its initialiser is given.
  func made(
    _ type: Type, by function: FunctionID, _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> Type {
    guard case .nominal(let id, let known) = type, known.isEmpty, !program[id].generics.isEmpty else { return type }
    let replacements = self.replacements(byCalling: function, arguments, in: frame)
    guard !replacements.isEmpty else { return type }
    return .nominal(id, arguments: program[id].generics.map { replacements[$0] ?? .unknown })
  }
}

extension Inference {
  /// What `zip(these, those)` and `list.enumerated()` give in each place.
  func pairType(of base: ExpressionID, at position: Int, in frame: Frame) -> Type? {
    guard case .call(let callee, let arguments) = frame.facts.code[base] else { return nil }
    var list: ExpressionID?
    switch frame.facts.code[callee] {
    case .name(let name, _) where program.knowledge[.pairsUp].contains(name):
      list = frame.facts.code[arguments].dropFirst(position).first?.value
    case .member(let source, let name) where program.knowledge[.numbersElements].contains(name):
      list = position == 1 ? source : nil
    default: return nil
    }
    guard let list, case .array(let element) = type(of: list, in: frame) else { return nil }
    return element
  }
}

extension Program {
  /// Whether a property is kept by a wrapper, as `@Published` ones are.
  public func hasWrapper(_ property: PropertyID) -> Bool {
    declaration(of: property).attributes.contains { attribute in
      if knowledge.types[attribute]?.kind == .struct { return true }
      guard let type = nominal(named: attribute, from: file(of: property)) else { return false }
      return self[type].properties[Words.wrappedValue] != nil
    }
  }

  /// The property behind `$name`, which is what its wrapper projects, or behind `_name`, which is a wrapper of the
  /// program's own.
  func projected(_ name: Symbol, of owner: NominalID) -> PropertyID? {
    guard !name.isCapitalized, case let text = name.text, let first = text.utf8.first, text.utf8.count > 1,
      first == UInt8(ascii: "$") || first == UInt8(ascii: "_"),
      case .property(let property)? = member(Symbol(String(text.dropFirst())), of: owner),
      first == UInt8(ascii: "$") || ownWrapper(of: property) != nil
    else { return nil }
    return property
  }

  /// The type of the program that wraps a property.
  func ownWrapper(of property: PropertyID) -> NominalID? {
    let file = file(of: property)
    return declaration(of: property).attributes.lazy.compactMap { self.nominal(named: $0, from: file) }.first {
      self[$0].kind != .foreign && self[$0].properties[Words.wrappedValue] != nil
    }
  }
}
