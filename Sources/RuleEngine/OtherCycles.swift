import ReviewModel

extension Sighting {
  /// The fixes of findings about one object that other cycles keep as well: one link less leaves it to those, and who
  /// mends one is to know of the others. Of more than can be read nothing is said. O(findings of cycles · those that
  /// meet the same type).
  static func namingOtherCycles(_ sightings: [Sighting]) -> [Sighting] {
    var meeting: [String: [Int]] = [:]
    for (at, sighting) in sightings.enumerated() {
      for name in Set(sighting.finding.cycle?.nodes.filter(\.isObject).map(\.name) ?? []) {
        meeting[name, default: []].append(at)
      }
    }
    var result = sightings
    for (at, sighting) in sightings.enumerated() {
      guard let fix = sighting.finding.fix, let cycle = sighting.finding.cycle, let freed = cycle.nodes.first,
        freed.isObject, let others = meeting[freed.name], others.count <= Self.mostNamed
      else { continue }
      let told = others.filter { other in
        guard other != at, let ring = sightings[other].finding.cycle else { return false }
        // What is mended along with this one is named already.
        if let captive = sighting.bond?.captive, sightings[other].bond?.captive == captive { return false }
        return !cycle.meets(ring) && !ring.hasLink(namedIn: fix.title)
      }.map { sightings[$0].finding.place }.sorted { ($0.path, $0.span.start.line) < ($1.path, $1.span.start.line) }
      guard let first = told.first else { continue }
      let file = first.path.split(separator: "/").last.map(String.init) ?? first.path
      let keep = told.count > 1 ? " and \(told.count - 1) more keep" : " keeps"
      result[at].finding.fix?.title += "; the cycle told at \(file):\(first.span.start.line)\(keep) it too"
    }
    return result
  }

  private static let mostNamed = 256
}

extension RetainCycle {
  /// Whether a text names one of the links: `Push.kit`.
  fileprivate func hasLink(namedIn text: String) -> Bool {
    nodes.contains { node in node.slot.map { text.contains("`\(node.name).\($0)`") } ?? false }
  }

  /// Whether what ends one cycle may end the other: they share a link, or are one where a closure is what lets go.
  fileprivate func meets(_ other: RetainCycle) -> Bool {
    if nodes.last?.isObject == false { return Set(nodes) == Set(other.nodes) }
    let own = Set(nodes.filter { $0.isObject && $0.slot != nil })
    return other.nodes.contains(where: own.contains)
  }
}
