import Manifests
import SwiftFacts

/// Screens that a segue leads to, taken for what only a storyboard could say that they are.
extension Program {
  /// Casts that end the program where the screen is of another class, and of whose class no storyboard in sight has a
  /// scene; the first for each function, in the order of files.
  public func segueCasts() -> [Hazard] {
    let destinations = knowledge[.screenToBeShown].names
    let places = functions(mentioning: destinations).filter { !isTest(file(of: $0)) }
    guard !places.isEmpty else { return [] }
    reads?.note(.everything)
    let inStoryboards = modules.map.interfaces(around: presentFiles.map(\.path)).classNames
    return places.compactMap { function -> Hazard? in
      let body = Body(function, in: self)
      let code = body.code
      let parameters = Set(declaration(of: function).parameters.map(\.local))
      for id in body.expressions {
        guard case .cast(let value, let type) = code[id], code.marks(of: id).contains(.forced),
          isDestination(value, of: parameters, destinations, code)
        else { continue }
        let made = Frame(function, in: self).resolve(type).nominal
        guard let made, self[made].kind == .class, !inStoryboards.contains(self[made].name.text) else { continue }
        return Hazard(
          kind: .segueCast, span: body.span(of: id), name: code.plainSpelling(of: value),
          other: code.spelling(of: type), owner: name(of: function), essence: code.spelling(of: type))
      }
      return nil
    }
  }

  /// Whether a value is where a segue that the function is given leads, or what is shown inside of that.
  private func isDestination(
    _ id: ExpressionID, of parameters: Set<LocalID>, _ names: Set<Symbol>, _ code: Code
  ) -> Bool {
    switch code[id] {
    case .member(let base, let name):
      if names.contains(name), case .local(let segue) = code[base] { return parameters.contains(segue) }
      return isDestination(base, of: parameters, names, code)
    case .cast(let value, _): return isDestination(value, of: parameters, names, code)
    case .local(let local):
      guard case .variable = code[local].kind, let value = code[local].initializer else { return false }
      return isDestination(value, of: parameters, names, code)
    case .subscripted(let base, _): return isDestination(base, of: parameters, names, code)
    default: return false
    }
  }
}
