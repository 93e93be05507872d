import SwiftFacts
import Synchronization

/// What one program takes over from another.
extension Program {
  /// What an analysis may take over, and whether it is to leave something for others to take over.
  struct Memory: Sendable {
    var earlier: Program?
    var isKept: Bool
    var isOfSession: Bool
  }

  /// The same, once the programs have been compared.
  struct Changes: Sendable {
    /// Nil where there is no earlier program, or nothing of it compares.
    var since: ChangesSince?
    var isKept: Bool
    /// Whether many programs come after one another: what costs more to note than to work out twice pays then.
    var isOfSession: Bool
  }

  /// Nil where there is nothing to take over, nor to leave.
  func changes(threads: Int) -> Changes? {
    guard var changes = earlyChanges() else { return nil }
    return derived.changes.known {
      let lasting = processLifetime(calls(threads: threads), threads: threads)
      changes.since = changes.since.flatMap { ChangesSince($0, lasting) }
      return changes
    }
  }

  /// The same before it is known which types last, for what that is worked out from.
  func earlyChanges() -> Changes? {
    guard let memory = derived.memory.withLock({ $0 }) else { return nil }
    return derived.earlyChanges.known {
      Changes(
        since: memory.earlier.flatMap { ChangesSince($0, to: unnoted) }, isKept: memory.isKept,
        isOfSession: memory.isOfSession)
    }
  }

  /// Has units of work take over what an earlier program's came to, where all that they read from it is the same.
  ///
  /// - Parameters:
  ///   - isKept: Whether a later program is to take over from this one in turn.
  ///   - isOfSession: Whether many programs come after one another.
  package func takeOver(from earlier: Program?, isKept: Bool, isOfSession: Bool = true) {
    guard earlier != nil || isKept else { return }
    derived.memory.withLock { $0 = Memory(earlier: earlier, isKept: isKept, isOfSession: isOfSession) }
  }

  /// Ends what `takeOver` began: what there was to take over is needed no more.
  package func letGoOfEarlier() {
    derived.memory.withLock { $0 = nil }
    derived.changes.withLock { $0 = nil }
    derived.earlyChanges.withLock { $0 = nil }
  }

  /// What local analyses found, for a later program to take over.
  var foundInFiles: [LocalAnalysis: any Sendable] { derived.found.withLock { $0 } }

  func keep(_ found: any Sendable, of analysis: LocalAnalysis) { derived.found.withLock { $0[analysis] = found } }

  /// What its functions were evaluated to; nil where nobody has evaluated them, or nothing of it is kept.
  var evaluations: Evaluations.Kept? { derived.heap.withLock { $0?.evaluations } }

  /// How often its functions were evaluated so far.
  package var evaluationCounts: EvaluationCounts { derived.heap.withLock { $0?.counts } ?? EvaluationCounts() }

  /// Which types' objects live as long as the process; nil where nobody has asked.
  var knownLifetimes: ProcessLifetime? { derived.lasting.withLock { $0 } }

  func knownAnswer(to question: WholeAnswer.Question) -> WholeAnswer? { derived.answers.withLock { $0[question] } }

  /// The first answer stays, whoever else has found it out at the same time.
  func keep(_ answer: WholeAnswer, to question: WholeAnswer.Question) -> WholeAnswer {
    derived.answers.withLock { answers in
      let kept = answers[question] ?? answer
      answers[question] = kept
      return kept
    }
  }

  /// The files that have another content in another program, where all are at the same paths and the numbers of
  /// functions are in the same files; nil where they are not, or most have.
  func changedFiles(since other: Program) -> [FileID]? {
    guard functionNumbers.offsets == other.functionNumbers.offsets, allFiles.count == other.allFiles.count,
      knowledge.knownTypes === other.knowledge.knownTypes
    else { return nil }
    var changed: [FileID] = []
    for index in allFiles.indices {
      let (old, new) = (other.allFiles[index], allFiles[index])
      guard old.path == new.path else { return nil }
      if old.facts !== new.facts || modules.isTest[index] != other.modules.isTest[index] {
        changed.append(FileID(index: Int32(index)))
      }
    }
    return changed.count <= allFiles.count / 8 ? changed : nil
  }

  /// Files in the order of their paths, with an empty one wherever one of some others is missing.
  static func withPlaces(
    for others: [SourceFile], among files: [SourceFile]
  ) -> (files: [SourceFile], missing: Set<FileID>) {
    let present = Set(others.isEmpty ? [] : files.map(\.path))
    let missing = Set(others.map(\.path)).subtracting(present)
    if missing.isEmpty { return (files.sorted { $0.path < $1.path }, []) }
    let nothing = FactsMaker().facts(of: [])
    let all = (files + missing.map { SourceFile(path: $0, facts: nothing) }).sorted { $0.path < $1.path }
    return (
      all, Set(all.indices.filter { missing.contains(all[$0].path) }.map { FileID(index: Int32($0)) })
    )
  }
}
