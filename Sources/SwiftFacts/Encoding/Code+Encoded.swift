extension Code {
  func write(to writer: inout FactsWriter) {
    writer.list(expressions)
    for span in spans { writer.span(span) }
    for mark in marks { writer.byte(mark.rawValue) }
    writer.number(UInt32(words.count))
    for (expression, word) in words.sorted(by: { $0.key < $1.key }) {
      expression.write(to: &writer)
      writer.symbol(word)
    }
    writer.list(patterns)
    writer.list(arguments)
    writer.list(parts)
    writer.list(locals)
    writer.list(closures)
    writer.list(statements)
    writer.list(types)
    writer.list(typeParts)
    writer.list(tupleLabels)
  }
}

extension CodeDraft {
  /// What `Code.write` wrote.
  init(from reader: inout FactsReader) {
    self.init()
    expressions = reader.list()
    spans.reserveCapacity(expressions.count)
    marks.reserveCapacity(expressions.count)
    for _ in expressions.indices { spans.append(reader.span()) }
    for _ in expressions.indices { marks.append(ExpressionMarks(rawValue: reader.byte())) }
    let count = reader.count()
    words.reserveCapacity(count)
    for _ in 0..<count {
      let expression = ExpressionID(from: &reader)
      words[expression] = reader.symbol()
    }
    patterns = reader.list()
    arguments = reader.list()
    parts = reader.list()
    locals = reader.list()
    closures = reader.list()
    statements = reader.list()
    types = reader.list()
    typeParts = reader.list()
    tupleLabels = reader.list()
  }
}

extension Argument: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.optional(label)
    value.write(to: &writer)
    writer.flags(isTrailingClosure)
  }

  init(from reader: inout FactsReader) {
    self.init(label: reader.optional(), value: ExpressionID(from: &reader), isTrailingClosure: reader.byte().has(0))
  }
}

extension Local: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    kind.write(to: &writer)
    writer.optional(type)
    writer.optional(initializer)
    writer.span(span)
    writer.flags(declaredWeak, declaredUnowned)
  }

  init(from reader: inout FactsReader) {
    self.init(
      name: reader.symbol(), kind: Kind(from: &reader), type: reader.optional(), initializer: reader.optional(),
      span: reader.span())
    let flags = reader.byte()
    declaredWeak = flags.has(0)
    declaredUnowned = flags.has(1)
  }
}

extension Local.Kind: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .selfReference: writer.byte(0)
    case .parameter(let position):
      writer.byte(1)
      writer.signed(position)
    case .closureParameter(let closure, let position):
      writer.byte(2)
      closure.write(to: &writer)
      writer.signed(position)
    case .variable(let isLet): writer.byte(isLet ? 3 : 4)
    case .capture(let strength, let value):
      writer.byte(5)
      writer.byte(strength.rawValue)
      value.write(to: &writer)
    case .function(let closure):
      writer.byte(6)
      closure.write(to: &writer)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .selfReference
    case 1: self = .parameter(reader.signed())
    case 2: self = .closureParameter(ClosureID(from: &reader), reader.signed())
    case 3: self = .variable(isLet: true)
    case 4: self = .variable(isLet: false)
    case 5: self = .capture(reader.choice(.strong), value: ExpressionID(from: &reader))
    case 6: self = .function(ClosureID(from: &reader))
    default:
      reader.damage()
      self = .selfReference
    }
  }
}

extension Closure: Encoded {
  func write(to writer: inout FactsWriter) {
    expression.write(to: &writer)
    for number in [firstExpression, endExpression, firstLocal, endLocal] { writer.signed(number) }
    writer.list(parameters)
    writer.list(captureList)
    results.write(to: &writer)
    writer.optional(resultType)
    writer.optional(captureListSpan)
    writer.number(bodyStart)
    writer.number(statementsStart)
    writer.flags(hasSignature, isLocalFunction)
    writer.signed(statementCount)
    writer.signed(statement)
    writer.optional(call)
  }

  init(from reader: inout FactsReader) {
    let expression = ExpressionID(from: &reader)
    let numbers = (reader.signed(), reader.signed(), reader.signed(), reader.signed())
    let parameters: [LocalID] = reader.list()
    let captureList: [LocalID] = reader.list()
    let results = PartList(from: &reader)
    let resultType: TypeID? = reader.optional()
    let captureListSpan: ByteSpan? = reader.optional()
    let starts = (reader.number(), reader.number())
    let flags = reader.byte()
    self.init(
      expression: expression, firstExpression: numbers.0, endExpression: numbers.1, firstLocal: numbers.2,
      endLocal: numbers.3,
      parameters: parameters, captureList: captureList, results: results, resultType: resultType,
      captureListSpan: captureListSpan,
      bodyStart: starts.0, statementsStart: starts.1, hasSignature: flags.has(0), statementCount: reader.signed(),
      isLocalFunction: flags.has(1), statement: reader.signed(), call: reader.optional())
  }
}

extension TypeExpression: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .named(let name, let arguments):
      writer.byte(0)
      writer.symbol(name)
      arguments.write(to: &writer)
    case .member(let base, let name, let arguments):
      writer.byte(1)
      base.write(to: &writer)
      writer.symbol(name)
      arguments.write(to: &writer)
    case .optional(let type):
      writer.byte(2)
      type.write(to: &writer)
    case .array(let type):
      writer.byte(3)
      type.write(to: &writer)
    case .dictionary(let key, let value):
      writer.byte(4)
      key.write(to: &writer)
      value.write(to: &writer)
    case .function(let parameters, let result):
      writer.byte(5)
      parameters.write(to: &writer)
      result.write(to: &writer)
    case .tuple(let parts):
      writer.byte(6)
      parts.write(to: &writer)
    case .composition(let parts):
      writer.byte(7)
      parts.write(to: &writer)
    case .metatype(let type):
      writer.byte(8)
      type.write(to: &writer)
    case .unknown: writer.byte(9)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .named(reader.symbol(), arguments: TypeList(from: &reader))
    case 1: self = .member(TypeID(from: &reader), reader.symbol(), arguments: TypeList(from: &reader))
    case 2: self = .optional(TypeID(from: &reader))
    case 3: self = .array(TypeID(from: &reader))
    case 4: self = .dictionary(TypeID(from: &reader), TypeID(from: &reader))
    case 5: self = .function(parameters: TypeList(from: &reader), result: TypeID(from: &reader))
    case 6: self = .tuple(TypeList(from: &reader))
    case 7: self = .composition(TypeList(from: &reader))
    case 8: self = .metatype(TypeID(from: &reader))
    case 9: self = .unknown
    default:
      reader.damage()
      self = .unknown
    }
  }
}
