import Foundation

// usage: EmbedRules OUTPUT FOLDER PATH…
//
// Writes a Swift file that holds the text of each FOLDER/PATH. A file is one `StaticString` with its
// type spelled out: the compiler then copies the bytes and infers nothing, however long they are.
guard CommandLine.arguments.count >= 3 else { fail("usage: EmbedRules OUTPUT FOLDER PATH…") }
let output = CommandLine.arguments[1]
let folder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)
let paths = CommandLine.arguments.dropFirst(3)

var declarations = ""
var entries = ""
for (number, path) in paths.enumerated() {
  declarations +=
    "private let file\(number): StaticString = \(literal(try text(of: path), in: path))\n\n"
  entries += "    (\"Rules/\(path)\", \"\\(file\(number))\"),\n"
}
let source = """
  // Written by EmbedRules from the folder Rules/.

  \(declarations)extension BundledRules {
    static let files: [(path: String, text: String)] = [
  \(entries)  ]
  }

  """
try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)

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
