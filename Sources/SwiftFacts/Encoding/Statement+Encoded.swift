extension Statement: Encoded {
  func write(to writer: inout FactsWriter) {
    kind.write(to: &writer)
    writer.signed(firstExpression)
    writer.signed(endExpression)
    writer.signed(end)
    writer.span(span)
    writer.signed(count)
  }

  init(from reader: inout FactsReader) {
    self.init(
      kind: Kind(from: &reader), firstExpression: reader.signed(), endExpression: reader.signed(), end: reader.signed(),
      span: reader.span(), count: reader.signed())
  }
}

extension Statement.Kind: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .block: writer.byte(0)
    case .branch: writer.byte(1)
    case .guarding: writer.byte(2)
    case .selection(let subject):
      writer.byte(3)
      subject.write(to: &writer)
    case .selectionCase(let isUnknown): writer.byte(isUnknown ? 4 : 5)
    case .matching(let pattern, let subject, let condition):
      writer.byte(6)
      pattern.write(to: &writer)
      writer.optional(subject)
      writer.optional(condition)
    case .ternary: writer.byte(7)
    case .condition(let condition, let value):
      writer.byte(8)
      writer.byte(condition.rawValue)
      writer.optional(value)
    case .loop(let loop):
      writer.byte(9)
      writer.byte(loop.rawValue)
    case .attempt: writer.byte(10)
    case .catching(let isTotal): writer.byte(isTotal ? 11 : 12)
    case .deferred: writer.byte(13)
    case .leave(let exit, let label):
      writer.byte(14)
      writer.byte(exit.rawValue)
      writer.optional(label)
    case .skippable(let skip, let value):
      writer.byte(15)
      writer.byte(skip.rawValue)
      value.write(to: &writer)
    case .trying(let trying):
      writer.byte(16)
      writer.byte(trying.rawValue)
    case .awaiting: writer.byte(17)
    case .compilation(let hasElse): writer.byte(hasElse ? 18 : 19)
    case .closure(let closure):
      writer.byte(20)
      closure.write(to: &writer)
    case .declaration: writer.byte(21)
    case .labelled(let label):
      writer.byte(22)
      writer.symbol(label)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .block
    case 1: self = .branch
    case 2: self = .guarding
    case 3: self = .selection(subject: ExpressionID(from: &reader))
    case 4: self = .selectionCase(isUnknown: true)
    case 5: self = .selectionCase(isUnknown: false)
    case 6: self = .matching(PatternID(from: &reader), of: reader.optional(), where: reader.optional())
    case 7: self = .ternary
    case 8: self = .condition(reader.choice(.test), value: reader.optional())
    case 9: self = .loop(reader.choice(.each))
    case 10: self = .attempt
    case 11: self = .catching(isTotal: true)
    case 12: self = .catching(isTotal: false)
    case 13: self = .deferred
    case 14: self = .leave(reader.choice(.return), label: reader.optional())
    case 15: self = .skippable(reader.choice(.chain), after: ExpressionID(from: &reader))
    case 16: self = .trying(reader.choice(.propagating))
    case 17: self = .awaiting
    case 18: self = .compilation(hasElse: true)
    case 19: self = .compilation(hasElse: false)
    case 20: self = .closure(ClosureID(from: &reader))
    case 21: self = .declaration
    case 22: self = .labelled(reader.symbol())
    default:
      reader.damage()
      self = .block
    }
  }
}

extension Pattern: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .any: writer.byte(0)
    case .binding(let local):
      writer.byte(1)
      local.write(to: &writer)
    case .optional(let inner):
      writer.byte(2)
      inner.write(to: &writer)
    case .enumCase(let name, let payload):
      writer.byte(3)
      writer.symbol(name)
      writer.list(payload)
    case .tuple(let parts):
      writer.byte(4)
      writer.list(parts)
    case .type(let type, let inner):
      writer.byte(5)
      type.write(to: &writer)
      writer.optional(inner)
    case .value(let value):
      writer.byte(6)
      value.write(to: &writer)
    case .unknown: writer.byte(7)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .any
    case 1: self = .binding(LocalID(from: &reader))
    case 2: self = .optional(Pattern(from: &reader))
    case 3: self = .enumCase(reader.symbol(), payload: reader.list())
    case 4: self = .tuple(reader.list())
    case 5: self = .type(TypeID(from: &reader), reader.optional())
    case 6: self = .value(ExpressionID(from: &reader))
    case 7: self = .unknown
    default:
      reader.damage()
      self = .unknown
    }
  }
}
