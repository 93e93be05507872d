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
    // Whoever is given the wrapper itself takes no other one.
    if program.mentions(Symbol("_\(property.name)")) {
      return Fix(
        title: "Hand in an object that lasts, or keep it by `@\(owning)` and hand on something other than "
          + "`_\(property.name)`, which is an `@\(observed)` there",
        applicability: .template, edits: [])
    }
    let title = "Let the view keep its object: `@\(owning)`"
    // It is newer than the other, and what the program is built for is said by who uses it.
    guard program.hasProperties(with: owning) else {
      return Fix(
        title: "\(title), where the systems that it is built for have that; or hand in an object that lasts",
        applicability: .template, edits: [])
    }
    return Fix(title: title, applicability: .review, edits: [replacing(attribute, with: "@\(owning)")])
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
    let pattern = DatePattern(format)
    if let (corrected, letters) = pattern.corrected(format) {
      // An escape or a raw literal is written otherwise than it reads.
      guard Int(span.bytes.end - span.bytes.start) == format.utf8.count + 2 else { return nil }
      let what = pattern.hasYearOfNoWeek ? "the year of the date" : "the hour of the day"
      return Fix(
        title: "Write `\(letters)`, \(what)", applicability: pattern.hasYearOfNoWeek ? .safe : .review,
        edits: [replacing(span.bytes, with: "\"\(corrected)\"")])
    }
    for (index, expression) in code.expressions.enumerated() {
      guard case .assign(let target, literal) = expression, case .member(let formatter, let slot) = code[target] else {
        continue
      }
      let spelling = code.spelling(of: formatter)
      if writesText(formatter) {
        return Fix(
          title: "Read with a formatter of its own, which has the locale `en_US_POSIX`: this one writes texts too",
          applicability: .template, edits: [])
      }
      if let words = wordsOfPair(with: formatter, spelling, of: slot) {
        return Fix(title: words, applicability: .template, edits: [])
      }
      let start = firstSetting(of: slot, formatter, before: index)
      let setting = "\(spelling).locale = Locale(identifier: \"en_US_POSIX\")"
      return Fix(
        title: "Give the formatter the locale that fixed formats are read in", applicability: .review,
        edits: [inserting(setting + breakBefore(start), at: start)])
    }
    return nil
  }

  /// Whether a formatter that the function of the finding calls by a name writes texts there, for people it may be.
  private func writesText(_ formatter: ExpressionID) -> Bool {
    guard let function = program.function(at: span.bytes.start, in: span.file) else { return false }
    return program.expressions(of: function).contains { index in
      guard case .call(let callee, _) = code.expressions[index], case .member(let base, let name) = code[callee] else {
        return false
      }
      return program.knowledge[.writesDate].calledNames.contains(name) && isSame(base, formatter)
    }
  }

  /// Whether two expressions are one place: of one local, or spelled alike. Two locals may have one name.
  private func isSame(_ one: ExpressionID, _ other: ExpressionID) -> Bool {
    if case .local(let local) = code[one], case .local(let twin) = code[other] { return local == twin }
    return code.spelling(of: one) == code.spelling(of: other)
  }

  /// What is to be done where the reader has company: one that writes the date on, or is set for others elsewhere. Its
  /// calendar alone would have them disagree by centuries.
  private func wordsOfPair(with formatter: ExpressionID, _ spelling: String, of slot: Symbol) -> String? {
    guard let function = program.function(at: span.bytes.start, in: span.file) else { return nil }
    if program.writesDates(function) {
      return """
        Give the locale `en_US_POSIX` to this formatter and to the one that writes what it reads, or reads what that \
        writes: with different calendars they would disagree
        """
    }
    if case .local = code[formatter] { return nil }
    let isSetElsewhere = code.expressions.indices.contains { index in
      guard case .assign(let target, _) = code.expressions[index], case .member(let base, slot) = code[target] else {
        return false
      }
      return code.spelling(of: base) == spelling
        && program.function(at: code.spans[index].start, in: span.file) != function
    }
    return isSetElsewhere
      ? "Read with a formatter of its own, which has the locale `en_US_POSIX`: `\(spelling)` is set for others as well"
      : nil
  }

  /// Where the function of the finding first gives the same formatter a format: from there on its locale is to be told.
  private func firstSetting(of slot: Symbol, _ formatter: ExpressionID, before setting: Int) -> UInt32 {
    let function = program.function(at: span.bytes.start, in: span.file)
    let first = function.map(program.expressions(of:))?.first { index in
      guard index < setting, case .assign(let target, _) = code.expressions[index],
        case .member(let base, slot) = code[target]
      else { return false }
      return isSame(base, formatter)
    }
    return code.spans[first ?? setting].start
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
  /// Whether the program has properties with an attribute.
  fileprivate func hasProperties(with attribute: Symbol) -> Bool {
    files.contains { $0.facts.properties.contains { $0.attributes.contains(attribute) } }
  }

  /// Whether code of the program names something.
  fileprivate func mentions(_ name: Symbol) -> Bool {
    files.contains { file in
      file.facts.code.expressions.contains { expression in
        switch expression {
        case .member(_, name), .name(name, _): true
        default: false
        }
      }
    }
  }

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
