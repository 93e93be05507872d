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
    if let list = body.captureListSpan {
      let at = SourceSpan(file: file, bytes: ByteSpan(start: list.start + 1, end: list.start + 1))
      return Fix(
        title: title, applicability: .review,
        edits: [.init(place: program.place(at), text: "weak \(closure.captured), ")])
    }
    let at = program.place(SourceSpan(file: file, bytes: ByteSpan(start: body.bodyStart, end: body.bodyStart)))
    if body.hasSignature {
      return Fix(title: title, applicability: .review, edits: [.init(place: at, text: " [weak \(closure.captured)]")])
    }
    return Fix(title: title, applicability: .review, edits: [.init(place: at, text: " [weak \(closure.captured)] in")])
  }

  /// `declare-weak`: the property no longer keeps its object.
  func weakDeclaration(of property: PropertyID, in program: Program) -> Fix? {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    let title = "Declare `\(declaration.name)` weak"
    guard let type = declaration.type, case .optional = program[file].facts.code[type], !declaration.isLet,
      declaration.attributes.isEmpty
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
