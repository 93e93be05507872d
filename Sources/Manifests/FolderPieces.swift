/// How a tree without manifests falls apart: a folder two of whose parts declare types of the same name is no one
/// program, so each of its parts is a piece of its own.
struct FolderPieces {
  private var divided: Set<String> = []

  /// - Parameter types: The names of the types that a file declares for other files, at its top level.
  init(paths: [String], types: (String) -> [String]) {
    var places: [String: [String]] = [:]
    for path in paths { for name in types(path) { places[name, default: []].append(path) } }
    for same in places.values where same.count > 1 {
      // In one folder nothing tells which is meant.
      let folders = Set(same.map(RepositoryPath.folder(of:))).map { $0.split(separator: "/") }
        .sorted { $0.lexicographicallyPrecedes($1) }
      // What any two have in common, two neighbours have.
      for (left, right) in zip(folders, folders.dropFirst()) {
        divided.insert(zip(left, right).prefix { $0 == $1 }.map(\.0).joined(separator: "/"))
      }
    }
  }

  /// The folder of the piece that a file is in.
  func piece(of path: String) -> String {
    var inner: String?
    for folder in RepositoryPath.foldersAround(path) {
      if divided.contains(folder) { return inner ?? folder }
      inner = folder
    }
    return ""
  }
}
