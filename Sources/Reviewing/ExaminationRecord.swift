import Cache
import ProgramModel
import ReviewModel
import RuleEngine
import SwiftFacts

/// What the rules say of a program, as bytes that are kept.
enum ExaminationRecord {
  static func bytes(of examination: Examination) -> [UInt8] {
    var writer = RecordWriter()
    writer.list(examination.findings) { writer, sighting in
      writer.text(sighting.essence)
      writer.optional(sighting.bond) { writer, bond in
        writer.text(bond.text)
        writer.number(bond.isCycle ? 1 : 0)
      }
      writer.number(sighting.isOfChange ? 1 : 0)
      write(sighting.finding, &writer)
    }
    write(allowed: examination.allowed, &writer)
    write(used: examination.used, &writer)
    writer.list(examination.unfollowed) { write($1, &$0) }
    return writer.record
  }

  /// Nil where `bytes` wrote something else.
  ///
  /// - Parameter files: Those of the program, by path: their comments are not kept a second time.
  static func examination(in bytes: UnsafeRawBufferPointer, of files: (String) -> FileFacts?) -> Examination? {
    var reader = RecordReader(bytes)
    let sightings = reader.list { reader in
      let essence = reader.text()
      let bond = reader.optional { Sighting.Bond(text: $0.text(), isCycle: $0.number() == 1) }
      let isOfChange = reader.number() == 1
      return Sighting(finding(from: &reader), essence: essence, bond: bond, isOfChange: isOfChange)
    }
    let allowed = allowed(from: &reader)
    guard let used = used(from: &reader, of: files) else { return nil }
    var examination = Examination(findings: sightings, used: used, allowed: allowed)
    examination.unfollowed = reader.list { place(from: &$0) }
    return reader.isWhole ? examination : nil
  }

  // MARK: What comments allow

  static func write(allowed: [Suppression], _ writer: inout RecordWriter) {
    writer.list(allowed) { writer, allowed in
      write(allowed.finding, &writer)
      if case .comment(let reason) = allowed.ground { writer.text(reason) } else { writer.text("") }
    }
  }

  static func allowed(from reader: inout RecordReader) -> [Suppression] {
    reader.list { reader in Suppression(finding(from: &reader), .comment(reason: reader.text())) }
  }

  static func write(used: Set<Examination.Use>, _ writer: inout RecordWriter) {
    let used = used.sorted {
      ($0.path, $0.allowance.line, $0.rule.text) < ($1.path, $1.allowance.line, $1.rule.text)
    }
    writer.list(used) { writer, use in
      writer.text(use.path)
      writer.number(Int(use.allowance.bytes.start))
      writer.text(use.rule.text)
    }
  }

  /// Nil where one is not there.
  static func used(
    from reader: inout RecordReader, of files: (String) -> FileFacts?
  ) -> Set<Examination.Use>? {
    let used = reader.list { reader -> Examination.Use? in
      let (path, start, rule) = (reader.text(), reader.number(), Symbol(reader.text()))
      let allowance = files(path)?.allowances.first { Int($0.bytes.start) == start }
      return allowance.map { Examination.Use(path: path, allowance: $0, rule: rule) }
    }
    return used.contains(nil) ? nil : Set(used.compactMap(\.self))
  }

  // MARK: Findings

  static func write(_ finding: Finding, _ writer: inout RecordWriter) {
    writer.text(finding.rule)
    writer.text(finding.level.rawValue)
    writer.text(finding.trait.rawValue)
    write(finding.place, &writer)
    writer.text(finding.declaration)
    writer.text(finding.message)
    writer.list(finding.why) { writer, reason in
      writer.optional(reason.place) { write($1, &$0) }
      writer.text(reason.says)
      writer.text(reason.certainty.rawValue)
    }
    writer.optional(finding.cause) { write($1, &$0) }
    writer.optional(finding.fix) { writer, fix in
      writer.text(fix.title)
      writer.text(fix.applicability.rawValue)
      writer.list(fix.edits) { writer, edit in
        write(edit.place, &writer)
        writer.text(edit.text)
      }
    }
    writer.optional(finding.cycle) { writer, cycle in
      writer.list(cycle.nodes) { writer, node in
        writer.text(node.name)
        writer.number(node.isObject ? 1 : 0)
        writer.optional(node.slot) { $0.text($1) }
      }
    }
    writer.text(finding.fingerprint.text)
    writer.list(finding.others) { $0.text($1.text) }
  }

  static func finding(from reader: inout RecordReader) -> Finding {
    let rule = reader.text()
    let level: Level = choice(.design, &reader)
    let trait: Trait = choice(.coupling, &reader)
    let place = place(from: &reader)
    let (declaration, message) = (reader.text(), reader.text())
    let why = reader.list { reader in
      Reason(place: reader.optional(self.place), says: reader.text(), certainty: choice(.guessed, &reader))
    }
    let cause = reader.optional(self.place)
    let fix = reader.optional { reader in
      Fix(
        title: reader.text(), applicability: choice(.template, &reader),
        edits: reader.list { reader in Fix.Edit(place: self.place(from: &reader), text: reader.text()) })
    }
    let cycle = reader.optional { reader in
      RetainCycle(
        nodes: reader.list { reader in
          RetainCycle.Node(name: reader.text(), isObject: reader.number() == 1, slot: reader.optional { $0.text() })
        })
    }
    var finding = Finding(
      rule: rule, level: level, trait: trait, place: place, declaration: declaration, message: message, why: why,
      cause: cause,
      fix: fix, cycle: cycle, fingerprint: Fingerprint(text: reader.text()))
    finding.others = reader.list { Fingerprint(text: $0.text()) }
    return finding
  }

  static func write(_ place: Place, _ writer: inout RecordWriter) {
    writer.text(place.path)
    for position in [place.span.start, place.span.end] {
      writer.number(position.line)
      writer.number(position.column)
    }
  }

  static func place(from reader: inout RecordReader) -> Place {
    let path = reader.text()
    let start = Position(line: reader.number(), column: reader.number())
    return Place(path: path, span: Span(start: start, end: Position(line: reader.number(), column: reader.number())))
  }

  static func choice<Choice: RawRepresentable<String>>(_ fallback: Choice, _ reader: inout RecordReader)
    -> Choice
  {
    if let choice = Choice(rawValue: reader.text()) { return choice }
    reader.damage()
    return fallback
  }
}
