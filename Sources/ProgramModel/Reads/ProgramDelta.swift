import Manifests
import SwiftFacts

/// What of an earlier program is the same in a later one, by what a unit of work can ask of a program.
///
/// Most files are: a program before a change and the one after it, or before and after a save. O(declarations), and
/// no body is looked at.
struct ProgramDelta {
  /// How an answer of the later program compares with that of the earlier one.
  enum Sameness: UInt8, Comparable {
    /// It may be another.
    case different
    /// It says the same, and some of what it speaks of has another number.
    case meaning
    /// It is equal to the last number.
    case exact

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private let old: Program
  private let new: Program
  /// By file of the earlier program, where it is in the later one; nil where it is gone, or has another content.
  private let files: [FileID?]
  /// By file of the later program.
  private let oldFiles: [FileID?]
  private let nominals: Nominals
  private let ofFiles: [Sameness]
  private let ofNominals: [Sameness]
  /// The names under which something has come, gone or changed.
  private let changedNames: Set<Symbol>
  /// Whether a number means the same place in both, so that equal answers are the same whatever has changed there: what
  /// is in a file that is read is read of the file.
  private let isAligned: Bool

  /// Nil where nothing can be compared: the modules are others, or what is left stands in another order.
  init?(from old: Program, to new: Program) {
    guard old.linked.known === new.linked.known,
      old.modules.map.modules == new.modules.map.modules, old.modules.named == new.modules.named,
      old.ending == new.ending
    else { return nil }
    self.old = old
    self.new = new
    guard let files = Self.files(old, new) else { return nil }
    self.files = files
    var oldFiles = [FileID?](repeating: nil, count: new.files.count)
    for (index, file) in files.enumerated() {
      if let file { oldFiles[Int(file.index)] = FileID(index: Int32(index)) }
    }
    self.oldFiles = oldFiles
    let ofFiles = files.enumerated().map { index, file -> Sameness in
      guard let file else { return .different }
      let isExact =
        Int(file.index) == index && old.functionNumbers.offsets[index] == new.functionNumbers.offsets[index]
        && old.propertyNumbers.offsets[index] == new.propertyNumbers.offsets[index]
        && old.linked.nominalOfDeclaration[index] == new.linked.nominalOfDeclaration[index]
      return isExact ? .exact : .meaning
    }
    self.ofFiles = ofFiles
    isAligned = Self.areAligned(old, new)
    let nominals = Nominals(old, new, files, isAligned: isAligned)
    guard nominals.areInOrder else { return nil }
    self.nominals = nominals
    // Of most types of the tables neither program says anything, nor of what they inherit.
    var ofNominals = [Sameness](repeating: .exact, count: old.linked.nominals.count)
    let compared =
      old.linked.extended.isEmpty && new.linked.extended.isEmpty
      ? old.linked.declared + new.linked.declared.filter(nominals.isKnown)
      : old.linked.nominals.indices.map { NominalID(index: Int32($0)) }
    for id in compared {
      let isTouched = old.linked.nominals[Int(id.index)].declarations.contains { files[Int($0.file.index)] == nil }
      ofNominals[Int(id.index)] =
        if isAligned, isTouched {
          Self.areEqual(id, old, new) ? .exact : .different
        } else {
          nominals[id].map { Self.compare(id, $0, old, new, files, nominals, ofFiles) } ?? .different
        }
    }
    self.ofNominals = ofNominals
    changedNames = Self.changedNames(old, new, files, oldFiles)
  }

  // MARK: What is where

  /// Whoever looks for a name is told by the modules of files what it can see, of which nothing is noted.
  private static func files(_ old: Program, _ new: Program) -> [FileID?]? {
    guard old.modules.strangers == new.modules.strangers else { return nil }
    var result: [FileID?] = []
    for (index, file) in old.files.enumerated() {
      if old.missing.contains(FileID(index: Int32(index))) {
        result.append(nil)
        continue
      }
      guard let other = new.file(at: file.path) else {
        result.append(nil)
        continue
      }
      let at = Int(other.index)
      let isSame = new.files[at].facts === file.facts
      guard old.modules.ofFile[index] == new.modules.ofFile[at], old.modules.isTest[index] == new.modules.isTest[at],
        !isSame
          || old.modules.needsTesting[index] == new.modules.needsTesting[at]
            && old.modules.imported[index] == new.modules.imported[at]
      else { return nil }
      result.append(isSame ? other : nil)
    }
    return result
  }

  private static func areAligned(_ old: Program, _ new: Program) -> Bool {
    old.functionNumbers.offsets == new.functionNumbers.offsets
      && old.propertyNumbers.offsets == new.propertyNumbers.offsets
      && old.typeNumbers.offsets == new.typeNumbers.offsets
      && old.linked.nominals.count == new.linked.nominals.count
      && zip(old.files, new.files).allSatisfy { $0.path == $1.path }
      && haveSameModules(old, new)
      && old.linked.declared.allSatisfy { id in
        // Whose number is another's is seen by that, and whose number is nobody's by its name.
        let (here, there) = (old.linked.nominals[Int(id.index)], new.linked.nominals[Int(id.index)])
        return isVacant(there)
          || here.name == there.name && here.kind == there.kind && here.parent == there.parent
            && (here.kind == .foreign || here.declarations.first?.file == there.declarations.first?.file)
      }
      && new.linked.declared.allSatisfy { id in
        let (here, there) = (old.linked.nominals[Int(id.index)], new.linked.nominals[Int(id.index)])
        return isVacant(here) || here.name == there.name && here.kind == there.kind && here.parent == there.parent
      }
  }

  private static func isVacant(_ type: Nominal) -> Bool {
    type.kind == .foreign && type.declarations.isEmpty && type.name == NominalDraft.vacant.name
  }

  /// Whether each file that is there in both sees the same modules, but for those that have come to import others: what
  /// such a file sees is asked for with its content.
  private static func haveSameModules(_ old: Program, _ new: Program) -> Bool {
    let missing = old.missing.union(new.missing)
    return old.files.indices.allSatisfy { index in
      missing.contains(FileID(index: Int32(index)))
        || old.modules.needsTesting[index] == new.modules.needsTesting[index]
          && (old.modules.imported[index] == new.modules.imported[index]
            || old.files[index].facts !== new.files[index].facts)
    }
  }

  /// Whether a type is the same in all that it says itself, though a file that declares some of it is another.
  private static func areEqual(_ id: NominalID, _ old: Program, _ new: Program) -> Bool {
    let (here, there) = (old.linked.nominals[Int(id.index)], new.linked.nominals[Int(id.index)])
    return here.access == there.access && here.declarations == there.declarations && here.generics == there.generics
      && here.supertypes == there.supertypes && here.foreignSupertypes == there.foreignSupertypes
      && here.functions == there.functions && here.properties == there.properties
      && here.storedProperties == there.storedProperties && here.types == there.types
      && here.aliases == there.aliases && here.cases == there.cases
      && old.lineages[Int(id.index)] == new.lineages[Int(id.index)]
  }

  /// Where the types of the earlier program are in the later one.
  private struct Nominals {
    /// The types of the tables come first in both.
    let known: Int
    /// Of those after them; nil where a number means the same type in both.
    private let moved: [NominalID?]?

    init(_ old: Program, _ new: Program, _ files: [FileID?], isAligned: Bool) {
      let known = old.linked.known.nominals.count
      self.known = known
      if isAligned {
        moved = nil
        return
      }
      moved = (known..<old.linked.nominals.count).map { index in
        let nominal = old.linked.nominals[index]
        if nominal.kind == .foreign, old.linked.names.foreign[nominal.name]?.index == Int32(index) {
          return new.linked.names.foreign[nominal.name]
        }
        guard let first = nominal.declarations.first, let file = files[Int(first.file.index)] else { return nil }
        return new.linked.nominalOfDeclaration[Int(file.index)][Int(first.type.index)]
      }
    }

    /// Nil where it is gone, or declared in a file of another content.
    subscript(id: NominalID) -> NominalID? {
      guard let moved, !isKnown(id) else { return id }
      return moved[Int(id.index) - known]
    }

    func isKnown(_ id: NominalID) -> Bool { Int(id.index) < known }

    var areInOrder: Bool {
      guard let there = moved?.compactMap(\.self) else { return true }
      return zip(there, there.dropFirst()).allSatisfy(<)
    }
  }

  private static func compare(
    _ id: NominalID, _ other: NominalID, _ old: Program, _ new: Program, _ files: [FileID?], _ nominals: Nominals,
    _ ofFiles: [Sameness]
  ) -> Sameness {
    let (here, there) = (old.linked.nominals[Int(id.index)], new.linked.nominals[Int(other.index)])
    func isSame(_ one: [NominalID], _ other: [NominalID]) -> Bool {
      one.count == other.count && zip(one, other).allSatisfy { nominals[$0] == $1 }
    }
    guard here.kind == there.kind, here.name == there.name, here.foreignSupertypes == there.foreignSupertypes,
      here.declarations.count == there.declarations.count,
      zip(here.declarations, there.declarations).allSatisfy({
        files[Int($0.file.index)] == $1.file && $0.type == $1.type
      }),
      isSame(here.supertypes, there.supertypes),
      isSame(here.parent.map { [$0] } ?? [], there.parent.map { [$0] } ?? []),
      isSame(old.lineages[Int(id.index)], new.lineages[Int(other.index)]),
      here.types.count == there.types.count,
      here.types.allSatisfy({ name, type in there.types[name].map { nominals[type] == $0 } ?? false })
    else { return .different }
    let isExact =
      id == other && here.supertypes == there.supertypes && here.parent == there.parent && here.types == there.types
      && old.lineages[Int(id.index)] == new.lineages[Int(other.index)]
      && here.declarations.allSatisfy { ofFiles[Int($0.file.index)] == .exact }
    return isExact ? .exact : .meaning
  }

  /// The names of what the files that differ declare, and of types outside the program that have come or gone.
  private static func changedNames(
    _ old: Program, _ new: Program, _ files: [FileID?], _ oldFiles: [FileID?]
  ) -> Set<Symbol> {
    var result = Set(old.linked.unknownNames).symmetricDifference(new.linked.unknownNames)
    for (program, others) in [(old, files), (new, oldFiles)] {
      for (file, other) in zip(program.files, others) where other == nil {
        let facts = file.facts
        result.formUnion(facts.types.map(\.name))
        result.formUnion(facts.types.flatMap { $0.cases.map(\.name) })
        result.formUnion(facts.functions.map(\.name))
        result.formUnion(facts.properties.map(\.name))
        result.formUnion(facts.aliases.map(\.name))
      }
    }
    return result
  }

  // MARK: Answers

  /// The same function of the earlier program; nil where its file has another content.
  func earlier(_ function: FunctionID) -> FunctionID? {
    let file = new.file(of: function)
    guard let other = oldFiles[Int(file.index)] else { return nil }
    return old.function(FunctionIndex(index: function.index - new.functionNumbers.offsets[Int(file.index)]), in: other)
  }

  /// The same file of the earlier program; nil where that has another content.
  func earlier(_ file: FileID) -> FileID? { oldFiles[Int(file.index)] }

  /// The same function of the later program; nil where its file has another content.
  func later(_ function: FunctionID) -> FunctionID? {
    let file = old.file(of: function)
    guard let other = files[Int(file.index)] else { return nil }
    return new.function(FunctionIndex(index: function.index - old.functionNumbers.offsets[Int(file.index)]), in: other)
  }

  @inline(__always) func sameness(of file: FileID) -> Sameness { ofFiles[Int(file.index)] }

  @inline(__always) func sameness(of type: NominalID) -> Sameness { ofNominals[Int(type.index)] }

  /// How the later program would answer, by what the earlier one was asked.
  ///
  /// - Parameter lasting: Which types last in either; nil where that is not known yet.
  func sameness(of key: Reads.Key, lasting: (old: ProcessLifetime, new: ProcessLifetime)?) -> Sameness {
    switch key {
    case .file(let id): return sameness(of: id)
    case .nominal(let id): return sameness(of: id)
    case .descendants(let id):
      guard let other = nominals[id] else { return .different }
      let (here, there) = (old.heirs[id] ?? [], new.heirs[other] ?? [])
      guard here.count == there.count, zip(here, there).allSatisfy({ nominals[$0] == $1 }) else {
        return .different
      }
      return id == other && here == there ? .exact : .meaning
    case .name(let name):
      if isAligned, isExact(name) { return .exact }
      return changedNames.contains(name) ? .different : isExact(name) ? .exact : .meaning
    case .lasting(let id):
      guard let lasting, let other = nominals[id], lasting.old.lasts(id) == lasting.new.lasts(other),
        lasting.old.keptAnyhow.contains(id) == lasting.new.keptAnyhow.contains(other)
      else {
        return .different
      }
      return id == other ? .exact : .meaning
    case .uses(let name): return isAligned && old.usesAreSame(of: name, in: new) ? .exact : .different
    // An answer is in the numbers of the program that gave it.
    case .asked(let answer): return isAligned && answer.isSame(new) ? .exact : .different
    case .property, .lookup, .everything: return .different
    }
  }

  private func isExact(_ name: Symbol) -> Bool {
    let (here, there) = (old.linked.names, new.linked.names)
    return here.types[name] == there.types[name] && here.foreign[name] == there.foreign[name]
      && here.functions[name] == there.functions[name] && here.properties[name] == there.properties[name]
      && here.stored[name] == there.stored[name] && here.aliases[name] == there.aliases[name]
      && here.cases[name] == there.cases[name]
      && (here.aliases[name] ?? []).allSatisfy { ofFiles[Int($0.file.index)] == .exact }
      && (here.cases[name] ?? []).allSatisfy { ofFiles[Int($0.declaration.file.index)] == .exact }
  }
}
