import Manifests
import SwiftFacts

/// Where objects of types are made, file by file of these: a later program asks again only where it may hear something
/// else.
struct Makings: Sendable {
  /// What is looked up of the program as a whole, whose objects are made.
  struct Tables: Sendable {
    /// The types that the program may make one object of alone, by the file that declares them first.
    let candidates: [FileID: [NominalID]]
    /// The names that several types have, some perhaps inside of others.
    let sharedNames: Set<Symbol>
    /// Calls that do not name what they make, by what that is.
    let unnamed: [NominalID: [CallIndex.Site]]
    let interfaces: InterfaceOrigins
    let hasScopeOfOneObject: Bool
    /// Whether some files show how to use a library.
    let hasExamples: Bool

    init(_ program: Program, _ calls: CallIndex, threads: Int) {
      candidates = Dictionary(
        grouping: ProcessLifetime.candidates(program).filter { !program[$0].declarations.isEmpty },
        by: { program[$0].declarations[0].file })
      var (seen, shared): (Set<Symbol>, Set<Symbol>) = ([], [])
      for type in program.declaredTypes where !seen.insert(program[type].name).inserted {
        shared.insert(program[type].name)
      }
      sharedNames = shared
      unnamed = program.unnamedMakings(calls, threads: threads).byType
      interfaces = program.interfaceOrigins(calls)
      hasScopeOfOneObject = MakingSites.hasScopeOfOneObject(program, calls)
      hasExamples = !program.exampleFiles.isEmpty
    }
  }

  /// Where objects of one type are made.
  struct OfType: Sendable {
    var type: NominalID
    var sites: [MakingSite]
  }

  /// In the order of the types' files.
  let all: [OfType]

  init(_ program: Program, _ calls: CallIndex, threads: Int) {
    let tables = program.makingTables(calls, threads: threads)
    all = program.foundByFile(
      .makings, tables: tables, isDearToNote: true, isEarly: true, threads: threads,
      state: { MakingSites($0, tables) }
    ) { program, finder, file in
      // Which file it is that is asked about.
      _ = program[file]
      return program.lookUp(\Tables.candidates, file, in: tables) { $0.candidates[$1] ?? [] }.map {
        OfType(type: $0, sites: finder.sites(of: $0))
      }
    }
  }
}

extension Program {
  /// The calls that do not name what they make.
  func unnamedMakings(_ calls: CallIndex, threads: Int = 1) -> UnnamedMakings {
    derived.unnamedMakings.known { UnnamedMakings(self, calls, threads: threads) }
  }

  /// What is looked up of the program as a whole by who asks where objects are made.
  func makingTables(_ calls: CallIndex, threads: Int = 1) -> Makings.Tables {
    derived.makings.known { Makings.Tables(self, calls, threads: threads) }
  }
}
