import SwiftFacts

extension Program {
  /// References of Core Foundation that are taken by the wrong one of the two rules of ownership.
  public func mistakenReferences() -> [Hazard] {
    let owned = knowledge[.takesOwned]
    let borrowed = knowledge[.takesBorrowed]
    let taking = owned.names.union(borrowed.names)
    var result: [Hazard] = []
    for function in functions(mentioning: taking) {
      let body = Body(function, in: self)
      let code = body.code
      for id in body.expressions {
        guard case .call(let callee, let list) = code[id], list.count == 0,
          case .member(let value, let name) = code[callee],
          taking.contains(name), let source = source(of: value, in: body)
        else { continue }
        let isTakenAsOwned = owned.contains(name)
        guard source.isOwned != isTakenAsOwned else { continue }
        // One that is released by hand, or taken more than once, is counted by somebody.
        if let local = source.local {
          let released = body.uses(of: local).contains { use in
            guard let parent = body.parent(of: use), case .member(_, let member) = code[parent] else { return true }
            return member != name
          }
          if released { continue }
        }
        if source.isOwned, isGivenBackByItsFamily(source.name) { continue }
        let end = code.span(of: callee).end
        let start = end - UInt32(name.text.utf8.count)
        result.append(
          Hazard(
            kind: isTakenAsOwned ? .overreleasedReference : .leakedReference, span: body.span(of: id), name: name.text,
            other: source.name.text, evidence: [body.span(of: source.call)], essence: source.name.text,
            replacement: (isTakenAsOwned ? borrowed : owned).only.map { other in
              .init(span: SourceSpan(file: body.file, bytes: ByteSpan(start: start, end: end)), text: other.text)
            }))
      }
    }
    return result
  }

  /// Whether the program calls what releases the objects of a function's family: `SKIndexClose` for
  /// `SKIndexCreateWithURL`.
  private func isGivenBackByItsFamily(_ name: Symbol) -> Bool {
    let family = name.text.words.prefix { !knowledge[.givesOwned].contains($0) }
    // The first word is the library's alone.
    guard family.count > 1 else { return false }
    return calls(threads: 1).allSites.keys.contains { other in
      guard other.isCapitalized else { return false }
      let words = other.text.words
      return words.count > family.count && words.starts(with: family) && knowledge[.frees].contains(words[family.count])
    }
  }

  private struct Source {
    var call: ExpressionID
    var name: Symbol
    /// Whether the caller has to release it.
    var isOwned: Bool
    /// The local that it is kept in first.
    var local: LocalID?
  }

  /// The call that a reference is from, with what its name says of ownership.
  private func source(of value: ExpressionID, in body: Body) -> Source? {
    let code = body.code
    switch code[value] {
    case .local(let local):
      guard case .variable = code[local].kind, let initial = code[local].initializer,
        var found = source(of: initial, in: body)
      else {
        return nil
      }
      found.local = found.local ?? local
      return found
    case .call(let callee, _):
      switch code[callee] {
      case .name(let name, _):
        guard !declaresFunction(name), let isOwned = rule(name) else { return nil }
        return Source(call: value, name: name, isOwned: isOwned)
      case .member(let base, let name):
        // What passes an owned one is for the other side of a C interface, which the same value is often given to.
        guard let type = code.typeName(base), knowledge[.passesBorrowed][name].contains(where: { $0.type == type })
        else { return nil }
        return Source(call: value, name: name, isOwned: false)
      default: return nil
      }
    default: return nil
    }
  }

  /// What a name of Core Foundation says: a result of `Create` and `Copy` is the caller's, one of `Get` is not.
  private func rule(_ name: Symbol) -> Bool? {
    // C functions begin with the name of their library: `CNCopySupportedInterfaces`.
    guard name.isCapitalized else { return nil }
    let words = name.text.words.dropFirst()
    let isOwned = words.contains { knowledge[.givesOwned].contains($0) }
    let isBorrowed = words.contains { knowledge[.givesBorrowed].contains($0) }
    return isOwned == isBorrowed ? nil : isOwned
  }
}
