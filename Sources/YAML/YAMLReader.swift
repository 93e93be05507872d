internal import CLibyaml

extension YAMLNode {
  /// The one document of a text; nil if there is none.
  package static func read(_ text: String) throws(YAMLProblem) -> YAMLNode? {
    var text = text
    return try text.withUTF8 { bytes in
      let reader = YAMLReader(bytes)
      return Result { () throws(YAMLProblem) in try reader.document() }
    }.get()
  }
}

/// libyaml's events, put together. An alias is what it stands for; whoever walks the nodes counts them.
private final class YAMLReader {
  private var parser = yaml_parser_t()
  private var anchors: [String: YAMLNode] = [:]

  /// - Parameter bytes: UTF-8 that stays where it is while this lives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    yaml_parser_initialize(&parser)
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
  }

  deinit { yaml_parser_delete(&parser) }

  func document() throws(YAMLProblem) -> YAMLNode? {
    _ = try next()
    guard try next().kind != YAML_STREAM_END_EVENT else { return nil }
    let root = try node(from: next())
    _ = try next()
    let end = try next()
    guard end.kind == YAML_STREAM_END_EVENT else { throw .malformed("but found another document", at: end.mark) }
    return root
  }

  private func node(from event: YAMLEvent) throws(YAMLProblem) -> YAMLNode {
    let node: YAMLNode
    switch event.kind {
    case YAML_ALIAS_EVENT:
      guard let known = event.anchor.flatMap({ anchors[$0] }) else {
        throw .malformed("found undefined alias", at: event.mark)
      }
      return known
    case YAML_SEQUENCE_START_EVENT: node = YAMLNode(content: .list(try items()), mark: event.mark)
    case YAML_MAPPING_START_EVENT: node = YAMLNode(content: .mapping(try pairs()), mark: event.mark)
    default: node = YAMLNode(content: .text(event.text, isPlain: event.isPlain), mark: event.mark)
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private func items() throws(YAMLProblem) -> [YAMLNode] {
    var result: [YAMLNode] = []
    while true {
      let event = try next()
      if event.kind == YAML_SEQUENCE_END_EVENT { return result }
      result.append(try node(from: event))
    }
  }

  private func pairs() throws(YAMLProblem) -> [(key: YAMLNode, value: YAMLNode)] {
    var result: [(key: YAMLNode, value: YAMLNode)] = []
    var event = try next()
    while event.kind != YAML_MAPPING_END_EVENT {
      let key = try node(from: event)
      result.append((key, try node(from: next())))
      event = try next()
    }
    try refuseRepeated(result.map(\.key))
    return result
  }

  private func refuseRepeated(_ keys: [YAMLNode]) throws(YAMLProblem) {
    var marks: [String: [YAMLMark]] = [:]
    for key in keys {
      if case .text(let text, _) = key.content { marks[text, default: []].append(key.mark) }
    }
    let repeated = marks.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    if let mark = repeated.first?.value.first { throw .repeatedKeys(repeated.map(\.key), at: mark) }
  }

  private func next() throws(YAMLProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(event)
  }

  /// What is being read, where that is in brackets.
  private var opened: String? {
    switch parser.context.map({ String(cString: $0) }) {
    case "while parsing a flow sequence": "`[`"
    case "while parsing a flow mapping": "`{`"
    default: nil
    }
  }

  private var problem: YAMLProblem {
    let says = parser.problem.map { String(cString: $0) } ?? "there is not enough memory"
    if parser.error == YAML_PARSER_ERROR, let opened {
      return .malformed("\(opened) is not closed, or a comma is missing in it", at: YAMLMark(parser.context_mark))
    }
    let context = parser.context.map { String(cString: $0) }
    if parser.error == YAML_SCANNER_ERROR, context == "while scanning a quoted scalar" {
      return .malformed("a quotation mark is not closed", at: YAMLMark(parser.context_mark))
    }
    switch parser.error {
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR, YAML_COMPOSER_ERROR:
      return .malformed(says, at: YAMLMark(parser.problem_mark))
    default: return .unreadable(says)
    }
  }
}

/// What of an event is needed once libyaml has freed it.
private struct YAMLEvent {
  var kind: yaml_event_type_t
  var mark: YAMLMark
  var anchor: String?
  var text = ""
  var isPlain = false

  init(_ event: yaml_event_t) {
    kind = event.type
    mark = YAMLMark(event.start_mark)
    switch kind {
    case YAML_ALIAS_EVENT: anchor = event.data.alias.anchor.map { String(cString: $0) }
    case YAML_SEQUENCE_START_EVENT: anchor = event.data.sequence_start.anchor.map { String(cString: $0) }
    case YAML_MAPPING_START_EVENT: anchor = event.data.mapping_start.anchor.map { String(cString: $0) }
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      anchor = scalar.anchor.map { String(cString: $0) }
      text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      isPlain = scalar.plain_implicit == 1 && scalar.style == YAML_PLAIN_SCALAR_STYLE
    default: break
    }
  }
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}
