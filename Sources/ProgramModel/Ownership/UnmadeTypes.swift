import SwiftFacts

/// Views and screens of a program's own modules, which nothing imports, that no file but their own names, nor a
/// storyboard: there is nobody to make an object of them.
///
/// Of other classes that nobody makes yet it is told what they will do, for the next change makes them; and of all
/// where no beginning of the program is in sight, for what makes them may be where that is.
struct UnmadeTypes: Sendable {
  private var types: Set<NominalID> = []

  func contains(_ type: NominalID) -> Bool { types.contains(type) }

  /// O(types and their mentions).
  init(_ program: Program, _ calls: CallIndex) {
    guard program.processLifetime(calls).hasBeginning else { return }
    let interfaces = program.interfaceOrigins(calls)
    var candidates: [Symbol: NominalID] = [:]
    for type in program.declaredTypes {
      guard program[type].kind == .class, program.names.types[program[type].name]?.count == 1,
        program.descendants[type]?.isEmpty ?? true, interfaces.origins(of: type).isEmpty,
        Self.isMadeWhereShown(type, program), Self.isInside(type, program)
      else { continue }
      candidates[program[type].name] = type
    }
    guard !candidates.isEmpty else { return }
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      for expression in file.facts.code.types {
        guard let name = expression.name, let type = candidates[name],
          !program[type].declarations.contains(where: { $0.file == FileID(index: Int32(index)) })
        else { continue }
        candidates[name] = nil
      }
    }
    types = Set(candidates.values)
  }

  /// Whether nothing outside of the repository can import the modules of a type.
  private static func isInside(_ type: NominalID, _ program: Program) -> Bool {
    program[type].declarations.allSatisfy { program.isInside($0.file) }
  }

  /// Whether objects of a class are views or screens, and made by source and storyboards alone.
  private static func isMadeWhereShown(_ type: NominalID, _ program: Program) -> Bool {
    (program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewControllerClass))
      && program[type].declarations.allSatisfy { place in
        !program[place.file].facts[place.type].attributes.contains(where: program.knowledge[.seenByObjectiveC].contains)
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

extension Code {
  /// The names of types, and of what may be one, that stand in a file.
  var namedTypes: Set<Symbol> {
    var result = Set(types.compactMap(\.name))
    for expression in expressions {
      if case .name(let name, _) = expression, name.isCapitalized { result.insert(name) }
    }
    return result
  }
}
