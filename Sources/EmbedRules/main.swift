import Foundation

// usage: EmbedRules OUTPUT FOLDER PATH…
//
// Writes a Swift file that holds the text of each FOLDER/PATH, and a name of all of them: equal files have one, and it
// changes with any of their bytes. A file is one `StaticString` with its type spelled out: the compiler then copies the
// bytes and infers nothing, however long they are.
guard CommandLine.arguments.count >= 3 else { fail("usage: EmbedRules OUTPUT FOLDER PATH…") }
let output = CommandLine.arguments[1]
let folder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)
let paths = CommandLine.arguments.dropFirst(3)

var declarations = ""
var entries = ""
var hash = Hash()
for (number, path) in paths.enumerated() {
  let text = try text(of: path)
  for part in [path, text] { hash.add(part) }
  declarations += "private let file\(number): StaticString = \(literal(text, in: path))\n\n"
  entries += "    (\"Rules/\(path)\", \"\\(file\(number))\"),\n"
}
let source = """
  // Written by EmbedRules from the folder Rules/.

  \(declarations)extension BundledRules {
    static let files: [(path: String, text: String)] = [
  \(entries)  ]

    /// Names all of their paths and texts.
    public static let stamp = "\(hash.text)"
  }

  """
try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)

/// Two of 64 bits, FNV-1a from different beginnings.
struct Hash {
  private var words: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x9ae1_6a3b_2f90_404f]

  /// Adds a text, and that it ends.
  mutating func add(_ text: String) {
    // No byte of UTF-8 is as this one.
    for byte in Array(text.utf8) + [0xff] {
      for index in words.indices { words[index] = (words[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
  }

  var text: String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// The file's text, with every line break as `\n`.
func text(of path: String) throws -> String {
  let data = try Data(contentsOf: folder.appendingPathComponent(path))
  guard let text = String(validating: data, as: UTF8.self) else {
    fail("Rules/\(path): error: not UTF-8")
  }
  return text.replacing("\r\n", with: "\n")
}

/// A raw multi-line literal that no character of the text can end or escape.
func literal(_ text: String, in path: String) -> String {
  // The compiler refuses control characters in a literal, in words that would not name the page.
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  where line.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\t" || $0.value == 127 }) {
    fail("Rules/\(path):\(index + 1): error: a control character")
  }
  var longestRun = 0
  var run = 0
  for byte in text.utf8 {
    run = byte == UInt8(ascii: "#") ? run + 1 : 0
    longestRun = max(longestRun, run)
  }
  let hashes = String(repeating: "#", count: longestRun + 1)
  return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
}

/// Ends the build with a message in the compiler's own form, which Xcode shows at the page.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}
