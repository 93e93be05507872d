import SwiftFacts
import SwiftParser
import SwiftSyntax

/// Ways to write the same program. Each edit that a way proposes is made if the proof says that it changes nothing.
enum Rewriting: String, CaseIterable, Sendable {
  case implicitSelf, parentheses, implicitReturn, moreReturns, otherLocals, otherOrder, moved, otherTypes, guards, closures, internals, split

  /// The source with every edit of this kind that the proof lets pass; nil if there is none.
  func rewritten(_ source: String) -> String? {
    let finder = EditFinder(self)
    let tree = Parser.parse(source: source)
    guard !tree.hasError else { return nil }
    finder.walk(tree)
    var result = Array(source.utf8)
    var isChanged = false
    // From the end, so that what is still to be edited stays where it is.
    for edit in finder.edits.sorted(by: { $0.first > $1.first }) {
      guard edit.last <= result.count else { continue }
      var next = result
      for part in edit.parts.sorted(by: { $0.start > $1.start }) { next.replaceSubrange(part.start..<part.end, with: Array(part.text.utf8)) }
      guard next != result, NeutralProof.prove(before: result, after: next).classes != nil else { continue }
      result = next
      isChanged = true
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : nil
  }
}

/// Changes that belong together.
struct Edit {
  struct Part {
    var start: Int
    var end: Int
    var text: String
  }

  var parts: [Part]
  var first: Int { parts.map(\.start).min() ?? 0 }
  var last: Int { parts.map(\.end).max() ?? 0 }
}

/// Finds what one way of rewriting may change.
private final class EditFinder: SyntaxVisitor {
  private let way: Rewriting
  private(set) var edits: [Edit] = []

  init(_ way: Rewriting) {
    self.way = way
    super.init(viewMode: .sourceAccurate)
  }

  private func part(_ node: some SyntaxProtocol, _ text: String) -> Edit.Part {
    .init(start: node.positionAfterSkippingLeadingTrivia.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset, text: text)
  }

  private func replace(_ node: some SyntaxProtocol, _ text: String) { edits.append(Edit(parts: [part(node, text)])) }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // Most closures of a class would not compile without it.
    if way == .implicitSelf, !isInClosure(Syntax(node)), let base = node.base?.as(DeclReferenceExprSyntax.self), base.baseName.text == "self" {
      replace(node, node.declName.trimmedDescription)
    }
    return .visitChildren
  }

  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
    if way == .parentheses { replace(node.value, "(\(node.value.trimmedDescription))") }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if way == .parentheses, case .expression(let condition) = node.condition { replace(condition, "(\(condition.trimmedDescription))") }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    if node.count == 1, let item = node.first?.item {
      if way == .implicitReturn, let own = item.as(ReturnStmtSyntax.self), let value = own.expression { replace(own, value.trimmedDescription) }
      if way == .moreReturns, case .expr(let value) = item { replace(value, "return \(value.trimmedDescription)") }
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    guard way == .otherLocals, let function = enclosingFunction(of: Syntax(node)) else { return .visitChildren }
    rename(node.identifier.text, in: function)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    if way == .otherLocals, let function = enclosingFunction(of: Syntax(node)) { rename(node.name.text, in: function) }
    return .visitChildren
  }

  private func enclosingFunction(of node: Syntax) -> Syntax? {
    var parent = node.parent
    while let current = parent {
      if current.is(FunctionDeclSyntax.self) || current.is(InitializerDeclSyntax.self) { return current }
      parent = current.parent
    }
    return nil
  }

  private func isInClosure(_ node: Syntax) -> Bool {
    sequence(first: node, next: \.parent).contains { $0.is(ClosureExprSyntax.self) }
  }

  private func rename(_ name: String, in function: Syntax) {
    guard name != "self", name != "_" else { return }
    let uses = function.tokens(viewMode: .sourceAccurate).filter { $0.text == name && $0.previousToken(viewMode: .sourceAccurate)?.text != "." }
    edits.append(Edit(parts: uses.map { part($0, name + "Renamed") }))
  }

  override func visit(_ node: MemberBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    if way == .otherOrder {
      for index in stride(from: 0, to: items.count - 1, by: 2) {
        edits.append(Edit(parts: [part(items[index], items[index + 1].trimmedDescription), part(items[index + 1], items[index].trimmedDescription)]))
      }
    }
    if way == .split, items.count > 1, let last = items.last, let own = node.parent?.parent?.as(ExtensionDeclSyntax.self) {
      edits.append(
        Edit(parts: [
          part(last, ""),
          .init(
            start: own.endPosition.utf8Offset, end: own.endPosition.utf8Offset,
            text: "\nextension \(own.extendedType.trimmedDescription) {\n\(last.trimmedDescription)\n}\n"),
        ]))
    }
    return .visitChildren
  }

  override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node.statements)
    if way == .moved, items.count > 1, let first = items.first, first.item.is(ImportDeclSyntax.self) == false {
      let end = node.endPosition.utf8Offset
      edits.append(Edit(parts: [part(first, ""), .init(start: end, end: end, text: "\n\(first.trimmedDescription)\n")]))
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalTypeSyntax) -> SyntaxVisitorContinueKind {
    if way == .otherTypes { replace(node, "Optional<\(node.wrappedType.trimmedDescription)>") }
    return .skipChildren
  }

  override func visit(_ node: ArrayTypeSyntax) -> SyntaxVisitorContinueKind {
    if way == .otherTypes { replace(node, "Array<\(node.element.trimmedDescription)>") }
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if way == .otherTypes, node.name.text == "Void" { replace(node, "()") }
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    if way == .guards, node.conditions.count == 1, case .expression(let condition)? = node.conditions.first?.condition {
      replace(node, "if !(\(condition.trimmedDescription)) \(node.body.trimmedDescription)")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if way == .closures, let closure = node.trailingClosure, node.arguments.isEmpty, node.additionalTrailingClosures.isEmpty {
      let callee = node.calledExpression.trimmedDescription
      for label in ["", "where: ", "by: "] { replace(node, "\(callee)(\(label)\(closure.trimmedDescription))") }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if way == .internals, node.modifiers.isEmpty { replace(node.funcKeyword, "internal func") }
    return .visitChildren
  }
}
