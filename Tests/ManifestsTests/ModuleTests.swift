import Manifests
import Testing

/// Which file is in which module, by what each kind of manifest says.
struct ModuleTests {
  /// The modules of a tree that is written as one text: `--- path`, then what stands in the file.
  private func modules(_ tree: String) -> String {
    var sources: [ManifestSource] = []
    var paths: [String] = []
    for part in ("\n" + tree).components(between: "\n--- ") {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(lines[0])
      if path.isEmpty { continue }
      if path.hasSuffix(".swift") { paths.append(path) }
      sources.append(ManifestSource(path: path, bytes: Array((lines.count > 1 ? lines[1] : "").utf8)))
    }
    let map = ModuleMap(manifests: Manifest.read(sources), paths: paths) { ["Tests", "AppTests", "Mocks"].contains($0) }
    return map.text(for: paths.filter { !$0.hasSuffix("Package.swift") && !$0.hasSuffix("Project.swift") })
  }

  @Test func `Targets of a package have the folders of their names`() {
    #expect(
      modules(
        """
        --- Package.swift
        import PackageDescription
        let package = Package(
          name: "Kit",
          targets: [
            .target(name: "Core"),
            .target(name: "Net-Work", dependencies: ["Core", .product(name: "Log", package: "log")]),
            .testTarget(name: "CoreTests", dependencies: ["Core"]),
          ])
        --- Sources/Core/A.swift
        --- Sources/Core/Deep/B.swift
        --- Sources/Net-Work/C.swift
        --- Tests/CoreTests/D.swift
        --- Examples/E.swift
        """) == """
        module Core, by Package.swift
          Sources/Core/A.swift
          Sources/Core/Deep/B.swift
        module Net_Work, by Package.swift, needs Core Log
          Sources/Net-Work/C.swift
        module CoreTests, for tests, by Package.swift, needs Core
          Tests/CoreTests/D.swift
        module of the rest, guessed by the top folder
          Examples/E.swift
        """)
  }
}

extension String {
  fileprivate func components(between mark: String) -> [String] {
    var result: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: mark) {
      result.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return result + [String(rest)]
  }
}
