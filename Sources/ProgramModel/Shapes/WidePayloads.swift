public import SwiftFacts

/// An enum case whose values are told apart by their position alone, and are taken apart in several places.
public struct WidePayload: Hashable, Sendable {
  public var owner: NominalID
  public var name: Symbol
  public var span: SourceSpan
  /// How many values it has.
  public var count: Int
  /// The type that two unlabelled neighbours share, as spelled; nil where none do.
  public var twins: String?
  /// Where patterns take it apart, in the order of files.
  public var patterns: [SourceSpan]
}

extension Program {
  /// Cases of four values and more, or with two unlabelled neighbours of one type, that at least
  /// `minimum` patterns take apart; one less where there are more than four, and one at all where there are more than
  /// five of which none has a label. In the order of files.
  public func widePayloads(matchedAtLeast minimum: Int) -> [WidePayload] {
    var result: [WidePayload] = []
    let ambiguous = sharedCaseNames
    var patterns: [Symbol: [SourceSpan]]?
    for (fileIndex, file) in files.enumerated() {
      let id = FileID(index: Int32(fileIndex))
      let code = file.facts.code
      for (index, type) in file.facts.types.enumerated() where !type.cases.isEmpty {
        let owner = nominal(of: TypeIndex(index: Int32(index)), in: id)
        for enumCase in type.cases {
          let twins = twins(in: enumCase.payload, code)
          guard twins != nil || enumCase.payload.count >= 4 && !areToldApart(enumCase.payload, code),
            !ambiguous.contains(enumCase.name)
          else { continue }
          if patterns == nil { patterns = payloadPatterns }
          let found = patterns?[enumCase.name] ?? []
          let isLong = enumCase.payload.count > 4 && twins != nil
          let isBare = enumCase.payload.count > 5 && enumCase.payload.allSatisfy { $0.label == nil }
          guard found.count >= (isLong ? isBare ? 1 : minimum - 1 : minimum) else { continue }
          result.append(
            WidePayload(
              owner: owner, name: enumCase.name, span: SourceSpan(file: id, bytes: enumCase.span),
              count: enumCase.payload.count, twins: twins, patterns: found))
        }
      }
    }
    return result
  }

  /// Whether each value has a type of its own, and all but one have labels: one that is moved or added is an error
  /// wherever it is used.
  private func areToldApart(_ payload: [TypeDeclaration.Payload], _ code: Code) -> Bool {
    payload.count { $0.label == nil } <= 1 && Set(payload.map { code.spelling(of: $0.type) }).count == payload.count
  }

  private func twins(in payload: [TypeDeclaration.Payload], _ code: Code) -> String? {
    for (one, other) in zip(payload, payload.dropFirst()) where one.label == nil && other.label == nil {
      let spelling = code.spelling(of: one.type)
      if spelling == code.spelling(of: other.type) { return spelling }
    }
    return nil
  }

  /// The names that cases of several enums have: a pattern could mean any of them.
  private var sharedCaseNames: Set<Symbol> {
    var (seen, shared): (Set<Symbol>, Set<Symbol>) = ([], [])
    for type in declaredTypes {
      for name in self[type].cases.keys where !seen.insert(name).inserted { shared.insert(name) }
    }
    return shared
  }

  /// By the case they name, the places where a pattern takes values of it by their position.
  private var payloadPatterns: [Symbol: [SourceSpan]] {
    var result: [Symbol: [SourceSpan]] = [:]
    for (fileIndex, file) in files.enumerated() where !isTest(FileID(index: Int32(fileIndex))) {
      let code = file.facts.code
      for (index, expression) in code.expressions.enumerated() {
        // The first value that a pattern gives a name stands for the pattern.
        guard case .payload(let subject, let name, let position) = expression else { continue }
        if index > 0, case .payload(subject, name, let other) = code.expressions[index - 1], other < position {
          continue
        }
        // The compiler holds labels to those of the case.
        let rest = code.expressions[index...].indices.prefix { code.isValue(of: name, in: subject, at: $0) }
        if rest.allSatisfy({ code.marks(of: ExpressionID(index: Int32($0))).contains(.labelled) }) { continue }
        result[name, default: []].append(
          SourceSpan(file: FileID(index: Int32(fileIndex)), bytes: code.pattern(around: index)))
      }
    }
    return result
  }
}

extension Code {
  /// Whether an expression is a value of an enum case, taken out of a subject.
  fileprivate func isValue(of name: Symbol, in subject: ExpressionID, at index: Int) -> Bool {
    if expressions.indices.contains(index), case .payload(subject, name, _) = expressions[index] { true } else { false }
  }

  /// Where a pattern binds what it takes apart: at the first name that it gives one of the values.
  fileprivate func pattern(around index: Int) -> ByteSpan {
    guard case .payload(let subject, let name, _) = expressions[index] else { return spans[index] }
    func isPart(_ at: Int) -> Bool { isValue(of: name, in: subject, at: at) }
    var first = index
    while isPart(first - 1) { first -= 1 }
    var end = index + 1
    while isPart(end) { end += 1 }
    return locals.lazy.filter { local in local.initializer.map { first <= $0.index && $0.index < end } ?? false }.map(
      \.span
    ).min {
      $0.start < $1.start
    } ?? spans[index]
  }
}
