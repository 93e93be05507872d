import SwiftFacts

/// The types of the tables with what they inherit from, linked once for all programs: they come first in each, under
/// the same numbers.
final class KnownTypes: Sendable {
  /// In the order of their names' texts.
  let nominals: [Nominal]
  /// What a program begins with that may say more of them.
  let drafts: [NominalDraft]
  let byName: [Symbol: NominalID]
  /// By type, itself and what it inherits.
  let lineages: [[NominalID]]
  /// By type, what inherits from it.
  let heirs: [NominalID: [NominalID]]

  /// O(types × what each inherits).
  init(_ types: [Symbol: Knowledge.TypeEntry]) {
    let names = types.keys.map { ($0.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var byName: [Symbol: NominalID] = [:]
    for (index, name) in names.enumerated() { byName[name] = NominalID(index: Int32(index)) }
    self.byName = byName
    drafts = names.map { name in
      var draft = NominalDraft(name: name, kind: .foreign, parent: nil)
      if let superclass = types[name]?.superclass, superclass != name, let above = byName[superclass] {
        draft.supertypes = [above]
      }
      return draft
    }
    let nominals = drafts.map(Nominal.init)
    self.nominals = nominals
    lineages = nominals.indices.map { Lineage.of(NominalID(index: Int32($0)), in: nominals) }
    heirs = Lineage.heirs(by: lineages)
  }
}

/// What types inherit from, transitively, and what inherits from them.
enum Lineage {
  /// A type and what it inherits, itself first, nearest first.
  static func of(_ id: NominalID, in nominals: [Nominal]) -> [NominalID] {
    var result = [id]
    var index = 0
    while index < result.count {
      for next in nominals[Int(result[index].index)].supertypes where !result.contains(next) { result.append(next) }
      index += 1
    }
    return result
  }

  /// Turned around: by type, what inherits from it, in order.
  static func heirs(by lineages: [[NominalID]]) -> [NominalID: [NominalID]] {
    var result: [NominalID: [NominalID]] = [:]
    add(lineages[...], to: &result)
    return result
  }

  static func add(_ lineages: ArraySlice<[NominalID]>, to heirs: inout [NominalID: [NominalID]]) {
    for lineage in lineages {
      for index in lineage.indices.dropFirst() { heirs[lineage[index], default: []].append(lineage[0]) }
    }
  }
}

extension Linker.Linked {
  /// By type, itself and the types around it, as far out as is looked.
  var surroundings: [[NominalID]] {
    nominals.indices.map { index in
      var result = [NominalID(index: Int32(index))]
      while let parent = nominals[Int(result[result.count - 1].index)].parent, result.count < 16 {
        result.append(parent)
      }
      return result
    }
  }

  /// By type, itself and what it inherits, and what inherits from it: shared where no extension of the program
  /// alters it.
  var ancestry: (lineages: [[NominalID]], heirs: [NominalID: [NominalID]]) {
    var lineages = known.lineages
    if !extended.isEmpty {
      for index in lineages.indices where lineages[index].contains(where: extended.contains) {
        lineages[index] = Lineage.of(NominalID(index: Int32(index)), in: nominals)
      }
    }
    for index in known.nominals.count..<nominals.count {
      lineages.append(Lineage.of(NominalID(index: Int32(index)), in: nominals))
    }
    if !extended.isEmpty { return (lineages, Lineage.heirs(by: lineages)) }
    var heirs = known.heirs
    Lineage.add(lineages[known.nominals.count...], to: &heirs)
    return (lineages, heirs)
  }

  /// The types outside the program that it extends, and of which no table says anything.
  var unknownNames: [Symbol] {
    nominals[known.nominals.count...].compactMap { type in
      type.kind == .foreign && names.foreign[type.name] != nil ? type.name : nil
    }
  }
}
