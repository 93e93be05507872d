public import SwiftFacts

extension Program {
  /// Whether what a local variable is given where it is declared is kept by closures alone, as far as its function
  /// shows: one that holds it weakly would find it gone.
  public func isKeptByClosuresAlone(_ name: Symbol, in closure: ClosureID, of file: FileID) -> Bool {
    let code = self[file].facts.code
    let body = code[closure]
    let range = body.firstExpression..<body.endExpression
    guard let function = function(at: code.span(of: body.expression).start, in: file),
      let local = range.lazy.compactMap({ self.local(code[ExpressionID(index: $0)], named: name, in: code) }).first,
      case .variable = code[local].kind, let value = code[local].initializer, case .call = code[value]
    else { return false }
    let uses = ValueUses(of: function, in: self)
    return uses.mentions(of: local).allSatisfy { use in
      if uses.closure(around: use)?.expression != uses.closure(around: value)?.expression {
        return range.contains(use.index)
          || !(uses.parent(of: use).map { isShown(by: $0, use, in: Frame(function, in: self)) } ?? false)
      }
      guard !uses.isResult(use) else { return false }
      guard let parent = uses.parent(of: use) else { return true }
      // What is asked of it, or put into it, keeps others.
      return switch code[parent] {
      case .member(use, _), .subscripted(use, _): true
      default: false
      }
    }
  }

  /// Whether what is given to a call is a screen or a view: whoever is given one shows it, and keeps it for so long.
  private func isShown(by call: ExpressionID, _ value: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call], code[list].contains(where: { $0.value == value }),
      let type = Inference(program: self).type(of: value, in: frame).nominal
    else { return false }
    return inherits(type, fromAny: .viewControllerClass) || inherits(type, fromAny: .viewClass)
  }

  /// Whether all who make objects of a class ask each for something at once and keep none: `Watcher(progress).start()`.
  public func areKeptByNobody(_ type: NominalID) -> Bool {
    let sites = calls(threads: 1).sites[self[type].name] ?? []
    return !sites.isEmpty
      && sites.allSatisfy { site in
        let code = self[file(of: site.function)].facts.code
        return code.expressions[Int(site.call.index)...].contains {
          if case .member(site.call, _) = $0 { true } else { false }
        }
      }
  }

  private func local(_ expression: Expression, named name: Symbol, in code: Code) -> LocalID? {
    if case .local(let local) = expression, code[local].name == name { local } else { nil }
  }
}
