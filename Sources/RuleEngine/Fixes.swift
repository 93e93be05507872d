import ProgramModel
import ReviewModel
import SwiftFacts

/// The ways out that pages can name.
extension Inspector {
  /// `capture-weakly`: the closure names what it captures in a capture list, and unwraps it first.
  func weakCapture(of closure: RemoteClosure, in program: Program) -> Fix? {
    let title = "Capture `\(closure.captured)` weakly"
    guard let id = closure.closure else {
      return Fix(
        title: "Pass a closure that captures `self` weakly: `{ [weak self] in self?.\(closure.captured)(…) }`",
        applicability: .template, edits: [])
    }
    let file = closure.span.file
    let facts = program[file].facts
    let body = facts.code[id]
    guard !body.isLocalFunction else { return Fix(title: title, applicability: .template, edits: []) }
    guard let uses = optionalUses(of: closure.captured, in: body, facts.code) else {
      return Fix(
        title: "\(title), and decide what happens when it is gone", applicability: .template, edits: [])
    }
    func edit(at byte: UInt32, _ text: String) -> Fix.Edit {
      .init(place: program.place(SourceSpan(file: file, bytes: ByteSpan(start: byte, end: byte))), text: text)
    }
    var edits: [Fix.Edit]
    if let list = body.captureListSpan {
      edits = [edit(at: list.start + 1, "weak \(closure.captured), ")]
    } else {
      edits = [edit(at: body.bodyStart, " [weak \(closure.captured)]" + (body.hasSignature ? "" : " in"))]
    }
    edits += uses.map { edit(at: $0.byte, $0.text) }
    return Fix(title: title, applicability: .review, edits: edits)
  }

  /// What makes each use of a name one of an optional; nil if that is not all it takes: where the name is
  /// passed on whole, or where the closure answers with something.
  private func optionalUses(of name: Symbol, in closure: Closure, _ code: Code) -> [(byte: UInt32, text: String)]? {
    guard closure.resultType == nil, answersNothing(closure, code) else { return nil }
    let inside = closure.firstExpression..<closure.endExpression
    var bases: Set<ExpressionID> = []
    for index in inside {
      if case .member(let base, _) = code[ExpressionID(index: index)] { bases.insert(base) }
    }
    var result: [(byte: UInt32, text: String)] = []
    for index in inside {
      let id = ExpressionID(index: index)
      let span = code.span(of: id)
      switch code[id] {
      case .local(let local) where code[local].name == name:
        // A closure in the closure that names it weakly needs nothing.
        if isCaptureListEntry(id, code) { continue }
        guard bases.contains(id), local.index < closure.firstLocal || local.index >= closure.endLocal else {
          if local.index >= closure.firstLocal, local.index < closure.endLocal { continue }
          return nil
        }
        result.append((span.end, "?"))
      case .name(let member, let local?) where code[local].name == name && !member.text.isEmpty:
        if member.text.unicodeScalars.first?.properties.isUppercase == true { continue }
        return nil
      default: continue
      }
    }
    return result
  }

  private func isCaptureListEntry(_ id: ExpressionID, _ code: Code) -> Bool {
    code.closures.contains { closure in
      closure.captureList.contains {
        if case .capture(_, let value) = code[$0].kind { value == id } else { false }
      }
    }
  }

  /// Whether a closure is of a kind that answers with nothing, as far as its use tells.
  private func answersNothing(_ closure: Closure, _ code: Code) -> Bool {
    if closure.statementCount > 1 { return code[closure.results].isEmpty }
    guard let call = closure.call, case .call(let callee, _) = code[call], case .member(_, let name) = code[callee] else {
      return true
    }
    return !["map", "filter", "flatMap", "compactMap", "tryMap", "scan", "removeDuplicates", "sorted"].contains(name.text)
  }

  /// `declare-weak`: the property no longer keeps its object.
  func weakDeclaration(of property: PropertyID, in program: Program) -> Fix? {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    let title = "Declare `\(declaration.name)` weak"
    guard let type = declaration.type, case .optional = program[file].facts.code[type], !declaration.isLet,
      declaration.attributes.isEmpty, program.canBeWeak(property)
    else {
      return Fix(title: title + " and optional", applicability: .template, edits: [])
    }
    let at = SourceSpan(
      file: file, bytes: ByteSpan(start: declaration.keywordSpan.start, end: declaration.keywordSpan.start))
    var edits = [Fix.Edit(place: program.place(at), text: "weak ")]
    if let bound = program.unboundProtocol(of: property) {
      edits.append(
        .init(
          place: program.place(SourceSpan(file: bound.file, bytes: ByteSpan(start: bound.byte, end: bound.byte))),
          text: bound.hasClause ? "AnyObject, " : ": AnyObject"))
    }
    return Fix(title: title, applicability: .review, edits: edits)
  }
}
