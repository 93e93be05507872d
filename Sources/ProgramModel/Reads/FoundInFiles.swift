import SwiftFacts

/// The analyses that ask one function after another, and of what is found in a file keep what was read for it.
enum LocalAnalysis: Hashable {
  case completions, continuations, superCalls, earlyResets, unownedCaptures, deinitEscapes, droppedTargets,
    droppedTokens, systemGuests, typeChains, repeatedBranches, reusedViews, hiddenErrors, divisions, assertions,
    unawaited, cycles, lateCallbacks, sharedCalls, deafKeys, namedTypes,
    lockedCallbacks, halfBounds, sentinels, deafObservers, emptyDecoders, idleCalls, unfilledCells,
    callbackSlots, shownValues, unnamedMakings, makings, mentionsInDeclarations, mentionsInBodies,
    heldTypes, shownTexts, fallbackIndices, selfComparisons
  /// One that asks the program as a whole, by its name.
  case whole(String)
}

/// What all that is found depends on, whatever the file.
struct Ground: Equatable, Sendable {
  private let value: (any Equatable & Sendable)?

  init() { value = nil }
  init(_ value: any Equatable & Sendable) { self.value = value }

  static func == (left: Self, right: Self) -> Bool {
    func isEqual<Value: Equatable>(_ one: Value) -> Bool { one == right.value as? Value }
    guard let one = left.value else { return right.value == nil }
    return isEqual(one)
  }
}

/// What an analysis found in each file, and what it read for that.
struct FoundInFiles<Found: Sendable>: Sendable {
  /// What was found in one file. Handed on by reference: there is one for each file.
  final class Entry: Sendable {
    let found: [Found]
    let reads: [Reads.Key]

    init(found: [Found], reads: [Reads.Key]) {
      self.found = found
      self.reads = reads
    }
  }

  /// What it depends on beside what it read.
  var ground: Ground
  /// By file.
  var entries: [Entry]
  var ofProperties: [PropertyID: [Reads.Key]] = [:]
}

extension Program {
  /// What an analysis finds in all functions, in their order.
  ///
  /// - Parameters:
  ///   - ground: What else it depends on.
  ///   - tables: What it looks up in.
  ///   - isDearToNote: Whether what one file has had worked out the next has use for, so that to find it out for each
  ///     by itself takes longer than to do it twice: only where many programs come after one another is that worth it.
  ///   - state: What a thread works with; asks nothing but what it is given.
  ///   - find: What is found in one function of the program that is given, by nothing else.
  func foundByFunction<State, Found: Sendable>(
    _ analysis: LocalAnalysis, given ground: Ground = Ground(), tables: (any Sendable)? = nil,
    isDearToNote: Bool = false, threads: Int, state: @escaping @Sendable (Inference) -> State,
    _ find: @escaping @Sendable (Program, State, FunctionID) -> [Found]
  ) -> [Found] {
    foundByFile(
      analysis, given: ground, tables: tables, isDearToNote: isDearToNote, threads: threads, state: state
    ) { program, state, file in
      program[file].facts.functions.indices.flatMap {
        find(program, state, program.function(FunctionIndex(index: Int32($0)), in: file))
      }
    }
  }

  /// What an analysis finds in all files, in their order. Where all that it reads for a file is the same in an earlier
  /// program, it finds the same.
  ///
  /// - Parameter isEarly: Whether it is a part of finding out which types last, of which nothing can be asked yet.
  func foundByFile<State, Found: Sendable>(
    _ analysis: LocalAnalysis, given ground: Ground = Ground(), tables: (any Sendable)? = nil,
    isDearToNote: Bool = false, isEarly: Bool = false, threads: Int,
    state: @escaping @Sendable (Inference) -> State, _ find: @escaping @Sendable (Program, State, FileID) -> [Found]
  ) -> [Found] {
    reads?.note(.everything)
    if let known = foundInFiles[analysis] as? FoundInFiles<Found>, known.ground == ground {
      return known.entries.flatMap(\.found)
    }
    let count = files.count
    guard let changes = isEarly ? earlyChanges() : changes(threads: threads), changes.isOfSession || !isDearToNote
    else {
      return Workers.map(count: count, threads: threads, state: { state(Inference(program: self)) }) { own, index in
        find(self, own, FileID(index: Int32(index)))
      }.flatMap { $0 }
    }
    var earlier = changes.since?.program.foundInFiles[analysis] as? FoundInFiles<Found>
    if earlier?.ground != ground { earlier = nil }
    let works = Workers.map(
      count: count, threads: threads, state: { NotingThread(self, changes, analysis, tables, state) }
    ) { [earlier] thread, index -> FileWork<Found> in
      let file = FileID(index: Int32(index))
      if let earlier, let since = changes.since,
        let entry = since.entry(of: file, earlier, isKept: changes.isKept, thread.known)
      {
        return FileWork(entry: entry)
      }
      let program = thread.inference.program
      guard let reads = program.reads else {
        return FileWork(entry: .init(found: find(program, thread.shared, file), reads: []))
      }
      // What one file has had worked out, the next would not be seen to read.
      let (found, keys) = reads.unit { find(program, state(thread.inference), file) }
      return FileWork(entry: .init(found: found, reads: keys), ofProperties: reads.takeProperties())
    }
    if changes.isKept {
      var kept = FoundInFiles<Found>(ground: ground, entries: works.map(\.entry))
      if let earlier, let since = changes.since { kept.ofProperties = since.exact(earlier.ofProperties, for: analysis) }
      for work in works {
        kept.ofProperties.merge(work.ofProperties, uniquingKeysWith: Reads.merged)
      }
      keep(kept, of: analysis)
    }
    return works.flatMap(\.entry.found)
  }
}

private struct FileWork<Found: Sendable>: Sendable {
  var entry: FoundInFiles<Found>.Entry
  /// What the types of properties were read from that it was the first to ask for.
  var ofProperties: [PropertyID: [Reads.Key]] = [:]
}

/// What a thread finds with.
private final class NotingThread<State> {
  let inference: Inference
  let known: ChangesSince.Known
  private let state: @Sendable (Inference) -> State
  private(set) lazy var shared = state(inference)

  init(
    _ program: Program, _ changes: Program.Changes, _ analysis: LocalAnalysis, _ tables: (any Sendable)?,
    _ state: @escaping @Sendable (Inference) -> State
  ) {
    inference = Inference(program: changes.isKept ? program.noting(Reads()) : program)
    known = ChangesSince.Known(changes.since, for: analysis, tables: tables)
    self.state = state
  }
}

extension ChangesSince {
  /// What was found in the same file of the earlier program, if the later one would answer as it did.
  fileprivate func entry<Found: Sendable>(
    of file: FileID, _ earlier: FoundInFiles<Found>, isKept: Bool, _ known: Known
  ) -> FoundInFiles<Found>.Entry? {
    guard let old = delta.earlier(file), earlier.entries.indices.contains(Int(old.index)) else { return nil }
    let entry = earlier.entries[Int(old.index)]
    switch sameness(of: entry.reads, earlier.ofProperties, known) {
    case .exact: return entry
    // Nothing is nothing, by whatever numbers; but what it left to others is not in those of this program.
    case .meaning: return !isKept && entry.found.isEmpty ? entry : nil
    case .different: return nil
    }
  }
}
