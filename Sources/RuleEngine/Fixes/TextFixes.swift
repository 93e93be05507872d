import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Small changes to what stands at the finding itself.
extension FixGround {
  /// `own-object`: the view keeps what it makes, also where it is drawn with other values in the same place.
  func ownedObject() -> Fix? {
    let properties = facts.properties.filter { $0.nameSpan == span.bytes }
    // The attribute stands first, and nothing says where else it would.
    guard let property = properties.first, property.attributes.count == 1,
      let observed = property.attributes.first, program.knowledge[.observesOnly].contains(observed),
      let owning = program.knowledge[.ownsObserved].only
    else { return nil }
    let attribute = ByteSpan(start: property.span.start, end: property.span.start + UInt32("@\(observed)".utf8.count))
    guard attribute.end < property.keywordSpan.start, !program.isReplaced(property.name) else { return nil }
    return Fix(
      title: "Let the view keep its object: `@\(owning)`", applicability: .review,
      edits: [replacing(attribute, with: "@\(owning)")])
  }

  /// `name-nil`: an empty text where the value is `nil`.
  func namedNil() -> Fix? {
    guard let one = program.interpolations(in: span.file).first(where: { code.span(of: $0.value) == span.bytes }) else {
      return nil
    }
    let title = "Say nothing where `\(fill(.name))` is `nil`"
    if program.typeName(of: one.value, in: span.file) == "String" {
      return Fix(title: title, applicability: .review, edits: [inserting(" ?? \"\"", at: span.bytes.end)])
    }
    var edits = [inserting((one.isChained ? ")" : "") + ".map { \"\\($0)\" } ?? \"\"", at: span.bytes.end)]
    if one.isChained { edits.insert(inserting("(", at: span.bytes.start), at: 0) }
    return Fix(title: title, applicability: .review, edits: edits)
  }

  /// `pin-format`: a format that means the same everywhere and all year round.
  func pinnedFormat() -> Fix? {
    let format = fill(.name)
    guard let literal = expression(at: span.bytes, where: { if case .literal = $0 { true } else { false } }) else {
      return nil
    }
    if DatePattern(format).hasYearOfNoWeek {
      // An escape or a raw literal is written otherwise than it reads.
      guard Int(span.bytes.end - span.bytes.start) == format.utf8.count + 2 else { return nil }
      return Fix(
        title: "Write `yyyy`, the year of the date", applicability: .safe,
        edits: [replacing(span.bytes, with: "\"\(format.replacing("YYYY", with: "yyyy"))\"")])
    }
    for (index, expression) in code.expressions.enumerated() {
      guard case .assign(let target, literal) = expression, case .member(let formatter, _) = code[target] else {
        continue
      }
      let start = code.spans[index].start
      let setting = "\(code.spelling(of: formatter)).locale = Locale(identifier: \"en_US_POSIX\")"
      return Fix(
        title: "Give the formatter the locale that fixed formats are read in", applicability: .review,
        edits: [inserting(setting + breakBefore(start), at: start)])
    }
    return nil
  }

  /// What divides a statement from one that is put before it, in the layout around.
  private func breakBefore(_ statement: UInt32) -> String {
    let line = facts.position(of: statement).line
    let opens = code.closures.contains { closure in
      let whole = code.span(of: closure.expression)
      return whole.start < statement && statement < whole.end && facts.position(of: closure.bodyStart).line == line
    }
    let isInline =
      opens
      || facts.functions.contains {
        $0.span.start < statement && statement < $0.span.end && facts.position(of: $0.nameSpan.start).line == line
      }
    return isInline ? "; " : "\n" + indentation(at: statement)
  }

  /// `match-requirement`: the name that the protocol requires, or its label.
  func matchedRequirement() -> Fix? {
    guard let method = facts.functions.first(where: { $0.kind == .function && $0.nameSpan == span.bytes }) else {
      return nil
    }
    let wanted = fill(.other)
    guard let open = wanted.firstIndex(of: "("), wanted.last == ")" else { return nil }
    let name = String(wanted[..<open])
    let labels = wanted[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
    guard labels.count == method.parameters.count else { return nil }
    var edits = name == method.name.text ? [] : [replacing(span.bytes, with: name)]
    for (label, parameter) in zip(labels, method.parameters) where label != parameter.label?.text ?? "_" {
      guard let old = parameter.label?.text, label != "_" else { return nil }
      let local = code[parameter.local]
      let start = local.span.start
      // `with name: String` has a label of its own; `name: String` needs one.
      let text = local.name.text == old ? "\(label) \(old)" : label
      edits.append(replacing(from: start, to: start + UInt32(old.utf8.count), with: text))
    }
    return edits.isEmpty ? nil : Fix(title: "Call it `\(wanted)`", applicability: .review, edits: edits)
  }
}

extension Program {
  /// Whether something assigns to a property of this name, tests and previews included.
  fileprivate func isReplaced(_ name: Symbol) -> Bool {
    files.contains { file in
      file.facts.code.expressions.contains { expression in
        guard case .assign(let target, _) = expression else { return false }
        switch file.facts.code[target] {
        case .member(_, name), .name(name, _): return true
        default: return false
        }
      }
    }
  }
}
