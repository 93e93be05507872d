public import Cache
import ProgramModel
import ReviewModel
import RuleEngine
import SwiftFacts
import Synchronization

/// The facts of blobs, kept from one review to the next: in memory, for a process that reviews the same work tree again
/// and again, and on the disk, for the next process. What a save leaves as it was is not read anew.
///
/// In memory it holds what the last review needed and no more.
public final class FactsStore: Sendable {
  /// How much of a blob is wanted is part of what its facts say.
  struct Key: Hashable, Sendable {
    var blob: BlobID
    var isOutline: Bool

    var record: RecordKey? { RecordKey(isOutline ? .outline : .facts, of: blob.hex) }
  }

  /// The version of what finds them out: what another one has kept is not for this one.
  public static let stamp = SourceStamp.text

  private let facts = Mutex<[Key: FileFacts]>([:])
  private let examinations = Mutex<[String: Examination]>([:])
  private let knownModules = Mutex(KnownModules())
  private let session = Mutex<Session?>(nil)
  private let records: RecordFolder?

  /// What a process that reviews again and again keeps beside the facts.
  private struct Session {
    /// Names the rules and tables.
    var rules = ""
    /// Those of the last review: by part, before and after the change.
    var programs: [[NamedProgram]] = []
    /// Those of the review before it, until there is time to take them down.
    var retired: [[NamedProgram]] = []
  }

  /// An empty store.
  ///
  /// - Parameter records: Where they are kept on the disk; nil for nowhere.
  public init(records: RecordFolder? = nil) { self.records = records }

  /// What is known in memory.
  var known: [Key: FileFacts] { facts.withLock { $0 } }

  /// What is kept on the disk.
  func kept(_ key: Key, by maker: FactsMaker) -> FileFacts? {
    guard let records, let record = key.record else { return nil }
    return records.withRecord(record) { maker.facts(decoding: $0) }
  }

  /// Facts as they are kept on the disk; nil where they are not.
  func record(of facts: FileFacts) -> [UInt8]? { records == nil ? nil : facts.encoded() }

  /// Forgets everything else in memory.
  ///
  /// - Parameter new: Of those that were not on the disk.
  func keep(_ all: [Key: FileFacts], new: [Key: [UInt8]]) {
    facts.withLock { $0 = all }
    records?.keep(
      Dictionary(new.compactMap { key, bytes in key.record.map { ($0, bytes) } }) { first, _ in first },
      needed: Set(all.keys.compactMap(\.record)))
  }

  /// The modules that the last review has read, in memory.
  var modules: KnownModules { knownModules.withLock { $0 } }

  /// Forgets all other modules.
  func keep(_ modules: KnownModules) { knownModules.withLock { $0 = modules } }

  /// Begins to keep linked programs, and what their functions do, from one review to the next: for a process that
  /// reviews the same work tree again and again.
  public func beginSession() { session.withLock { $0 = $0 ?? Session() } }

  var isOfSession: Bool { session.withLock { $0 != nil } }

  /// The programs of the session's last review, if it was one by these rules and tables.
  func programs(under rules: String) -> [[NamedProgram]] {
    session.withLock { $0?.rules == rules ? $0?.programs ?? [] : [] }
  }

  /// The tables of the session's last review, if it was one by these rules and tables: what is made of them, such as
  /// the types that they link, is one for all its programs, or nothing of those could be compared.
  func shared(_ knowledge: Knowledge, under rules: () -> String) -> Knowledge {
    guard isOfSession else { return knowledge }
    return programs(under: rules()).first?.last?.program.knowledge ?? knowledge
  }

  /// Keeps the programs of a review for the session's next one.
  func keep(_ programs: [[NamedProgram]], under rules: String) {
    session.withLock { session in
      if let last = session { session = Session(rules: rules, programs: programs, retired: last.programs) }
    }
  }

  /// Takes down what the next review has no use for. To be called when nobody waits.
  public func tidyUp() {
    let retired = session.withLock { session in
      defer { session?.retired = [] }
      return session?.retired
    }
    _ = retired
  }

  /// What the rules say of a program, by a name of all that it depends on.
  ///
  /// - Parameter files: Those of the program, by path.
  func examination(_ name: String, of files: (String) -> FileFacts?) -> Examination? {
    if let known = examinations.withLock({ $0[name] }) { return known }
    return RecordKey(.examination, of: name).flatMap { key in
      records?.withRecord(key) { ExaminationRecord.examination(in: $0, of: files) }
    }
  }

  /// Whether it is kept what came of a change, by a name of all that it depends on.
  func hasComparison(_ name: String) -> Bool {
    RecordKey(.comparison, of: name).flatMap { key in records?.withRecord(key) { _ in true } } ?? false
  }

  /// What came of it; nil where nobody has looked.
  ///
  /// - Parameter files: Those that the change touches, by path.
  func comparison(_ name: String, of files: (String) -> FileFacts?) -> ComparedChange? {
    RecordKey(.comparison, of: name).flatMap { key in
      records?.withRecord(key) { ComparedChange($0, of: files) }
    }
  }

  /// Keeps what the rules say of programs, and forgets in memory what they say of others; and what came of a change, as
  /// it is kept on the disk.
  func keep(_ found: [String: Examination], comparison: (name: String, record: [UInt8])? = nil) {
    let known = examinations.withLock { known in
      defer { known = found }
      return known
    }
    guard let records else { return }
    var new: [RecordKey: [UInt8]] = [:]
    var needed = Set(facts.withLock { $0.keys.compactMap(\.record) })
    for (name, examination) in found {
      guard let key = RecordKey(.examination, of: name) else { continue }
      needed.insert(key)
      let isKept = known[name] != nil || records.withRecord(key) { _ in true } == true
      if !isKept { new[key] = ExaminationRecord.bytes(of: examination) }
    }
    if let comparison, let key = RecordKey(.comparison, of: comparison.name) { new[key] = comparison.record }
    records.keep(new, needed: needed.union(new.keys))
  }
}
