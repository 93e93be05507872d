/// `Info.plist`, or the settings of a project that one is made from: what an application starts with.
struct InfoPlist {
  /// The names of storyboards and nibs, without their endings.
  private(set) var interfaces: Set<String> = []
  /// The classes that the system makes an object of, by name without module.
  private(set) var principals: Set<String> = []

  private static let interfaceKeys: Set<String> = [
    "UIMainStoryboardFile", "NSMainStoryboardFile", "NSMainNibFile", "UISceneStoryboardFile",
  ]
  private static let principalKeys: Set<String> = ["NSPrincipalClass", "NSExtensionPrincipalClass"]

  /// O(bytes).
  init(_ source: [UInt8]) {
    var reader = TagReader(source)
    // `UIMainStoryboardFile~ipad` is one for a kind of device.
    var key: Substring = ""
    while let tag = reader.next() {
      if tag.isClosing { continue }
      switch tag.name {
      case "key": key = reader.text(after: tag).split(separator: "~").first ?? ""
      case "string" where Self.interfaceKeys.contains(String(key)):
        interfaces.insert(Self.withoutEnding(reader.text(after: tag)))
      case "string" where Self.principalKeys.contains(String(key)):
        principals.formUnion(reader.text(after: tag).split(separator: ".").last.map { [String($0)] } ?? [])
      default: break
      }
    }
  }

  /// The storyboards and nibs that one configuration of a project names.
  static func interfaces(ofSettings configuration: PropertyList) -> Set<String> {
    Set(interfaceKeys.compactMap { configuration["buildSettings"]?["INFOPLIST_KEY_" + $0]?.text.map(withoutEnding) })
  }

  private static func withoutEnding(_ file: String) -> String {
    for ending in [".storyboard", ".xib", ".nib"] where file.hasSuffix(ending) {
      return String(file.dropLast(ending.utf8.count))
    }
    return file
  }
}
