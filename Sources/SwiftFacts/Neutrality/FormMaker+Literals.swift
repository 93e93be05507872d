import ReviewModel
import SwiftParser
import SwiftSyntax

extension FormMaker {
  /// A number without the separators between its digits.
  func number(_ token: TokenSyntax, _ tag: Form.Tag) -> Form.ID {
    let text = token.text
    let plain = text.filter { $0 != "_" }.lowercased()
    if plain != text { notes.append(FormNote(neutrality: .redundant, byte: bytes(of: token).lowerBound)) }
    return leaf(tag, plain, bytes: bytes(of: token))
  }

  /// A string by its value, however it is spelled.
  func string(_ node: StringLiteralExprSyntax) -> Form.ID {
    guard !node.hasError else { return generic(Syntax(node)) }
    let isSimple = node.openingPounds == nil && node.openingQuote.tokenKind == .stringQuote
    if isSimple, node.segments.count == 1, case .stringSegment(let segment)? = node.segments.first,
      let value = plainValue(of: segment)
    {
      return leaf(.made(.text), value, bytes: bytes(of: node))
    }
    if let value = node.representedLiteralValue {
      if !isSimple { note(.redundant, node) } else if value != spelling(node.segments) { note(.redundant, node) }
      return leaf(.made(.text), value, bytes: bytes(of: node))
    }
    // With interpolations: the text between them by its value.
    var parts: [Form.ID] = []
    var run: [StringLiteralSegmentListSyntax.Element] = []
    func endRun() {
      guard !run.isEmpty else { return }
      let first = run[0].positionAfterSkippingLeadingTrivia.utf8Offset
      let last = run[run.count - 1].endPositionBeforeTrailingTrivia.utf8Offset
      if isSimple, run.count == 1, case .stringSegment(let segment) = run[0], let value = plainValue(of: segment) {
        if !value.isEmpty { parts.append(leaf(.made(.text), value, bytes: bytes(of: segment))) }
        run = []
        return
      }
      let literal = node.with(\.segments, StringLiteralSegmentListSyntax(run))
      let bytes = UInt32(clamping: first)..<UInt32(clamping: max(first, last))
      if let value = literal.representedLiteralValue {
        if !value.isEmpty { parts.append(leaf(.made(.text), value, bytes: bytes)) }
      } else {
        parts.append(leaf(.made(.raw), run.map(\.trimmedDescription).joined(), bytes: bytes))
      }
      run = []
    }
    for segment in node.segments {
      switch segment {
      case .stringSegment: run.append(segment)
      case .expressionSegment(let expression):
        endRun()
        parts.append(made(.call, expression.expressions.map { make($0) }, bytes: bytes(of: expression.leftParen)))
      }
    }
    endRun()
    if !isSimple { note(.redundant, node) }
    return made(.text, parts, bytes: bytes(of: node.openingQuote))
  }

  /// What a piece of a string says whose quotes are plain ones; nil where it has escapes.
  private func plainValue(of segment: StringSegmentSyntax) -> String? {
    let said = text(bytes(of: segment.content))
    return said.contains(UInt8(ascii: "\\")) ? nil : String(decoding: said, as: UTF8.self)
  }

  // MARK: What a macro looks at

  /// Macros that make something of the words they are given, and nothing of the white space between them.
  private static let layoutBlind: Set<String> = [
    "selector", "keyPath", "available", "unavailable", "colorLiteral", "imageLiteral", "fileLiteral", "Preview",
    "Predicate", "Expression",
    "expect", "require", "externalMacro", "isolation", "warning", "error", "assert", "URL",
  ]

  static func isLayoutBlind(_ macro: String) -> Bool { layoutBlind.contains(macro) }

  /// Macros that are the place where they stand.
  private static let positions: Set<String> = ["line", "column"]
  /// Labels of arguments that say where a call stands, as the default of such a parameter would.
  private static let positionLabels: Set<String> = ["line", "column", "file", "fileID", "filePath", "function"]

  func macro(_ node: Syntax, name: TokenSyntax) -> Form.ID {
    verbatim += 1
    defer { verbatim -= 1 }
    let form = generic(node)
    if Self.positions.contains(name.text), !Self.isDiagnostic(node) {
      let byte = bytes(of: name).lowerBound
      let place = String(position(of: byte, isColumn: name.text == "column"))
      return made(.position, [form, leaf(.token, place, bytes: bytes(of: name))])
    }
    guard name.text != "file", name.text != "fileID", name.text != "filePath", name.text != "function",
      name.text != "dsohandle",
      name.text != "line", name.text != "column", !Self.layoutBlind.contains(name.text)
    else { return form }
    // It may read its own source, spaces and all.
    return made(
      .position, [form, leaf(.token, String(decoding: text(bytes(of: node)), as: UTF8.self), bytes: bytes(of: node))])
  }

  /// Whether a position tells a reader of a message where it came from: the default of a parameter, or an argument
  /// whose label says so.
  private static func isDiagnostic(_ node: Syntax) -> Bool {
    guard let parent = node.parent else { return false }
    if let argument = parent.as(LabeledExprSyntax.self) {
      return argument.label.map { positionLabels.contains($0.text) } ?? namesItsFile(argument)
    }
    if parent.is(InitializerClauseSyntax.self) { return parent.parent?.is(FunctionParameterSyntax.self) ?? false }
    return false
  }

  /// Whether a file or a function is told along with it, in the same call or the same string.
  private static func namesItsFile(_ argument: LabeledExprSyntax) -> Bool {
    guard let list = argument.parent else { return false }
    let whole = list.parent?.is(ExpressionSegmentSyntax.self) == true ? list.parent?.parent ?? list : list
    var isMacro = false
    for token in whole.tokens(viewMode: .sourceAccurate) {
      if isMacro, ["file", "fileID", "filePath", "function"].contains(token.text) { return true }
      isMacro = token.tokenKind == .pound
    }
    return false
  }

  private func position(of byte: UInt32, isColumn: Bool) -> Int {
    let before = source[..<Int(byte)]
    guard isColumn else { return before.count { $0 == UInt8(ascii: "\n") } }
    return Int(byte) - ((before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
  }
}
