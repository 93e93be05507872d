import Platform
public import ReviewModel

/// Findings that a team has decided to live with for now: they count as standing.
///
/// It is kept in a file of one finding a line, by fingerprint, so that it merges well and can be read.
public struct Baseline: Sendable, Equatable {
  /// Where it is looked for, at the top of a work tree, unless the configuration names another place.
  public static let fileName = ".nitless-baseline.json"

  public struct Entry: Codable, Hashable, Sendable {
    public var fingerprint: String
    /// For people; the fingerprint decides.
    public var rule: String
    public var path: String
  }

  /// Sorted by path, rule and fingerprint.
  public private(set) var entries: [Entry] {
    didSet { fingerprints = Set(entries.map(\.fingerprint)) }
  }

  public init(_ findings: [Finding] = []) {
    self.init(
      entries: findings.flatMap { finding in
        ([finding.fingerprint] + finding.others).map {
          Entry(fingerprint: $0.text, rule: finding.rule, path: finding.place.path)
        }
      })
  }

  private init(entries: [Entry]) {
    self.entries = Self.sorted(entries)
    fingerprints = Set(entries.map(\.fingerprint))
  }

  /// - Throws: `BaselineError` if the bytes are no baseline.
  public init(reading bytes: [UInt8], path: String) throws {
    do {
      let file = try JSONDecoder().decode(File.self, from: Data(bytes))
      guard file.schema == 1 else { throw BaselineError(path: path, says: "schema \(file.schema) is not known here") }
      self.init(entries: file.findings)
    } catch let error as BaselineError {
      throw error
    } catch {
      throw BaselineError(path: path, says: "it is not JSON of the form that `nitless baseline write` makes")
    }
  }

  private struct File: Codable {
    var schema = 1
    var findings: [Entry]
  }

  private static func sorted(_ entries: [Entry]) -> [Entry] {
    Set(entries).sorted { ($0.path, $0.rule, $0.fingerprint) < ($1.path, $1.rule, $1.fingerprint) }
  }

  public func contains(_ finding: Finding) -> Bool { fingerprints.contains(finding.fingerprint.text) }

  private var fingerprints: Set<String> = []

  /// Without what is no longer found.
  public func pruned(to findings: [Finding]) -> Baseline {
    let found = Set(findings.flatMap { [$0.fingerprint] + $0.others }.map(\.text))
    var result = self
    result.entries.removeAll { !found.contains($0.fingerprint) }
    return result
  }

  /// The findings that it does not have.
  public func missing(of findings: [Finding]) -> [Finding] {
    findings.filter { finding in
      !contains(finding) || !finding.others.allSatisfy { fingerprints.contains($0.text) }
    }
  }

  public func grown(by findings: [Finding]) -> Baseline {
    var result = self
    result.entries = Self.sorted(entries + Baseline(missing(of: findings)).entries)
    return result
  }

  /// As the file has it, ending in a line break.
  public var text: String {
    guard !entries.isEmpty else { return "{ \"schema\": 1, \"findings\": [] }\n" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = entries.map { entry in
      (try? encoder.encode(entry)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
    return "{ \"schema\": 1, \"findings\": [\n" + lines.joined(separator: ",\n") + "\n] }\n"
  }
}

/// A baseline that cannot be read.
public struct BaselineError: Error {
  /// As messages name the file.
  public var path: String
  public var says: String
}
