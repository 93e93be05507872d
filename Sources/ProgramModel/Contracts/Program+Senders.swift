import SwiftFacts

/// Delegates of several objects that are alike.
extension Program {
  /// Callbacks of a type that made itself the delegate of several stored objects of one class, and that do not look
  /// at which of them calls.
  public func ambiguousCallbacks() -> [Breach] {
    let inference = Inference(program: self)
    var result: [Breach] = []
    for index in nominals.indices {
      let type = NominalID(index: Int32(index))
      guard nominals[index].kind == .class, let first = nominals[index].declarations.first, !isTest(first.file) else {
        continue
      }
      let links = delegations(of: type)
      guard links.count >= 2 else { continue }
      var sources: [NominalID: [(name: Symbol, span: SourceSpan)]] = [:]
      for property in storedProperties(of: type) {
        let name = declaration(of: property).name
        guard let link = links[name], let kind = inference.type(of: property).nominal else { continue }
        sources[kind, default: []].append((name, link))
      }
      for (kind, list) in sources.sorted(by: { $0.key < $1.key }) where list.count >= 2 {
        for member in functions(of: type) where isBlindCallback(member, from: kind) {
          result.append(
            Breach(
              span: span(of: member), name: declaration(of: member).name.text,
              other: list.map { "`\($0.name)`" }.joined(separator: " and "), owner: name(of: kind),
              evidence: list.map(\.span)))
        }
      }
    }
    return result
  }

  /// `x.delegate = self`, by the property that `x` is.
  private func delegations(of type: NominalID) -> [Symbol: SourceSpan] {
    var result: [Symbol: SourceSpan] = [:]
    for function in functions(of: type) {
      let file = file(of: function)
      let code = self[file].facts.code
      for index in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[index], case .local(let own) = code[value],
          code[own].kind == .selfReference, case .member(let base, let slot) = code[target],
          knowledge[.isDelegate].isWhole(slot),
          let name = code.ownProperty(base)
        else { continue }
        result[name] = result[name] ?? SourceSpan(file: file, bytes: code.spans[index])
      }
    }
    return result
  }

  /// A function that gets the object which calls it first, does something, and never looks at it.
  private func isBlindCallback(_ id: FunctionID, from kind: NominalID) -> Bool {
    let function = declaration(of: id)
    guard function.kind == .function, function.hasBody, let sender = function.parameters.first, sender.label == nil,
      let type = sender.type,
      resolve(type, in: file(of: id), context: owner(of: id)).nominal == kind
    else { return false }
    let code = self[file(of: id)].facts.code
    let body = expressions(of: id)
    let looks = body.contains { code.expressions[$0] == .local(sender.local) }
    let acts = body.contains { index in
      switch code.expressions[index] {
      case .assign, .mutate: true
      default: false
      }
    }
    return !looks && acts
  }
}

extension Code {
  /// `name` and `self.name`.
  func ownProperty(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, implicitSelf: .some): return name
    case .member(let base, let name):
      guard case .local(let local) = self[base], self[local].kind == .selfReference else { return nil }
      return name
    default: return nil
    }
  }
}
