import SwiftFacts

/// What a call that lets go of something lets go of, where the code says so: which entry of a collection, of which
/// object.
struct EndTarget {
  private let program: Program
  private let frames: Frames
  private let inference: Inference
  /// The key under which the cycle is put into the collection that is emptied; nil where that is no constant.
  let key: EntryKey?
  /// The property that has the object whose slot is emptied.
  private let holder: (name: Symbol, owner: NominalID)?

  /// - Parameter index: The link whose slot is emptied.
  init(of cycle: Cycle, at index: Int?, _ frames: Frames, _ inference: Inference, in program: Program) {
    self.program = program
    self.frames = frames
    self.inference = inference
    guard let index else {
      key = nil
      holder = nil
      return
    }
    let links = cycle.links
    key = links[(index + 1)...].first.flatMap { program.key(filling: $0, of: cycle, frames, inference) }
    let before = links[(index + links.count - 1) % links.count]
    holder =
      switch before.how {
      case .property(let property):
        program.owner(of: property).map { (program.declaration(of: property).name, $0) }
      case .knownProperty(let name) where name.isMarked: before.type.nominal.map { (name, $0) }
      default: nil
      }
  }

  /// Whether a method is called on what another property of the same object has, which is not what this one has.
  func isOfAnother(_ callee: ExpressionID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    guard let holder, case .member(let base, _) = code[callee], let name = code.ownProperty(base), name != holder.name,
      let owner = program.owner(of: function), program.lineage(of: owner).contains(holder.owner)
    else { return false }
    return [name, holder.name].allSatisfy { hasOneOfItsOwn($0, owner) }
  }

  /// Whether a property is given an object made for it where it is declared, and no other ever.
  private func hasOneOfItsOwn(_ name: Symbol, _ owner: NominalID) -> Bool {
    if name.isMarked { return name.text.first == "$" }
    guard case .property(let property)? = program.member(name, of: owner) else { return false }
    let declaration = program.declaration(of: property)
    guard declaration.isLet, !declaration.isStatic, let value = declaration.initialValue else { return false }
    let frame = frames[program.function(value, in: program.file(of: property))]
    let results = frame.facts.code[frame.declaration.results]
    guard results.count == 1, let made = results.first, case .call = frame.facts.code[made] else { return false }
    return switch inference.target(of: made, in: frame).kind {
    case .functions(let functions): functions.allSatisfy { program.declaration(of: $0).kind == .initializer }
    case .memberwise: true
    case .foreign(_, _, let isInitializer): isInitializer
    case .enumCase, .value: false
    }
  }
}

/// A key of a dictionary that the code spells out.
struct EntryKey: Hashable {
  /// A literal as it is written, or a case with literals as its values.
  private let text: String

  init?(_ id: ExpressionID, in code: Code) {
    switch code[id] {
    case .literal(.string(_?)), .literal(.number), .literal(.boolean): text = code.spelling(of: id)
    case .implicitMember(let name): text = ".\(name)"
    case .call(let callee, let list):
      guard case .implicitMember(let name) = code[callee] else { return nil }
      let values = code[list].map { argument -> String? in
        if case .literal(.number) = code[argument.value] { return code.spelling(of: argument.value) }
        if case .literal(.string(_?)) = code[argument.value] { return code.spelling(of: argument.value) }
        return nil
      }
      guard !values.contains(nil) else { return nil }
      text = ".\(name)(\(values.compactMap(\.self).joined(separator: ", ")))"
    default: return nil
    }
  }
}

extension Program {
  /// The constant under which a link is put into a collection, itself or by the function that is called for it.
  fileprivate func key(filling link: Cycle.Link, of cycle: Cycle, _ frames: Frames, _ inference: Inference)
    -> EntryKey?
  {
    guard case .store(.element) = link.how, let span = link.span, span.file == file(of: cycle.function),
      let site = expression(at: span.bytes, in: cycle.function)
    else { return nil }
    let frame = frames[cycle.function]
    let code = frame.facts.code
    if let key = code.keyAssigned(at: site) { return EntryKey(key, in: code) }
    guard case .call(_, let list) = code[site],
      case .functions(let functions) = inference.target(of: site, in: frame).kind, functions.count == 1,
      let filling = functions.first, let step = link.steps.last?.span, step.file == file(of: filling),
      let store = expression(at: step.bytes, in: filling)
    else { return nil }
    let inner = self[step.file].facts.code
    guard let key = inner.keyAssigned(at: store), case .local(let local) = inner[key],
      let position = declaration(of: filling).parameters.firstIndex(where: { $0.local == local }),
      let match = declaration(of: filling).match(code[list]), let at = match.firstIndex(of: position)
    else { return nil }
    return EntryKey(code[list][code[list].startIndex + at].value, in: code)
  }

  /// The call or assignment that stands at a place of a function.
  private func expression(at span: ByteSpan, in function: FunctionID) -> ExpressionID? {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).lazy.map { ExpressionID(index: Int32($0)) }.first { id in
      guard code.span(of: id) == span else { return false }
      switch code[id] {
      case .call, .assign: return true
      default: return false
      }
    }
  }
}

extension Code {
  /// `key` of `list[key] = value`.
  fileprivate func keyAssigned(at site: ExpressionID) -> ExpressionID? {
    guard case .assign(let target, _) = self[site], case .subscripted(_, let list) = self[target], list.count == 1
    else { return nil }
    return self[list].first?.value
  }
}
