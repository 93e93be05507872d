import ReviewModel

/// Which file of a snapshot belongs to which modules: what the manifests say, else what the folders suggest.
public struct ModuleMap: Sendable {
  /// A module, as one manifest describes it or as folders suggest it.
  public struct Module: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
      case manifest(String)
      /// The folder whose files it has that no manifest speaks of.
      case guessed(folder: String)
    }

    /// What `import` calls it.
    public var name: String
    /// Whether all it is for is tests.
    public var isTest: Bool
    public var origin: Origin
    /// The targets and products that its manifest says it needs.
    public var dependencies: [String] = []
    /// Whether code outside of the repository may import it, as far as manifests tell.
    public var isOffered = true
  }

  /// In the order of manifests and their targets, guessed ones last.
  public private(set) var modules: [Module] = []
  private var modulesOfPath: [String: [Int]] = [:]
  private var testPaths: Set<String> = []
  private var leftOutPaths: Set<String> = []
  /// The folders of projects that name many files, and leave out more than a few.
  private var uneven: [String] = []
  private var manifests: [Manifest] = []
  private var interfaces = Interfaces()
  /// By module, the manifest that it is from.
  private var manifestOfModule: [Int?] = []
  /// The manifests of each folder that has any.
  private var homes: [String: [Int]] = [:]

  /// What is known of no file.
  public init() {}

  /// - Parameters:
  ///   - paths: The Swift files.
  ///   - isTestName: Whether a name of a target, a folder or a file, without its ending, says that it is for tests.
  public init(
    manifests: [Manifest], interfaces: Interfaces = Interfaces(), paths: [String], isTestName: (String) -> Bool
  ) {
    self.manifests = manifests
    self.interfaces = interfaces
    for (index, manifest) in manifests.enumerated() { homes[manifest.home, default: []].append(index) }
    declare(paths, isTestName)
    guess(paths, isTestName)
    leaveOut(paths)
  }

  /// The modules that a file is in, in order; empty for a file that the map was not made of.
  public func modules(of path: String) -> [Int] { modulesOfPath[path] ?? [] }

  /// Whether a file is for tests alone: all of its modules are, or else its folders' names say so.
  public func isTest(_ path: String) -> Bool { testPaths.contains(path) }

  /// Whether a project names the files around one, and not that one: it lies there, and nothing builds it.
  public func isLeftOut(_ path: String) -> Bool { leftOutPaths.contains(path) }

  /// The storyboards and xibs that lie nearest to some of the files.
  public func interfaces(around paths: [String]) -> Interfaces { interfaces.around(paths, of: modulesOfPath.keys) }

  /// The manifests that name targets, but not all of them outright.
  public var computedManifests: [String] { manifests.filter { !$0.isWhole }.map(\.path) }

  /// The newest Swift that some manifest shows whoever builds it to have; nil where none shows any.
  public var swift: SwiftVersion? { manifests.compactMap(\.swift).max() }

  // MARK: What manifests say

  private mutating func declare(_ paths: [String], _ isTestName: (String) -> Bool) {
    var index = SourceIndex(paths: paths)
    var places: [(target: Manifest.Target, manifest: Int)] = []
    for (at, manifest) in manifests.enumerated() {
      for target in manifest.targets {
        index.add(target.sources, of: places.count)
        places.append((target, at))
      }
    }
    let supports = testSupport(among: places.map(\.target), isTestName)
    let found = paths.map { index.targets(of: $0) }
    let inhabited = Set(found.joined())
    var moduleOfTarget: [Int: Int] = [:]
    for (at, place) in places.enumerated() where inhabited.contains(at) {
      moduleOfTarget[at] = modules.count
      modules.append(
        Module(
          name: place.target.module, isTest: supports.contains(at), origin: .manifest(manifests[place.manifest].path),
          dependencies: place.target.dependencies, isOffered: isOffered(place.target, by: manifests[place.manifest])))
      manifestOfModule.append(place.manifest)
    }
    for (path, targets) in zip(paths, found) where !targets.isEmpty {
      let list = targets.compactMap { moduleOfTarget[$0] }
      modulesOfPath[path] = list
      if list.allSatisfy({ modules[$0].isTest }) { testPaths.insert(path) }
    }
  }

  /// A library inside a repository that builds an application is there for the application, unless the repository
  /// is a package itself.
  private func isOffered(_ target: Manifest.Target, by manifest: Manifest) -> Bool {
    guard target.purpose == .offered else { return false }
    let isPackage = manifest.kind == .swiftPackage || manifest.kind == .podspec
    return isPackage && manifest.home.isEmpty || !hasApplication
  }

  /// Whether some project, and not a package alone, builds what is run.
  private var hasApplication: Bool {
    manifests.contains { manifest in
      guard manifest.kind != .swiftPackage else { return false }
      return manifest.targets.contains { $0.purpose == .program && !$0.isTest }
    }
  }

  /// The targets that are tests, or are there for tests: named so, and needed by no others.
  private func testSupport(among targets: [Manifest.Target], _ isTestName: (String) -> Bool) -> Set<Int> {
    var needed: Set<String> = []
    for target in targets where !target.isTest && !isTestName(target.name) { needed.formUnion(target.dependencies) }
    var result: Set<Int> = []
    for (at, target) in targets.enumerated()
    where target.isTest || isTestName(target.name) && !needed.contains(target.name) && !needed.contains(target.module) {
      result.insert(at)
    }
    return result
  }

  // MARK: What folders suggest

  private mutating func guess(_ paths: [String], _ isTestName: (String) -> Bool) {
    var guessed: [String: Int] = [:]
    for path in paths where modulesOfPath[path] == nil {
      let home = home(around: path) ?? ""
      let folder = moduleFolder(of: path, in: home)
      let module: Int
      if let known = guessed[folder] {
        module = known
      } else {
        module = modules.count
        guessed[folder] = module
        modules.append(
          Module(
            name: String(RepositoryPath.name(of: folder)).moduleName, isTest: false, origin: .guessed(folder: folder)))
        manifestOfModule.append(homes[home]?.first)
      }
      modulesOfPath[path] = [module]
      let inside = home.isEmpty ? path[...] : path.dropFirst(home.utf8.count + 1)
      let parts = inside.split(separator: "/").map { $0.hasSuffix(".swift") ? $0.dropLast(6) : $0 }
      if parts.contains(where: { isTestName(String($0)) }) { testPaths.insert(path) }
    }
  }

  /// Finds what a project that names its files one by one does not name, though it names four of five.
  private mutating func leaveOut(_ paths: [String]) {
    for (home, files) in filesByHome(paths) where files.named.count >= Self.fewestNamed {
      if files.named.count >= 4 * files.others.count {
        leftOutPaths.formUnion(files.others)
      } else {
        uneven.append(home)
      }
    }
    leftOutPaths.formUnion(paths.filter { RepositoryPath.foldersAround($0).contains { $0.hasSuffix(".xcodeproj") } })
  }

  /// Finds what a project that names its files one by one does not name, and does without: what it names uses none of
  /// the types there.
  ///
  /// - Parameters:
  ///   - types: The names of the types that a file declares for other files, at its top level.
  ///   - mentions: The names that a file uses as those of types; asked only where a project leaves many files out.
  public mutating func leaveOutUnused(types: (String) -> [String], mentions: (String) -> Set<String>) {
    guard !uneven.isEmpty else { return }
    let all = filesByHome(modulesOfPath.keys.sorted())
    for home in uneven {
      guard let files = all[home] else { continue }
      let declared = Set(files.named.flatMap(types))
      let others = Set(files.others.flatMap(types)).subtracting(declared)
      var used: Set<String> = []
      for path in files.named where used.count < Self.fewestUsed { used.formUnion(mentions(path).intersection(others)) }
      if used.count < Self.fewestUsed { leftOutPaths.formUnion(files.others) }
    }
  }

  /// The files that a project names, and those that it does not, by the folder of the project.
  private func filesByHome(_ paths: [String]) -> [String: (named: [String], others: [String])] {
    var result: [String: (named: [String], others: [String])] = [:]
    for path in paths {
      guard let home = home(around: path), isNamedOneByOne(home) else { continue }
      if modules(of: path).contains(where: { if case .guessed = modules[$0].origin { true } else { false } }) {
        result[home, default: ([], [])].others.append(path)
      } else {
        result[home, default: ([], [])].named.append(path)
      }
    }
    return result
  }

  /// A project that names fewer files tells nothing of those that it does not name.
  private static let fewestNamed = 10
  /// Fewer types may be those of a library that are called the same.
  private static let fewestUsed = 3

  /// Whether all that tells what is built of a folder is a project that says so outright.
  private func isNamedOneByOne(_ home: String) -> Bool {
    let here = (homes[home] ?? []).map { manifests[$0] }
    let builders: Set<ManifestKind> = [.xcodeGen, .tuist, .bazel]
    return here.contains { $0.kind == .xcodeProject } && here.allSatisfy { $0.isWhole && !builders.contains($0.kind) }
  }

  /// The innermost folder with a manifest around a file.
  private func home(around path: String) -> String? {
    RepositoryPath.foldersAround(path).first { homes[$0] != nil }
  }

  /// Of a package that works its targets out, each folder below the usual ones is taken for a target.
  private func moduleFolder(of path: String, in home: String) -> String {
    let isComputed = (homes[home] ?? []).contains { manifests[$0].kind == .swiftPackage && !manifests[$0].isWhole }
    guard isComputed else { return home }
    for root in ["Sources", "Tests"] {
      guard let top = RepositoryPath.joined(home, root), RepositoryPath.isWithin(path, top) else { continue }
      let inside = path.dropFirst(top.utf8.count + 1).split(separator: "/")
      if inside.count > 1 { return top + "/" + inside[0] }
    }
    return home
  }

  // MARK: Parts that cannot reach each other

  /// The part of the snapshot that each file is in, by number in the order of paths: files of one part can reach each
  /// other, files of different parts cannot.
  ///
  /// Manifests go together where one lies in another's folder, names it, or has a file of its. Without any manifest
  /// everything is one part, but for folders that declare types of the same name and use none of each other's.
  ///
  /// - Parameters:
  ///   - types: The names of the types that a file declares for other files, at its top level.
  ///   - mentions: The names that a file uses as those of types; asked only where folders declare the same type.
  public func parts(
    of paths: [String], types: (String) -> [String], mentions: (String) -> Set<String>
  ) -> [String: Int] {
    var sets = DisjointSets(count: manifests.count)
    for (index, manifest) in manifests.enumerated() {
      for folder in [manifest.home] + RepositoryPath.foldersAround(manifest.home) {
        for other in homes[folder] ?? [] { sets.join(index, other) }
      }
      for reference in manifest.references {
        for other in homes[reference] ?? [] { sets.join(index, other) }
        for other in homes[RepositoryPath.folder(of: reference)] ?? []
        where RepositoryPath.isWithin(manifests[other].path, reference) {
          sets.join(index, other)
        }
      }
    }
    var homeless: [String] = []
    var manifestOfPath: [String: Int] = [:]
    for path in paths {
      let declared = modules(of: path).compactMap { manifestOfModule[$0] }
      guard let first = declared.first ?? home(around: path).flatMap({ homes[$0]?.first }) else {
        homeless.append(path)
        continue
      }
      for other in declared { sets.join(first, other) }
      manifestOfPath[path] = first
    }
    let pieces = FolderPieces(paths: homeless, types: types, mentions: mentions)
    var numbers: [String: Int] = [:]
    var result: [String: Int] = [:]
    for path in paths {
      let key = manifestOfPath[path].map { "manifest \(sets.root(of: $0))" } ?? "folder " + pieces.piece(of: path)
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      result[path] = number
    }
    return result
  }
}
