public import ReviewModel
public import RulePages
import Synchronization

/// What the configurations of a repository make of findings, file by file: that of the top, and those of
/// the folders on the way to the file, the nearest of which holds, key by key.
public final class Policy: Sendable {
  private let top: Configuration
  private let tree: (any FileTree)?
  /// Whether each rule is on where nothing more is said of it.
  private let isOn: [String: Bool]
  private let cache = Mutex(Cache())

  private struct Cache {
    /// By folder; nil where there is no file.
    var folders: [String: Configuration?] = [:]
    /// By folder, those of the folders around it and its own, outermost first.
    var layers: [String: [(folder: String, configuration: Configuration)]] = [:]
    var problems: [PageProblem] = []
  }

  /// - Parameters:
  ///   - tree: Where the configurations of folders are read from; nil where there is to be but one.
  ///   - rules: All the rules, each with whether it is on.
  public init(_ top: Configuration, in tree: (any FileTree)?, rules: [String: Bool] = [:]) {
    self.top = top
    self.tree = tree
    isOn = rules
  }

  /// What is wrong with the folders' configurations that have been read so far.
  public var problems: [PageProblem] { cache.withLock { $0.problems.sorted() } }

  /// Whether nothing is to be said about the file at a path.
  public func excludes(_ path: String) -> Bool {
    if top.excludes(path) { return true }
    return layers(around: path).contains { $0.configuration.excludes(path.within($0.folder)) }
  }

  /// Whether a folder around a path has the name of one for others' code.
  public func isVendored(_ path: String) -> Bool { top.isVendored(path) }

  /// A finding as the nearest configuration that speaks of its rule has it; nil where that is off.
  public func judged(_ finding: Finding) -> Finding? {
    let path = finding.place.path
    var verdict: Configuration.Verdict?
    for layer in layers(around: path).reversed() where verdict == nil {
      verdict = layer.configuration.verdict(on: finding.rule, at: path.within(layer.folder))
    }
    switch verdict ?? top.verdict(on: finding.rule, at: path) {
    case .off?: return nil
    case .level(let level)?:
      var finding = finding
      finding.level = level
      return finding
    case nil: return isOn[finding.rule] ?? true ? finding : nil
    }
  }

  /// The configurations of the folders around a path, outermost first.
  public func layers(around path: String) -> [(folder: String, configuration: Configuration)] {
    guard let tree, let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    return layers(of: String(path[..<end]), tree)
  }

  private func layers(of folder: String, _ tree: any FileTree) -> [(folder: String, configuration: Configuration)] {
    if let known = cache.withLock({ $0.layers[folder] }) { return known }
    var result: [(folder: String, configuration: Configuration)] = []
    if let end = folder.utf8.lastIndex(of: UInt8(ascii: "/")) { result = layers(of: String(folder[..<end]), tree) }
    if let own = configuration(of: folder, tree) { result.append((folder, own)) }
    cache.withLock { [result] in $0.layers[folder] = result }
    return result
  }

  private func configuration(of folder: String, _ tree: any FileTree) -> Configuration? {
    if let known = cache.withLock({ $0.folders[folder] }) { return known }
    let path = folder + "/" + Configuration.fileName
    var found: Configuration?
    var problems: [PageProblem] = []
    do {
      if let read = try Configuration.read(at: path, of: tree, isInFolder: true) {
        found = read.configuration
        problems = read.problems
        for mention in read.configuration.mentionedRules where !isOn.isEmpty && isOn[mention.text] == nil {
          let names = isOn.keys.sorted()
          problems.append(
            PageProblem(
              path: mention.path, position: mention.position, says: "unknown rule `\(mention.text)`",
              nearest: nearest(to: mention.text, among: names)))
        }
      }
    } catch {
      problems = [
        PageProblem(path: tree.shown(path), position: Position(line: 1, column: 1), says: "the file cannot be read")
      ]
    }
    return cache.withLock { cache in
      // Another thread may have been faster.
      if let known = cache.folders[folder] { return known }
      cache.folders[folder] = .some(found)
      cache.problems += problems
      return found
    }
  }
}

extension String {
  /// The path as it is seen from a folder that it lies in.
  fileprivate func within(_ folder: String) -> String { String(utf8.dropFirst(folder.utf8.count + 1)) ?? self }
}
