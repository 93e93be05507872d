import Platform
import ReviewModel

/// What `nitless audit --format json` wrote, read again.
struct AuditReport: Decodable {
  struct Written: Decodable {
    struct Reason: Decodable {
      var path: String?
      var line: Int?
      var says: String
      var certainty: Certainty
    }

    struct Fix: Decodable {
      struct Edit: Decodable {
        var path: String
        var line, column, endLine, endColumn: Int
        var text: String
      }

      var title: String
      var applicability: ReviewModel.Fix.Applicability
      var edits: [Edit]
    }

    struct Node: Decodable {
      var name: String
      var isObject: Bool
      var slot: String?
    }

    var rule: String
    var declaration: String?
    var level: Level
    var trait: Trait
    var path: String
    var line, column, endLine, endColumn: Int
    var message: String
    var why: [Reason]
    var fix: Fix?
    var cycle: [Node]?
    var fingerprint: String
  }

  struct Skip: Decodable {
    var path, because: String
  }

  struct Notice: Decodable {
    var kind, says: String
    var rules: [String]?
    var reason: String?
    var path: String?
    var line: Int?
  }

  struct Rule: Decodable, Equatable {
    var id, title: String
    var level: Level
    var trait: Trait
    var precision: Double?
    var url: String?
  }

  /// Which version of the format it is.
  var schema: Int
  var introduced: [Written]
  var standing: Int
  var skipped: [Skip]
  var notices: [Notice]
  var rules: [Rule]
  /// Which share of an audit it is.
  var shard: String?
  /// Nil for a review of a change.
  var files: Int?
  var setAside, uncalled, allowed, excluded: Int?
  /// By level.
  var notAskedFor, leftOutByLevel: [String: Int]?
  var switchedOff: [String]?
}

extension AuditReport {
  /// - Throws: `Failure` if the file is not there, or is no such report.
  init(readingFileAt path: String) throws {
    guard let data = (try? Input.bytes(at: path)).map({ Data($0) }) else {
      throw Failure(
        "cannot read the report `\(path)`", advice: "Name a file that `nitless audit --format json --output FILE` wrote"
      )
    }
    guard let report = try? JSONDecoder().decode(AuditReport.self, from: data), report.schema == 1, report.files != nil
    else {
      throw Failure(
        "`\(path)` is no report of an audit", advice: "`nitless audit --format json --output FILE` writes one")
    }
    self = report
  }
}
