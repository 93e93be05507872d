extension RemarkFormat {
  /// SARIF 2.1.0.
  static let sarif = RemarkFormat(
    name: "sarif",
    recognises: { $0.isObject && ($0.mentions("runs") || $0.mentions("sarif-2.1.0.json")) },
    read: { text in
      let log = try JSONReading.decode(SARIFLog.self, from: text.bytes)
      if let version = log.version, !version.hasPrefix("2.") {
        throw ReportProblem(
          "it is SARIF \(version), and 2.1.0 is what is read", at: "version", advice: "Let the tool write SARIF 2.1.0")
      }
      let runs = (log.runs ?? []).map { SARIFRun($0) }
      return ToolReport(remarks: runs.flatMap(\.remarks), notes: runs.compactMap(\.note))
    })
}

/// One run of a tool, its references resolved.
private struct SARIFRun {
  private let run: SARIFLog.Run
  private let tool: String

  init(_ run: SARIFLog.Run) {
    self.run = run
    tool = Remark.toolName(run.tool?.driver?.name ?? "")
  }

  /// What is to be known of the run: that it did not come to its end.
  var note: String? {
    guard (run.invocations ?? []).contains(where: { $0.executionSuccessful == false }) else { return nil }
    return "\(run.tool?.driver?.name ?? "the tool") says that its run did not succeed: its report may not be whole"
  }

  var remarks: [Remark] { (run.results ?? []).compactMap(remark) }

  /// Nil for what is no fault: a rule that was met and passed.
  private func remark(_ result: SARIFLog.Result) -> Remark? {
    if let kind = result.kind, kind != "fail", kind != "open", kind != "review" { return nil }
    let rule = rule(of: result)
    return Remark(
      tool: tool, rule: result.ruleId ?? result.rule?.id ?? rule?.id,
      place: result.locations?.first?.physicalLocation.flatMap(place), message: message(result, rule),
      severity: severity(result, rule), proposals: (result.fixes ?? []).compactMap(proposal),
      dismissal: dismissal(result))
  }

  private func rule(of result: SARIFLog.Result) -> SARIFLog.Rule? {
    var rules = run.tool?.driver?.rules ?? []
    if let component = result.rule?.toolComponent?.index, let extensions = run.tool?.extensions,
      extensions.indices.contains(component)
    {
      rules = extensions[component].rules ?? []
    }
    let index = result.ruleIndex ?? result.rule?.index ?? -1
    if rules.indices.contains(index) { return rules[index] }
    return rules.first { $0.id == result.ruleId ?? result.rule?.id }
  }

  private func message(_ result: SARIFLog.Result, _ rule: SARIFLog.Rule?) -> String {
    let template =
      result.message?.text ?? result.message?.markdown
      ?? result.message?.id.flatMap { rule?.messageStrings?[$0]?.text } ?? rule?.shortDescription?.text
    guard var text = template else { return result.ruleId ?? rule?.id ?? "" }
    for (number, argument) in (result.message?.arguments ?? []).enumerated() {
      text = text.replacing("{\(number)}", with: argument)
    }
    return text
  }

  private func severity(_ result: SARIFLog.Result, _ rule: SARIFLog.Rule?) -> Remark.Severity {
    switch result.level ?? rule?.defaultConfiguration?.level {
    case "error": .error
    case "note", "none": .note
    default: .warning
    }
  }

  private func dismissal(_ result: SARIFLog.Result) -> String? {
    if result.baselineState == "absent" { return "its report says it is mended" }
    let accepted = (result.suppressions ?? []).first { $0.status == nil || $0.status == "accepted" }
    guard let accepted else { return nil }
    return "it is suppressed in its report" + (accepted.justification.map { ", with the reason “\($0)”" } ?? "")
  }

  private func proposal(_ fix: SARIFLog.Fix) -> Remark.Proposal? {
    var edits: [Remark.Edit] = []
    for change in fix.artifactChanges ?? [] {
      guard let path = change.artifactLocation.flatMap(path) else { return nil }
      for replacement in change.replacements ?? [] {
        guard let region = replacement.deletedRegion.flatMap(region) else { return nil }
        edits.append(
          .init(place: WrittenPlace(path: path, region: region), text: replacement.insertedContent?.text ?? ""))
      }
    }
    return edits.isEmpty ? nil : .init(title: fix.description?.text ?? "", edits: edits)
  }

  private func place(_ location: SARIFLog.PhysicalLocation) -> WrittenPlace? {
    location.artifactLocation.flatMap(path).map { WrittenPlace(path: $0, region: location.region.flatMap(region)) }
  }

  /// Nil for a region that is told in characters from the start of the file.
  private func region(_ region: SARIFLog.Region) -> WrittenPlace.Region? {
    guard let line = region.startLine, line > 0 else { return nil }
    return .init(
      startLine: line, startColumn: region.startColumn, endLine: max(line, region.endLine ?? line),
      endColumn: region.endColumn, unit: run.columnKind == "unicodeCodePoints" ? .scalars : .utf16)
  }

  private func path(_ location: SARIFLog.ArtifactLocation) -> String? {
    var location = location
    if location.uri == nil, let index = location.index, let artifacts = run.artifacts,
      artifacts.indices.contains(index),
      let named = artifacts[index].location
    {
      location = named
    }
    guard let uri = location.uri else { return nil }
    return location.uriBaseId.map { resolved(uri, against: $0, depth: 0) } ?? uri
  }

  /// A base without a URI of its own, as `%SRCROOT%` usually is, stands for the repository's top.
  private func resolved(_ uri: String, against base: String, depth: Int) -> String {
    guard !uri.contains(":"), !uri.hasPrefix("/"), depth < 8, let entry = run.originalUriBaseIds?[base],
      var root = entry.uri
    else { return uri }
    if !root.hasSuffix("/") { root += "/" }
    return entry.uriBaseId.map { resolved(root + uri, against: $0, depth: depth + 1) } ?? root + uri
  }
}
