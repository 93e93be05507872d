import ProgramModel
import ReviewModel
import SwiftFacts

/// The ways out that pages can name.
extension Inspector {
  /// `capture-weakly`: the closure names what it captures in a capture list, and unwraps it first.
  func weakCapture(of closure: RemoteClosure, ofType captured: Type, in program: Program) -> Fix? {
    let title = "Capture `\(closure.captured)` weakly"
    guard program.isReference(captured) != false else {
      return Fix(
        title: "Use what the closure needs of `\(closure.captured)`, not all of it", applicability: .template, edits: [])
    }
    guard let id = closure.closure else {
      if closure.captured == "self" {
        return Fix(
          title: "Assign with `assign(to: &$…)`, or in a `sink` that captures `self` weakly", applicability: .template,
          edits: [])
      }
      return Fix(
        title: "Pass a closure that captures `self` weakly: `{ [weak self] in self?.\(closure.captured)(…) }`",
        applicability: .template, edits: [])
    }
    let file = closure.span.file
    let facts = program[file].facts
    let body = facts.code[id]
    guard !body.isLocalFunction else { return Fix(title: title, applicability: .template, edits: []) }
    guard body.resultType == nil, answersNothing(body, facts.code) else {
      return Fix(title: "\(title), and decide what to answer when it is gone", applicability: .template, edits: [])
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
    if let use = onlyUse(of: closure.captured, in: body, facts.code) {
      edits.append(edit(at: use, "?"))
    } else {
      edits.append(edit(at: body.statementsStart, unwrapping(closure.captured, in: body, facts)))
    }
    return Fix(title: title, applicability: .review, edits: edits)
  }

  /// Where the `?` has to stand if a closure's one statement begins with the name and nothing else uses it.
  private func onlyUse(of name: Symbol, in closure: Closure, _ code: Code) -> UInt32? {
    guard closure.statementCount == 1 else { return nil }
    var uses: [ExpressionID] = []
    for index in closure.firstExpression..<closure.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .local(let local) where code[local].name == name: uses.append(id)
      // An implicit `self` would have to be spelled out.
      case .name(let member, let local?) where code[local].name == name:
        if member.text.unicodeScalars.first?.properties.isUppercase != true { return nil }
      default: continue
      }
    }
    guard uses.count == 1, code.span(of: uses[0]).start == closure.statementsStart else { return nil }
    return code.span(of: uses[0]).end
  }

  /// `guard let self else { return }`, laid out like the statement it goes before.
  private func unwrapping(_ name: Symbol, in closure: Closure, _ facts: FileFacts) -> String {
    let first = facts.position(of: closure.statementsStart)
    let text = "guard let \(name) else { return }"
    if first.line == facts.position(of: closure.bodyStart).line { return text + "; " }
    return text + "\n" + String(repeating: " ", count: first.column - 1)
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
