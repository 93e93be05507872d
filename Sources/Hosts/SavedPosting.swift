import Platform
import ReviewModel

/// A posting in a file, for another run to post.
///
/// Whoever can run code in the job that saved it can write anything into it. So it is read as data: it
/// cannot say where it is posted, its names are held to their alphabets, its numbers to their ranges.
public struct SavedPosting {
  private struct Envelope: Codable {
    var nitless: Int
    var posting: Posting
  }

  /// Why a file is not taken.
  public struct Problem: Error, Sendable {
    public var says: String
  }

  /// The largest file that is read, in bytes.
  public static let largest = 20_000_000

  public static func write(_ posting: Posting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = (try? encoder.encode(Envelope(nitless: 1, posting: posting))) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// - Parameters:
  ///   - head: The commit that the file is to be about, from a source that can be trusted.
  ///   - scope: Whose threads it may speak of, from such a source too: what the file says of it is not read.
  public static func read(_ bytes: [UInt8], head: String, scope: String) throws(Problem) -> Posting {
    guard bytes.count <= largest else { throw Problem(says: "it is larger than \(largest) bytes") }
    let envelope: Envelope
    do {
      envelope = try JSONDecoder().decode(Envelope.self, from: Data(bytes))
    } catch {
      throw Problem(says: "it is not what `nitless ci --save` writes")
    }
    guard envelope.nitless == 1 else { throw Problem(says: "another version of nitless wrote it") }
    var posting = envelope.posting
    posting.scope = scope
    posting.isOthersWord = true
    // A link is shown as it is, and leads where whoever wrote the file wants it to.
    for index in posting.entries.indices { posting.entries[index].page = nil }
    guard posting.head == head else {
      throw Problem(says: "it is about the commit \(safe(posting.head)), and this run about \(head)")
    }
    guard isName(posting.scope) else { throw Problem(says: "its name is none") }
    for entry in posting.entries {
      guard isName(entry.rule), isName(entry.fingerprint), entry.fingerprint != Marker.summary else {
        throw Problem(says: "it has a finding whose rule or fingerprint is no name")
      }
      let numbers = [entry.line, entry.endLine, entry.column, entry.endColumn]
        + entry.why.compactMap(\.line)
        + (entry.anchor.map { [$0.line, $0.startLine, $0.oldLine ?? 1] } ?? [])
      let paths = [entry.path] + (entry.anchor.map { [$0.oldPath, $0.newPath] } ?? []) + entry.why.compactMap(\.path)
      guard numbers.allSatisfy({ (1...10_000_000).contains($0) }), entry.line <= entry.endLine,
        (entry.anchor.map { $0.startLine <= $0.line } ?? true), paths.allSatisfy(isPath)
      else { throw Problem(says: "it has a finding at a place that there cannot be") }
    }
    guard (posting.fixed + posting.skipped + posting.notices).allSatisfy({ $0.path.map(isPath) ?? true }) else {
      throw Problem(says: "it has a remark on a path that there cannot be")
    }
    return posting
  }

  private static func isName(_ text: String) -> Bool {
    text.count <= 100 && text.wholeMatch(of: /[a-z0-9][a-z0-9-]*/) != nil
  }

  private static func isPath(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 4096 && !text.hasPrefix("/")
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      && !text.split(separator: "/").contains("..")
  }

  private static func safe(_ text: String) -> String { String(text.filter(\.isHexDigit).prefix(40)) }
}
