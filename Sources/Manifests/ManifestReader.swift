import ReviewModel

/// A manifest's bytes.
public struct ManifestSource: Sendable {
  public var path: String
  public var bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension Manifest {
  /// What the manifests of a snapshot say, in the order of paths. Never fails: what says nothing is left out.
  public static func read(_ sources: [ManifestSource]) -> [Manifest] {
    var settings: [String: BuildSettings] = [:]
    for source in sources where ManifestKind(path: source.path) == .buildSettings {
      settings[source.path] = BuildSettings(source.bytes)
    }
    return sources.sorted { $0.path < $1.path }.compactMap { read($0, settings) }
  }

  private static func read(_ source: ManifestSource, _ settings: [String: BuildSettings]) -> Manifest? {
    switch ManifestKind(path: source.path) {
    case .swiftPackage: SwiftPackage.read(source.bytes, at: source.path)
    case .tuist: TuistProject.read(source.bytes, at: source.path)
    case .xcodeProject: XcodeProject.read(source.bytes, at: source.path, settings: settings)
    case .xcodeWorkspace: XcodeWorkspace.read(source.bytes, at: source.path)
    case .xcodeGen: XcodeGenSpec.read(source.bytes, at: source.path)
    case .bazel: BazelFile.read(source.bytes, at: source.path)
    case .podspec: Podspec.read(source.bytes, at: source.path)
    case .buildSettings, .interface, .propertyList, nil: nil
    }
  }
}
