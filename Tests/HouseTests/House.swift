import Foundation

/// The checkout that the tests stand in.
enum House {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the root: `Sources/README.md`.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths from the root of the files below a folder, sorted; hidden files and folders left out.
  static func files(in folder: String, ending suffix: String) -> [String] {
    guard let below = FileManager.default.enumerator(atPath: root.appending(path: folder).path) else {
      return []
    }
    var found: [String] = []
    while let path = below.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true {
        below.skipDescendants()
      } else if path.hasSuffix(suffix) {
        found.append(folder.isEmpty ? path : "\(folder)/\(path)")
      }
    }
    return found.sorted()
  }

  static func folders(in folder: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(
        at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey],
        options: .skipsHiddenFiles)
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent)
      .sorted()
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).standardizedFileURL.path)
  }
}
