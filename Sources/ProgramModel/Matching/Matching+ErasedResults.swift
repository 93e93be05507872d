import SwiftFacts

/// Functions and properties whose value had a type, and says nothing of itself since the change.
extension Matching {
  /// Functions that answer with `Any` or the like, and stored properties that hold it, where somebody asks the value
  /// for its types now.
  public func erasedResults() -> [Alteration] {
    var erased: [ErasedValue: ErasedType] = [:]
    for (function, old) in functions
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      let (file, oldFile) = (after.file(of: function), before.file(of: old))
      let (now, was) = (after.declaration(of: function).result, before.declaration(of: old).result)
      guard let type = erasure(of: was, in: oldFile, to: now, in: file) else { continue }
      let former = was.map { Frame(old, in: before).resolve($0) }
      erased[.function(function)] = type.declared(by: before.isOfProgram(former))
    }
    for (property, old) in properties
    where changedFiles.contains(after.file(of: property)) && !after.isTest(after.file(of: property)) {
      let (file, oldFile) = (after.file(of: property), before.file(of: old))
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, let type = erasure(of: was.type, in: oldFile, to: now.type, in: file) else { continue }
      let former = was.type.map { before.resolve($0, in: oldFile, context: before.owner(of: old)) }
      erased[.property(property)] = type.declared(by: before.isOfProgram(former))
    }
    guard !erased.isEmpty else { return [] }
    let askers = after.askersForTypes(of: Set(erased.keys))
    return erased.compactMap { value, type in
      // A type that is not the program's own is missed only where one of several is to be told from the others.
      let found = (askers[value] ?? []).filter { type.isOfProgram || $0.count > 1 }
      guard !found.isEmpty else { return nil }
      let (kind, span, name): (Alteration.Kind, SourceSpan, String) =
        switch value {
        case .function(let id): (.erasedResult, after.span(of: id), after.name(of: id))
        case .property(let id): (.erasedValue, after.span(of: id), after.name(of: id))
        }
      let places = found.map(\.span)
      return Alteration(
        kind: kind, span: span, name: name, before: type.was, after: type.now,
        affected: places.map { after.declarationName(at: $0.bytes.start, in: $0.file) }, evidence: places)
    }.sorted { $0.span < $1.span }
  }

  private func erasure(of former: TypeID?, in oldFile: FileID, to type: TypeID?, in file: FileID) -> ErasedType? {
    guard let former, let type else { return nil }
    let (code, oldCode) = (after[file].facts.code, before[oldFile].facts.code)
    guard code.saysNothing(type, after.knowledge), !oldCode.saysNothing(former, before.knowledge) else { return nil }
    return ErasedType(was: oldCode.spelling(of: former), now: code.spelling(of: type))
  }
}

private enum ErasedValue: Hashable {
  case function(FunctionID)
  case property(PropertyID)
}

private struct ErasedType {
  var was: String
  var now: String
  /// Whether the program declares what it was.
  var isOfProgram = false

  func declared(by program: Bool) -> Self { Self(was: was, now: now, isOfProgram: program) }
}

extension Code {
  /// Whether a type, or what an optional or a list of it holds, says nothing of its values.
  fileprivate func saysNothing(_ type: TypeID, _ knowledge: Knowledge) -> Bool {
    switch self[type] {
    case .named(let name, let arguments): arguments.count == 0 && knowledge[.typeOfAnything].contains(name)
    case .optional(let inner), .array(let inner): saysNothing(inner, knowledge)
    case .composition(let parts): self[parts].allSatisfy { saysNothing($0, knowledge) }
    default: false
    }
  }
}

extension Program {
  /// Whether a type, or what an optional or a list of it holds, is a type that the program declares.
  fileprivate func isOfProgram(_ type: Type?) -> Bool {
    switch type {
    case .array(let element): isOfProgram(element)
    case .nominal(let id, _): self[id].kind != .foreign
    default: false
    }
  }

  /// Where what some functions answer with, or some properties hold, is asked whether it is of a type, and of how many.
  fileprivate func askersForTypes(
    of values: Set<ErasedValue>
  ) -> [ErasedValue: [(span: SourceSpan, count: Int)]] {
    let names = Set(
      values.map { value in
        switch value {
        case .function(let id): declaration(of: id).name
        case .property(let id): declaration(of: id).name
        }
      })
    let inference = Inference(program: self)
    var result: [ErasedValue: [(span: SourceSpan, count: Int)]] = [:]
    for caller in functions(mentioning: names) {
      let frame = Frame(caller, in: self)
      let code = frame.facts.code
      /// The function whose answer a value is, or the property that holds it.
      func origin(_ id: ExpressionID, _ depth: Int = 0) -> ErasedValue? {
        switch code[id] {
        case .local(let local) where depth < 4: return code[local].initializer.flatMap { origin($0, depth + 1) }
        // One of what a list holds.
        case .element(let source) where depth < 4: return origin(source, depth + 1)
        case .subscripted(let list, _) where depth < 4: return origin(list, depth + 1)
        case .call:
          guard code.callee(of: id).map(names.contains) == true,
            case .functions(let targets) = inference.target(of: id, in: frame).kind
          else { return nil }
          return targets.lazy.map(ErasedValue.function).first(where: values.contains)
        case .member(let base, let name) where names.contains(name):
          guard let owner = inference.type(of: base, in: frame).nominal, let property = property(named: name, of: owner)
          else { return nil }
          return values.contains(.property(property)) ? .property(property) : nil
        case .name(let name, .some) where names.contains(name):
          guard let owner = frame.context, let property = property(named: name, of: owner) else { return nil }
          return values.contains(.property(property)) ? .property(property) : nil
        default: return nil
        }
      }
      var asked: [(value: ErasedValue, span: ByteSpan, count: Int)] = []
      func note(_ value: ExpressionID, at span: ByteSpan, types: Int = 1) {
        guard let value = origin(value) else { return }
        if let known = asked.firstIndex(where: { $0.value == value }) {
          asked[known].count += types
        } else {
          asked.append((value, span, types))
        }
      }
      for index in expressions(of: caller) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .cast(let value, _) where !code.marks(of: id).isDisjoint(with: [.conditional, .forced]):
          note(value, at: code.span(of: id))
        case .test(let value, _): note(value, at: code.span(of: id))
        default: continue
        }
      }
      let declaration = declaration(of: caller)
      for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
        guard let selection = code.selection(index) else { continue }
        let types = selection.cases.flatMap(\.items).count { if case .type = $0.pattern { true } else { false } }
        if types > 0 { note(selection.subject, at: code.span(of: selection.subject), types: types) }
      }
      for one in asked {
        result[one.value, default: []].append((SourceSpan(file: frame.file, bytes: one.span), one.count))
      }
    }
    return result
  }
}
