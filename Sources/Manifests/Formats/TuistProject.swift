import ReviewModel
import SwiftFacts

/// Tuist's `Project.swift`.
enum TuistProject {
  /// Nil for a file of that name that is no manifest.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let facts = FactsMaker().facts(of: source)
    guard facts.imports.contains(where: { $0.text == "ProjectDescription" }) else { return nil }
    let home = RepositoryPath.folder(of: path)
    var result = Manifest(path: path, kind: .tuist, home: home)
    let projects = SwiftEvaluator(facts, source: source).calls(of: ["Project"])
    guard !projects.isEmpty else {
      result.isWhole = false
      return result
    }
    for project in projects {
      guard let targets = project["targets"]?.list else {
        result.isWhole = result.isWhole && project["targets"] == nil
        continue
      }
      for value in targets {
        if let target = target(value, home) { result.targets.append(target) } else { result.isWhole = false }
      }
    }
    return result
  }

  private static func target(_ value: SwiftValue, _ home: String) -> Manifest.Target? {
    guard let name = value["name"]?.text else { return nil }
    var sources: [Manifest.SourceSet] = []
    if let globs = value["sources"] {
      let list = globs.list ?? globs["globs"]?.list ?? [globs]
      for glob in list {
        guard let text = glob.text ?? first(of: glob)?.text else { return nil }
        let excluded = (glob["excluding"]?.texts ?? []).compactMap { RepositoryPath.joined(home, $0) }.map(
          PathPattern.init)
        guard let path = RepositoryPath.joined(home, text) else { continue }
        sources.append(.pattern(PathPattern(path), except: excluded))
      }
    }
    for folder in value["buildableFolders"]?.texts ?? [] {
      if let path = RepositoryPath.joined(home, folder) { sources.append(.folder([path], except: [])) }
    }
    guard !sources.isEmpty else { return nil }
    var isTest = false
    var purpose = Manifest.Purpose.offered
    if case .name(let product)? = value["product"] {
      isTest = product == "unitTests" || product == "uiTests"
      purpose = Manifest.Purpose(product: product)
    }
    return Manifest.Target(
      name: name, module: value["productName"]?.text ?? name.moduleName, isTest: isTest, sources: sources,
      dependencies: (value["dependencies"]?.list ?? []).compactMap { $0["name"]?.text ?? $0["target"]?.text },
      purpose: purpose)
  }

  /// `.glob("Sources/**", excluding: …)` and `.paths(["…"])`.
  private static func first(of value: SwiftValue) -> SwiftValue? {
    guard case .call(_, let arguments) = value else { return nil }
    return arguments.first { $0.label == nil }?.value
  }
}
