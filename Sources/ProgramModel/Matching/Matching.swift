import SwiftFacts
import Synchronization

/// Which declaration of the program before a change is which of the program after it.
///
/// Only what stands in files that the change touches is matched one by one; the rest is as it was.
public final class Matching: Sendable {
  public let before: Program
  public let after: Program
  /// For types of the program after, those they were before.
  public let types: [NominalID: NominalID]
  public let functions: [FunctionID: FunctionID]
  public let properties: [PropertyID: PropertyID]
  /// Files whose content is not as it was, or that were not there.
  public let changedFiles: Set<FileID>
  public let changedFilesBefore: Set<FileID>
  /// What was in the program before and is no declaration of the program after.
  public let lostFunctions: [FunctionID]
  private let gainedNames = Mutex<Set<Symbol>?>(nil)
  private let newNames = Mutex<Set<Symbol>?>(nil)
  /// By function, what `isRewritten` found.
  private let rewritten = Mutex<[FunctionID: Bool]>([:])

  /// - Parameter oldPaths: Where renamed files were before, by where they are now.
  public init(before: Program, after: Program, oldPaths: [String: String] = [:]) {
    self.before = before
    self.after = after
    changedFiles = Self.changed(in: after, against: before)
    changedFilesBefore = Self.changed(in: before, against: after)
    var types = TypeMatcher(before: before, after: after, oldPaths: oldPaths)
    types.match(touched: changedFiles)
    self.types = types.pairs
    var members = MemberMatcher(
      before: before, after: after, types: types, changedBefore: changedFilesBefore, changedAfter: changedFiles)
    members.match()
    functions = members.functions
    properties = members.properties
    lostFunctions = members.lostFunctions
  }

  /// What a type may be after the change, whether its files have been touched or not: those of its name, where they
  /// have not. O(types).
  func successors(of old: NominalID) -> [NominalID] {
    if let one = types.first(where: { $0.value == old }) { return [one.key] }
    let name = before.name(of: old)
    return after.types(named: before[old].name).filter {
      after.name(of: $0) == name && (after[$0].kind == .foreign) == (before[old].kind == .foreign)
    }
  }

  /// Whether a function calls nothing by a name that it did not call before the change.
  func callsNothingNew(_ function: FunctionID, since old: FunctionID) -> Bool {
    Set(after.callNames(in: function)).isSubset(of: before.callNames(in: old))
  }

  /// Whether the body of a function that was there before says anything else than it did. Worked out once.
  func isRewritten(_ function: FunctionID) -> Bool {
    if let known = rewritten.withLock({ $0[function] }) { return known }
    let isOther = functions[function].map { !after.isSpelled(function, as: $0, in: before) } ?? true
    rewritten.withLock { $0[function] = isOther }
    return isOther
  }

  /// What functions call, or hand on to be called, that were not there before the change: a `deinit`, an observer, a
  /// helper that has come to do something. Worked out once: O(changed files).
  var newlyCalledNames: Set<Symbol> {
    newNames.known {
      var result: Set<Symbol> = []
      for file in changedFiles where !after.isTest(file) {
        let code = after[file].facts.code
        for index in after[file].facts.functions.indices {
          let function = after.function(FunctionIndex(index: Int32(index)), in: file)
          guard functions[function] == nil else { continue }
          result.formUnion(after.callNames(in: function))
          for at in after.expressions(of: function) {
            guard case .call(_, let list) = code.expressions[at] else { continue }
            for argument in code[list] {
              if case .member(_, let name) = code[argument.value] { result.insert(name) }
            }
          }
        }
      }
      return result
    }
  }

  /// What some function of production code calls more often than before the change. Worked out once: O(changed files).
  var gainedCallNames: Set<Symbol> {
    gainedNames.known {
      var result: Set<Symbol> = []
      for file in changedFiles where !after.isTest(file) {
        for index in after[file].facts.functions.indices {
          let function = after.function(FunctionIndex(index: Int32(index)), in: file)
          var counts: [Symbol: Int] = [:]
          for name in after.callNames(in: function) { counts[name, default: 0] += 1 }
          for name in functions[function].map({ before.callNames(in: $0) }) ?? [] { counts[name, default: 0] -= 1 }
          result.formUnion(counts.lazy.filter { $0.value > 0 }.map(\.key))
        }
      }
      return result
    }
  }

  /// Facts are made once for each content, so two files with the same facts have the same content.
  private static func changed(in program: Program, against other: Program) -> Set<FileID> {
    var result: Set<FileID> = []
    for (index, file) in program.files.enumerated() {
      if let twin = other.file(at: file.path), other[twin].facts === file.facts { continue }
      result.insert(FileID(index: Int32(index)))
    }
    return result
  }
}

/// Matches types by their qualified names, and where one went and another came, by their members.
struct TypeMatcher {
  let before: Program
  let after: Program
  let oldPaths: [String: String]
  private(set) var pairs: [NominalID: NominalID] = [:]

  init(before: Program, after: Program, oldPaths: [String: String]) {
    self.before = before
    self.after = after
    self.oldPaths = oldPaths
  }

  mutating func match(touched files: Set<FileID>) {
    let touched = after.declaredTypes.filter { id in
      after[id].declarations.contains { files.contains($0.file) }
    }
    // To put the name of a type together costs more than to look at its last part.
    let names = Set(touched.map { after[$0].name })
    var old: [String: [NominalID]] = [:]
    for name in names {
      for id in before.types(named: name) { old[before.name(of: id), default: []].append(id) }
    }
    var unmatched: [NominalID] = []
    for id in touched {
      var twins = old[after.name(of: id)] ?? []
      if twins.count > 1 {
        // A table's type of the same name is another one.
        twins.removeAll { (before[$0].kind == .foreign) != (after[id].kind == .foreign) }
      }
      if let twin = twins.count == 1 ? twins[0] : twins.first(where: { path(of: $0, in: before) == oldPath(of: id) }) {
        pairs[id] = twin
      } else if twins.isEmpty, after[id].kind != .foreign {
        unmatched.append(id)
      }
    }
    if unmatched.isEmpty { return }
    let present = Set(after.declaredTypes.map { after.name(of: $0) })
    let gone = before.declaredTypes.filter {
      before[$0].kind != .foreign && !present.contains(before.name(of: $0))
    }
    let named = gone.map { memberNames(of: $0, in: before) }
    var having: [Symbol: [Int]] = [:]
    for (index, names) in named.enumerated() { for name in names { having[name, default: []].append(index) } }
    var taken = Set(pairs.values)
    for id in unmatched {
      let names = memberNames(of: id, in: after)
      let renamed = candidates(for: names, among: having).filter {
        before[gone[$0]].kind == after[id].kind && Self.resemble(named[$0], names)
      }
      if renamed.count == 1, taken.insert(gone[renamed[0]]).inserted { pairs[id] = gone[renamed[0]] }
    }
  }

  /// The sets of names that may resemble some: they have one of the rarest of them, for they cannot lack all of these.
  /// None where there are too many.
  private func candidates(for names: Set<Symbol>, among having: [Symbol: [Int]]) -> [Int] {
    let counts = names.map { having[$0]?.count ?? 0 }
    guard names.count >= Self.fewestCommon else { return [] }
    let lacking = names.count - max(Self.fewestCommon, (names.count * 7 + 9) / 10)
    let limit = counts.sorted()[lacking]
    let found = names.compactMap { having[$0] }.filter { $0.count <= limit }
    guard found.reduce(0, { $0 + $1.count }) <= Limits.renamings else { return Limits.hit(.renamings) ?? [] }
    return Set(found.joined()).sorted()
  }

  private static let fewestCommon = 3

  private func path(of id: NominalID, in program: Program) -> String? {
    program[id].declarations.first.map { program[$0.file].path }
  }

  private func oldPath(of id: NominalID) -> String? {
    path(of: id, in: after).map { oldPaths[$0] ?? $0 }
  }

  /// Whether most members have the same names, and there are enough to tell.
  private static func resemble(_ was: Set<Symbol>, _ now: Set<Symbol>) -> Bool {
    let common = was.intersection(now).count
    return common >= fewestCommon && common * 10 >= was.union(now).count * 7
  }

  private func memberNames(of id: NominalID, in program: Program) -> Set<Symbol> {
    let nominal = program[id]
    return Set(nominal.functions.keys).union(nominal.properties.keys).union(nominal.cases.keys)
  }
}
