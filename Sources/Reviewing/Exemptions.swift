import Git
import Manifests
import ProgramModel
import ReviewModel

/// What a change leaves unread or unsaid for what it says of itself: whoever sends it could say so of anything.
/// What was so before the change is taken as it is; what the change makes so is told.
extension Reviewer {
  /// What the change does to the files that say what is reported.
  func configurationNotices(_ change: Change) -> [Notice] {
    // The configurations of the folders on the way are read now, so that what they extend is known.
    for file in change.files { if let path = file.newPath { _ = isExcluded(path) } }
    return change.paths.filter(isConfiguration).map { .configurationChanged(path: $0) }
  }

  /// Files of the change that no Swift is read of, or less of it than of others.
  func exemptionNotices(_ change: Change, _ modules: SnapshotModules) -> [Notice] {
    let after = Set(change.after.files.map(\.path))
    let links = change.files.compactMap(\.newPath).filter {
      !after.contains($0) && $0.hasSuffix(".swift") && !isExcluded($0)
    }
    var notices: [Notice] = Set(links).sorted().map {
      .remark("\($0) is a link or a submodule, no file: nothing is reported of what it leads to")
    }
    lazy var known = TestFolders(of: change.before, modules[0])
    let tests = change.files.filter { file in
      guard let path = file.newPath, after.contains(path), modules[1].isTest(path) else { return false }
      if let old = file.oldPath { return !modules[0].isTest(old) }
      return !known.isAmongTests(path)
    }.compactMap(\.newPath)
    if !tests.isEmpty {
      let names = tests.prefix(3).joined(separator: ", ") + (tests.count > 3 ? ", …" : "")
      notices.append(
        .remark(
          "taken for \(tests.count == 1 ? "a test" : "tests") by name, and so asked less of than other files: \(names)")
      )
    }
    return notices
  }

  /// Files that say at their top that a program has written them, and did not before the change.
  func generatedNotices(_ silenced: [String: Int], in change: Change) throws -> [Notice] {
    guard !silenced.isEmpty else { return [] }
    let oldPaths = Dictionary(change.files.compactMap { file in file.newPath.map { ($0, file.oldPath) } }) { first, _ in
      first
    }
    let before = try generatedFiles(Set(silenced.keys.compactMap { oldPaths[$0] ?? $0 }), at: change.before)
    return silenced.filter { path, _ in !(oldPaths[path] ?? path).map(before.contains).isTrue }
      .sorted { $0.key < $1.key }.map { path, count in
        .remark(
          "\(path) says that a program has written it: \(count == 1 ? "1 finding" : "\(count) findings") in it "
            + "\(count == 1 ? "is" : "are") not reported"
        )
      }
  }
}

/// The folders of a snapshot, by whether all that they hold is for tests.
private struct TestFolders {
  private var holdsTestsAlone: [Substring: Bool] = [:]

  /// O(files × depth).
  init(of snapshot: Snapshot, _ modules: ModuleMap) {
    for file in snapshot.files {
      let isTest = modules.isTest(file.path)
      var folder = file.path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        holdsTestsAlone[folder] = isTest && holdsTestsAlone[folder] ?? true
      }
    }
  }

  /// Whether the nearest folder around a path that holds anything holds tests, and nothing else.
  func isAmongTests(_ path: String) -> Bool {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if let known = holdsTestsAlone[folder] { return known }
    }
    return false
  }
}

extension Bool? {
  fileprivate var isTrue: Bool { self ?? false }
}
