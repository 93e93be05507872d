import BundledRules
import Foundation
import Git
import ReviewModel
import Sifting
import TestRepository

/// The app that the reports in `Reports/` are about.
struct App {
  let repository: TestRepository

  static let stamp = """
    import Foundation

    final class Stamp {
      var names : [Any] = []

      func first() -> String {
        return names.first as! String
      }

      func load(from place: URL) -> Data {
        try! Data(contentsOf: place)
      }

      func label() -> String { "é\\(names.count)" ; }
    }

    """
  static let post = "let é = \"x\" as! NSString\n"

  /// On `main` it is as the reports have it; nothing is changed.
  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Stamp.swift", Self.stamp)
    try repository.write("Sources/Old Post.swift", Self.post)
    try repository.commit()
  }

  /// A report of `Reports/`.
  static func report(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reports")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// What is left of a report of the whole app.
  func sift(
    _ report: ToolReport, request: ChangeRequest? = nil, passing: Set<ToolTables.Subject> = [],
    isExcluded: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws -> Sifted {
    let top = repository.path
    let sifter = Sifter(
      repository: try Repository(at: top), tables: ToolTables(BundledRules.tools), passing: passing,
      isExcluded: isExcluded,
      inRepository: { path in
        if !path.hasPrefix("/") { return path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
        return path.hasPrefix(top + "/") ? String(path.dropFirst(top.count + 1)) : nil
      },
      proof: Sifter.neutralProof)
    return try sifter.sift(report, request: request)
  }

  func sift(_ name: String, request: ChangeRequest? = nil) throws -> Sifted {
    try sift(RemarkFormat.report(recognising: Self.report(name)), request: request)
  }
}

extension Sifted {
  /// `swiftlint/force_cast Sources/Stamp.swift:7:24-27`.
  var passedOn: [String] {
    review.introduced.map { finding in
      let span = finding.place.span
      let end = span.end.line == span.start.line ? "\(span.end.column)" : "\(span.end.line):\(span.end.column)"
      return "\(finding.rule) \(finding.place.path):\(span.start.line):\(span.start.column)-\(end)"
    }
  }
}
