public import ReviewModel

/// What one manifest says. Paths are relative to the repository's root, with `/`, without `.` and `..`.
public struct Manifest: Hashable, Sendable {
  public var path: String
  public var kind: ManifestKind
  /// The folder that it governs.
  public var home: String
  public var targets: [Target] = []
  /// Whether it names all of its targets outright; false where it works some out.
  public var isWhole = true
  /// Folders and files of other manifests that it names.
  public var references: Set<String> = []
  /// The storyboards and nibs that what it builds starts with, by name without ending.
  public var mainInterfaces: Set<String> = []
  /// Whether some of what it builds is built of Objective-C.
  public var isOfObjectiveC = false
  /// The oldest Swift that whoever wrote it can have; nil where it does not say.
  public var swift: SwiftVersion?

  /// One thing that is built of sources.
  public struct Target: Hashable, Sendable {
    public var name: String
    /// What `import` calls it.
    public var module: String
    public var isTest: Bool
    public var sources: [SourceSet]
    /// The targets and products that it says it needs, by name.
    public var dependencies: [String] = []
    public var purpose = Purpose.offered
  }

  /// What a target is built for.
  public enum Purpose: Hashable, Sendable {
    /// It is run: an application, an extension of one, a tool.
    case program
    /// Others may import it.
    case offered
    /// What the same manifest builds may import it, and nothing else.
    case part
  }

  /// Where sources of a target are.
  public enum SourceSet: Hashable, Sendable {
    case file(String)
    /// The first of some folders that holds Swift files, all of it but what is excepted.
    case folder([String], except: [PathPattern])
    case pattern(PathPattern, except: [PathPattern])
  }
}

extension Manifest.Purpose {
  /// By what a project calls its product: `staticFramework`, `com.apple.product-type.application`.
  init(product: String) {
    let isLibrary = product.isEmpty || ["ramework", "ibrary"].contains { product.contains($0) }
    self = isLibrary ? .offered : .program
  }
}

extension String {
  /// What `import` calls a product of this name: letters, digits and `_`.
  var moduleName: String {
    var result = ""
    for scalar in unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
      result.unicodeScalars.append(isWord ? scalar : "_")
    }
    if let first = result.unicodeScalars.first, ("0"..."9").contains(first) { result = "_" + result.dropFirst() }
    return result
  }
}
