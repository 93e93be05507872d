import ReviewModel
import Yams

/// XcodeGen's `project.yml`.
enum XcodeGenSpec {
  /// Nil for a file of that name that has no targets.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let home = RepositoryPath.folder(of: path)
    guard let document = try? Yams.load(yaml: String(decoding: source, as: UTF8.self)) as? [String: Any] else { return nil }
    var result = Manifest(path: path, kind: .xcodeGen, home: home)
    for include in strings(document["include"]) {
      if let path = RepositoryPath.joined(home, include) { result.references.insert(path) }
      result.isWhole = false
    }
    for package in (document["packages"] as? [String: Any] ?? [:]).values {
      if let path = ((package as? [String: Any])?["path"] as? String).flatMap({ RepositoryPath.joined(home, $0) }) {
        result.references.insert(path)
      }
    }
    let targets = document["targets"] as? [String: Any] ?? [:]
    if targets.isEmpty, result.references.isEmpty { return nil }
    for (name, value) in targets.sorted(by: { $0.key < $1.key }) {
      guard let target = value as? [String: Any] else { continue }
      // What a template says is added to what stands here.
      if target["templates"] != nil { result.isWhole = false }
      result.targets.append(self.target(target, named: name, home))
    }
    return result
  }

  private static func target(_ target: [String: Any], named name: String, _ home: String) -> Manifest.Target {
    let settings = target["settings"] as? [String: Any] ?? [:]
    let base = settings["base"] as? [String: Any] ?? settings
    let product = base["PRODUCT_MODULE_NAME"] as? String ?? base["PRODUCT_NAME"] as? String ?? target["productName"] as? String
    let type = target["type"] as? String ?? ""
    let dependencies = (target["dependencies"] as? [Any] ?? []).compactMap { entry -> String? in
      let entry = entry as? [String: Any]
      return (entry?["target"] ?? entry?["product"] ?? entry?["package"] ?? entry?["framework"]) as? String
    }
    return Manifest.Target(
      name: name, module: (product?.contains("$") == false ? product ?? name : name).moduleName,
      isTest: type.hasSuffix("unit-test") || type.hasSuffix("ui-testing"), sources: sources(target["sources"], home),
      dependencies: dependencies, purpose: Manifest.Purpose(product: type))
  }

  private static func sources(_ value: Any?, _ home: String) -> [Manifest.SourceSet] {
    let list = value as? [Any] ?? (value.map { [$0] } ?? [])
    return list.flatMap { entry -> [Manifest.SourceSet] in
      let detail = entry as? [String: Any]
      guard let text = entry as? String ?? detail?["path"] as? String, let path = RepositoryPath.joined(home, text) else { return [] }
      let excluded = strings(detail?["excludes"]).compactMap { RepositoryPath.joined(path, $0) }.map(PathPattern.init)
      let included = strings(detail?["includes"]).compactMap { RepositoryPath.joined(path, $0) }
      if !included.isEmpty { return included.map { .pattern(PathPattern($0), except: excluded) } }
      return [path.hasSuffix(".swift") ? .file(path) : .folder([path], except: excluded)]
    }
  }

  private static func strings(_ value: Any?) -> [String] {
    if let text = value as? String { return [text] }
    return (value as? [Any] ?? []).compactMap { $0 as? String ?? ($0 as? [String: Any])?["path"] as? String }
  }
}
