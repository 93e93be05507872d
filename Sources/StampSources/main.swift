import Foundation

// usage: StampSources OUTPUT FILE…
//
// Writes a Swift file that names the version of what the files say: equal files have one stamp, and it changes with any
// of their bytes.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(Data("usage: StampSources OUTPUT FILE…\n".utf8))
  exit(1)
}

/// Two of 64 bits, FNV-1a from different beginnings.
struct Hash {
  var words: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x9ae1_6a3b_2f90_404f]

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      for index in words.indices { words[index] = (words[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
  }
}

var hash = Hash()
for path in arguments.dropFirst(2) {
  let url = URL(fileURLWithPath: path)
  hash.add((url.deletingLastPathComponent().lastPathComponent + "/" + url.lastPathComponent).utf8)
  hash.add([0])
  hash.add(try Data(contentsOf: url))
}
let stamp = hash.words.map { word in
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}.joined()
let source = """
  // Written by StampSources.

  /// What the sources of the middle are, in 32 hexadecimal digits: what one version of them found out is not for
  /// another.
  enum SourceStamp {
    static let text = "\(stamp)"
  }

  """
try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[1]), options: .atomic)
