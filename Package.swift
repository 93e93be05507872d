// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Whether two accesses to a property overlap is checked wherever tests run; it takes a call for each access.
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// One room of the program; `Sources/README.md` says what lives in each, and a test holds the imports to it.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: [], swiftSettings: strict)
}

/// A room that is compiled with optimization also where the rest is not: the tests start the program more than a thousand
/// times, and most of what it does before it looks at anything is to read its rules.
func quickRoom(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: [],
    swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: strict)
}

let package = Package(
  name: "nitless",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "nitless", targets: ["nitless"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibgit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    room("ReviewModel"),
    room("Quoting"),
    room("Platform"),
    room("Git", ["ReviewModel", "Quoting", "Platform", "CLibgit2"]),
    room(
      "SwiftFacts",
      [
        "ReviewModel",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .target(name: "CLibyaml", exclude: ["LICENSE"], cSettings: [.define("YAML_DECLARE_STATIC")]),
    room("YAML", ["CLibyaml"]),
    room("Manifests", ["SwiftFacts", "ReviewModel", "YAML"]),
    room("ProgramModel", ["Manifests", "SwiftFacts", "ReviewModel", "Platform"]),
    quickRoom("RulePages", ["ReviewModel", "Quoting", "YAML"]),
    quickRoom("RuleEngine", ["ProgramModel", "SwiftFacts", "RulePages", "ReviewModel"]),
    room("Cache", ["Platform"]),
    .target(
      name: "Reviewing",
      dependencies: [
        "Git", "RuleEngine", "ProgramModel", "Manifests", "SwiftFacts", "RulePages", "ReviewModel", "Cache", "Platform",
      ],
      exclude: [], swiftSettings: strict, plugins: ["StampSourcesPlugin"]),
    .executableTarget(name: "StampSources", swiftSettings: strict),
    .plugin(
      name: "StampSourcesPlugin", capability: .buildTool(), dependencies: ["StampSources"],
      path: "Sources/StampSourcesPlugin"),
    .target(
      name: "BundledRules", path: "Rules",
      exclude: ["README.md", "Vocabulary.md", "Knowledge.md", "page.schema.json"], swiftSettings: strict,
      plugins: ["EmbedRulesPlugin"]),
    .executableTarget(name: "EmbedRules", swiftSettings: strict),
    .plugin(
      name: "EmbedRulesPlugin", capability: .buildTool(), dependencies: ["EmbedRules"],
      path: "Sources/EmbedRulesPlugin"),
    room("Reporters", ["ReviewModel", "Quoting"]),
    room("Book", ["Reporters", "RulePages", "Quoting", "ReviewModel", "Platform"]),
    room("Hosts", ["ReviewModel", "Quoting", "Platform"]),
    room("LanguageServer", ["Reporters", "ReviewModel", "Platform"]),
    room("Hooks", ["Quoting", "Platform"]),
    room("Sifting", ["Git", "SwiftFacts", "ReviewModel", "Platform"]),
    .executableTarget(
      name: "nitless",
      dependencies: [
        "ReviewModel", "Git", "SwiftFacts", "ProgramModel", "RulePages", "RuleEngine", "Cache", "Reviewing", "Reporters", "Book",
        "Sifting", "Hooks", "Hosts", "LanguageServer", "BundledRules", "Quoting", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(name: "TestRepository", path: "Tests/TestRepository", swiftSettings: strict),
    .executableTarget(
      name: "HunkDump", dependencies: ["Git", "ReviewModel", "SwiftFacts"], path: "Tests/HunkDump", swiftSettings: strict),
    .executableTarget(
      name: "RawParse",
      dependencies: [
        "Git", "ReviewModel", "ProgramModel", .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      path: "Tests/RawParse", swiftSettings: strict),
    .executableTarget(
      name: "Mutants",
      dependencies: [
        "Git", "ReviewModel", "SwiftFacts", "ProgramModel", .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      path: "Tests/Mutants", swiftSettings: strict),
    .executableTarget(
      name: "ProofCost",
      dependencies: [
        "Git", "ReviewModel", "SwiftFacts", .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      path: "Tests/ProofCost", swiftSettings: strict),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "SwiftFacts", "ProgramModel", "Manifests", "RulePages", "RuleEngine", "Reviewing", "Hosts", "Sifting", "LanguageServer", "BundledRules",
      ],
      path: "Tests/Fuzz", exclude: ["Seeds"], swiftSettings: strict),
    .executableTarget(
      name: "Walk",
      dependencies: ["Git", "SwiftFacts", "ReviewModel", "ProgramModel", "RulePages", "RuleEngine", "Reviewing", "BundledRules"],
      path: "Tests/Walk", swiftSettings: strict),
    tests(of: "Cache"),
    tests(of: "Git", ["ReviewModel", "TestRepository"]),
    tests(of: "SwiftFacts", ["ReviewModel"]),
    tests(of: "Hosts", ["ReviewModel"]),
    tests(of: "Manifests", ["SwiftFacts", "ReviewModel"]),
    tests(of: "ProgramModel", ["Manifests", "SwiftFacts", "ReviewModel"]),
    .testTarget(
      name: "ReportersTests", dependencies: ["Reporters", "ReviewModel"], exclude: ["Golden"], swiftSettings: strict),
    tests(of: "Book", ["RulePages", "BundledRules"]),
    tests(of: "Hooks"),
    tests(of: "Quoting"),
    tests(of: "LanguageServer", ["ReviewModel"]),
    tests(of: "RulePages", ["ReviewModel", "BundledRules"]),
    .testTarget(
      name: "DemoTests",
      dependencies: [
        "Reviewing", "RuleEngine", "RulePages", "ProgramModel", "Git", "ReviewModel", "BundledRules", "TestRepository",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HouseTests",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    tests(
      of: "Reviewing",
      [
        "ReviewModel", "Git", "SwiftFacts", "ProgramModel", "RulePages", "RuleEngine", "BundledRules", "TestRepository",
        .product(name: "SwiftSyntax", package: "swift-syntax"), .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .testTarget(
      name: "SiftingTests",
      dependencies: ["Sifting", "ReviewModel", "Git", "SwiftFacts", "Reporters", "BundledRules", "TestRepository"], exclude: ["Reports"],
      swiftSettings: strict),
    .testTarget(name: "CommandTests", dependencies: ["nitless", "TestRepository"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
