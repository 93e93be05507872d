import SwiftFacts

/// What a screen needs as its view is loaded, and is given only after that.
extension Program {
  /// Assignments to a property of a screen that was made in the same function, after what loads its view, where the
  /// screen reads the property as if it were there as soon as the view is loaded.
  public func lateDependencies() -> [Hazard] {
    let needs = neededWhenLoaded()
    guard !needs.isEmpty else { return [] }
    let inference = Inference(program: self)
    var result: [Hazard] = []
    for function in functions(mentioning: knowledge[.loadsView].names) where !isTest(file(of: function)) {
      let body = Body(function, in: self)
      let code = body.code
      let frame = Frame(function, in: self)
      for load in body.expressions {
        guard case .member(let base, let name) = code[load], knowledge[.loadsView].contains(name),
          case .local(let local) = code[base], case .variable(isLet: true) = code[local].kind,
          let made = code[local].initializer, case .call(_, let given) = code[made],
          let screen = inference.type(of: base, in: frame).nominal, isMade(made, as: screen, code)
        else { continue }
        // What loads the view first counts, and nothing of the screen's own may have been called before.
        let isFirst = !body.expressions.contains { id in
          guard id < load, id > made else { return false }
          switch code[id] {
          case .call(let callee, let list):
            if case .member(let receiver, _) = code[callee], code[receiver] == .local(local) { return true }
            return code[list].contains { code[$0.value] == .local(local) }
          case .assign(_, let value): return code[value] == .local(local)
          default: return false
          }
        }
        guard isFirst else { continue }
        for (property, read) in needs[screen] ?? [] {
          let writes = body.expressions.filter { id in
            guard case .assign(let target, _) = code[id], case .member(let receiver, property) = code[target] else {
              return false
            }
            return code[receiver] == .local(local)
          }
          guard let write = writes.first, write > load, !code[given].contains(where: { $0.label == property }),
            code.closures(around: write, within: bounds(body)) == code.closures(around: load, within: bounds(body))
          else { continue }
          result.append(
            Hazard(
              kind: .lateDependency, span: body.span(of: write), name: "\(code[local].name).\(property)",
              other: code.plainSpelling(of: load), owner: self.name(of: screen),
              evidence: [body.span(of: load), read], essence: "\(property)"))
        }
      }
    }
    var seen: Set<SourceSpan> = []
    return result.filter { seen.insert($0.span).inserted }
  }

  private func bounds(_ body: Body) -> Range<Int32> { Int32(body.range.lowerBound)..<Int32(body.range.upperBound) }

  private func isMade(_ call: ExpressionID, as screen: NominalID, _ code: Code) -> Bool {
    code.callee(of: call).map { self[screen].name == $0 } ?? false
  }

  /// By screen, the properties that it reads as if they were there when its view has been loaded, each with where.
  private func neededWhenLoaded() -> [NominalID: [(Symbol, SourceSpan)]] {
    var result: [NominalID: [(Symbol, SourceSpan)]] = [:]
    let loaders = asking("functions that come when a view is loaded") { program in
      program.productionFunctions.filter { function in
        let declaration = program.declaration(of: function)
        return declaration.isOverride && program.knowledge[.comesWhenLoaded].contains(declaration.name)
      }
    }
    for function in loaders {
      guard let owner = owner(of: function),
        knowledge[.viewControllerClass].names.contains(where: { inherits(owner, from: $0) })
      else { continue }
      let body = Body(function, in: self)
      var needs: [Symbol: SourceSpan] = [:]
      for id in body.expressions {
        guard case .member(let base, _) = body.code[id], let name = body.code.ownProperty(base), needs[name] == nil,
          !body.isInClosure(id), body.code.marks(of: base).isDisjoint(with: [.chained]), isLeftOpen(name, of: owner),
          passedTests(at: [id], in: function)?[id]?.isEmpty == true
        else { continue }
        needs[name] = body.span(of: base)
      }
      guard !needs.isEmpty else { continue }
      for screen in [owner] + (descendants[owner] ?? []) {
        result[screen, default: []] += needs.map { ($0.key, $0.value) }.sorted { $0.0.text < $1.0.text }
      }
    }
    return result
  }

  /// Whether a property is an optional that its object is made without, and that nothing in the type gives anything.
  private func isLeftOpen(_ name: Symbol, of type: NominalID) -> Bool {
    guard case .property(let property)? = valueMember(name, of: type), let owner = owner(of: property) else {
      return false
    }
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isLet, !declaration.isLazy, declaration.initialValue == nil,
      declaration.attributes.isEmpty, isOptional(property)
    else { return false }
    return ([owner] + (descendants[owner] ?? [])).allSatisfy { heir in
      functions(of: heir).allSatisfy { function in
        let code = self[file(of: function)].facts.code
        return !expressions(of: function).contains { index in
          guard case .assign(let target, _) = code.expressions[index] else { return false }
          return code.ownProperty(target) == name
        }
      }
    }
  }
}
