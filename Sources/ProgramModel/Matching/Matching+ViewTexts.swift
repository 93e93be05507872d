import SwiftFacts

/// Texts that were ready in what a view was given, and that the view makes by itself since a change.
extension Matching {
  /// Calls in views that make a text of a date or a number, where the view was given a text that is none any more.
  public func textsMadeInViews() -> [Alteration] {
    let gone = goneTexts()
    let inference = (before: Inference(program: before), after: Inference(program: after))
    return functions.sorted { $0.key < $1.key }.compactMap { function, old -> Alteration? in
      guard changedFiles.contains(after.file(of: function)), !after.isTest(after.file(of: function)),
        let owner = after.owner(of: function), after.isView(owner), before.formatting(in: old) == nil,
        let made = after.formatting(in: function)
      else { return nil }
      // Where it is assigned to something, what was assigned to that before; otherwise all that was read.
      let place = after.written(with: made, in: function)
      let text = before.reads(in: old, writing: place, inference.before).lazy.compactMap { gone[$0] }.first
      let lost = text ?? place.flatMap { givenText(for: $0, in: old, asWellAs: function) }
      let read = after.reads(in: function, within: made, inference.after)
      let new = read.first { isFirstValue($0) } ?? read.first { isGivenInsteadOfTexts($0, to: function, before: old) }
      guard let value = lost ?? new.map(after.name(of:)) else { return nil }
      let code = after[after.file(of: function)].facts.code
      return Alteration(
        kind: lost == nil ? .newValueForView : .textMadeInView,
        span: SourceSpan(file: after.file(of: function), bytes: code.span(of: made)),
        name: code.callee(of: made)?.text ?? "", before: value, affected: [after.name(of: owner)])
    }
  }

  /// Whether a property is new, and the first that is no text in what somebody fills with texts for others to show.
  private func isFirstValue(_ property: PropertyID) -> Bool {
    guard properties[property] == nil, let type = after.owner(of: property), let old = types[type],
      after[type].kind == .struct, !after.isView(type), after.declaration(of: property).isStored,
      !after.isText(property)
    else { return false }
    let stored = before.storedProperties(of: old)
    return !stored.isEmpty && stored.allSatisfy(before.isText)
      && after.isFilledFromOthers(after.declaration(of: property).name, of: type)
  }

  /// Whether a view is handed what has a value, where before it was handed what had nothing but texts, and is no more.
  private func isGivenInsteadOfTexts(_ property: PropertyID, to function: FunctionID, before old: FunctionID) -> Bool {
    guard let type = after.owner(of: property), !after.isView(type), case let now = after.handed(to: function),
      now.contains(type)
    else { return false }
    return before.handed(to: old).contains { former in
      let stored = before.storedProperties(of: former)
      return before[former].kind == .struct && !stored.isEmpty && stored.allSatisfy(before.isText)
        && !now.contains { types[$0] == former }
    }
  }

  /// The text that a method was given to put into a place, where it is given no text of that name any more.
  private func givenText(for place: String, in old: FunctionID, asWellAs new: FunctionID) -> String? {
    let texts = { (program: Program, function: FunctionID) -> [LocalID: Symbol] in
      let code = program[program.file(of: function)].facts.code
      let parameters = program.declaration(of: function).parameters.filter { parameter in
        guard let type = parameter.type, case .named(Words.String, _) = code[type] else { return false }
        return true
      }
      return Dictionary(
        parameters.map { ($0.local, code[$0.local].name) }, uniquingKeysWith: { first, _ in first })
    }
    let given = texts(before, old)
    let kept = Set(texts(after, new).values)
    let code = before[before.file(of: old)].facts.code
    return before.expressions(of: old).lazy.compactMap { index -> String? in
      guard case .assign(let target, let value) = code.expressions[index], code.plainSpelling(of: target) == place,
        case .local(let local) = code[value], let name = given[local], !kept.contains(name)
      else { return nil }
      return name.text
    }.first
  }

  /// The stored texts of types that are no views, by what they were before, that went or are no texts any more.
  private func goneTexts() -> [PropertyID: String] {
    let kept = Set(
      properties.filter { after.isText($0.key) }.map(\.value))
    var result: [PropertyID: String] = [:]
    for property in before.allProperties
    where changedFilesBefore.contains(before.file(of: property)) && !kept.contains(property) {
      guard before.declaration(of: property).isStored, before.isText(property), let owner = before.owner(of: property),
        !before.isView(owner), !before.isTest(before.file(of: property))
      else { continue }
      result[property] = before.name(of: property)
    }
    return result
  }
}

extension Program {
  func isView(_ type: NominalID) -> Bool {
    inherits(type, fromAny: .viewClass) || inherits(type, fromAny: .viewProtocol)
  }

  /// Whether a property is declared as a text, or as one that may be missing.
  fileprivate func isText(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type else { return false }
    let code = self[file(of: property)].facts.code
    switch code[type] {
    case .named(Words.String, _): return true
    case .optional(let inner):
      if case .named(Words.String, _) = code[inner] { return true }
      return false
    default: return false
    }
  }

  /// The first call of a function that makes a text of a value, of its own or of what it was given.
  fileprivate func formatting(in function: FunctionID) -> ExpressionID? {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).lazy.map { ExpressionID(index: Int32($0)) }.first { id in
      guard case .call(let callee, let list) = code[id], case .member(_, let name) = code[callee] else { return false }
      let labels = code[list].map { $0.label ?? Names.wildcard }
      return knowledge[.formatsValue][name].contains { $0.labels == nil || $0.labels == labels }
    }
  }

  /// What a value is assigned to, as a whole or as a part of what is, as it is spelled.
  fileprivate func written(with value: ExpressionID, in function: FunctionID) -> String? {
    let body = Body(function, in: self)
    var inner = value
    while let outer = body.parent(of: inner) {
      if case .assign(let target, inner) = body.code[outer] { return body.code.plainSpelling(of: target) }
      inner = outer
    }
    return nil
  }

  /// Whether somebody makes a value of a type out of what another value has.
  fileprivate func isFilledFromOthers(_ property: Symbol, of type: NominalID) -> Bool {
    isMade(type, giving: property) { value, code in
      guard case .member(let base, _) = code[value] else { return false }
      if case .local(let local) = code[base] { return !code.isSelf(local) }
      return true
    }
  }

  /// The types of the program that a function is handed values of.
  fileprivate func handed(to function: FunctionID) -> [NominalID] {
    declaration(of: function).parameters.compactMap { parameter in
      parameter.type.flatMap { resolve($0, in: file(of: function), context: owner(of: function)).nominal }
    }
  }

  /// The properties that a function reads of something; where a place is given, only to assign to that.
  fileprivate func reads(
    in function: FunctionID, writing place: String?, _ inference: Inference
  ) -> [PropertyID] {
    reads(in: function, inference) { place == nil || written(with: $0, in: function) == place }
  }

  /// Those that stand in an expression.
  fileprivate func reads(
    in function: FunctionID, within value: ExpressionID, _ inference: Inference
  ) -> [PropertyID] {
    let code = self[file(of: function)].facts.code
    let span = code.span(of: value)
    return reads(in: function, inference) { span.contains(code.span(of: $0)) }
  }

  private func reads(
    in function: FunctionID, _ inference: Inference, where isMeant: (ExpressionID) -> Bool
  ) -> [PropertyID] {
    let frame = Frame(function, in: self)
    return expressions(of: function).compactMap { index in
      let id = ExpressionID(index: Int32(index))
      guard case .member(let base, let name) = frame.facts.code[id],
        let type = inference.type(of: base, in: frame).nominal, isMeant(id)
      else { return nil }
      return property(named: name, of: type)
    }
  }
}
