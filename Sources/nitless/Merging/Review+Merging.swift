import ReviewModel

extension Review {
  /// Reports of audits as one.
  ///
  /// - Parameter pages: What is known here of rules; reports do not say why they matter.
  init(merging reports: [AuditReport], pages: [RuleSummary]) {
    let known = Dictionary(pages.map { ($0.id, $0) }) { first, _ in first }
    var findings: [Finding] = []
    for finding in reports.flatMap(\.introduced).map(Finding.init).sorted(by: Finding.reportingOrder)
    where findings.last != finding { findings.append(finding) }
    self.init(
      introduced: findings, standing: reports.reduce(0) { $0 + $1.standing },
      skipped: Set(reports.flatMap(\.skipped).map { Skip(path: $0.path, because: $0.because) }).sorted(),
      rules: (reports.first?.rules ?? []).map { $0.summary(known[$0.id]) },
      notices: Notice.ordered(reports.flatMap(\.notices).map(Notice.init)),
      account: Account(
        files: reports.reduce(0) { $0 + ($1.files ?? 0) }, setAside: reports.reduce(0) { $0 + ($1.setAside ?? 0) },
        allowed: reports.reduce(0) { $0 + ($1.allowed ?? 0) }))
    for (level, count) in reports.flatMap({ $0.notAskedFor ?? [:] }) {
      if let level = Level(rawValue: level) { account.unselected[level, default: 0] += count }
    }
    for (level, count) in reports.flatMap({ $0.leftOutByLevel ?? [:] }) {
      if let level = Level(rawValue: level) { account.leftOut[level, default: 0] += count }
    }
    account.uncalled = reports.reduce(0) { $0 + ($1.uncalled ?? 0) }
    account.excluded = reports.reduce(0) { $0 + ($1.excluded ?? 0) }
    account.switchedOff = reports.first?.switchedOff ?? []
  }
}

extension Finding {
  fileprivate init(_ written: AuditReport.Written) {
    self.init(
      rule: written.rule, level: written.level, trait: written.trait,
      place: Place(written.path, written.line, written.column, written.endLine, written.endColumn),
      declaration: written.declaration ?? "", message: written.message,
      why: written.why.map { reason in
        let place = reason.path.map { Place($0, reason.line ?? 1, 1, reason.line ?? 1, 1) }
        return Reason(place: place, says: reason.says, certainty: reason.certainty)
      },
      fix: written.fix.map { fix in
        Fix(
          title: fix.title, applicability: fix.applicability,
          edits: fix.edits.map {
            Fix.Edit(place: Place($0.path, $0.line, $0.column, $0.endLine, $0.endColumn), text: $0.text)
          })
      },
      cycle: written.cycle.map { nodes in
        RetainCycle(nodes: nodes.map { RetainCycle.Node(name: $0.name, isObject: $0.isObject, slot: $0.slot) })
      }, fingerprint: Fingerprint(text: written.fingerprint))
  }
}

extension Place {
  fileprivate init(_ path: String, _ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) {
    self.init(
      path: path,
      span: Span(start: Position(line: line, column: column), end: Position(line: endLine, column: endColumn)))
  }
}

extension Notice {
  fileprivate init(_ written: AuditReport.Notice) {
    let place = written.path.map { Place($0, written.line ?? 1, 1, written.line ?? 1, 1) }
    self =
      switch (written.kind, place) {
      case ("allows-nothing", let place?): .allowsNothing(rules: written.rules ?? [], at: place)
      case ("reason-missing", let place?): .reasonMissing(rules: written.rules ?? [], at: place)
      default: .remark(written.says, at: place)
      }
  }
}

extension AuditReport.Rule {
  fileprivate func summary(_ known: RuleSummary?) -> RuleSummary {
    var summary = RuleSummary(
      id: id, title: title, level: level, trait: trait, why: known?.why ?? "", fineWhen: known?.fineWhen,
      precision: precision)
    summary.url = url
    return summary
  }
}
