/// The files in which a repository says which modules it has, by their names.
public enum ManifestKind: Hashable, Sendable, CaseIterable {
  case swiftPackage, xcodeProject, xcodeWorkspace, buildSettings, xcodeGen, tuist, bazel, podspec

  /// Nil for a path of any other file. O(length).
  public init?(path: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    switch name {
    case "Package.swift": self = .swiftPackage
    case "Project.swift": self = .tuist
    case "project.yml": self = .xcodeGen
    case "project.pbxproj": self = .xcodeProject
    case "BUILD", "BUILD.bazel": self = .bazel
    case "contents.xcworkspacedata": self = .xcodeWorkspace
    case _ where name.hasSuffix(".podspec"): self = .podspec
    case _ where name.hasSuffix(".xcconfig"): self = .buildSettings
    default: return nil
    }
  }
}
