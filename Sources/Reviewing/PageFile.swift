import Git
import ReviewModel
import RuleEngine
public import RulePages

/// A rule page as it was found, sound or not.
public struct PageFile: Sendable {
  /// As messages name it.
  public var path: String
  public var text: String
  /// Names the text: made where pages are read side by side, and not again for each review of a session.
  let digest: String
  /// Nil if there are problems.
  public var page: RulePage?
  public var problems: [PageProblem]

  /// - Parameters:
  ///   - withExamples: Whether somebody wants the examples.
  ///   - digest: Names the text, where that is known.
  public init(_ text: String, path: String, withExamples: Bool = true, digest: String? = nil) {
    self.path = path
    self.text = text
    self.digest = digest ?? BlobID(hashing: text).hex
    let (read, wrong) = RulePage.read(text, path: path, withExamples: withExamples)
    problems = wrong + (read?.patternProblems ?? [])
    page = problems.isEmpty ? read : nil
  }

  private init(path: String, text: String, page: RulePage?, problems: [PageProblem]) {
    self.path = path
    self.text = text
    digest = BlobID(hashing: text).hex
    self.page = page
    self.problems = problems
  }

  private init(_ bytes: [UInt8], path: String) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      self.init(path: path, text: "", page: nil, problems: [.notUTF8(path)])
      return
    }
    self.init(text, path: path)
  }

  /// The pages in a folder, at any depth, sorted by path; nil if there is no such folder.
  ///
  /// A `README.md` is for people. A path that is a page itself is a folder of one.
  public static func read(below folder: String, of tree: any FileTree) throws -> [PageFile]? {
    if folder.hasSuffix(".md"), let bytes = try tree.content(of: folder) {
      return [PageFile(bytes, path: tree.shown(folder))]
    }
    return try tree.files(below: folder)?
      .filter { $0.hasSuffix(".md") && $0.split(separator: "/").last != "README.md" }
      .compactMap { path in
        try tree.content(of: path).map { PageFile($0, path: tree.shown(path)) }
      }
  }
}
