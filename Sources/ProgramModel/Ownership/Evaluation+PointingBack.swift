import SwiftFacts

/// What a weak property that refers back says of who keeps its object.
extension Evaluation {
  /// Whether all of a class is in sight, and nothing that it has, nor what that has, is of the type of this object: a
  /// property that is called after its context need not refer to the owner.
  func cannotKeepThis(_ type: Type) -> Bool {
    guard let this = frame.context else { return false }
    if program.isNamed(type, in: .showsScreens) { return showsOthersOnly(type, than: this) }
    guard let owner = type.nominal, program[owner].kind == .class else { return false }
    var seen: Set<NominalID> = []
    var waiting = [owner] + (program.descendants[owner] ?? [])
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard seen.count < Self.mostOwners, !program.hasUnknownSuperclass(next) else { return false }
      for ancestor in program.lineage(of: next) {
        // What is a screen or a view has those that it shows.
        if program[ancestor].kind == .foreign, program.knowledge.types[program[ancestor].name]?.kind == .class,
          !program.knowledge[.rootClass].contains(program[ancestor].name)
        {
          return false
        }
        for property in program.storedProperties(of: ancestor)
        where program.declaration(of: property).strength == .strong {
          guard let held = parts(of: inference.type(of: property)) else { return false }
          for part in held {
            if program.lineage(of: this).contains(part) || program.lineage(of: part).contains(this) { return false }
            if program[part].kind != .foreign { waiting.append(part) }
          }
        }
      }
    }
    return true
  }

  /// Whether a class is one of the system's, of which the program has no other, that keeps the screens it shows, and
  /// this object is neither one nor a view: who works for a stack of screens is kept by them, if by anybody there.
  private func showsOthersOnly(_ stack: Type, than this: NominalID) -> Bool {
    let heirs = stack.nominal.flatMap { program.descendants[$0] } ?? []
    return heirs.allSatisfy { program[$0].kind == .foreign } && !program.inherits(this, fromAny: .responderClass)
  }

  /// Beyond so many types the answer is unknown.
  private static let mostOwners = 64

  /// The declared types of which a value of a type may hold objects; nil where that is unknown.
  private func parts(of type: Type) -> [NominalID]? {
    func all(_ types: [Type]) -> [NominalID]? {
      types.reduce([]) { found, type in found.flatMap { found in parts(of: type).map { found + $0 } } }
    }
    return switch type {
    case .nominal(let id, let arguments): all(arguments).map { [id] + $0 }
    case .array(let element): parts(of: element)
    case .dictionary(let key, let value): all([key, value])
    case .tuple(let types), .composition(let types): all(types)
    case .parameter(_, let bound?): parts(of: bound)
    case .foreign, .function, .metatype: []
    case .parameter, .unknown: nil
    }
  }
}
