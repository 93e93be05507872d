/// The files in which a repository says which modules it has, and what is made of them without code, by their names.
public enum ManifestKind: Hashable, Sendable, CaseIterable {
  case swiftPackage, xcodeProject, xcodeWorkspace, buildSettings, xcodeGen, tuist, bazel, podspec
  /// A storyboard or a xib.
  case interface
  /// The `Info.plist` of an application.
  case propertyList

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
    case _ where name.hasSuffix(".storyboard") || name.hasSuffix(".xib"): self = .interface
    case _ where name.hasSuffix(".plist") && name.contains("Info"): self = .propertyList
    default: return nil
    }
  }
}
