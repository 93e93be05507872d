import SwiftFacts

/// Closures that held an object weakly before a change, and keep it since.
extension Matching {
  /// Those that something may keep and run again: an object, as far as the source says, or what is out of sight.
  ///
  /// What ends by itself, or is ended whenever the object is dropped, is left out.
  public func keptCaptures() -> [Alteration] {
    let keepers = ClosureKeepers(of: after)
    let inference = Inference(program: before)
    return functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), before.hasWeakCapture(in: old) else { return [] }
      let was = before.handedFunctions(in: old, inference)
      let now = after.handedFunctions(in: function, keepers.inference)
      let frame = Frame(function, in: after)
      return Dictionary(grouping: now, by: \.target).sorted { $0.key.text < $1.key.text }.flatMap { target, list in
        strengthened(was.filter { $0.target == target }, list).compactMap { handed, name -> Alteration? in
          guard let site = handed.kept[name],
            let shown = keepers.keeper(of: handed, capturing: name, at: site, in: frame)
          else { return nil }
          let file = after.file(of: function)
          return Alteration(
            kind: .keptCapture, span: SourceSpan(file: file, bytes: frame.facts.code.span(of: handed.value)),
            name: name.text, before: shown, affected: [after.name(of: function)],
            evidence: [SourceSpan(file: file, bytes: frame.facts.code.span(of: site))])
        }
      }
    }
  }

  /// Of what the same is given before and after, what keeps an object now that it held weakly. Each is compared with
  /// its twin; where there are more or fewer of them, the last ones are taken for those that have changed.
  private func strengthened(
    _ was: [HandedFunction], _ now: [HandedFunction]
  ) -> [(handed: HandedFunction, name: Symbol)] {
    if was.count == now.count {
      return zip(was, now).flatMap { old, one in
        one.kept.keys.filter { old.weak.contains($0) && !one.weak.contains($0) }.sorted { $0.text < $1.text }
          .map { (one, $0) }
      }
    }
    let names = Set(was.flatMap(\.weak)).sorted { $0.text < $1.text }
    return names.flatMap { name -> [(handed: HandedFunction, name: Symbol)] in
      let lost = was.count { $0.weak.contains(name) } - now.count { $0.weak.contains(name) }
      let keeping = now.filter { $0.kept[name] != nil }
      let gained = keeping.count - was.count { $0.kept[name] != nil }
      return keeping.suffix(max(0, min(lost, gained))).map { ($0, name) }
    }
  }
}

/// A closure, or a method used as one, that something is given.
struct HandedFunction {
  enum Place {
    case slot(ExpressionID)
    case argument(Int, of: ExpressionID)
    /// The function answers with it.
    case result
  }

  /// The name of what it is given to: a property, or what is called.
  var target: Symbol
  var place: Place
  var value: ExpressionID
  /// What its capture list does not keep.
  var weak: Set<Symbol> = []
  /// What it keeps, and where it comes to that first.
  var kept: [Symbol: ExpressionID] = [:]
}

extension Program {
  /// O(closures).
  fileprivate func hasWeakCapture(in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return code.closures(in: expressions(of: function)).contains { id in
      code[id].captureList.contains { code[$0].isWeak } || !code.weakNames(around: code[id]).isEmpty
    }
  }

  /// The closures of a body, and the methods named in it, that are put into a slot or given to a call, in the order of
  /// the source.
  fileprivate func handedFunctions(in function: FunctionID, _ inference: Inference) -> [HandedFunction] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    var result: [HandedFunction] = []
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      switch code[id] {
      case .assign(let target, let value):
        guard let name = code.writtenName(target),
          let handed = handed(value, to: name, .slot(target), in: frame, inference)
        else { continue }
        result.append(handed)
      case .call(let callee, let list):
        guard let name = code.calledName(callee) else { continue }
        for (position, argument) in code[list].enumerated() {
          guard let handed = handed(argument.value, to: name, .argument(position, of: id), in: frame, inference) else {
            continue
          }
          result.append(handed)
        }
      default: continue
      }
    }
    result += code[frame.declaration.results].compactMap {
      handed($0, to: frame.declaration.name, .result, in: frame, inference)
    }
    return result
  }

  private func handed(
    _ value: ExpressionID, to target: Symbol, _ place: HandedFunction.Place, in frame: Frame, _ inference: Inference
  ) -> HandedFunction? {
    let code = frame.facts.code
    var handed = HandedFunction(target: target, place: place, value: value)
    var given = value
    // A constant is followed to the closure that it was given.
    if case .local(let local) = code[value], case .variable(isLet: true) = code[local].kind,
      let first = code[local].initializer
    {
      given = first
    }
    switch code[given] {
    case .closure(let id):
      let closure = code[id]
      handed.weak = Set(closure.captureList.filter { code[$0].isWeak }.map { code[$0].name })
        .union(code.weakNames(around: closure))
      handed.kept = kept(by: closure, in: frame)
    case .name(let name, implicitSelf: .some):
      guard let type = frame.context, isMethod(name, of: type) else { return nil }
      handed.kept = [Names.self_: value]
    case .member(let base, let name):
      guard case .local(let local) = code[base], let type = inference.type(of: base, in: frame).nominal,
        isMethod(name, of: type)
      else { return nil }
      handed.kept = [code[local].name: value]
    default: return nil
    }
    return handed
  }

  /// The names of what stands outside of a closure, and is kept by it.
  private func kept(by closure: Closure, in frame: Frame) -> [Symbol: ExpressionID] {
    let code = frame.facts.code
    var result: [Symbol: ExpressionID] = [:]
    func note(_ local: LocalID, _ site: ExpressionID) {
      let isInside = closure.firstLocal <= local.index && local.index < closure.endLocal
      guard !isInside, !code[local].isWeak, result[code[local].name] == nil else { return }
      result[code[local].name] = site
    }
    for local in closure.captureList {
      guard case .capture(.strong, let value) = code[local].kind else { continue }
      result[code[local].name] = value
    }
    for index in closure.firstExpression..<closure.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .local(let local), .superReference(let local?): note(local, id)
      case .name(let name, let local?):
        if let type = frame.context, isInstanceMember(name, of: type) { note(local, id) }
      default: continue
      }
    }
    return result
  }

  /// Whether each object of a type has a member of a name.
  func isInstanceMember(_ name: Symbol, of type: NominalID) -> Bool {
    switch member(name, of: type) {
    case .property(let property)?: return !declaration(of: property).isStatic
    case .functions(let functions)?:
      return functions.contains { !declaration(of: $0).isStatic && declaration(of: $0).kind == .function }
    case .known?: return true
    case .type?, .enumCase?, .alias?: return false
    case nil: return projected(name, of: type) != nil
    }
  }
}

extension Code {
  /// The names of what a closure comes to by locals around it that do not keep it: `weak var owner = owner` before it.
  fileprivate func weakNames(around closure: Closure) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for index in closure.firstExpression..<closure.endExpression {
      guard case .local(let local) = self[ExpressionID(index: index)], self[local].declaredWeak,
        local.index < closure.firstLocal || closure.endLocal <= local.index
      else { continue }
      result.insert(self[local].name)
      // Without the local, the closure names what it was given.
      if let value = self[local].initializer, case .local(let given) = self[value] { result.insert(self[given].name) }
    }
    return result
  }
}
