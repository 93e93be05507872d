import Quoting
import ReviewModel

/// Places as SARIF has them.
enum SARIFPlaces {
  /// What all paths are relative to.
  static let base = "%SRCROOT%"

  /// A whole file, as a physical location.
  static func file(_ path: String) -> JSON { .object(["artifactLocation": artifact(path)]) }

  /// A place, as a physical location.
  static func json(_ place: Place, in sources: SourceBook) -> JSON {
    .object(["artifactLocation": artifact(place.path), "region": json(Region(place, in: sources))])
  }

  /// The place of a finding: as narrow as it can be, the rest of it as context.
  static func primary(_ place: Place, in sources: SourceBook) -> JSON {
    let whole = Region(place, in: sources)
    let narrow = whole.firstLine(of: place, in: sources)
    return .object([
      "artifactLocation": artifact(place.path),
      "region": json(narrow),
      "contextRegion": narrow == whole ? nil : json(whole),
    ])
  }

  /// A region that holds nothing is shown as the rest of its line.
  static func json(_ region: Region, isInsertion: Bool = false) -> JSON {
    let isEmpty = region.startLine == region.endLine && region.startColumn == region.endColumn
    return .object([
      "startLine": .number(region.startLine),
      "startColumn": region.startColumn.map { .number($0) },
      "endLine": .number(region.endLine),
      "endColumn": isEmpty && !isInsertion ? nil : region.endColumn.map { .number($0) },
    ])
  }

  static func artifact(_ path: String) -> JSON {
    .object(["uri": .string(path.relativeAddress), "uriBaseId": .string(base)])
  }
}
