extension TypeDeclaration: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.byte(kind.rawValue)
    writer.symbol(name)
    writer.optional(extended)
    writer.optional(parent)
    writer.list(inherited)
    writer.list(generics)
    writer.list(cases)
    writer.list(attributes)
    writer.byte(access.rawValue)
    writer.span(nameSpan)
    writer.span(span)
  }

  init(from reader: inout FactsReader) {
    self.init(
      kind: reader.choice(.extension), name: reader.symbol(), extended: reader.optional(), parent: reader.optional(),
      inherited: reader.list(), generics: reader.list(), cases: reader.list(), attributes: reader.list(),
      access: reader.choice(.module), nameSpan: reader.span(), span: reader.span())
  }
}

extension TypeDeclaration.Inheritance: Encoded {
  func write(to writer: inout FactsWriter) {
    type.write(to: &writer)
    writer.span(span)
  }

  init(from reader: inout FactsReader) { self.init(type: TypeID(from: &reader), span: reader.span()) }
}

extension TypeDeclaration.GenericParameter: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    writer.optional(bound)
  }

  init(from reader: inout FactsReader) { self.init(name: reader.symbol(), bound: reader.optional()) }
}

extension TypeDeclaration.EnumCase: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    writer.list(payload)
    writer.optional(rawValue)
    writer.span(span)
  }

  init(from reader: inout FactsReader) {
    self.init(name: reader.symbol(), payload: reader.list(), rawValue: reader.optional(), span: reader.span())
  }
}

extension TypeDeclaration.Payload: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.optional(label)
    writer.optional(name)
    type.write(to: &writer)
  }

  init(from reader: inout FactsReader) {
    self.init(label: reader.optional(), name: reader.optional(), type: TypeID(from: &reader))
  }
}

extension FunctionDeclaration: Encoded {
  func write(to writer: inout FactsWriter) {
    kind.write(to: &writer)
    writer.symbol(name)
    writer.optional(parent)
    writer.list(parameters)
    writer.optional(result)
    writer.list(generics)
    writer.flags(isStatic, isOverride, isPrivate, isPublic, hasBody)
    writer.byte(effects.rawValue)
    writer.list(attributes)
    writer.optional(selfLocal)
    writer.optional(setterLocal)
    for number in [firstExpression, endExpression, firstLocal, endLocal, firstStatement, endStatement] {
      writer.signed(number)
    }
    results.write(to: &writer)
    writer.span(nameSpan)
    writer.span(span)
  }

  init(from reader: inout FactsReader) {
    let kind = Kind(from: &reader)
    let name = reader.symbol()
    let parent: TypeIndex? = reader.optional()
    let parameters: [Parameter] = reader.list()
    let result: TypeID? = reader.optional()
    let generics: [TypeDeclaration.GenericParameter] = reader.list()
    let flags = reader.byte()
    self.init(
      kind: kind, name: name, parent: parent, parameters: parameters, result: result, generics: generics,
      isStatic: flags.has(0),
      isOverride: flags.has(1), isPrivate: flags.has(2), isPublic: flags.has(3), hasBody: flags.has(4),
      effects: Effects(rawValue: reader.byte()), attributes: reader.list(), selfLocal: reader.optional(),
      setterLocal: reader.optional(), firstExpression: reader.signed(), endExpression: reader.signed(),
      firstLocal: reader.signed(),
      endLocal: reader.signed(),
      firstStatement: reader.signed(), endStatement: reader.signed(), results: PartList(from: &reader),
      nameSpan: reader.span(),
      span: reader.span())
  }
}

extension FunctionDeclaration.Kind: Encoded {
  func write(to writer: inout FactsWriter) {
    func write(_ tag: UInt8, _ property: PropertyIndex? = nil) {
      writer.byte(tag)
      property?.write(to: &writer)
    }
    switch self {
    case .function: write(0)
    case .initializer: write(1)
    case .deinitializer: write(2)
    case .subscript: write(3)
    case .getter(let property): write(4, property)
    case .setter(let property): write(5, property)
    case .observer(let property): write(6, property)
    case .initialValue(let property): write(7, property)
    case .topLevel: write(8)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .function
    case 1: self = .initializer
    case 2: self = .deinitializer
    case 3: self = .subscript
    case 4: self = .getter(PropertyIndex(from: &reader))
    case 5: self = .setter(PropertyIndex(from: &reader))
    case 6: self = .observer(PropertyIndex(from: &reader))
    case 7: self = .initialValue(PropertyIndex(from: &reader))
    case 8: self = .topLevel
    default:
      reader.damage()
      self = .function
    }
  }
}

extension FunctionDeclaration.Parameter: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.optional(label)
    local.write(to: &writer)
    writer.optional(type)
    writer.flags(isEscaping, isMarkedEscaping, isAutoclosure, isVariadic)
    writer.byte(closureKind.rawValue)
    writer.optional(defaultValue)
    writer.optional(builder)
  }

  init(from reader: inout FactsReader) {
    let label: Symbol? = reader.optional()
    let local = LocalID(from: &reader)
    let type: TypeID? = reader.optional()
    let flags = reader.byte()
    self.init(
      label: label, local: local, type: type, isEscaping: flags.has(0), isMarkedEscaping: flags.has(1),
      closureKind: reader.choice(.perhaps), isAutoclosure: flags.has(2), isVariadic: flags.has(3),
      defaultValue: reader.optional(), builder: reader.optional())
  }
}

extension PropertyDeclaration: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    writer.optional(parent)
    writer.optional(type)
    writer.optional(initialValue)
    writer.optional(getter)
    writer.flags(isStored, isLet, isLazy, isStatic, isOverride, isPrivate, isPublic, isRequirement)
    writer.byte(strength.rawValue)
    writer.list(attributes)
    writer.span(nameSpan)
    writer.span(span)
    writer.span(keywordSpan)
  }

  init(from reader: inout FactsReader) {
    let name = reader.symbol()
    let parent: TypeIndex? = reader.optional()
    let type: TypeID? = reader.optional()
    let initialValue: FunctionIndex? = reader.optional()
    let getter: FunctionIndex? = reader.optional()
    let flags = reader.byte()
    self.init(
      name: name, parent: parent, type: type, initialValue: initialValue, getter: getter, isStored: flags.has(0),
      isLet: flags.has(1),
      isLazy: flags.has(2), isStatic: flags.has(3), isOverride: flags.has(4), isPrivate: flags.has(5),
      isPublic: flags.has(6),
      isRequirement: flags.has(7), strength: reader.choice(.strong), attributes: reader.list(), nameSpan: reader.span(),
      span: reader.span(), keywordSpan: reader.span())
  }
}

extension TypeAliasDeclaration: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    writer.optional(parent)
    type.write(to: &writer)
    writer.byte(access.rawValue)
  }

  init(from reader: inout FactsReader) {
    self.init(
      name: reader.symbol(), parent: reader.optional(), type: TypeID(from: &reader), access: reader.choice(.module))
  }
}

extension ImportDeclaration: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(module)
    writer.flags(isTestable, isExported)
  }

  init(from reader: inout FactsReader) {
    let module = reader.symbol()
    let flags = reader.byte()
    self.init(module: module, isTestable: flags.has(0), isExported: flags.has(1))
  }
}

extension AttributeArgument: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.symbol(name)
    writer.symbol(text)
    writer.span(span)
  }

  init(from reader: inout FactsReader) {
    self.init(name: reader.symbol(), text: reader.symbol(), span: reader.span())
  }
}

extension UInt8 {
  /// One of the yeses and noes that `FactsWriter.flags` put into a byte.
  func has(_ place: UInt8) -> Bool { self & (1 << place) != 0 }
}
