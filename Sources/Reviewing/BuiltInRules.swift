import Git
import ProgramModel
import ReviewModel
import RuleEngine

/// The pages and tables that are built in, read once for however many books.
public struct BuiltInRules: Sendable {
  let files: [PageFile]
  /// The tables, read when somebody asks what they say: whoever is told what is kept of an earlier review does not.
  let reader: Lazy<KnowledgeReader>
  /// Names the tables.
  let digestOfTables: String

  /// Pages and tables, each with its path and text.
  public typealias Files = [(path: String, text: String)]

  /// - Parameters:
  ///   - stamp: Names all of their texts, where whoever put them into the program has hashed them; to do so at each
  ///     start takes as long as to read half of them.
  ///   - threads: How many read at once.
  ///   - withExamples: Whether somebody wants the examples of the pages.
  public init(pages: Files, tables: Files, stamp: String? = nil, threads: Int = 1, withExamples: Bool = true) {
    files = Workers.map(count: pages.count, threads: threads, state: { () }) { _, index in
      PageFile(pages[index].text, path: pages[index].path, withExamples: withExamples, digest: stamp)
    }
    reader = Lazy {
      var reader = KnowledgeReader()
      for (path, text) in tables { reader.read(text, path: path) }
      return reader
    }
    digestOfTables = stamp ?? BlobID(hashing: tables.flatMap { [$0.path, $0.text] }.joined(separator: "\u{0}")).hex
  }
}
