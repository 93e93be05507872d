/// What a storyboard or a xib says by itself of the objects that are made from it.
public struct InterfaceFile: Hashable, Sendable {
  /// A class as such a file names it.
  public struct ClassName: Hashable, Sendable {
    public var name: String
    /// Nil where the file does not say.
    public var module: String?
  }

  /// What is made at one go, with all that is inside of it: a screen, a window, what a nib holds.
  struct Scene: Hashable, Sendable {
    var id: String
    var classes: Set<ClassName> = []
    /// Those of which a list makes as many as it shows.
    var repeated: Set<ClassName> = []
    /// What code asks for it by.
    var identifier: String?
    /// Scenes of the file that are made along with this one, and put into it.
    var inside: Set<String> = []
    /// Scenes of the file that are made anew whenever this one leads there.
    var next: Set<String> = []
    /// In place of a scene of another file: that file's name, and the scene's identifier, nil for its first.
    var reference: Reference?
    /// Whether it belongs to the application itself.
    var isOfApplication = false
  }

  struct Reference: Hashable, Sendable {
    var file: String
    var identifier: String?
  }

  var path: String
  /// What others call it: the file's name without its ending.
  var name: String
  var first: String?
  var scenes: [Scene] = []

  /// All that is asked for of a tag.
  private static let attributes = [
    "customClass", "customModule", "destination", "id", "initialViewController", "kind", "placeholderIdentifier",
    "referencedIdentifier", "sceneMemberID", "storyboardIdentifier", "storyboardName",
  ]

  /// O(bytes).
  init(_ source: [UInt8], at path: String) {
    self.path = path
    let file = RepositoryPath.name(of: path)
    name = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? String(file)
    var reader = TagReader(source, attributes: Self.attributes)
    let isStoryboard = path.hasSuffix(".storyboard")
    var scene = Scene(id: "")
    // How many tags inside of what a list repeats.
    var depthOfRepeated: Int?
    var depth = 0
    while let tag = reader.next() {
      if tag.isClosing {
        depth -= 1
        if let repeated = depthOfRepeated, depth <= repeated { depthOfRepeated = nil }
        if tag.name == "scene", isStoryboard {
          scenes.append(scene)
          scene = Scene(id: "")
        }
        continue
      }
      if let first = tag.attributes["initialViewController"] { self.first = first }
      if tag.attributes["sceneMemberID"] == "viewController" { read(tag, into: &scene) }
      if depthOfRepeated == nil, Self.isRepeated(tag.name), !tag.isEmpty { depthOfRepeated = depth }
      // A nib's owner, the first responder and the application are made by somebody else.
      if let name = tag.attributes["customClass"], tag.attributes["placeholderIdentifier"] == nil,
        tag.attributes["id"]?.hasPrefix("-") != true
      {
        let name = ClassName(name: name, module: tag.attributes["customModule"])
        if depthOfRepeated == nil, !Self.isRepeated(tag.name) {
          scene.classes.insert(name)
        } else {
          scene.repeated.insert(name)
        }
      }
      if tag.name == "segue", let destination = tag.attributes["destination"] {
        switch tag.attributes["kind"] {
        case "relationship", "embed": scene.inside.insert(destination)
        case "unwind": break
        default: scene.next.insert(destination)
        }
      }
      if !tag.isEmpty { depth += 1 }
    }
    if !isStoryboard { scenes.append(scene) }
  }

  private func read(_ tag: TagReader.Tag, into scene: inout Scene) {
    if tag.name == "application" { scene.isOfApplication = true }
    scene.id = tag.attributes["id"] ?? ""
    scene.identifier = tag.attributes["storyboardIdentifier"]
    if let file = tag.attributes["storyboardName"] {
      scene.reference = Reference(file: file, identifier: tag.attributes["referencedIdentifier"])
    }
  }

  /// `tableViewCell`, `collectionReusableView`: prototypes, and rows.
  private static func isRepeated(_ tag: String) -> Bool {
    ["Cell", "CellView", "ReusableView", "RowView", "collectionViewItem"].contains { tag.hasSuffix($0) }
  }
}
