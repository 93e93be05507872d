import ReviewModel
internal import YAML

/// XcodeGen's `project.yml`.
enum XcodeGenSpec {
  /// Nil for a file of that name that has no targets.
  static func read(_ source: [UInt8], at path: String) -> Manifest? {
    let home = RepositoryPath.folder(of: path)
    guard let document = try? YAMLNode.read(String(decoding: source, as: UTF8.self)) else { return nil }
    var result = Manifest(path: path, kind: .xcodeGen, home: home)
    for include in strings(document["include"]) {
      if let path = RepositoryPath.joined(home, include) { result.references.insert(path) }
      result.isWhole = false
    }
    for package in (document["packages"]?.fields ?? [:]).values {
      if let path = (package["path"]?.text).flatMap({ RepositoryPath.joined(home, $0) }) {
        result.references.insert(path)
      }
    }
    let targets = document["targets"]?.fields ?? [:]
    if targets.isEmpty, result.references.isEmpty { return nil }
    for (name, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard case .mapping = target.content else { continue }
      // What a template says is added to what stands here.
      if target["templates"] != nil { result.isWhole = false }
      result.targets.append(self.target(target, named: name, home))
    }
    return result
  }

  private static func target(_ target: YAMLNode, named name: String, _ home: String) -> Manifest.Target {
    let settings = target["settings"]
    let base = settings?["base"] ?? settings
    let product = base?["PRODUCT_MODULE_NAME"]?.text ?? base?["PRODUCT_NAME"]?.text ?? target["productName"]?.text
    let type = target["type"]?.text ?? ""
    let dependencies = (target["dependencies"]?.items ?? []).compactMap { entry in
      ["target", "product", "package", "framework"].lazy.compactMap { entry[$0] }.first?.text
    }
    return Manifest.Target(
      name: name, module: (product?.contains("$") == false ? product ?? name : name).moduleName,
      isTest: type.hasSuffix("unit-test") || type.hasSuffix("ui-testing"), sources: sources(target["sources"], home),
      dependencies: dependencies, purpose: Manifest.Purpose(product: type))
  }

  private static func sources(_ value: YAMLNode?, _ home: String) -> [Manifest.SourceSet] {
    let list = value.map { $0.items ?? [$0] } ?? []
    return list.flatMap { entry -> [Manifest.SourceSet] in
      guard let text = entry.text ?? entry["path"]?.text, let path = RepositoryPath.joined(home, text) else {
        return []
      }
      let excluded = strings(entry["excludes"]).compactMap { RepositoryPath.joined(path, $0) }.map(PathPattern.init)
      let included = strings(entry["includes"]).compactMap { RepositoryPath.joined(path, $0) }
      if !included.isEmpty { return included.map { .pattern(PathPattern($0), except: excluded) } }
      return [path.hasSuffix(".swift") ? .file(path) : .folder([path], except: excluded)]
    }
  }

  private static func strings(_ value: YAMLNode?) -> [String] {
    if let text = value?.text { return [text] }
    return (value?.items ?? []).compactMap { $0.text ?? $0["path"]?.text }
  }
}
