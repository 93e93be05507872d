extension FileFacts {
  /// All they say, as bytes that another process reads with `FactsMaker.facts(decoding:)`. O(size).
  public func encoded() -> [UInt8] {
    var writer = FactsWriter()
    writer.optional(obstacle)
    writer.list(types)
    writer.list(functions)
    writer.list(properties)
    writer.list(aliases)
    writer.list(importDeclarations)
    code.write(to: &writer)
    writer.list(attributes)
    writer.list(built)
    writer.list(debugSpans)
    writer.number(UInt32(lineStarts.count))
    var last: UInt32 = 0
    for start in lineStarts {
      writer.number(start - last)
      last = start
    }
    writer.byte(isTabbed ? 1 : 0)
    writer.list(allowances)
    writer.byte(flaw == nil ? 0 : 1)
    if let flaw { writer.number(flaw) }
    return writer.record
  }

  /// Nil where the bytes are none that `encoded` writes.
  convenience init?(from reader: inout FactsReader) {
    let obstacle: Obstacle? = reader.optional()
    var draft = Draft()
    draft.types = reader.list()
    draft.functions = reader.list()
    draft.properties = reader.list()
    draft.aliases = reader.list()
    draft.imports = reader.list()
    draft.code = CodeDraft(from: &reader)
    draft.attributes = reader.list()
    draft.built = reader.list()
    draft.debugSpans = reader.list()
    let count = reader.count()
    var starts: [UInt32] = []
    starts.reserveCapacity(count)
    var last: UInt32 = 0
    for _ in 0..<count {
      last = last &+ reader.number()
      starts.append(last)
    }
    let scan = SourceScan(lineStarts: starts, isTabbed: reader.byte() == 1, allowances: reader.list())
    let flaw = reader.byte() == 0 ? nil : reader.number()
    guard !reader.isDamaged, reader.isAtEnd else { return nil }
    if let obstacle { self.init(obstacle: obstacle, scan: scan) } else { self.init(draft, scan: scan, flaw: flaw) }
  }
}

extension FactsMaker {
  /// What `FileFacts.encoded` wrote; nil where it did not write these bytes.
  public func facts(decoding bytes: UnsafeRawBufferPointer) -> FileFacts? {
    var reader = FactsReader(bytes, symbols: symbols)
    return FileFacts(from: &reader)
  }
}

extension FileFacts.Obstacle: Encoded {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .notUTF8: writer.byte(0)
    case .conflictMarkers(let line):
      writer.byte(1)
      writer.number(UInt32(clamping: line))
    case .nestedTooDeeply: writer.byte(2)
    case .tooLarge: writer.byte(3)
    case .storedElsewhere: writer.byte(4)
    }
  }

  init(from reader: inout FactsReader) {
    switch reader.byte() {
    case 0: self = .notUTF8
    case 1: self = .conflictMarkers(line: Int(reader.number()))
    case 2: self = .nestedTooDeeply
    case 3: self = .tooLarge
    case 4: self = .storedElsewhere
    default:
      reader.damage()
      self = .notUTF8
    }
  }
}

extension Allowance: Encoded {
  func write(to writer: inout FactsWriter) {
    writer.list(rules)
    writer.byte(reason == nil ? 0 : 1)
    if let reason { writer.text(reason) }
    writer.number(UInt32(clamping: line))
    writer.span(bytes)
  }

  init(from reader: inout FactsReader) {
    let rules: [Symbol] = reader.list()
    let reason = reader.byte() == 0 ? nil : reader.text()
    self.init(rules: rules, reason: reason, line: Int(reader.number()), bytes: reader.span())
  }
}
