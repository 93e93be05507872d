/// Which targets a path belongs to, found by its folders.
struct SourceIndex {
  private struct Entry {
    var target: Int
    var pattern: PathPattern?
    var except: [PathPattern]
  }

  private var files: [String: [Int]] = [:]
  private var folders: [String: [Entry]] = [:]
  /// Folders with Swift files in them, at any depth.
  private let inhabited: Set<String>

  init(paths: [String]) {
    var inhabited: Set<String> = []
    for path in paths {
      for folder in RepositoryPath.foldersAround(path) where !inhabited.insert(folder).inserted { break }
    }
    self.inhabited = inhabited
  }

  mutating func add(_ sources: [Manifest.SourceSet], of target: Int) {
    for source in sources {
      switch source {
      case .file(let path): files[path, default: []].append(target)
      case .folder(let choices, let except):
        guard let folder = choices.first(where: inhabited.contains) else { continue }
        folders[folder, default: []].append(Entry(target: target, pattern: nil, except: except))
      case .pattern(let pattern, let except):
        folders[pattern.fixedFolder, default: []].append(Entry(target: target, pattern: pattern, except: except))
      }
    }
  }

  /// In order, each once.
  func targets(of path: String) -> [Int] {
    var result = Set(files[path] ?? [])
    // The path in parts, for the patterns that ask for them.
    var parts: PathPattern.Path?
    func covers(_ pattern: PathPattern) -> Bool {
      let known = parts ?? PathPattern.Path(path)
      parts = known
      return pattern.covers(known)
    }
    for folder in RepositoryPath.foldersAround(path) {
      for entry in folders[folder] ?? [] where !result.contains(entry.target) {
        guard entry.pattern.map(covers) ?? true, !entry.except.contains(where: covers) else { continue }
        result.insert(entry.target)
      }
    }
    return result.sorted()
  }
}
