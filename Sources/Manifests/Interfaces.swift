import ReviewModel

/// The storyboards and xibs of a snapshot: which classes' objects are made from them, and how often.
public struct Interfaces: Hashable, Sendable {
  public typealias ClassName = InterfaceFile.ClassName

  /// How an object comes to be made.
  public enum Origin: Hashable, Sendable {
    /// With the application, once.
    case root
    /// Whenever a screen leads to another, a list shows one more.
    case anew
    /// By code that asks for the scene by this identifier.
    case identifier(String)
    /// By code that does not say what it makes.
    case unknown
    /// Not at all: nothing leads to the scene, and it has no name that code could ask by.
    case never
  }

  private var files: [InterfaceFile] = []
  /// The names of the files that the application starts with.
  private var mains: Set<String> = []
  /// The classes that the system makes an object of, once or again.
  private var principals: Set<String> = []
  /// Whether a manifest beside them builds something of Objective-C as well, which may make objects of any class.
  public private(set) var isBesideObjectiveC = false

  /// None.
  public init() {}

  /// What the storyboards, xibs and property lists of a snapshot say. Never fails: what says nothing is left out.
  ///
  /// - Parameter manifests: What the others among the sources say.
  public init(_ sources: [ManifestSource], beside manifests: [Manifest]) {
    for manifest in manifests { mains.formUnion(manifest.mainInterfaces) }
    isBesideObjectiveC = manifests.contains(where: \.isOfObjectiveC)
    for source in sources.sorted(by: { $0.path < $1.path }) {
      switch ManifestKind(path: source.path) {
      case .interface: files.append(InterfaceFile(source.bytes, at: source.path))
      case .propertyList:
        let list = InfoPlist(source.bytes)
        mains.formUnion(list.interfaces)
        principals.formUnion(list.principals)
      default: break
      }
    }
  }

  /// Those of the files that some paths are the nearest to.
  ///
  /// - Parameter all: The paths of the whole snapshot, of which they are some.
  public func around(_ paths: some Collection<String>, of all: some Sequence<String>) -> Interfaces {
    guard !files.isEmpty else { return self }
    let own = RepositoryPath.foldersAround(all: paths)
    let known = RepositoryPath.foldersAround(all: all)
    var result = self
    result.files = files.filter { file in
      RepositoryPath.foldersAround(file.path).first(where: known.contains).map(own.contains) ?? false
    }
    return result
  }

  /// The names of the storyboards that have a scene to begin with, without endings.
  public var storyboards: Set<String> {
    Set(files.lazy.filter { $0.path.hasSuffix(".storyboard") && $0.first != nil }.map(\.name))
  }

  /// The classes, without modules, that a scene or a nib says something in it is of.
  public var classNames: Set<String> {
    Set(files.flatMap(\.scenes).flatMap { $0.classes.union($0.repeated) }.map(\.name))
  }

  /// How the objects of each class are made that a file names. O(scenes × length of the longest chain).
  ///
  /// - Parameter isOpened: Whether code may open a storyboard of a name, and so make what that begins with.
  public func origins(isOpened: (String) -> Bool = { _ in true }) -> [ClassName: Set<Origin>] {
    var result: [ClassName: Set<Origin>] = [:]
    for name in principals { result[ClassName(name: name, module: nil), default: []].insert(.unknown) }
    for (at, origins) in zip(places, originsOfScenes(isOpened)) {
      let scene = files[at.file].scenes[at.scene]
      for name in scene.classes { result[name, default: []].formUnion(origins) }
      for name in scene.repeated { result[name, default: []].insert(.anew) }
    }
    return result
  }

  /// By the class of what lists repeat, the classes of the scenes that have such a list. O(scenes).
  public func hosts() -> [ClassName: Set<ClassName>] {
    var result: [ClassName: Set<ClassName>] = [:]
    for at in places {
      let scene = files[at.file].scenes[at.scene]
      for name in scene.repeated { result[name, default: []].formUnion(scene.classes) }
    }
    return result
  }

  private var places: [(file: Int, scene: Int)] {
    files.indices.flatMap { file in files[file].scenes.indices.map { (file, $0) } }
  }

  private func originsOfScenes(_ isOpened: (String) -> Bool) -> [Set<Origin>] {
    let places = places
    var byID: [String: Int] = [:]
    for (index, place) in places.enumerated() {
      byID["\(place.file) \(files[place.file].scenes[place.scene].id)"] = index
    }
    let storyboards = Dictionary(
      grouping: files.indices.filter { files[$0].path.hasSuffix(".storyboard") }, by: { files[$0].name })
    // What an extension or a watch begins with may be named nowhere.
    let referredTo = Set(files.lazy.flatMap(\.scenes).compactMap { $0.reference?.file })
    var origins = places.map { place in
      own(files[place.file].scenes[place.scene], of: files[place.file]) { isOpened($0) || !referredTo.contains($0) }
    }
    // Where what a scene holds, or what it stands for, is made along with it.
    var inside: [[Int]] = []
    for place in places {
      let scene = files[place.file].scenes[place.scene]
      for next in scene.next { if let index = byID["\(place.file) \(next)"] { origins[index].insert(.anew) } }
      inside.append(
        scene.inside.sorted().compactMap { byID["\(place.file) \($0)"] }
          + (scene.reference.map { stands(for: $0, in: storyboards, byID) } ?? []))
    }
    var waiting = Array(places.indices)
    while let index = waiting.popLast() {
      for other in inside[index] where !origins[index].isSubset(of: origins[other]) {
        origins[other].formUnion(origins[index])
        waiting.append(other)
      }
    }
    return origins.map { $0.isEmpty ? [.never] : $0 }
  }

  /// How a scene is made, others of its file aside.
  private func own(
    _ scene: InterfaceFile.Scene, of file: InterfaceFile, _ isOpened: (String) -> Bool
  ) -> Set<Origin> {
    var result: Set<Origin> = []
    let isMain = mains.contains(file.name)
    if scene.isOfApplication { result.insert(.root) }
    if file.path.hasSuffix(".storyboard") {
      if scene.id == file.first, isMain || isOpened(file.name) { result.insert(isMain ? .root : .unknown) }
      if let identifier = scene.identifier { result.insert(.identifier(identifier)) }
    } else {
      result.insert(isMain ? .root : .unknown)
    }
    return result
  }

  private func stands(
    for reference: InterfaceFile.Reference, in storyboards: [String: [Int]], _ byID: [String: Int]
  ) -> [Int] {
    (storyboards[reference.file] ?? []).flatMap { at in
      files[at].scenes.filter { scene in
        reference.identifier.map { $0 == scene.identifier } ?? (scene.id == files[at].first)
      }.compactMap { byID["\(at) \($0.id)"] }
    }
  }
}
