import Git
import ReviewModel
import TestRepository
import Testing

/// Checks that a change is what `git diff -U0 -M` prints for Swift paths when given `arguments`.
func check(
  _ repository: TestRepository, _ request: ChangeRequest, against arguments: [String],
  environment: [String: String] = [:], directory: String? = nil, isEmpty: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let place = directory ?? repository.path
  let actual = try Repository(at: place, environment: environment).change(request).files
  let expected = try gitDiff(repository, arguments, environment: environment)
  #expect(actual == expected, sourceLocation: sourceLocation)
  #expect(
    expected.isEmpty == isEmpty, "git found \(expected.count) changes to compare",
    sourceLocation: sourceLocation)
}

/// Checks the change of the last commit.
func checkLastCommit(
  _ repository: TestRepository, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try check(
    repository, .range(from: "HEAD~", to: "HEAD"), against: ["HEAD~", "HEAD"],
    sourceLocation: sourceLocation)
}

/// The Swift file changes that git prints, in its order.
func gitDiff(
  _ repository: TestRepository, _ arguments: [String], environment: [String: String] = [:]
) throws -> [FileChange] {
  let options = [
    "diff", "--raw", "-p", "--text", "-z", "-U0", "-M", "--abbrev=40", "--no-ext-diff", "--no-textconv",
    "--no-color", "--submodule=short",
  ]
  var output = try repository.gitOutput(options + arguments, environment: environment)[...]
  let records = takeRecords(from: &output)
  var patches = hunksOfEachPatch(in: output)[...]
  var changes: [FileChange] = []
  for (letter, paths) in records {
    for kind in kinds(letter, paths) {
      let patch = patches.popFirst()
      let change = FileChange(kind: kind, hunks: try #require(patch))
      if paths.contains(where: { $0.hasSuffix(".swift") }) { changes.append(change) }
    }
  }
  #expect(patches.isEmpty, "more patches than records")
  return changes
}

private func kinds(_ letter: UInt8, _ paths: [String]) -> [FileChange.Kind] {
  switch letter {
  case UInt8(ascii: "A"): [.added(path: paths[0])]
  case UInt8(ascii: "D"): [.deleted(path: paths[0])]
  case UInt8(ascii: "M"): [.modified(path: paths[0])]
  case UInt8(ascii: "R"): [.renamed(from: paths[0], to: paths[1])]
  case UInt8(ascii: "T"): [.deleted(path: paths[0]), .added(path: paths[0])]
  default: []
  }
}

private func takeRecords(from output: inout ArraySlice<UInt8>) -> [(UInt8, [String])] {
  func field() -> ArraySlice<UInt8> {
    let field = output.prefix { $0 != 0 }
    output = output.dropFirst(field.count + 1)
    return field
  }
  var records: [(UInt8, [String])] = []
  while output.first == UInt8(ascii: ":") {
    let letter = field().split(separator: UInt8(ascii: " "))[4].first ?? 0
    let paths = (0..<(letter == UInt8(ascii: "R") ? 2 : 1)).map { _ in
      String(decoding: field(), as: UTF8.self)
    }
    records.append((letter, paths))
  }
  return records
}

private func hunksOfEachPatch(in output: ArraySlice<UInt8>) -> [[Hunk]] {
  var patches: [[Hunk]] = []
  for bytes in output.drop(while: { $0 == 0 }).split(separator: UInt8(ascii: "\n")) {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("diff --git ") {
      patches.append([])
    } else if line.hasPrefix("@@ ") {
      let fields = line.split(separator: " ")
      let (old, new) = (numbers(fields[1]), numbers(fields[2]))
      patches[patches.count - 1].append(
        Hunk(oldStart: old.start, oldLines: old.count, newStart: new.start, newLines: new.count))
    }
  }
  return patches
}

/// Reads `-3,2` or `+7`.
private func numbers(_ field: Substring) -> (start: Int, count: Int) {
  let parts = field.dropFirst().split(separator: ",").compactMap { Int($0) }
  return (parts[0], parts.count > 1 ? parts[1] : 1)
}
