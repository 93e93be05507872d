import SwiftFacts

/// Views and screens of a program's own modules, which nothing imports, that no file but their own names, nor a
/// storyboard; and those of scenes that nothing leads to: there is nobody to make an object of them.
///
/// Of other classes that nobody makes yet it is told what they will do, for the next change makes them; and of all
/// where no beginning of the program is in sight, for what makes them may be where that is.
struct UnmadeTypes: Sendable {
  private(set) var all: Set<NominalID> = []

  func contains(_ type: NominalID) -> Bool { all.contains(type) }

  init(_ program: Program, _ calls: CallIndex) {
    guard program.processLifetime(calls).hasBeginning else { return }
    self = UnmadeTypes(program, calls, program.interfaceOrigins(calls))
  }

  /// Of a program with a beginning. O(types and their mentions).
  init(_ program: Program, _ calls: CallIndex, _ interfaces: InterfaceOrigins) {
    var candidates: [Symbol: NominalID] = [:]
    let callers = Callers(program: program, calls: calls)
    for type in program.declaredTypes {
      guard program[type].kind == .class, program.names.types[program[type].name]?.count == 1,
        program.descendants[type]?.isEmpty ?? true, interfaces.leadNowhere(to: type),
        Self.isMadeWhereShown(type, program), Self.isInside(type, program),
        (calls.sites[program[type].name] ?? []).isEmpty, !callers.isMentioned(type)
      else { continue }
      candidates[program[type].name] = type
    }
    guard !candidates.isEmpty else { return }
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      var named: [Symbol: Int] = [:]
      for expression in file.facts.code.types {
        guard let name = expression.name, let type = candidates[name],
          !program[type].declarations.contains(where: { $0.file == FileID(index: Int32(index)) })
        else { continue }
        named[name, default: 0] += 1
      }
      for (name, count) in named {
        // A scene that nothing leads to is asked for by many who know what to do with it.
        if let type = candidates[name], !interfaces.origins(of: type).isEmpty,
          file.facts.code.onlyAsksFor(name) == count
        {
          continue
        }
        candidates[name] = nil
      }
    }
    all = Set(candidates.values)
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

extension Code {
  /// How often a type's name stands where nothing is made that others say no more of: in an optional, and where a value
  /// is looked at that no call answers with.
  fileprivate func onlyAsksFor(_ name: Symbol) -> Int {
    var found: Set<Int32> = []
    func add(_ type: TypeID) {
      if self[type].name == name { found.insert(type.index) }
    }
    for type in types {
      if case .optional(let inner) = type { add(inner) }
    }
    for expression in expressions {
      switch expression {
      case .cast(let value, let type):
        if case .call = self[value], self[type].name == name { return 0 }
        add(type)
      case .test(_, let type): add(type)
      default: continue
      }
    }
    return found.count
  }
}
