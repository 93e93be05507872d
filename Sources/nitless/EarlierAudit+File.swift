import Platform
import ReviewModel

extension EarlierAudit {
  private struct Report: Decodable {
    struct Finding: Decodable {
      var level: Level
    }

    var introduced: [Finding]
  }

  /// The counts in a report that `nitless audit --format json` wrote; the file's name without its ending is its own.
  ///
  /// - Throws: `Failure` if the file is not there, or is no such report.
  init(readingFileAt path: String) throws {
    let file = URL(fileURLWithPath: Paths.absolute(path))
    guard let data = (try? Input.bytes(at: path)).map({ Data($0) }) else {
      throw Failure(
        "cannot read the earlier report `\(path)`",
        advice: "Name a file that `nitless audit --format json --output FILE` wrote")
    }
    guard let report = try? JSONDecoder().decode(Report.self, from: data) else {
      throw Failure(
        "`\(path)` is no report of an audit", advice: "`nitless audit --format json --output FILE` writes one")
    }
    self.init(
      name: file.deletingPathExtension().lastPathComponent,
      counts: Dictionary(grouping: report.introduced, by: \.level).mapValues(\.count))
  }
}
