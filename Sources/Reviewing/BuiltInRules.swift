import Git
import ProgramModel
import ReviewModel
import RuleEngine

/// The pages and tables that are built in, read once for however many books.
public struct BuiltInRules: Sendable {
  let files: [PageFile]
  let reader: KnowledgeReader
  /// Names the tables as they were read.
  let digestOfTables: String

  /// Pages and tables, each with its path and text.
  public typealias Files = [(path: String, text: String)]

  /// Reads the tables, which build on each other and take as long as all pages together, beside the pages.
  ///
  /// - Parameters:
  ///   - stamp: Names all of their texts, where whoever put them into the program has hashed them; to do so at each
  ///     start takes as long as to read half of them.
  ///   - threads: How many read at once.
  ///   - withExamples: Whether somebody wants the examples of the pages.
  public init(pages: Files, tables: Files, stamp: String? = nil, threads: Int = 1, withExamples: Bool = true) {
    enum Part: Sendable { case tables(KnowledgeReader, digest: String), page(PageFile) }
    let parts = Workers.map(count: pages.count + 1, threads: threads, state: { () }) { _, index -> Part in
      if index > 0 {
        let (path, text) = pages[index - 1]
        return .page(PageFile(text, path: path, withExamples: withExamples, digest: stamp))
      }
      var reader = KnowledgeReader()
      for (path, text) in tables { reader.read(text, path: path) }
      let digest = stamp ?? BlobID(hashing: tables.flatMap { [$0.path, $0.text] }.joined(separator: "\u{0}")).hex
      return .tables(reader, digest: digest)
    }
    var files: [PageFile] = []
    var (reader, digestOfTables) = (KnowledgeReader(), "")
    for part in parts {
      switch part {
      case .page(let file): files.append(file)
      case .tables(let read, let digest): (reader, digestOfTables) = (read, digest)
      }
    }
    self.files = files
    self.reader = reader
    self.digestOfTables = digestOfTables
  }
}
