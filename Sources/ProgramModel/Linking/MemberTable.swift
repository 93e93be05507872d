internal import SwiftFacts
internal import Synchronization

/// Which functions and properties each type declaration of one file has. Made when it is first asked for, at once for
/// all of the file: a file may declare a hundred thousand types.
final class MemberTable: Sendable {
  struct Members {
    var functions: [FunctionIndex] = []
    var properties: [PropertyIndex] = []
  }

  private let facts: FileFacts
  private let members = Mutex<[TypeIndex: Members]?>(nil)

  init(_ facts: FileFacts) { self.facts = facts }

  /// In the order of the source.
  func members(of type: TypeIndex) -> Members {
    members.withLock { members in
      if let known = members { return known[type] ?? Members() }
      var made: [TypeIndex: Members] = [:]
      for (index, function) in facts.functions.enumerated() {
        guard let parent = function.parent else { continue }
        made[parent, default: Members()].functions.append(FunctionIndex(index: Int32(index)))
      }
      for (index, property) in facts.properties.enumerated() {
        guard let parent = property.parent else { continue }
        made[parent, default: Members()].properties.append(PropertyIndex(index: Int32(index)))
      }
      members = made
      return made[type] ?? Members()
    }
  }
}

extension Program {
  /// The functions that a declaration or an extension of a type itself has.
  func functions(in declaration: Nominal.Declaration) -> [FunctionID] {
    memberTable(of: declaration.file).members(of: declaration.type).functions.map {
      function($0, in: declaration.file)
    }
  }

  /// The properties that a declaration or an extension of a type itself has.
  func properties(in declaration: Nominal.Declaration) -> [PropertyID] {
    memberTable(of: declaration.file).members(of: declaration.type).properties.map {
      property($0, in: declaration.file)
    }
  }

  /// The names of all of them.
  func memberNames(in declaration: Nominal.Declaration) -> [Symbol] {
    let facts = self[declaration.file].facts
    let members = memberTable(of: declaration.file).members(of: declaration.type)
    return members.functions.map { facts[$0].name } + members.properties.map { facts[$0].name }
  }
}
