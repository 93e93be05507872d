import SwiftFacts

/// Formats of dates that are read by machines.
public struct DateFormat: Hashable, Sendable {
  public enum Flaw: Hashable, Sendable {
    /// It is read or written by the user's calendar and clock.
    case userLocale
    /// It has the year of the week where the year of the day is meant.
    case weekYear
    /// Its hours count to twelve, and nothing says which half of the day is meant.
    case halfDay
  }

  public var flaw: Flaw
  public var format: String
  public var span: SourceSpan
  /// Where a date is read in that format.
  public var use: SourceSpan?
}

extension Program {
  public func dateFormats() -> [DateFormat] {
    var result: [DateFormat] = []
    var pending: [(format: DateFormat, holder: PropertyID)] = []
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id), file.facts.code.expressions.contains(where: isFormat) else { continue }
      for at in file.facts.functions.indices {
        let function = self.function(FunctionIndex(index: Int32(at)), in: id)
        look(into: function, of: file.facts.functions[at], &result, &pending)
      }
    }
    guard !pending.isEmpty else { return result }
    let parsing = parsers()
    for (format, holder) in pending {
      let (name, owner) = (declaration(of: holder).name, owner(of: holder))
      guard
        let use = parsing[name]?.first(where: { use in
          guard let owner else { return isGlobal(holder, name, at: use) }
          return use.owner == owner || use.named == self[owner].name
        })
      else { continue }
      var found = format
      found.use = use.span
      result.append(found)
    }
    return result.sorted { $0.span < $1.span }
  }

  private func isFormat(_ expression: Expression) -> Bool {
    if case .member(_, let name) = expression { knowledge[.setsDateFormat].contains(name) } else { false }
  }

  private func look(
    into id: FunctionID, of declaration: FunctionDeclaration, _ result: inout [DateFormat],
    _ pending: inout [(format: DateFormat, holder: PropertyID)]
  ) {
    let file = file(of: id)
    let code = self[file].facts.code
    let body = expressions(of: id)
    // Worked out when a fixed format is found.
    var reads: FormatReads?
    for index in body {
      guard let (base, value, format) = setFormat(code.expressions[index], code) else { continue }
      guard !isNamedNowhereElse(id) else { return }
      let span = SourceSpan(file: file, bytes: code.span(of: value))
      let pattern = DatePattern(format)
      if pattern.hasYearOfNoWeek {
        // Read, the day and the month win over the week.
        guard !isReadAlone(code.plainSpelling(of: base), in: body, of: code) else { continue }
        result.append(DateFormat(flaw: .weekYear, format: format, span: span))
        continue
      }
      let formatter = code.plainSpelling(of: base)
      if pattern.hasHourOfNoHalf {
        guard !hasHalfBeside(file) else { continue }
        result.append(DateFormat(flaw: .halfDay, format: format, span: span))
        continue
      }
      guard pattern.isFixed, !body.contains(where: { code.setsLocale($0, of: formatter, knowledge) }),
        !isHandedOnToBeFixed(formatter, in: id),
        !FormatterOrigin(frame: Frame(id, in: self), inference: Inference(program: self)).mayBeFixed(base)
      else { continue }
      let found = DateFormat(flaw: .userLocale, format: format, span: span)
      let known = reads ?? FormatReads(of: id, in: self)
      reads = known
      if let uses = known.uses[ExpressionID(index: Int32(index))] {
        guard let use = uses.min() else { continue }
        var used = found
        used.use = SourceSpan(file: file, bytes: code.span(of: use))
        result.append(used)
      } else if case .initialValue(let property) = declaration.kind {
        pending.append((found, self.property(property, in: file)))
      }
    }
  }

  /// Whether a file has a format with the half of the day alone, which is shown beside the hours.
  private func hasHalfBeside(_ file: FileID) -> Bool {
    let code = self[file].facts.code
    return code.expressions.contains { expression in
      setFormat(expression, code).map { DatePattern($0.format).isHalfAlone } ?? false
    }
  }

  /// The format that an expression gives a formatter: `formatter.dateFormat = "d MMM"`.
  private func setFormat(
    _ expression: Expression, _ code: Code
  ) -> (formatter: ExpressionID, value: ExpressionID, format: String)? {
    guard case .assign(let target, let value) = expression, case .member(let base, let slot) = code[target],
      knowledge[.setsDateFormat].contains(slot), case .literal(.string(let text?)) = code[value]
    else { return nil }
    return (base, value, text.text)
  }

  /// Whether a function of the program that a body hands its formatter to says in which locale that reads.
  private func isHandedOnToBeFixed(_ formatter: String, in id: FunctionID) -> Bool {
    let code = self[file(of: id)].facts.code
    let calls = expressions(of: id).map { ExpressionID(index: Int32($0)) }.filter { call in
      guard case .call(_, let list) = code[call] else { return false }
      return code[list].contains { code.plainSpelling(of: $0.value) == formatter }
    }
    guard !calls.isEmpty else { return false }
    let (frame, inference) = (Frame(id, in: self), Inference(program: self))
    return calls.contains { call in
      guard case .functions(let functions) = inference.target(of: call, in: frame).kind else { return false }
      return functions.contains { function in
        let code = self[file(of: function)].facts.code
        return expressions(of: function).contains { code.setsLocale($0, of: nil, knowledge) }
      }
    }
  }

  /// Whether a formatter of a body is asked for dates there, and for no text.
  private func isReadAlone(_ formatter: String, in body: Range<Int>, of code: Code) -> Bool {
    func isAsked(_ role: Role) -> Bool {
      body.contains { index in
        guard case .call(let callee, let list) = code.expressions[index],
          case .member(let base, let name) = code[callee]
        else { return false }
        return code.isCall(name, list, of: role, knowledge) && code.plainSpelling(of: base) == formatter
      }
    }
    return isAsked(.parsesDate) && !isAsked(.writesDate)
  }

  private struct Parsing {
    var span: SourceSpan
    var owner: NominalID?
    /// The type it is named through: `Formats` in `Formats.day`.
    var named: Symbol?
  }

  /// Whether a name means a property outside of all types where a date is read, and no member of a type around.
  private func isGlobal(_ property: PropertyID, _ name: Symbol, at use: Parsing) -> Bool {
    use.named == nil && globalProperty(named: name, from: use.span.file) == property
      && !(use.owner.map { scopes(from: $0).contains { member(name, of: $0) != nil } } ?? false)
  }

  /// Where properties are asked for the date that a text stands for.
  private func parsers() -> [Symbol: [Parsing]] {
    var result: [Symbol: [Parsing]] = [:]
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id) else { continue }
      let code = file.facts.code
      for at in code.expressions.indices {
        guard case .call(let callee, let list) = code.expressions[at], case .member(let base, let name) = code[callee],
          code.isCall(name, list, of: .parsesDate, knowledge)
        else { continue }
        let span = SourceSpan(file: id, bytes: code.spans[at])
        let owner = type(at: code.spans[at].start, in: id)
        switch code[base] {
        case .name(let holder, _): result[holder, default: []].append(Parsing(span: span, owner: owner, named: nil))
        case .member(let outer, let holder):
          let spelled = code.spelling(of: outer)
          let named =
            spelled == "self" || spelled == "Self" ? nil : spelled.split(separator: ".").last.map { Symbol(String($0)) }
          result[holder, default: []].append(Parsing(span: span, owner: named == nil ? owner : nil, named: named))
        default: break
        }
      }
    }
    return result
  }
}

extension Code {
  /// - Parameter formatter: As it is written; nil for any.
  fileprivate func setsLocale(_ index: Int, of formatter: String?, _ knowledge: Knowledge) -> Bool {
    guard case .assign(let target, _) = expressions[index], case .member(let base, let name) = self[target] else {
      return false
    }
    return knowledge[.fixesDateFormat].contains(name) && (formatter == nil || plainSpelling(of: base) == formatter)
  }
}
