import ReviewModel
import SwiftFacts

/// `Package.swift`.
struct SwiftPackage {
  private let home: String
  private var result: Manifest

  static func read(_ source: [UInt8], at path: String) -> Manifest {
    var reader = SwiftPackage(path)
    reader.result.swift = SwiftVersion(toolsLineOf: source)
    reader.read(SwiftEvaluator(FactsMaker().facts(of: source), source: source))
    return reader.result
  }

  private init(_ path: String) {
    home = RepositoryPath.folder(of: path)
    result = Manifest(path: path, kind: .swiftPackage, home: home)
  }

  private mutating func read(_ evaluator: SwiftEvaluator) {
    let package = evaluator.value(ofGlobal: "package")
    var targets: [SwiftValue?] = []
    if let declared = package?["targets"] {
      targets = declared.list ?? [nil]
    } else if package?["name"] == nil {
      result.isWhole = false
    }
    targets += evaluator.additions(to: "targets", of: "package")
    let described = targets.compactMap { $0.flatMap(Described.init) }
    if described.count < targets.count { result.isWhole = false }
    let dependencies =
      (package?["dependencies"]?.list ?? []) + evaluator.additions(to: "dependencies", of: "package").compactMap { $0 }
    for dependency in dependencies {
      if let path = dependency["path"]?.text, let folder = RepositoryPath.joined(home, path) {
        result.references.insert(folder)
      }
    }
    let offered = offeredTargets(evaluator, package)
    let isAlone = described.count { $0.kind.isBuilt && !$0.kind.isTest } == 1
    for target in described where target.kind.isBuilt {
      var made = self.target(target, isAlone: isAlone)
      let isOffered = offered?.contains(target.name) ?? true
      made.purpose = target.kind == .target ? isOffered ? .offered : .part : .program
      result.targets.append(made)
    }
  }

  /// The targets that products offer as libraries; nil where the manifest works some out.
  private func offeredTargets(_ evaluator: SwiftEvaluator, _ package: SwiftValue?) -> Set<String>? {
    var products: [SwiftValue?] = []
    if let declared = package?["products"] { products = declared.list ?? [nil] }
    products += evaluator.additions(to: "products", of: "package")
    var result: Set<String> = []
    for product in products {
      guard case .call(let kind, _)? = product else { return nil }
      guard kind == "library" else { continue }
      guard let targets = product?["targets"]?.texts else { return nil }
      result.formUnion(targets)
    }
    return result
  }

  private func target(_ target: Described, isAlone: Bool) -> Manifest.Target {
    var folders: [String] = []
    if let path = target.path {
      folders = [RepositoryPath.joined(home, path)].compactMap { $0 }
    } else {
      for root in target.kind.roots {
        folders.append(contentsOf: [RepositoryPath.joined(home, root + "/" + target.name)].compactMap { $0 })
      }
      // One target alone may have the folder to itself.
      if isAlone, !target.kind.isTest { folders += [RepositoryPath.joined(home, "Sources")].compactMap { $0 } }
    }
    let excepted = folders.flatMap { folder in
      target.exclude.compactMap { RepositoryPath.joined(folder, $0) }.map(PathPattern.init)
    }
    var sources: [Manifest.SourceSet] = []
    if let only = target.sources, let folder = folders.first {
      for path in only.compactMap({ RepositoryPath.joined(folder, $0) }) {
        sources.append(path.hasSuffix(".swift") ? .file(path) : .folder([path], except: excepted))
      }
    } else {
      sources = [.folder(folders, except: excepted)]
    }
    return Manifest.Target(
      name: target.name, module: target.name.moduleName, isTest: target.kind.isTest, sources: sources,
      dependencies: target.dependencies)
  }

  private enum Kind: String {
    case target, executableTarget, testTarget, macro, plugin, systemLibrary, binaryTarget

    var isTest: Bool { self == .testTarget }

    /// Whether it has sources in Swift.
    var isBuilt: Bool { self != .systemLibrary && self != .binaryTarget }

    /// The folders in which a target of its name is looked for.
    var roots: [String] {
      let usual = ["Sources", "Source", "src", "srcs"]
      switch self {
      case .testTarget: return ["Tests"] + usual
      case .plugin: return ["Plugins"] + usual
      default: return usual
      }
    }
  }

  private struct Described {
    var kind: Kind
    var name: String
    var path: String?
    var exclude: [String]
    var sources: [String]?
    var dependencies: [String]

    /// Nil where something that says which files it has is not known.
    init?(_ value: SwiftValue) {
      guard case .call(let callee, _) = value, let name = value["name"]?.text else { return nil }
      // `Target(name: …)` of old.
      guard let kind = Kind(rawValue: callee) ?? (callee == "Target" ? .target : nil) else { return nil }
      self.kind = kind
      self.name = name
      if let path = value["path"] {
        guard let text = path.text else { return nil }
        self.path = text
      }
      if let exclude = value["exclude"] {
        guard let texts = exclude.texts else { return nil }
        self.exclude = texts
      } else {
        exclude = []
      }
      // What is copied as it is, is not built.
      exclude += (value["resources"]?.list ?? []).compactMap { resource in
        guard case .call("copy", let arguments) = resource else { return nil }
        return arguments.first?.value.text
      }
      if let sources = value["sources"] {
        guard let texts = sources.texts else { return nil }
        self.sources = texts
      }
      dependencies = (value["dependencies"]?.list ?? []).compactMap { $0.text ?? $0["name"]?.text }
    }
  }
}
