import Manifests
import ProgramModel
import ReviewModel
import SwiftFacts

/// Snapshots taken apart into programs: files that cannot reach each other are of different ones, so that what is said
/// of a program is the same whatever lies beside it.
struct ProgramParts {
  /// For each part, its files in each snapshot.
  private var parts: [[[SourceFile]]]
  private let maps: [ModuleMap]
  private let knowledge: Knowledge

  /// - Parameters:
  ///   - sides: The files of each snapshot with the map of its modules.
  ///   - oldPaths: Where renamed files were before, by where they are now.
  init(_ sides: [(files: [SourceFile], map: ModuleMap)], oldPaths: [String: String] = [:], knowledge: Knowledge) {
    self.knowledge = knowledge
    let named = sides.map { Self.numbered($0.files, $0.map, knowledge) }
    maps = named.map(\.map)
    let numbers = named.map(\.numbers)
    let counts = numbers.map { ($0.values.max() ?? -1) + 1 }
    var sets = DisjointSets(count: counts.reduce(0, +))
    // A file that is in both snapshots brings the parts around it together, and so does one that was renamed.
    if sides.count == 2 {
      for (path, number) in numbers[1] {
        for old in [path, oldPaths[path]].compactMap({ $0 }) {
          if let other = numbers[0][old] { sets.join(other, counts[0] + number) }
        }
      }
    }
    var places: [Int: Int] = [:]
    parts = []
    var offset = 0
    for (side, (files, _)) in sides.enumerated() {
      for file in files {
        let root = sets.root(of: offset + (numbers[side][file.path] ?? 0))
        let place = places[root] ?? parts.count
        if place == parts.count {
          places[root] = place
          parts.append(Array(repeating: [], count: sides.count))
        }
        parts[place][side].append(file)
      }
      offset += counts[side]
    }
    // No file is a program, too.
    if parts.isEmpty { parts = [Array(repeating: [], count: sides.count)] }
  }

  var count: Int { parts.count }

  /// How much there is to do about each part, in lines.
  var weights: [Int] { parts.map { $0.joined().reduce(0) { $0 + $1.facts.lineStarts.count } } }

  /// The files of a part, on all sides.
  func paths(_ part: Int) -> [String] { parts[part].joined().map(\.path) }

  /// The files of a part, by snapshot.
  func files(_ part: Int) -> [[SourceFile]] { parts[part] }

  /// The programs of a part, one for each snapshot.
  ///
  /// - Parameters:
  ///   - known: The program of some files on one side, where it is at hand.
  ///   - earlier: One that they may take over from.
  func programs(
    _ part: Int, like earlier: Program? = nil, known: ([SourceFile], _ side: Int) -> Program? = { _, _ in nil }
  ) -> [Program] {
    var result: [Program] = []
    for (side, files) in parts[part].enumerated() {
      let others = parts[part].indices.first { $0 != side }.map { parts[part][$0] } ?? []
      result.append(
        known(files, side)
          ?? Program(
            files: files, knowledge: knowledge, modules: maps[side], beside: others, like: earlier ?? result.last))
    }
    return result
  }

  /// The part that each file is in, and the map of modules with what the files tell of it.
  private static func numbered(
    _ files: [SourceFile], _ map: ModuleMap, _ knowledge: Knowledge
  ) -> (numbers: [String: Int], map: ModuleMap) {
    let facts = Dictionary(files.map { ($0.path, $0.facts) }) { first, _ in first }
    let types = { (path: String) -> [String] in
      guard let facts = facts[path], !map.isTest(path) else { return [] }
      return facts.types.filter { $0.parent == nil && $0.kind != .extension }.map(\.name.text)
    }
    // A type of the system's may be meant, whoever declares another of its name.
    let mentions = { (path: String) -> Set<String> in
      Set((facts[path]?.namedTypes ?? []).filter { knowledge.types[$0] == nil }.map(\.text))
    }
    var whole = map
    whole.leaveOutUnused(types: types, mentions: mentions)
    return (map.parts(of: files.map(\.path), types: types, mentions: mentions), whole)
  }
}
