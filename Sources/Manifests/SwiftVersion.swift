/// A release of Swift: 5.7.
public struct SwiftVersion: Comparable, Hashable, Sendable {
  public var major: Int
  public var minor: Int

  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// The first to take `guard let x else` for `guard let x = x else`.
  public static let unwrapsByNameAlone = SwiftVersion(5, 7)

  public static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}

extension SwiftVersion {
  /// What the first lines of `Package.swift` ask for: `// swift-tools-version:5.7`. Nil where they ask for nothing.
  init?(toolsLineOf source: [UInt8]) {
    let head = String(decoding: source.prefix(200), as: UTF8.self)
    guard let mark = head.firstRange(of: "swift-tools-version") else { return nil }
    let rest = head[mark.upperBound...].drop { $0 == ":" || $0 == " " || $0 == "\t" }
    let parts = rest.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
    guard let major = parts.first ?? nil else { return nil }
    self.init(major, parts.count > 1 ? parts[1] ?? 0 : 0)
  }

  /// The Swift of the Xcode by which a project was last brought up to date: `1430` is Xcode 14.3.
  init?(ofUpdateCheck check: String) {
    guard let xcode = Int(check) else { return nil }
    self.init(of: xcode, Self.byXcode)
  }

  /// The Swift of the first Xcode that writes projects of a format: `56` is that of Xcode 14.
  init?(ofProjectFormat format: String) {
    guard let format = Int(format) else { return nil }
    self.init(of: format, Self.byFormat)
  }

  private init?(of number: Int, _ releases: [(from: Int, swift: SwiftVersion)]) {
    guard let release = releases.last(where: { $0.from <= number }) else { return nil }
    self = release.swift
  }

  private static let byXcode: [(from: Int, swift: SwiftVersion)] = [
    (1000, SwiftVersion(4, 2)), (1020, SwiftVersion(5, 0)), (1200, SwiftVersion(5, 3)), (1300, SwiftVersion(5, 5)),
    (1400, SwiftVersion(5, 7)), (1500, SwiftVersion(5, 9)), (1600, SwiftVersion(6, 0)),
  ]
  private static let byFormat: [(from: Int, swift: SwiftVersion)] = [
    (56, SwiftVersion(5, 7)), (60, SwiftVersion(5, 9)), (70, SwiftVersion(6, 0)),
  ]
}
