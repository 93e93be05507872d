import Cache
import Git
import ProgramModel
import ReviewModel
import RuleEngine
import SwiftFacts

/// What comes of the programs before and after a change, before the configuration has its say.
struct ComparedChange {
  var found: ComparedFindings
  /// Nil where nobody reads it.
  var extent: Review.Extent?
  /// The files of the program after the change that could not be understood, with the reason.
  var skipped: [Review.Skip]
  /// The files that are read as tests, and were not so before the change.
  var newTests: [String]

  /// Names all that it depends on: rules and tables, what the change is from and to, and what stands in any case.
  static func name(of change: Change, rules: String, baseline: Baseline, isMeasured: Bool) -> String {
    var writer = RecordWriter()
    writer.text(rules)
    writer.number(isMeasured ? 1 : 0)
    for snapshot in [change.before, change.after] {
      for files in [snapshot.files, snapshot.manifests] {
        writer.list(files) { writer, file in
          writer.text(file.path)
          writer.text(file.blob.hex)
        }
      }
    }
    writer.list(change.files) { writer, file in
      let isCopy = if case .copied = file.kind { true } else { false }
      writer.number(isCopy ? 1 : 0)
      for path in [file.oldPath, file.newPath] { writer.optional(path) { $0.text($1) } }
      writer.list(file.hunks) { write($1, &$0) }
    }
    writer.list(baseline.entries) { $0.text($1.fingerprint) }
    return BlobID(hashing: writer.record).hex
  }

  // MARK: As bytes that are kept

  /// - Parameter touched: The files of which it matters later what their comments allow.
  func record(touched: Set<String>) -> [UInt8] {
    var writer = RecordWriter()
    for findings in [found.introduced, found.fixed, found.setAside, found.newlyAllowed, found.surfaced] {
      writer.list(findings) { ExaminationRecord.write($1, &$0) }
    }
    writer.number(found.standing)
    ExaminationRecord.write(allowed: found.allowed, &writer)
    ExaminationRecord.write(used: found.used.filter { touched.contains($0.path) }, &writer)
    writer.list(found.unfollowed) { ExaminationRecord.write($1, &$0) }
    writer.optional(extent) { writer, extent in
      writer.number(extent.files)
      writer.number(extent.hunks)
      writer.list(extent.neutral) { writer, neutral in
        writer.text(neutral.path)
        Self.write(neutral.hunk, &writer)
        writer.list(neutral.because) { $0.text($1.rawValue) }
      }
      writer.list(extent.touched) { writer, touched in
        writer.text(touched.name)
        writer.text(touched.path)
        for number in [touched.line, touched.part.rawValue, touched.lines, touched.isTest ? 1 : 0] {
          writer.number(number)
        }
      }
    }
    writer.list(skipped) { writer, skip in
      writer.text(skip.path)
      writer.text(skip.because)
    }
    writer.list(newTests) { $0.text($1) }
    return writer.record
  }

  /// Nil where `bytes` wrote something else.
  ///
  /// - Parameter files: Those that the change touches, by path.
  init?(_ bytes: UnsafeRawBufferPointer, of files: (String) -> FileFacts?) {
    var reader = RecordReader(bytes)
    func findings() -> [Finding] { reader.list { ExaminationRecord.finding(from: &$0) } }
    let (introduced, fixed, setAside) = (findings(), findings(), findings())
    let (newlyAllowed, surfaced, standing) = (findings(), findings(), reader.number())
    let allowed = ExaminationRecord.allowed(from: &reader)
    guard let used = ExaminationRecord.used(from: &reader, of: files) else { return nil }
    found = ComparedFindings(
      introduced: introduced, fixed: fixed, standing: standing, setAside: setAside, allowed: allowed,
      newlyAllowed: newlyAllowed, used: used, surfaced: surfaced)
    found.unfollowed = reader.list { ExaminationRecord.place(from: &$0) }
    extent = reader.optional { reader in
      let (files, hunks) = (reader.number(), reader.number())
      let neutral = reader.list { reader in
        Review.NeutralHunk(
          path: reader.text(), hunk: Self.hunk(from: &reader),
          because: reader.list { ExaminationRecord.choice(.formatting, &$0) })
      }
      let touched = reader.list { reader -> TouchedDeclaration in
        let (name, path, line) = (reader.text(), reader.text(), reader.number())
        let part = TouchedDeclaration.Part(rawValue: reader.number())
        if part == nil { reader.damage() }
        return TouchedDeclaration(
          name: name, path: path, line: line, part: part ?? .file, lines: reader.number(), isTest: reader.number() == 1)
      }
      return Review.Extent(files: files, hunks: hunks, neutral: neutral, touched: touched)
    }
    skipped = reader.list { Review.Skip(path: $0.text(), because: $0.text()) }
    newTests = reader.list { $0.text() }
    guard reader.isWhole else { return nil }
  }

  init(found: ComparedFindings, extent: Review.Extent?, skipped: [Review.Skip], newTests: [String]) {
    self.found = found
    self.extent = extent
    self.skipped = skipped
    self.newTests = newTests
  }

  private static func write(_ hunk: Hunk, _ writer: inout RecordWriter) {
    for number in [hunk.oldStart, hunk.oldLines, hunk.newStart, hunk.newLines] { writer.number(number) }
  }

  private static func hunk(from reader: inout RecordReader) -> Hunk {
    Hunk(
      oldStart: reader.number(), oldLines: reader.number(), newStart: reader.number(), newLines: reader.number())
  }
}
