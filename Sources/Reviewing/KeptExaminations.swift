import Git
import ProgramModel
import ReviewModel
import RuleEngine
import SwiftFacts

/// What the rules say of whole programs, kept by all that it depends on: the program before a change is mostly the one
/// after an earlier change, and a change is often looked at again.
struct KeptExaminations {
  private let store: FactsStore
  /// For each snapshot, names the rules and tables, its files with how much of each is known, and its manifests.
  private let grounds: [String]
  private let rules: String
  private var found: [String: Examination] = [:]
  /// By part, its programs before and after the change.
  private var programs: [[NamedProgram]] = []
  private let last: [[NamedProgram]]

  /// - Parameters:
  ///   - rules: Names all that is asked, and all that tables say.
  ///   - isOutline: Whether no more than the outline of a file's content is known.
  init(_ store: FactsStore, rules: String, of snapshots: [Snapshot], isOutline: (BlobID) -> Bool) {
    self.store = store
    self.rules = rules
    last = store.programs(under: rules)
    grounds = snapshots.map { snapshot in
      let files = snapshot.files.map { "\($0.path)\u{0}\($0.blob.hex)\(isOutline($0.blob) ? "o" : "b")\n" }
      let manifests = snapshot.manifests.map { "\($0.path)\u{0}\($0.blob.hex)\n" }
      return BlobID(hashing: ([rules, "\n"] + files + ["\n"] + manifests).joined()).hex
    }
  }

  /// The programs of the next part; those of a session's last review, where they are the same.
  mutating func programs(of part: Int, in parts: ProgramParts) -> [Program] {
    var names: [String] = []
    let earlier = last.indices.contains(part) ? last[part].last?.program : nil
    let made = parts.programs(part, like: earlier) { files, side in
      names.append(name(of: files, side))
      guard last.indices.contains(part), last[part][side].name == names[side] else { return nil }
      return last[part][side].program
    }
    programs.append(zip(names, made).map(NamedProgram.init))
    return made
  }

  /// The program after the change of a session's last review, if it is another than this one; nil where there was none.
  func earlier(than program: Program) -> Program? {
    guard let part = programs.indices.last, last.indices.contains(part) else { return nil }
    let other = last[part][1].program
    return other === program ? nil : other
  }

  /// Whether another review of the same process comes after this one.
  var isOfSession: Bool { store.isOfSession }

  /// What the rules say of a program of one of the snapshots; nil where nobody has looked.
  mutating func examination(of program: Program, _ side: Int) -> Examination? {
    examination(name(of: program, side)) { path in program.file(at: path).map { program[$0].facts } }
  }

  mutating func note(_ examination: Examination, of program: Program, _ side: Int) {
    found[name(of: program, side)] = examination
  }

  /// What the rules say of the program of some files on one side, or what they turn out to say.
  mutating func examination(of files: [SourceFile], _ side: Int, _ examine: () -> Examination) -> Examination {
    let name = name(of: files, side)
    let facts = { (path: String) in files.first { $0.path == path }?.facts }
    if let known = examination(name, of: facts) { return known }
    let examined = examine()
    found[name] = examined
    return examined
  }

  private mutating func examination(_ name: String, of files: (String) -> FileFacts?) -> Examination? {
    let known = store.examination(name, of: files)
    if let known { found[name] = known }
    return known
  }

  /// Leaves all for later reviews.
  ///
  /// - Parameter comparison: What came of the change, with a name of all that it depends on.
  func keep(_ comparison: (name: String, record: [UInt8])? = nil) {
    store.keep(found, comparison: comparison)
    if !programs.isEmpty { store.keep(programs, under: rules) }
  }

  private func name(of program: Program, _ side: Int) -> String {
    programs.last.flatMap { $0[side].program === program ? $0[side].name : nil } ?? name(of: program.presentFiles, side)
  }

  private func name(of files: [SourceFile], _ side: Int) -> String {
    // No path has a zero byte in it; it may well have a line break.
    BlobID(hashing: grounds[side] + "\n" + files.map { $0.path + "\u{0}" }.joined()).hex
  }
}

/// A linked program, and a name of all that it was linked from.
struct NamedProgram: Sendable {
  var name: String
  var program: Program
}
