/// How a tree without manifests falls apart: a folder two of whose parts declare types of the same name is no one
/// program, so each of its parts is a piece of its own. Pieces that use each other's types are one program all the
/// same, in which some file is not built.
struct FolderPieces {
  private var divided: Set<String> = []
  /// The piece that stands for a piece and those that it goes together with.
  private var roots: [String: String] = [:]

  /// - Parameters:
  ///   - types: The names of the types that a file declares for other files, at its top level.
  ///   - mentions: The names that a file uses as those of types; asked only where a tree falls apart.
  init(paths: [String], types: (String) -> [String], mentions: (String) -> Set<String>) {
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
    if !divided.isEmpty { join(paths, places.mapValues { Set($0.map(folder(of:))) }, mentions) }
  }

  /// Joins pieces of which one uses several types that only the other declares.
  private mutating func join(
    _ paths: [String], _ pieces: [String: Set<String>], _ mentions: (String) -> Set<String>
  ) {
    var used: [String: [String: Set<String>]] = [:]
    for path in paths {
      let own = folder(of: path)
      for name in mentions(path) {
        guard let declaring = pieces[name], declaring.count == 1, let other = declaring.first, other != own else {
          continue
        }
        used[own, default: [:]][other, default: []].insert(name)
      }
    }
    let folders = Set(paths.map(folder(of:))).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
    var sets = DisjointSets(count: folders.count)
    for (own, others) in used {
      for (other, names) in others where names.count >= Self.fewestShared {
        if let left = numbers[own], let right = numbers[other] { sets.join(left, right) }
      }
    }
    for (number, folder) in folders.enumerated() { roots[folder] = folders[sets.root(of: number)] }
  }

  /// Fewer types of another piece may be those of a library that are called the same.
  private static let fewestShared = 3

  /// The folder of the piece that a file is in, or of one that it goes together with.
  func piece(of path: String) -> String {
    let folder = folder(of: path)
    return roots[folder] ?? folder
  }

  private func folder(of path: String) -> String {
    var inner: String?
    for folder in RepositoryPath.foldersAround(path) {
      if divided.contains(folder) { return inner ?? folder }
      inner = folder
    }
    return ""
  }
}
