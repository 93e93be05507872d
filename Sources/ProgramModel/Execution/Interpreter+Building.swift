import SwiftFacts

/// Bodies of which a result builder of the program makes one value.
extension Interpreter {
  /// The type that an attribute names, if it builds results.
  func builder(_ name: Symbol, around function: FunctionID) -> NominalID? {
    let type = program.resolve(
      name, arguments: [], in: program.file(of: function), context: program.owner(of: function), generics: [:],
      depth: 0
    ).nominal
    guard let type, program[type].kind != .foreign else { return nil }
    let words: [StandardWord] = [.buildBlock, .buildPartialBlock]
    return words.contains { !methods($0.symbol, of: type).isEmpty } ? type : nil
  }

  /// What builds the answer of a function.
  func builder(of function: FunctionID) -> NominalID? {
    let declaration = program.declaration(of: function)
    var attributes = declaration.attributes
    if case .getter(let property) = declaration.kind {
      attributes = program[program.file(of: function)].facts[property].attributes
    }
    return attributes.lazy.compactMap { self.builder($0, around: function) }.first
  }

  func build(_ block: Int32, _ activation: Activation, _ builder: NominalID) throws -> Value {
    let value = try component(block, activation, builder)
    return try built(.buildFinalResult, [(nil, value)], builder, activation) ?? value
  }

  private func component(_ block: Int32, _ activation: Activation, _ builder: NominalID) throws -> Value {
    let mark = activation.declared.count
    defer { activation.leave(downTo: mark) }
    for local in activation.plan.unset(in: block) { activation.declare(local, .missing) }
    var parts: [Value] = []
    for item in activation.plan.items(of: block) {
      try step()
      switch item {
      case .expression(let id):
        if activation.plan.bound[id] != nil {
          bind(id, try evaluate(id, activation), activation)
        } else if case .choice = activation.code[id], let statement = activation.plan.deciding[id.index] {
          parts.append(try choice(statement, activation, builder))
        } else if case .assign = activation.code[id] {
          _ = try evaluate(id, activation)
        } else {
          let value = try evaluate(id, activation)
          parts.append(try built(.buildExpression, [(nil, value)], builder, activation) ?? value)
        }
      case .statement(let statement):
        guard case .loop(.each) = activation.code.statement(statement).kind else {
          throw halt(.notUnderstood, activation)
        }
        parts.append(try loop(statement, activation, builder))
      case .parts: throw halt(.notUnderstood, activation)
      }
    }
    return try joined(parts, builder, activation)
  }

  private func joined(_ parts: [Value], _ builder: NominalID, _ activation: Activation) throws -> Value {
    if let value = try built(.buildBlock, parts.map { (nil, $0) }, builder, activation) { return value }
    guard let first = parts.first,
      var result = try built(.buildPartialBlock, [(StandardWord.first.symbol, first)], builder, activation)
    else { throw halt(.notUnderstood, activation) }
    for part in parts.dropFirst() {
      let pair = [(StandardWord.accumulated.symbol as Symbol?, result), (StandardWord.next.symbol, part)]
      guard let more = try built(.buildPartialBlock, pair, builder, activation) else {
        throw halt(.notUnderstood, activation)
      }
      result = more
    }
    return result
  }

  private func choice(_ statement: Int32, _ activation: Activation, _ builder: NominalID) throws -> Value {
    let code = activation.code
    guard case .branch = code.statement(statement).kind else { throw halt(.notUnderstood, activation) }
    let mark = activation.declared.count
    defer { activation.leave(downTo: mark) }
    let holds = try holds(statement, activation, from: mark)
    let blocks = code.blocks(of: statement)
    let rest = code.inner(of: statement).last { if case .branch = code.statement($0).kind { true } else { false } }
    func either(_ value: Value, _ label: StandardWord) throws -> Value {
      try built(.buildEither, [(label.symbol, value)], builder, activation) ?? value
    }
    if holds, let block = blocks.first {
      let value = try component(block, activation, builder)
      if blocks.count > 1 || rest != nil { return try either(value, .first) }
      return try built(.buildOptional, [(nil, value)], builder, activation) ?? value
    }
    if let rest { return try either(try choice(rest, activation, builder), .second) }
    if blocks.count > 1 { return try either(try component(blocks[1], activation, builder), .second) }
    guard let value = try built(.buildOptional, [(nil, .missing)], builder, activation) else {
      throw halt(.notUnderstood, activation)
    }
    return value
  }

  private func loop(_ statement: Int32, _ activation: Activation, _ builder: NominalID) throws -> Value {
    let code = activation.code
    let matching = code.inner(of: statement).lazy.compactMap { inner -> (PatternID, ExpressionID)? in
      guard case .matching(let pattern, let source?, nil) = code.statement(inner).kind else { return nil }
      return (pattern, source)
    }.first
    guard let (pattern, source) = matching, let body = code.blocks(of: statement).last else {
      throw halt(.notUnderstood, activation)
    }
    var elements = try sequence(try evaluate(source, activation), activation, at: source)
    var all: [Value] = []
    while let element = try elements.next() {
      let mark = activation.declared.count
      defer { activation.leave(downTo: mark) }
      guard try match(code[pattern], element, activation) else { continue }
      all.append(try component(body, activation, builder))
    }
    guard let value = try built(.buildArray, [(nil, .list(all))], builder, activation) else {
      throw halt(.notUnderstood, activation)
    }
    return value
  }

  /// What a function of the builder makes of some values; nil where it has none that takes them.
  private func built(
    _ word: StandardWord, _ values: [(Symbol?, Value)], _ builder: NominalID, _ activation: Activation
  ) throws -> Value? {
    let given = values.map { Given(label: $0.0, value: $0.1) }
    for group in methods(word.symbol, of: builder) {
      let fitting = group.filter { program.declaration(of: $0).match(given.map(\.argument)[...]) != nil }
      guard !fitting.isEmpty else { continue }
      let function = try choose(fitting, given.map(\.argument)[...], given)
      let own = Cell(.type(.nominal(builder, arguments: [])))
      return try invoke(function, on: own, given, for: places(of: given, for: function), caller: activation)
    }
    return nil
  }
}
