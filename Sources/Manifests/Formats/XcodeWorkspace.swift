import ReviewModel

/// `contents.xcworkspacedata`: the projects that are built together.
enum XcodeWorkspace {
  /// Nil for the workspace that Xcode keeps inside of a project.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let bundle = RepositoryPath.folder(of: path)
    let home = RepositoryPath.folder(of: bundle)
    guard !home.hasSuffix(".xcodeproj"), !home.hasSuffix("swiftpm/xcode") else { return nil }
    var result = Manifest(path: path, kind: .xcodeWorkspace, home: home)
    var rest = String(decoding: source, as: UTF8.self)[...]
    while let open = rest.firstRange(of: "location") {
      rest = rest[open.upperBound...]
      let parts = rest.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { break }
      let place = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if place.count == 2, place[0] == "group" || place[0] == "container",
        let path = RepositoryPath.joined(home, String(place[1]))
      {
        result.references.insert(path)
      }
      rest = parts[2]
    }
    return result
  }
}
