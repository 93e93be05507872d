import Manifests
import SwiftFacts

/// The modules of a program: which files each has, and which modules each file can see.
struct ProgramModules: Sendable {
  /// As the map of the snapshot counts them.
  let map: ModuleMap
  /// By file, the modules that it is in.
  let ofFile: [[Int]]
  /// By file, whether it is for tests alone.
  let isTest: [Bool]

  init(of files: [SourceFile], by map: ModuleMap) {
    self.map = map
    ofFile = files.map { map.modules(of: $0.path) }
    isTest = files.map { map.isTest($0.path) }
  }
}

extension Knowledge {
  /// Whether the first or the last word of a name says that what bears it is for tests: `MockStore`, `AppTests`.
  public func isTestName(_ name: String) -> Bool {
    let words = name.words
    guard let first = words.first, let last = words.last else { return false }
    return self[.tests].contains(first) || self[.tests].contains(last)
  }
}
