import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Ways out of what a change did to a declaration.
extension FixGround {
  /// `restore-default`: what calls elsewhere rely on.
  func restoredDefault() -> Fix? {
    guard expression(at: span.bytes) != nil else { return nil }
    return Fix(
      title: "Keep the default `\(fill(.before))`, and give `\(fill(.after))` where it is wanted",
      applicability: .review,
      edits: [replacing(span.bytes, with: fill(.before))])
  }

  /// `make-optional`: the new field and those of the same type that are new beside it; nil where something reads one as
  /// if it were always there.
  func optionalFields() -> Fix? {
    guard let parent = storedField(at: span)?.parent else { return nil }
    let marks = [span] + others.filter { $0.file == span.file && storedField(at: $0)?.parent == parent }
    guard marks.allSatisfy({ mark in storedField(at: mark).map { !isRead($0.name) } ?? false }) else { return nil }
    var edits: [Fix.Edit] = []
    for mark in Set(marks).sorted() {
      guard let edit = FixGround(program: program, span: mark).optionalField() else { return nil }
      edits.append(edit)
    }
    return Fix(
      title: edits.count == 1
        ? "Let it be missing: make `\(fill(.name))` optional" : "Let them be missing: make the new fields optional",
      applicability: .review, edits: edits)
  }

  private func storedField(at mark: SourceSpan) -> PropertyDeclaration? {
    program[mark.file].facts.properties.first { $0.nameSpan == mark.bytes && $0.isStored && !$0.isStatic }
  }

  /// Whether anything may read a property of the name, rather than give it a value.
  private func isRead(_ name: Symbol) -> Bool {
    program.files.contains { file in
      let code = file.facts.code
      var written: Set<ExpressionID> = []
      for expression in code.expressions { if case .assign(let target, _) = expression { written.insert(target) } }
      return code.expressions.enumerated().contains { index, expression in
        switch expression {
        case .name(name, _), .member(_, name): !written.contains(ExpressionID(index: Int32(index)))
        case .keyPath(let member): member == name
        default: false
        }
      }
    }
  }

  private func optionalField() -> Fix.Edit? {
    guard let at = facts.properties.firstIndex(where: { $0.nameSpan == span.bytes }) else { return nil }
    let property = facts.properties[at]
    let index = PropertyIndex(index: Int32(at))
    let hasCode = facts.functions.contains { function in
      switch function.kind {
      case .observer(index), .setter(index), .getter(index), .initialValue(index): true
      default: false
      }
    }
    // The declaration then ends with its type.
    guard !hasCode, facts.properties.count(where: { $0.span == property.span }) == 1, let type = property.type else {
      return nil
    }
    switch code[type] {
    case .named, .member, .array, .dictionary: return inserting("?", at: property.span.end)
    default: return nil
    }
  }

  /// `list-case`: a place for the new case in each switch whose `default:` takes it.
  func listedCase() -> Fix? {
    let edits = others.map { label in
      let ground = FixGround(program: program, span: label)
      let indent = ground.indentation(at: label.bytes.start)
      return ground.inserting(
        "case .\(fill(.name)):\n\(indent)\(ground.facts.step)<#what is done for it#>\n\(indent)", at: label.bytes.start)
    }
    return edits.isEmpty
      ? nil : Fix(title: "Say what `\(fill(.name))` does there", applicability: .template, edits: edits)
  }

  /// `restore-name`: the name that stored data has.
  func restoredName() -> Fix? {
    let title = "Keep the stored name `\(fill(.before))`"
    func fix(_ edit: Fix.Edit?) -> Fix? { edit.map { Fix(title: title, applicability: .review, edits: [$0]) } }
    if let literal = expression(at: span.bytes, where: { if case .literal(.string) = $0 { true } else { false } }) {
      return fix(restoredLiteral(literal))
    }
    for type in facts.types {
      if let one = type.cases.first(where: { $0.span == span.bytes }) { return fix(restoredCase(one, of: type)) }
    }
    guard let at = facts.properties.firstIndex(where: { $0.nameSpan == span.bytes }) else { return nil }
    if let value = facts.properties[at].initialValue, let literal = code[facts[value].results].first {
      return fix(restoredLiteral(literal))
    }
    return fix(restoredKey(of: facts.properties[at]))
  }

  private func restoredLiteral(_ literal: ExpressionID) -> Fix.Edit? {
    guard case .literal(.string(let text?)) = code[literal], text.text == fill(.after), isPlain(fill(.before)),
      Int(code.span(of: literal).end - code.span(of: literal).start) == text.text.utf8.count + 2
    else { return nil }
    return replacing(code.span(of: literal), with: "\"\(fill(.before))\"")
  }

  /// `= "old"` behind a case whose raw value is a text.
  private func restoredCase(_ one: TypeDeclaration.EnumCase, of type: TypeDeclaration) -> Fix.Edit? {
    let old = fill(.before)
    let others = type.cases.filter { $0.name != one.name }
    guard type.inherited.contains(where: { code.spelling(of: $0.type) == "String" }), one.payload.isEmpty, isPlain(old),
      !others.contains(where: { $0.rawValue?.text == "\"\(old)\"" || $0.rawValue == nil && $0.name.text == old })
    else { return nil }
    guard let raw = one.rawValue else { return inserting(" = \"\(old)\"", at: one.span.end) }
    return replacing(from: one.span.end - UInt32(raw.text.utf8.count), to: one.span.end, with: "\"\(old)\"")
  }

  /// The old name as coding key of a property: in the keys that its type has, or in new ones.
  private func restoredKey(of property: PropertyDeclaration) -> Fix.Edit? {
    guard isPlain(fill(.before)), let parent = property.parent else { return nil }
    for (at, type) in facts.types.enumerated() where type.name == "CodingKeys" && facts.types[at].parent == parent {
      guard let key = type.cases.first(where: { $0.name == property.name }) else { return nil }
      return restoredCase(key, of: type)
    }
    let owner = facts[parent]
    let stored = facts.properties.filter { $0.parent == parent && $0.isStored && !$0.isStatic && !$0.isLazy }
    guard owner.kind == .struct || owner.kind == .class, owner.cases.isEmpty, property.name.text == fill(.after),
      program.type(at: property.nameSpan.start, in: span.file).map({ !program.hasType("CodingKeys", in: $0) }) ?? false
    else { return nil }
    let keys = stored.map { $0.name == property.name ? "\($0.name) = \"\(fill(.before))\"" : $0.name.text }.joined(
      separator: ", ")
    let indent = indentation(at: property.span.start)
    let isInline = facts.position(of: owner.span.start).line == facts.position(of: owner.span.end - 1).line
    let text = "enum CodingKeys: String, CodingKey { case \(keys) }"
    guard !isInline else { return inserting("; \(text) ", at: owner.span.end - 1) }
    let closing = indentation(at: owner.span.end - 1)
    return inserting("\(indent.dropFirst(closing.count))\(text)\n\(closing)", at: owner.span.end - 1)
  }

  /// Whether a text stands in a literal as it reads.
  private func isPlain(_ text: String) -> Bool { !text.contains { $0 == "\"" || $0 == "\\" || $0.isNewline } }
}
