import ReviewModel

/// `project.pbxproj`: native targets with what their sources phases and synchronized folders hold.
struct XcodeProject {
  private let objects: [String: PropertyList]
  private let root: PropertyList
  /// The folder that holds the project's own.
  private let home: String
  /// What paths of the project start from.
  private let top: String
  private let settingsFiles: [String: BuildSettings]
  /// By element, the group that it is in.
  private var parents: [String: String] = [:]
  /// The elements that are folders of which everything belongs to some target.
  private var synchronizedFolders: [String] = []
  private var result: Manifest

  /// - Parameter settings: The `.xcconfig` files of the repository, by path.
  static func read(_ source: [UInt8], at path: String, settings: [String: BuildSettings]) -> Manifest {
    let home = RepositoryPath.folder(of: RepositoryPath.folder(of: path))
    let empty = Manifest(path: path, kind: .xcodeProject, home: home, isWhole: false)
    guard let list = PropertyList(source), case .dictionary(let objects)? = list["objects"],
      let id = list["rootObject"]?.text,
      let root = objects[id]
    else { return empty }
    var reader = XcodeProject(objects, root, path: path, home: home, settings)
    reader.read()
    reader.result.swift = swift(list, root)
    return reader.result
  }

  /// The newest Swift that shows in a project: in its format, or in the Xcode that brought it up to date.
  private static func swift(_ project: PropertyList, _ root: PropertyList) -> SwiftVersion? {
    let checks = ["LastUpgradeCheck", "LastSwiftUpdateCheck"].compactMap { root["attributes"]?[$0]?.text }
    let format = project["objectVersion"]?.text.flatMap { SwiftVersion(ofProjectFormat: $0) }
    return (checks.map { SwiftVersion(ofUpdateCheck: $0) } + [format]).compactMap(\.self).max()
  }

  private init(
    _ objects: [String: PropertyList], _ root: PropertyList, path: String, home: String,
    _ settings: [String: BuildSettings]
  ) {
    self.objects = objects
    self.root = root
    self.home = home
    top = RepositoryPath.joined(home, root["projectDirPath"]?.text ?? "") ?? home
    settingsFiles = settings
    result = Manifest(path: path, kind: .xcodeProject, home: home)
    for (id, object) in objects {
      for child in object["children"]?.texts ?? [] { parents[child] = id }
      if object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" { synchronizedFolders.append(id) }
    }
  }

  private func isa(_ object: PropertyList?) -> String { object?["isa"]?.text ?? "" }

  private mutating func read() {
    for id in root["targets"]?.texts ?? [] {
      guard let target = objects[id], isa(target) == "PBXNativeTarget" else { continue }
      result.targets.append(self.target(target, id))
    }
    for (id, object) in objects {
      switch isa(object) {
      case "XCLocalSwiftPackageReference":
        if let path = object["relativePath"]?.text.flatMap({ RepositoryPath.joined(top, $0) }) {
          result.references.insert(path)
        }
      case "XCBuildConfiguration":
        result.mainInterfaces.formUnion(InfoPlist.interfaces(ofSettings: object))
        // Of the files in a synchronized folder the project says nothing.
        if !synchronizedFolders.isEmpty, object["buildSettings"]?["SWIFT_OBJC_BRIDGING_HEADER"] != nil {
          result.isOfObjectiveC = true
        }
      case "PBXFileReference":
        // Packages and projects that were dragged in.
        let kind = object["lastKnownFileType"]?.text ?? object["explicitFileType"]?.text ?? ""
        if kind.hasPrefix("sourcecode.c.objc") { result.isOfObjectiveC = true }
        let isProject = kind == "wrapper.pb-project" || kind == "folder" || kind == "wrapper" || kind == "text"
        if isProject, object["path"]?.text?.hasSuffix(".swift") == false, let path = path(of: id) {
          result.references.insert(path)
        }
      default: continue
      }
    }
  }

  // MARK: Targets

  private func target(_ target: PropertyList, _ id: String) -> Manifest.Target {
    let name = target["name"]?.text ?? ""
    var sources: [Manifest.SourceSet] = []
    for phase in (target["buildPhases"]?.texts ?? []).compactMap({ objects[$0] })
    where isa(phase) == "PBXSourcesBuildPhase" {
      for file in phase["files"]?.texts ?? [] {
        guard let reference = objects[file]?["fileRef"]?.text else { continue }
        for path in files(reference) where path.hasSuffix(".swift") { sources.append(.file(path)) }
      }
    }
    let listed = target["fileSystemSynchronizedGroups"]?.texts ?? []
    for group in listed {
      guard let folder = path(of: group) else { continue }
      let excluded = exceptions(of: group, for: id).compactMap { RepositoryPath.joined(folder, $0) }
      sources.append(.folder([folder], except: excluded.map(PathPattern.init)))
    }
    // Of a folder that the target does not list, an exception set names what it has nevertheless.
    for group in synchronizedFolders where !listed.contains(group) {
      guard let folder = path(of: group) else { continue }
      for path in exceptions(of: group, for: id).compactMap({ RepositoryPath.joined(folder, $0) }) {
        sources.append(path.hasSuffix(".swift") ? .file(path) : .folder([path], except: []))
      }
    }
    let product = target["productType"]?.text ?? ""
    return Manifest.Target(
      name: name, module: module(of: target, named: name),
      isTest: product.hasSuffix("unit-test") || product.hasSuffix("ui-testing"),
      sources: sources.sorted(), dependencies: dependencies(of: target), purpose: Manifest.Purpose(product: product))
  }

  private func exceptions(of group: String, for target: String) -> [String] {
    (objects[group]?["exceptions"]?.texts ?? []).compactMap { objects[$0] }
      .filter { isa($0) == "PBXFileSystemSynchronizedBuildFileExceptionSet" && $0["target"]?.text == target }
      .flatMap { $0["membershipExceptions"]?.texts ?? [] }
  }

  private func dependencies(of target: PropertyList) -> [String] {
    let targets = (target["dependencies"]?.texts ?? []).compactMap { id -> String? in
      let dependency = objects[id]
      if let name = dependency?["name"]?.text { return name }
      if let other = dependency?["target"]?.text { return objects[other]?["name"]?.text }
      return objects[dependency?["targetProxy"]?.text ?? ""]?["remoteInfo"]?.text
    }
    let products = (target["packageProductDependencies"]?.texts ?? []).compactMap { objects[$0]?["productName"]?.text }
    return (targets + products).sorted()
  }

  // MARK: Places

  /// The files behind an element: itself, or what a group of variants holds.
  private func files(_ id: String) -> [String] {
    guard isa(objects[id]) == "PBXVariantGroup" else { return path(of: id).map { [$0] } ?? [] }
    return (objects[id]?["children"]?.texts ?? []).compactMap { path(of: $0) }
  }

  /// Where an element is; nil for what lies outside the repository or is built.
  private func path(of id: String, depth: Int = 0) -> String? {
    guard depth < 64, let object = objects[id] else { return nil }
    let own = object["path"]?.text ?? ""
    switch object["sourceTree"]?.text ?? "<group>" {
    case "<group>":
      guard let parent = parents[id] else { return RepositoryPath.joined(top, own) }
      return path(of: parent, depth: depth + 1).flatMap { RepositoryPath.joined($0, own) }
    case "SOURCE_ROOT": return RepositoryPath.joined(top, own)
    default: return nil
    }
  }

  // MARK: Names

  private func module(of target: PropertyList, named name: String) -> String {
    if let module = setting("PRODUCT_MODULE_NAME", of: target, named: name) { return module.moduleName }
    return (setting("PRODUCT_NAME", of: target, named: name) ?? name).moduleName
  }

  /// The value of a build setting, by the target's own, its settings file, the project's own, its settings file.
  ///
  /// Nil where none says, or one says what something else would have to tell.
  private func setting(_ key: String, of target: PropertyList, named name: String) -> String? {
    for owner in [target, root] {
      let list = owner["buildConfigurationList"]?.text.flatMap { objects[$0] }
      for configuration in (list?["buildConfigurations"]?.texts ?? []).compactMap({ objects[$0] }) {
        let own = configuration["buildSettings"]?[key]?.text
        let file = configuration["baseConfigurationReference"]?.text.flatMap { path(of: $0) }
        guard let value = own ?? file.flatMap({ included(key, by: $0) }) else { continue }
        let text = value.replacing("$(TARGET_NAME)", with: name).replacing("${TARGET_NAME}", with: name)
          .replacing("$(TARGET_NAME:c99extidentifier)", with: name.moduleName).replacing("$(inherited)", with: "")
        return text.contains("$") || text.isEmpty ? nil : text
      }
    }
    return nil
  }

  private func included(_ key: String, by path: String, depth: Int = 0) -> String? {
    guard depth < 16, let settings = settingsFiles[path] else { return nil }
    if let value = settings.values[key] { return value }
    for other in settings.includes.reversed() {
      guard let place = RepositoryPath.joined(RepositoryPath.folder(of: path), other) else { continue }
      if let value = included(key, by: place, depth: depth + 1) { return value }
    }
    return nil
  }
}

extension [Manifest.SourceSet] {
  /// In an order that no dictionary has a part in.
  fileprivate func sorted() -> Self {
    func key(_ set: Manifest.SourceSet) -> String {
      switch set {
      case .file(let path): path
      case .folder(let paths, _): paths.first ?? ""
      case .pattern(let pattern, _): pattern.fixedFolder
      }
    }
    return map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
