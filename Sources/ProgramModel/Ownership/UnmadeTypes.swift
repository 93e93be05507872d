public import SwiftFacts

/// Types of a program's own modules of which no run of it has an object: no code that ever runs names them where one is
/// made or asked for, no storyboard has one made, and no class that inherits from them is made.
///
/// Whatever may be found otherwise is left alone: what Objective-C sees, what the system or a library makes of its own
/// accord. So are all where no beginning of the program is in sight, for what makes them may be where that is, and
/// where none of its screens is made.
struct UnmadeTypes: Equatable, Sendable {
  private(set) var all: Set<NominalID> = []

  func contains(_ type: NominalID) -> Bool { all.contains(type) }

  /// From what runs in any case, to whatever that names. O(types, expressions and mentions).
  init(_ program: Program, _ calls: CallIndex, threads: Int) {
    guard program.hasBeginning else { return }
    let interfaces = program.interfaceOrigins(calls)
    let candidates = program.declaredTypes.filter {
      Self.needsMaker($0, program, isMixed: interfaces.isBesideObjectiveC)
    }
    guard !candidates.isEmpty else { return }
    let mentions = TypeMentions(of: candidates, in: program, calls, interfaces, threads: threads)
    var alive: Set<NominalID> = []
    var waiting = Array(mentions.anyway)
    for type in program.declaredTypes
    where !mentions.candidates.contains(type) && !program.isTest(type)
      && !program[type].declarations.allSatisfy({ program.isLeftOut(program[$0.file].path) })
    {
      waiting += program.lineage(of: type)
    }
    while let type = waiting.popLast() {
      guard mentions.candidates.contains(type), alive.insert(type).inserted else { continue }
      waiting += mentions.named(by: type)
      waiting += program.lineage(of: type)
    }
    // An application of which no screen is made is not all of it.
    let screens = mentions.candidates.filter { Self.isScreen($0, program) }
    if !screens.isEmpty, alive.isDisjoint(with: screens) { return }
    all = mentions.candidates.subtracting(alive)
  }

  private static func isScreen(_ type: NominalID, _ program: Program) -> Bool {
    program.inherits(type, fromAny: .viewControllerClass) || program.inherits(type, fromAny: .viewProtocol)
  }

  /// Whether nothing outside of the repository can make an object of a type: its modules cannot be imported, or it is
  /// theirs alone.
  static func isInside(_ type: NominalID, _ program: Program) -> Bool {
    program[type].declarations.allSatisfy { place in
      program.isInside(place.file)
        || program[type].access != .everywhere && !program.isTest(place.file)
          && !program.modules.ofFile[Int(place.file.index)].isEmpty
    }
  }

  /// Whether somebody has to name a type for an object of it to be.
  private static func needsMaker(_ type: NominalID, _ program: Program, isMixed: Bool) -> Bool {
    let nominal = program[type]
    let isShown =
      program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewControllerClass)
    switch nominal.kind {
    case .class, .actor: break
    case .struct: guard program.inherits(type, fromAny: .viewProtocol) else { return false }
    default: return false
    }
    // Of a type inside another the name alone does not tell which of that name is meant.
    guard program.names.types[nominal.name] == [type], !nominal.declarations.isEmpty, isInside(type, program),
      isShown || !isMixed || !isSeenByObjectiveC(type, program)
    else { return false }
    return areMadeByName(program.lineage(of: type), isShown, program)
      && nominal.declarations.allSatisfy { place in
        program[place.file].facts[place.type].attributes.allSatisfy { attribute in
          isShown
            ? !program.knowledge[.seenByObjectiveC].contains(attribute)
            : program.knowledge[.tellsNothingOfCallers].contains(attribute)
        }
      }
  }

  /// Whether Objective-C may make objects of a class.
  static func isSeenByObjectiveC(_ type: NominalID, _ program: Program) -> Bool {
    program.lineage(of: type).contains { ancestor in
      let names = program[ancestor].foreignSupertypes + [program[ancestor].name]
      return names.contains {
        program.knowledge[.rootClass].contains($0) || program.knowledge.types[$0]?.superclass != nil
      }
    }
  }

  /// Whether all that types inherit from out of sight is known, and nothing that the system or a library makes objects
  /// of on its own.
  static func areMadeByName(_ lineage: [NominalID], _ isScreen: Bool, _ program: Program) -> Bool {
    lineage.allSatisfy { ancestor in
      let isForeign = program[ancestor].kind == .foreign
      return (program[ancestor].foreignSupertypes + (isForeign ? [program[ancestor].name] : [])).allSatisfy { name in
        !program.knowledge[.madeUnasked].contains(name) && !program.knowledge[.lastsWithTheProcess].contains(name)
          && !program.knowledge[.lastsWithTheScene].contains(name)
          && (isScreen || program.knowledge.types[name] != nil || program.knowledge[.rootClass].contains(name)
            || program.knowledge[.asksForNothing].contains(name))
      }
    }
  }
}

extension TypeExpression {
  /// The last part of a type's name.
  var name: Symbol? {
    switch self {
    case .named(let name, _), .member(_, let name, _): name
    default: nil
    }
  }
}

/// The names of types, and of what may be one, that stand in a file. Kept with its facts.
private struct NamedTypes: Sendable {
  let all: Set<Symbol>

  init(_ code: Code) {
    var result = Set(code.types.compactMap(\.name))
    for expression in code.expressions {
      if case .name(let name, _) = expression, name.isCapitalized { result.insert(name) }
    }
    all = result
  }
}

extension FileFacts {
  /// The names of types, and of what may be one, that stand in the file.
  public var namedTypes: Set<Symbol> { derived { NamedTypes(code) }.all }
}
