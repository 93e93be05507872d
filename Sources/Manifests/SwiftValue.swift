import SwiftFacts

/// What an expression of a manifest written in Swift comes to, as far as the file alone says.
indirect enum SwiftValue {
  case text(String)
  case flag(Bool)
  case list([SwiftValue])
  /// `.target(name: …)`, `Package(…)`: what is called, without what it is called on.
  case call(String, [(label: String?, value: SwiftValue)])
  /// `.unitTests`, `Product.app`.
  case name(String)
  /// A list of which some elements are known.
  case unknown

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of a list; nil if it is none, or not known.
  var list: [SwiftValue]? { if case .list(let list) = self { list } else { nil } }

  /// The texts of a list, or the one text; nil where one is not known.
  var texts: [String]? {
    if let text { return [text] }
    guard let list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }

  subscript(label: String) -> SwiftValue? {
    guard case .call(_, let arguments) = self else { return nil }
    return arguments.first { $0.label == label }?.value
  }
}

/// Works out the values of a manifest written in Swift: literals, constants, functions of one expression.
struct SwiftEvaluator {
  private let facts: FileFacts
  private let source: [UInt8]
  private static let depthLimit = 24

  init(_ facts: FileFacts, source: [UInt8]) {
    self.facts = facts
    self.source = source
  }

  /// The value of a constant or variable that the file declares at its top level, before anything changes it.
  func value(ofGlobal name: String) -> SwiftValue? {
    guard let property = facts.properties.first(where: { $0.parent == nil && $0.name.text == name }) else { return nil }
    return value(of: property, depth: 0)
  }

  /// Every call of something by one of these names whose value is worked out where it stands at the top level.
  func calls(of names: Set<String>) -> [SwiftValue] {
    var result: [SwiftValue] = []
    for property in facts.properties where property.parent == nil {
      if let value = value(of: property, depth: 0), case .call(let name, _) = value, names.contains(name) {
        result.append(value)
      }
    }
    return result
  }

  /// What the statements of the file add to a member of a global: `package.targets += […]`, `.append(…)`.
  ///
  /// Nil in it stands for what is not known.
  func additions(to member: String, of global: String) -> [SwiftValue?] {
    var result: [SwiftValue?] = []
    for function in facts.functions where function.kind == .topLevel {
      for index in function.firstExpression..<function.endExpression {
        switch facts.code[ExpressionID(index: index)] {
        case .mutate(let target, let added) where isMember(target, member, of: global):
          result += elements(of: value(added))
        case .assign(let target, _) where isMember(target, member, of: global): result.append(nil)
        case .call(let callee, let list):
          guard case .member(let base, let name) = facts.code[callee], isMember(base, member, of: global) else {
            continue
          }
          for argument in facts.code[list] {
            switch (name.text, argument.label?.text) {
            case ("append", nil): result.append(value(argument.value))
            case ("append", "contentsOf"): result += elements(of: value(argument.value))
            default: result.append(nil)
            }
          }
        default: continue
        }
      }
    }
    return result
  }

  private func elements(of value: SwiftValue) -> [SwiftValue?] { value.list ?? [nil] }

  private func isMember(_ id: ExpressionID, _ member: String, of global: String) -> Bool {
    guard case .member(let base, let name) = facts.code[id], name.text == member,
      case .name(let root, _) = facts.code[base]
    else { return false }
    return root.text == global
  }

  private func value(of property: PropertyDeclaration, depth: Int) -> SwiftValue? {
    guard let initial = property.initialValue else { return nil }
    guard let result = facts.code[facts[initial].results].first else { return .unknown }
    return value(result, depth: depth + 1)
  }

  private func value(_ id: ExpressionID, _ known: [LocalID: SwiftValue] = [:], depth: Int = 0) -> SwiftValue {
    guard depth < Self.depthLimit else { return .unknown }
    func inner(_ id: ExpressionID) -> SwiftValue { value(id, known, depth: depth + 1) }
    switch facts.code[id] {
    case .literal(.string(let text?)): return .text(text.text)
    case .literal(.boolean(let flag)): return .flag(flag)
    case .array(let parts): return .list(facts.code[parts].map(inner))
    case .local(let local): return known[local] ?? .unknown
    case .name(let name, _):
      guard let property = facts.properties.first(where: { $0.parent == nil && $0.name == name }) else {
        return .unknown
      }
      return value(of: property, depth: depth + 1) ?? .unknown
    case .member(let base, let name):
      // `Constants.name` of the file's own types.
      if case .name(let type, _) = facts.code[base],
        let property = facts.properties.first(where: {
          $0.name == name && $0.parent.map { facts[$0].name == type } == true
        })
      {
        return value(of: property, depth: depth + 1) ?? .unknown
      }
      return .name(name.text)
    case .implicitMember(let name): return .name(name.text)
    case .operation(let sign, let parts) where sign.text == "+": return sum(facts.code[parts].map(inner))
    case .compound: return interpolated(facts.code.span(of: id), known)
    case .call(let callee, let list):
      let arguments = facts.code[list].map { (label: $0.label?.text, value: inner($0.value)) }
      switch facts.code[callee] {
      case .implicitMember(let name): return .call(name.text, arguments)
      case .member(_, let name): return .call(name.text, arguments)
      case .name(let name, _):
        return called(name, facts.code[list], known, depth: depth) ?? .call(name.text, arguments)
      default: return .unknown
      }
    default: return .unknown
    }
  }

  private func sum(_ parts: [SwiftValue]) -> SwiftValue {
    let texts = parts.compactMap(\.text)
    if texts.count == parts.count { return .text(texts.joined()) }
    var elements: [SwiftValue] = []
    for part in parts { elements += part.list ?? [.unknown] }
    return .list(elements)
  }

  /// A call of a function that the file declares and that is one expression.
  private func called(
    _ name: Symbol, _ arguments: ArraySlice<Argument>, _ known: [LocalID: SwiftValue], depth: Int
  ) -> SwiftValue? {
    let named = facts.functions.filter { $0.kind == .function && $0.parent == nil && $0.name == name }
    guard named.count == 1, let function = named.first else { return nil }
    guard let result = facts.code[function.results].first, function.results.count == 1 else { return .unknown }
    var given: [LocalID: SwiftValue] = [:]
    var rest = function.parameters[...]
    for argument in arguments {
      guard let at = rest.firstIndex(where: { $0.label == argument.label }) else { return .unknown }
      given[rest[at].local] = value(argument.value, known, depth: depth + 1)
      rest = rest[(at + 1)...]
    }
    for parameter in function.parameters where given[parameter.local] == nil {
      guard let value = parameter.defaultValue else { return .unknown }
      given[parameter.local] = self.value(value, depth: depth + 1)
    }
    return value(result, given, depth: depth + 1)
  }

  /// `"\(name)Tests"`, where what stands in parentheses is one name.
  private func interpolated(_ span: ByteSpan, _ known: [LocalID: SwiftValue]) -> SwiftValue {
    var rest = String(decoding: source[Int(span.start)..<min(Int(span.end), source.count)], as: UTF8.self)[...]
    guard rest.hasPrefix("\""), rest.hasSuffix("\""), rest.count >= 2 else { return .unknown }
    rest = rest.dropFirst().dropLast()
    var result = ""
    while let open = rest.firstRange(of: "\\(") {
      result += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstIndex(of: ")") else { return .unknown }
      let name = String(rest[open.upperBound..<close])
      let local = known.first { facts.code[$0.key].name.text == name }?.value ?? value(ofGlobal: name)
      guard let text = local?.text else { return .unknown }
      result += text
      rest = rest[rest.index(after: close)...]
    }
    return .text(result + rest)
  }
}
