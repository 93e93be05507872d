import ReviewModel
import ProgramModel
import SwiftFacts

extension Sighting.Bond {
  /// What several closures have in common that close the same cycle: who keeps them, and whom they capture; or the root
  /// that findings of one rule share.
  init?(of candidate: Candidate, _ finding: Finding) {
    if let root = candidate.root {
      self.init([finding.place.path, root], isCycle: candidate.cycle != nil)
      return
    }
    guard let cycle = candidate.cycle, case .closure(let closure) = cycle.closing else { return nil }
    let keepers = cycle.links.filter { link in
      switch link.how {
      case .capture, .methodReference: false
      default: true
      }
    }.map(\.object)
    let captured = closure.closure == nil ? "self" : closure.captured.text
    // One bag of an object is one matter, whichever of its methods fills it.
    let declaration = captured == "self" ? "" : finding.declaration
    // Two locals of one name are told apart by their types.
    let type = cycle.captured.nominal.map { "\($0.index)" } ?? ""
    self.init([finding.place.path, declaration, captured, type] + keepers, isCycle: true)
  }

  /// What is captured, whoever keeps the closure; nil where the bond is no captured object's.
  var captive: String? {
    let parts = text.split(separator: "\u{0}", omittingEmptySubsequences: false)
    return isCycle && parts.count > 4 ? parts.prefix(4).joined(separator: "\u{0}") : nil
  }

  private init(_ parts: [String], isCycle: Bool) { self.init(text: parts.joined(separator: "\u{0}"), isCycle: isCycle) }
}

extension Sighting {
  /// One finding for the closures of one declaration that close the same cycle, for those of one object that the same
  /// part of it keeps, and for all that one root brings about: the first tells it, the others are reasons of it, and
  /// its fix mends them all.
  public static func grouped(_ sightings: [Sighting]) -> [Sighting] {
    var result: [Sighting] = []
    var places: [String: Int] = [:]
    // By the place in the result.
    var fixes: [Int: [Fix?]] = [:]
    var lines: [Int: [Int]] = [:]
    for sighting in sightings {
      guard let bond = sighting.bond else {
        result.append(sighting)
        continue
      }
      let group = sighting.finding.rule + "\u{0}" + bond.text
      guard let at = places[group] else {
        places[group] = result.count
        result.append(sighting)
        continue
      }
      fixes[at, default: [result[at].finding.fix]].append(sighting.finding.fix)
      if bond.isCycle { lines[at, default: []].append(sighting.finding.place.span.start.line) }
      let fact = sighting.finding.fact
      let same = fact == result[at].finding.fact ? "the same is done here" : fact
      result[at].finding.why.append(
        Reason(
          place: sighting.finding.place, says: bond.isCycle ? "this closure closes the same cycle" : same,
          certainty: .proven))
      result[at].finding.others.append(sighting.finding.fingerprint)
    }
    for (at, fixes) in fixes {
      result[at].finding.fix = joined(fixes)
      // Edits mend them all; words are about one.
      guard result[at].finding.fix?.edits.isEmpty == true, let others = named(lines[at] ?? []) else { continue }
      result[at].finding.fix?.title += "; the same is to be done \(others)"
    }
    return namingOtherCycles(namingOtherClosures(result))
  }

  /// How many closures that keep one object by different ways are mended in one go: more than anybody reads at once,
  /// and each of their findings would hold the edits of all.
  private static let mendedTogether = 24

  /// The fixes of findings that speak of one captured object, where other closures of the same declaration keep it by
  /// other ways: each alone leaves the object to the others, and so none is offered without those.
  private static func namingOtherClosures(_ sightings: [Sighting]) -> [Sighting] {
    var result = sightings
    var alike: [String: [Int]] = [:]
    for (at, sighting) in sightings.enumerated() {
      guard let captive = sighting.bond?.captive else { continue }
      alike[sighting.finding.rule + "\u{0}" + captive, default: []].append(at)
    }
    for group in alike.values where group.count > 1 {
      for at in group {
        let line = group.first { $0 != at }.map { sightings[$0].finding.place.span.start.line } ?? 0
        let others =
          group.count == 2 ? "the closure on line \(line) keeps" : "\(group.count - 1) other closures here keep"
        result[at].finding.fix?.title += "; \(others) it too"
      }
      let fixes = group.map { sightings[$0].finding.fix }
      let isWhole = group.count <= mendedTogether && fixes.allSatisfy { !($0?.edits.isEmpty ?? true) }
      for at in group {
        guard var fix = result[at].finding.fix, !fix.edits.isEmpty else { continue }
        if isWhole {
          fix.add(fixes.flatMap { $0?.edits ?? [] })
        } else {
          (fix.applicability, fix.edits) = (.template, [])
        }
        result[at].finding.fix = fix
      }
    }
    return result
  }

  /// Where the other closures of a group stand, as far as anybody reads that many; nil of none.
  private static func named(_ lines: [Int]) -> String? {
    let told = lines.prefix(3).map { "\($0)" }
    guard let last = told.last else { return nil }
    if lines.count > told.count {
      return "on lines \(told.joined(separator: ", ")) and \(lines.count - told.count) more"
    }
    return told.count == 1 ? "on line \(last)" : "on lines \(told.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The first with the edits of all. Half of them would leave the rest as it is: where one has none, none has.
  private static func joined(_ fixes: [Fix?]) -> Fix? {
    guard let first = fixes.first, var fix = first, !fix.edits.isEmpty else { return fixes.first ?? nil }
    let others = fixes.dropFirst().compactMap(\.self)
    if let words = others.first(where: \.edits.isEmpty) {
      return Fix(title: words.title, applicability: .template, edits: [])
    }
    fix.add(others.flatMap(\.edits))
    return fix
  }
}

extension Fix {
  /// Each of these that is not among the edits yet.
  fileprivate mutating func add(_ more: [Edit]) {
    var known = Set(edits)
    edits += more.filter { known.insert($0).inserted }
  }
}

extension Finding {
  /// What its message says before the consequence.
  fileprivate var fact: String {
    let colon = zip(message.indices, message.indices.dropFirst()).first { message[$0] == ":" && message[$1] == " " }
    return String(message[..<(colon?.0 ?? message.endIndex)])
  }
}
