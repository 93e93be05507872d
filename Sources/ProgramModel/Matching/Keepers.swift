import SwiftFacts

/// Who may keep the objects of a type, as far as the stored properties of a program say.
struct Keepers {
  private let program: Program
  /// For each type, the properties that hold one or several, and the types that have them.
  private var holders: [NominalID: [(type: NominalID, property: PropertyID)]] = [:]
  /// The types that show screens by a property of theirs: a navigation controller, a window.
  private var showing: [NominalID: PropertyID] = [:]

  /// O(properties).
  init(of inference: Inference) {
    program = inference.program
    for property in program.allProperties where !program.isTest(program.file(of: property)) {
      let declaration = program.declaration(of: property)
      guard declaration.isStored, !declaration.isStatic, declaration.strength == .strong,
        !declaration.attributes.contains(where: program.knowledge[.weakWrapper].contains),
        let type = program.owner(of: property), program[type].kind == .class || program[type].kind == .struct
      else { continue }
      for held in Self.kinds(of: inference.type(of: property)) {
        holders[held, default: []].append((type, property))
        if program.inherits(held, fromAny: .showsScreens) { showing[type] = showing[type] ?? property }
      }
    }
  }

  private static func kinds(of type: Type) -> [NominalID] {
    switch type {
    case .nominal(let id, let arguments): [id] + arguments.flatMap(kinds)
    case .array(let element): kinds(of: element)
    case .dictionary(_, let value): kinds(of: value)
    case .tuple(let parts), .composition(let parts): parts.flatMap(kinds)
    default: []
    }
  }

  /// The properties by which an object of one type may keep one of another, nearest to what is kept first; nil where
  /// none are known. Those of one property do not count.
  func way(from keeper: NominalID, to kept: NominalID, but excluded: PropertyID) -> [PropertyID]? {
    if let shown = showing(keeper, excluded), isScreen(kept) { return shown }
    var seen: Set<NominalID> = [kept]
    var reached: [(type: NominalID, way: [PropertyID])] = [(kept, [])]
    for _ in 0..<Limits.keeperDepth {
      var next: [(NominalID, [PropertyID])] = []
      for one in reached {
        for known in program.lineage(of: one.type) where program[known].kind != .foreign {
          for holder in holders[known] ?? [] where holder.property != excluded {
            let way = one.way + [holder.property]
            if isReached(holder.type, from: keeper) { return way }
            if let shown = showing(keeper, excluded), isScreen(holder.type) { return way + shown }
            if shows(keeper, holder.type), !isShown(kept) { return way }
            if seen.insert(holder.type).inserted { next.append((holder.type, way)) }
          }
        }
      }
      reached = next
    }
    return nil
  }

  /// Whether a stored property, other than one, may keep an object of a type.
  func isKept(_ type: NominalID, but excluded: PropertyID) -> Bool {
    program.lineage(of: type).contains { known in
      (holders[known] ?? []).contains { $0.property != excluded }
    }
  }

  /// Whether an object of one type may be one of the other: the same, a subclass, or what conforms.
  private func isReached(_ type: NominalID, from keeper: NominalID) -> Bool {
    // Of a system's class nearly all are others.
    guard program[keeper].kind != .foreign else { return false }
    return program.lineage(of: type).contains(keeper)
      || program[type].kind == .class && program[keeper].kind == .class && program.lineage(of: keeper).contains(type)
  }

  /// What a type of the program shows screens by.
  private func showing(_ keeper: NominalID, _ excluded: PropertyID) -> [PropertyID]? {
    guard program[keeper].kind == .class, let property = showing[keeper], property != excluded else { return nil }
    return [property]
  }

  /// Whether what is shown inside of a system's view or controller may be of a type: a controller keeps controllers and
  /// views, a view keeps views.
  private func shows(_ keeper: NominalID, _ type: NominalID) -> Bool {
    let name = program[keeper].name
    if program.inherits(keeper, fromAny: .showsScreens) || program.knowledge[.viewControllerClass].contains(name) {
      return isShown(type)
    }
    return program.knowledge[.showsViews].contains(name) && isShown(type) && !isScreen(type)
  }

  private func isScreen(_ type: NominalID) -> Bool { program.inherits(type, fromAny: .viewControllerClass) }

  private func isShown(_ type: NominalID) -> Bool {
    isScreen(type) || program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewProtocol)
  }
}
