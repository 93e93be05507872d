import Git
import Manifests
import Platform
import ProgramModel
import ReviewModel
import RuleEngine
import SwiftFacts

extension Reviewer {
  /// What comes of the programs before and after a change, or came of them when the same was asked before.
  ///
  /// - Returns: That, and the files after the change whose comments matter.
  func compared(
    _ change: Change, _ lines: ChangedLines, isMeasured: Bool
  ) throws -> (ComparedChange, after: [SourceFile]) {
    var name: String?
    // A session keeps more than what came of it.
    if let store, let rulesName, !store.isOfSession {
      let own = ComparedChange.name(of: change, rules: rulesName(), baseline: baseline, isMeasured: isMeasured)
      if let known = try known(own, of: change, in: store) { return known }
      name = own
    }
    return try comparedNow(change, lines, isMeasured: isMeasured, keptAs: name)
  }

  private func comparedNow(
    _ change: Change, _ lines: ChangedLines, isMeasured: Bool, keptAs name: String?
  ) throws -> (ComparedChange, after: [SourceFile]) {
    // What a change did inside of tests is seen only where both sides are read whole.
    let whole = inspector.comparesTests || inspector.asksOfTests ? lines.paths : []
    let sides = [change.before, change.after]
    let modules = try SnapshotModules(of: sides, in: repository, knowledge: knowledge, threads: threads, store: store)
    let isOutlineEnough = outlines(modules)
    // A changed test calls helpers that are not.
    let isBeside = modules.isBeside(testsAt: whole)
    let library = try Library(
      of: sides, in: repository, threads: threads, store: store,
      isOutlineEnough: { isOutlineEnough($0) && !whole.contains($0) && !isBeside($0) }, progress: progress)
    tell(library)
    progress("linking")
    let files = sides.map(library.files(of:))
    let oldPaths = Self.oldPaths(change)
    let parts = ProgramParts(
      [(files[0], modules[0]), (files[1], modules[1])], oldPaths: oldPaths, knowledge: knowledge)
    progress("looking for what changed")
    var kept = keptExaminations(of: sides, library)
    let found = ComparedFindings(
      parts, inspector: inspector, threads: threads, oldPaths: oldPaths, kept: &kept,
      isSetAside: baseline.contains, touched: lines.touched)
    let touched = Set(change.files.compactMap(\.newPath))
    let compared = ComparedChange(
      found: found,
      extent: isMeasured ? try extent(of: change, in: files.joined(), isTest: modules.isTest) : nil,
      skipped: library.skipped(in: change.after), newTests: Self.newTests(change, modules))
    kept?.keep(name.map { ($0, compared.record(touched: touched)) })
    if isLast { Unfreed.keep((parts, kept, store)) }
    return (compared, files[1])
  }

  /// What is kept of an earlier review of the same change; nil where nothing is.
  private func known(
    _ name: String, of change: Change, in store: FactsStore
  ) throws -> (ComparedChange, after: [SourceFile])? {
    guard store.hasComparison(name) else { return nil }
    var files = try files(at: Set(change.files.compactMap(\.newPath)), of: change.after)
    let facts = Dictionary(files.map { ($0.path, $0.facts) }) { first, _ in first }
    guard let compared = store.comparison(name, of: { facts[$0] }) else { return nil }
    let others = Set(compared.found.newlyAllowed.map(\.place.path)).subtracting(facts.keys)
    if !others.isEmpty { files += try self.files(at: others, of: change.after) }
    return (compared, files)
  }

  private func files(at paths: Set<String>, of snapshot: Snapshot) throws -> [SourceFile] {
    let part = Snapshot(files: snapshot.files.filter { paths.contains($0.path) })
    let library = try Library(
      of: [part], in: repository, threads: threads, store: store, isOutlineEnough: { _ in false }, progress: progress)
    tell(library)
    return library.files(of: part)
  }
}
