import SwiftFacts

/// Views that are used again and have been cleared by the time they are filled.
extension Program {
  /// Whether all that a function shows has been emptied where it comes to a way on which it shows nothing: by itself,
  /// by a method that it calls, as the view was handed out again, or by each of its callers.
  func isCleared(before way: Int32, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    let body = Body(frame.function, in: self)
    let start = code.statement(way).firstExpression
    let filled = Set(
      body.expressions.compactMap { id -> String? in
        guard id.index >= start, case .assign(let target, _) = code[id] else { return nil }
        return shownPath(target, code)
      })
    guard !filled.isEmpty else { return false }
    var cleared = touched(in: body, before: start)
    if let type = frame.context {
      for function in handingOut(of: type) { cleared.add(touched(in: Body(function, in: self))) }
    }
    return filled.allSatisfy(cleared.covers) || isClearedByCallers(frame, filled)
  }

  /// What a stretch of a body touches of a view: what it gives something, and what it hands on or calls.
  private struct Touched {
    /// From the view on: `title.text`.
    var paths: Set<String> = []
    /// The parts themselves: `title` of `title.clear()` and of `[title, note]`.
    var parts: Set<String> = []

    mutating func add(_ other: Touched) {
      paths.formUnion(other.paths)
      parts.formUnion(other.parts)
    }

    func covers(_ path: String) -> Bool {
      paths.contains(path) || parts.contains(String(path.prefix { $0 != "." }))
    }
  }

  private func touched(in body: Body, before end: Int32 = .max, depth: Int = 2) -> Touched {
    let code = body.code
    var result = Touched()
    var written: Set<ExpressionID> = []
    for id in body.expressions where id.index < end {
      guard case .assign(let target, _) = code[id], let path = shownPath(target, code) else { continue }
      result.paths.insert(path)
      // `title` of `title.text = nil` is no use of its own.
      var part = target
      while case .member(let base, _) = code[part] {
        written.insert(part)
        part = base
      }
      written.insert(part)
    }
    for id in body.expressions where id.index < end {
      if !written.contains(id), let own = code.ownProperty(id) { result.parts.insert(own.text) }
      guard depth > 0, case .call(let callee, _) = code[id], let name = code.calledName(callee) else { continue }
      for next in ownMethods(name, callee, body) where next != body.function {
        result.add(touched(in: Body(next, in: self), depth: depth - 1))
      }
    }
    return result
  }

  /// The bodies that a call on the object itself runs, or on `super`.
  private func ownMethods(_ name: Symbol, _ callee: ExpressionID, _ body: Body) -> [FunctionID] {
    guard let type = owner(of: body.function) else { return [] }
    if body.code.superMember(callee) != nil {
      return lineage(of: type).filter { $0 != type }.lazy.compactMap { self[$0].functions[name] }.first ?? []
    }
    guard body.code.selfMember(callee) != nil, case .functions(let found)? = member(name, of: type) else { return [] }
    return found.filter { declaration(of: $0).hasBody }
  }

  /// The functions of a view, and of what it inherits from, that run when it is handed out to be used again.
  private func handingOut(of type: NominalID) -> [FunctionID] {
    lineage(of: type).flatMap(functions(of:)).filter {
      knowledge[.preparesForReuse].contains(declaration(of: $0).name) && declaration(of: $0).hasBody
    }
  }

  /// Whether each call of a function comes after one on the same view that empties what it shows.
  private func isClearedByCallers(_ frame: Frame, _ filled: Set<String>) -> Bool {
    let sites = (calls(threads: 1).sites[frame.declaration.name] ?? []).filter { !isTest(file(of: $0.function)) }
    guard let type = frame.context, !sites.isEmpty else { return false }
    return sites.allSatisfy { site in
      let body = Body(site.function, in: self)
      guard case .call(let callee, _) = body.code[site.call], case .member(let base, _) = body.code[callee] else {
        return false
      }
      let view = body.code.plainSpelling(of: base)
      return body.expressions.contains { id in
        guard id < site.call, case .call(let other, _) = body.code[id],
          case .member(let on, let name) = body.code[other], body.code.plainSpelling(of: on) == view,
          case .functions(let found)? = member(name, of: type)
        else { return false }
        return found.contains { one in
          guard declaration(of: one).hasBody, one != frame.function else { return false }
          return filled.allSatisfy(touched(in: Body(one, in: self)).covers)
        }
      }
    }
  }

  /// What of a view is given something, from the view on: the object itself, or a local that the function was given.
  private func shownPath(_ target: ExpressionID, _ code: Code) -> String? {
    if let own = code.ownProperty(target) { return own.text }
    guard case .member(let base, let name) = code[target] else { return nil }
    if case .local = code[base] { return name.text }
    return shownPath(base, code).map { "\($0).\(name.text)" }
  }
}
