import SwiftFacts

/// One value that one function asks for several of its possible types, one after another.
public struct TypeChain: Hashable, Sendable {
  public var function: FunctionID
  /// As the source calls the value.
  public var subject: String
  /// What the value is declared to be.
  public var root: NominalID
  /// The types asked for, in the order of the source; three at least.
  public var types: [NominalID]
  /// Where the first is asked for.
  public var span: SourceSpan
}

extension Program {
  /// The chains over types of the program that are all subtypes of the value's own type, in the order of files.
  ///
  /// A value of a type that the program does not declare is left out: what else it may be is not known.
  public func typeChains(threads: Int) -> [TypeChain] {
    let found = Workers.map(count: functionCount, threads: threads, state: { Inference(program: self) }) {
      inference, index in
      self.typeChains(in: FunctionID(index: Int32(index)), inference)
    }
    return found.flatMap { $0 }
  }

  private func typeChains(in function: FunctionID, _ inference: Inference) -> [TypeChain] {
    let declaration = declaration(of: function)
    guard declaration.hasBody, !isTest(file(of: function)) else { return [] }
    let file = file(of: function)
    let code = self[file].facts.code
    var questions: [String: [(subject: ExpressionID, type: TypeID)]] = [:]
    for index in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression) {
      switch code.expressions[Int(index)] {
      case .cast(let value, to: let type), .test(let value, let type):
        questions[code.spelling(of: value), default: []].append((value, type))
      default: continue
      }
    }
    // The cases of a `switch` bind parts of one and the same expression.
    var bound: [ExpressionID: [(subject: ExpressionID, type: TypeID)]] = [:]
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = code.locals[Int(index)]
      guard let source = local.initializer, let type = local.type else { continue }
      bound[source, default: []].append((source, type))
    }
    for list in bound.values where list.count > 2 {
      questions[code.spelling(of: list[0].subject), default: []] += list
    }
    guard questions.contains(where: { $0.value.count > 2 }) else { return [] }
    let frame = Frame(function, in: self)
    return questions.sorted { $0.key < $1.key }.compactMap { subject, list -> TypeChain? in
      guard list.count > 2, let first = list.map(\.subject).min(),
        let root = inference.type(of: first, in: frame).nominal, self[root].kind == .protocol || self[root].kind == .class,
        // A listener picks the events that it is there for, and leaves the rest to others.
        !knowledge[.isEvent].ends(self[root].name)
      else { return nil }
      var types: [NominalID] = []
      for question in list.sorted(by: { $0.subject < $1.subject }) {
        guard let type = frame.resolve(question.type).nominal, self[type].kind != .protocol, type != root,
          lineage(of: type).contains(root)
        else { continue }
        if !types.contains(type) { types.append(type) }
      }
      guard types.count > 2 else { return nil }
      return TypeChain(
        function: function, subject: subject, root: root, types: types,
        span: SourceSpan(file: file, bytes: code.span(of: first)))
    }
  }
}
