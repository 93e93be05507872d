extension Expression: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .name(let name, let implicitSelf):
      writer.byte(0)
      writer.symbol(name)
      writer.optional(implicitSelf)
    case .local(let local):
      writer.byte(1)
      local.write(to: &writer)
    case .superReference(let local):
      writer.byte(2)
      writer.optional(local)
    case .member(let base, let name):
      writer.byte(3)
      base.write(to: &writer)
      writer.symbol(name)
    case .implicitMember(let name):
      writer.byte(4)
      writer.symbol(name)
    case .call(let callee, let arguments):
      writer.byte(5)
      callee.write(to: &writer)
      arguments.write(to: &writer)
    case .subscripted(let base, let arguments):
      writer.byte(6)
      base.write(to: &writer)
      arguments.write(to: &writer)
    case .closure(let closure):
      writer.byte(7)
      closure.write(to: &writer)
    case .assign(let target, let value):
      writer.byte(8)
      target.write(to: &writer)
      value.write(to: &writer)
    case .mutate(let target, let value):
      writer.byte(9)
      target.write(to: &writer)
      value.write(to: &writer)
    case .cast(let value, let type):
      writer.byte(10)
      value.write(to: &writer)
      type.write(to: &writer)
    case .test(let value, let type):
      writer.byte(11)
      value.write(to: &writer)
      type.write(to: &writer)
    case .type(let type):
      writer.byte(12)
      type.write(to: &writer)
    case .literal(let literal):
      writer.byte(13)
      literal.write(to: &writer)
    case .choice(let parts):
      writer.byte(14)
      parts.write(to: &writer)
    case .array(let parts):
      writer.byte(15)
      parts.write(to: &writer)
    case .dictionary(let parts):
      writer.byte(16)
      parts.write(to: &writer)
    case .tuple(let arguments):
      writer.byte(17)
      arguments.write(to: &writer)
    case .operation(let sign, let parts):
      writer.byte(18)
      writer.symbol(sign)
      parts.write(to: &writer)
    case .keyPath(let name):
      writer.byte(19)
      writer.optional(name)
    case .compound(let parts):
      writer.byte(20)
      parts.write(to: &writer)
    case .element(let source):
      writer.byte(21)
      source.write(to: &writer)
    case .payload(let source, let name, let index):
      writer.byte(22)
      source.write(to: &writer)
      writer.symbol(name)
      writer.number(UInt32(index))
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .name(reader.symbol(), implicitSelf: reader.optional())
    case 1: self = .local(LocalID(from: &reader))
    case 2: self = .superReference(reader.optional())
    case 3: self = .member(ExpressionID(from: &reader), reader.symbol())
    case 4: self = .implicitMember(reader.symbol())
    case 5: self = .call(ExpressionID(from: &reader), ArgumentList(from: &reader))
    case 6: self = .subscripted(ExpressionID(from: &reader), ArgumentList(from: &reader))
    case 7: self = .closure(ClosureID(from: &reader))
    case 8: self = .assign(target: ExpressionID(from: &reader), value: ExpressionID(from: &reader))
    case 9: self = .mutate(target: ExpressionID(from: &reader), value: ExpressionID(from: &reader))
    case 10: self = .cast(ExpressionID(from: &reader), to: TypeID(from: &reader))
    case 11: self = .test(ExpressionID(from: &reader), TypeID(from: &reader))
    case 12: self = .type(TypeID(from: &reader))
    case 13: self = .literal(Literal(from: &reader))
    case 14: self = .choice(PartList(from: &reader))
    case 15: self = .array(PartList(from: &reader))
    case 16: self = .dictionary(PartList(from: &reader))
    case 17: self = .tuple(ArgumentList(from: &reader))
    case 18: self = .operation(reader.symbol(), PartList(from: &reader))
    case 19: self = .keyPath(reader.optional())
    case 20: self = .compound(PartList(from: &reader))
    case 21: self = .element(ExpressionID(from: &reader))
    case 22:
      self = .payload(ExpressionID(from: &reader), reader.symbol(), index: UInt16(truncatingIfNeeded: reader.number()))
    default:
      reader.damage()
      self = .literal(.other)
    }
  }
}

extension Literal: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .null: writer.byte(0)
    case .boolean(let value): writer.byte(value ? 1 : 2)
    case .string(let text):
      writer.byte(3)
      writer.optional(text)
    case .number(let text):
      writer.byte(4)
      writer.symbol(text)
    case .other: writer.byte(5)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .null
    case 1: self = .boolean(true)
    case 2: self = .boolean(false)
    case 3: self = .string(reader.optional())
    case 4: self = .number(reader.symbol())
    case 5: self = .other
    default:
      reader.damage()
      self = .other
    }
  }
}
