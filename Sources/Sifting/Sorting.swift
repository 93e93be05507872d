import ReviewModel

/// The remarks of one report, on their way to what is passed on and what is set aside.
struct Sorting {
  let sifter: Sifter
  let files: SourceFiles
  let finder: PathFinder
  /// Nil where remarks need not belong to a change.
  let touched: TouchedLines?

  private(set) var setAside: [SetAside] = []
  private var passed: [PassedRemark] = []
  private var seen: [String: [Remark]] = [:]

  init(sifter: Sifter, files: SourceFiles, finder: PathFinder, touched: TouchedLines?) {
    self.sifter = sifter
    self.files = files
    self.finder = finder
    self.touched = touched
  }

  mutating func add(_ remark: Remark) throws {
    if let dismissal = remark.dismissal { return setAside(remark, .dismissed(dismissal)) }
    guard let place = remark.place else { return setAside(remark, .nowhere) }
    guard let path = path(of: place) else { return setAside(remark, .outside) }
    let key = "\(path):\(place.region?.startLine ?? 0)"
    if seen[key]?.contains(remark) == true { return setAside(remark, .repeated, path) }
    seen[key, default: []].append(remark)
    if sifter.isExcluded(path) { return setAside(remark, .excluded, path) }

    let entry = remark.rule.flatMap { sifter.tables.entry(tool: remark.tool, rule: $0) }
    if let entry, !passes(entry.subject) {
      return setAside(remark, .subject(entry.subject, reason: entry.reason), path)
    }
    if touched != nil, !path.hasSuffix(".swift") { return setAside(remark, .notSwift, path) }
    if let touched, !touched.contains(place.region, of: path) { return setAside(remark, .untouched, path) }
    let judgement = try Judgement(of: remark, files: files, path: self.path(of:), proof: sifter.proof)
    if case .neutral(let classes) = judgement, entry == nil { return setAside(remark, .neutral(classes), path) }
    var prose: ToolTables.Entry?
    if remark.tool == Remark.people, case .proposesNothing = judgement {
      prose = sifter.tables.entry(ofProse: remark.message)
    }
    passed.append(PassedRemark(remark: remark, path: path, entry: entry, judgement: judgement, prose: prose))
  }

  private func passes(_ subject: ToolTables.Subject) -> Bool {
    if case .behaviour = subject { return true }
    return sifter.passing.contains(subject)
  }

  /// The repository's path; nil if the place is outside.
  private func path(of place: WrittenPlace) -> String? {
    switch finder.find(place.path) {
    case .file(let path), .other(let path): path
    case .outside: nil
    }
  }

  private mutating func setAside(_ remark: Remark, _ because: SetAside.Because, _ path: String? = nil) {
    setAside.append(
      SetAside(
        remark: remark, path: path ?? remark.place?.path ?? "", line: remark.place?.region?.startLine, because: because)
    )
  }

  /// What is passed on, as the review that reports are written from.
  func review(extent: Review.Extent?) -> Review {
    var book = SourceBook()
    var quoted: Set<String> = []
    var findings: [Finding] = []
    var ordinals: [String: Int] = [:]
    for one in passed {
      let finding = one.finding(files: files, path: path(of:), ordinals: &ordinals)
      findings.append(finding)
      for path in [one.path] + (finding.fix?.edits.map(\.place.path) ?? []) where quoted.insert(path).inserted {
        // Lines of another commit are not quoted from this one.
        guard (try? files.isUnchanged(path, since: one.remark.place?.revision)) == true,
          let text = try? files.text(of: path)
        else { continue }
        book.add(String(decoding: text.bytes, as: UTF8.self), path: path, side: .after)
      }
    }
    return Review(
      introduced: findings.sorted(by: Finding.reportingOrder), extent: extent, sources: book,
      rules: PassedRemark.summaries(of: passed))
  }
}
