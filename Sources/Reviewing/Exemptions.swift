import Git
import Manifests
import ProgramModel
import ReviewModel

/// What a change leaves unread or unsaid for what it says of itself: whoever sends it could say so of anything.
/// What was so before the change is taken as it is; what the change makes so is told.
extension Reviewer {
  /// What the change does to the files that say what is reported.
  func configurationNotices(_ change: Change) -> [Notice] {
    // The configurations of the folders on the way are read now, so that what they extend is known, and so is what is
    // wrong with them. Where no Swift file of theirs changes, something that they name may.
    for file in change.files { if let path = file.newPath { _ = isExcluded(path) } }
    let others = change.paths.filter { !$0.hasSuffix(".swift") }
    if !others.isEmpty {
      var folders: Set<Substring> = []
      for path in change.after.files.map(\.path) + others where folders.insert(path.folders.first ?? "").inserted {
        _ = isExcluded(path)
      }
    }
    return change.paths.filter(isConfiguration).map { .configurationChanged(path: $0) }
  }

  /// What is wrong in code that the change does not touch, and that only came into use by it.
  func surfacedNotices(_ count: Int) -> [Notice] {
    if count == 0 { return [] }
    let (findings, them) = count == 1 ? ("1 finding is", "it") : ("\(count) findings are", "them")
    let place = "in code that this change does not touch and only brings into use"
    return [.remark("\(findings) \(place); `nitless audit` shows \(them)")]
  }

  /// Bodies of which less is known than of others, for there is more in them than is followed.
  func unfollowedNotices(_ places: [Place]) -> [Notice] {
    places.filter { !isExcluded($0.path) }.sorted().map { place in
      .remark(
        "\(place.path):\(place.span.start.line) has a body with more in it than is followed: what is not told of it "
          + "may be there all the same", at: place)
    }
  }

  /// Files that no Swift is read of, or less of it than of others, and that were not so before the change.
  ///
  /// - Parameter newTests: Those that the change has come to be read as tests.
  func exemptionNotices(_ change: Change, newTests tests: [String]) -> [Notice] {
    let news = ExemptionNews(change)
    let links = change.files.compactMap(\.newPath).filter {
      !news.after.contains($0) && $0.hasSuffix(".swift") && !isExcluded($0)
    }
    var notices: [Notice] = Set(links).sorted().map {
      .remark("\($0) is a link or a submodule, no file: nothing is reported of what it leads to", at: .top(of: $0))
    }
    if !tests.isEmpty {
      let what = tests.count == 1 ? "a test" : "tests"
      notices.append(
        .remark(
          "read as \(what), by module or name, so that fewer rules look at \(tests.count == 1 ? "it" : "them"): "
            + Self.listed(tests), at: tests.first.map(Place.top)))
    }
    let vendored = news.newly { path, _ in isVendored(path) }
    if !vendored.isEmpty {
      notices.append(
        .remark(
          "taken for others' code, or for documentation, by the name of a folder, so nothing is reported of it: "
            + Self.listed(vendored), at: vendored.first.map(Place.top)))
    }
    return notices
  }

  /// The files that are read as tests and were not so before the change. No configuration has a say in it.
  ///
  /// - Parameter modules: Those of both sides.
  static func newTests(_ change: Change, _ modules: SnapshotModules) -> [String] {
    ExemptionNews(change).newly { path, isBefore in modules[isBefore ? 0 : 1].isTest(path) }
  }

  /// The first of some paths, and how many more there are.
  private static func listed(_ paths: [String]) -> String {
    paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", and \(paths.count - 3) more" : "")
  }

  /// Files that say at their top that a program has written them, and did not before the change: those in which
  /// something is not reported for that, and those that people wrote before.
  func generatedNotices(_ silenced: [String: Int], in change: Change) throws -> [Notice] {
    let oldPaths = Dictionary(change.files.compactMap { file in file.newPath.map { ($0, file.oldPath) } }) { first, _ in
      first
    }
    let written = Set(change.files.filter { $0.oldPath != nil && !$0.hunks.isEmpty }.compactMap(\.newPath))
      .filter { !isExcluded($0) }
    let after = try generatedFiles(written, at: change.after).union(silenced.keys)
    guard !after.isEmpty else { return [] }
    let before = try generatedFiles(Set(after.compactMap { oldPaths[$0] ?? $0 }), at: change.before)
    return after.filter { path in !(oldPaths[path] ?? path).map(before.contains).isTrue }
      .sorted().map { path in
        let count = silenced[path] ?? 0
        let hidden = count == 0 ? "nothing" : count == 1 ? "1 finding" : "\(count) findings"
        return .remark(
          "\(path) says that a program has written it: \(hidden) in it "
            + (count == 0 ? "will be reported" : "\(count == 1 ? "is" : "are") not reported"), at: .top(of: path))
      }
  }
}

/// Which files come to be exempt from something by a change.
private struct ExemptionNews {
  private let change: Change
  private let before: Set<String>
  let after: Set<String>

  init(_ change: Change) {
    self.change = change
    before = Set(change.before.files.map(\.path))
    after = Set(change.after.files.map(\.path))
  }

  /// Those that are exempt after the change and were not before it, in order.
  func newly(_ isExempt: (_ path: String, _ isBefore: Bool) -> Bool) -> [String] {
    // A manifest may make tests of files that the change leaves alone.
    let isElsewhere = change.before.manifests != change.after.manifests
    let candidates =
      isElsewhere
      ? change.after.files.map(\.path) : Set(change.files.compactMap(\.newPath)).intersection(after).sorted()
    let now = candidates.filter { isExempt($0, false) }
    guard !now.isEmpty else { return [] }
    let origins = Dictionary(
      change.files.compactMap { file in file.newPath.map { ($0, file.oldPath) } }, uniquingKeysWith: { one, _ in one })
    // Most were there before, and tell of themselves.
    let olds = now.map { path in origins[path] ?? (before.contains(path) ? path : nil) }
    let folders =
      olds.contains(nil) ? ExemptFolders(change.before.files.map(\.path)) { isExempt($0, true) } : ExemptFolders()
    return zip(now, olds).filter { path, old in
      old.map { !isExempt($0, true) } ?? !folders.hold(path)
    }.map(\.0)
  }
}

/// Which folders of a snapshot hold nothing but files that are exempt: one more there is no news.
private struct ExemptFolders {
  private var inhabited: Set<Substring> = []
  private var mixed: Set<Substring> = []

  init() {}

  init(_ paths: [String], isExempt: (String) -> Bool) {
    for path in paths {
      let isMixed = !isExempt(path)
      for folder in path.folders {
        // What is noted of a folder is noted of those around it.
        let isNew = inhabited.insert(folder).inserted
        guard isMixed ? mixed.insert(folder).inserted : isNew else { break }
      }
    }
  }

  /// Whether the innermost folder around a path that held files held exempt ones alone.
  func hold(_ path: String) -> Bool {
    path.folders.first(where: inhabited.contains).map { !mixed.contains($0) } ?? false
  }
}

extension String {
  /// The folders around a path, the innermost first.
  fileprivate var folders: [Substring] {
    var result: [Substring] = []
    var folder = self[...]
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = folder[..<slash]
      result.append(folder)
    }
    return result
  }
}

extension Bool? {
  fileprivate var isTrue: Bool { self ?? false }
}

extension Place {
  /// The first line of a file.
  fileprivate static func top(of path: String) -> Place {
    Place(path: path, span: Span(start: Position(line: 1, column: 1), end: Position(line: 1, column: 1)))
  }
}
