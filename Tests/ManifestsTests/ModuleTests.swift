import Manifests
import Testing

/// Which file is in which module, by what each kind of manifest says.
struct ModuleTests {
  /// The modules of a tree that is written as one text: `--- path`, then what stands in the file.
  private func modules(_ tree: String) -> String {
    var sources: [ManifestSource] = []
    var paths: [String] = []
    for part in ("\n" + tree).split(separator: "\n--- ", omittingEmptySubsequences: false) {
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
        module without a name (no manifest has one for it), guessed from the top folder
          Examples/E.swift
        """)
  }

  @Test func `A target may say where its sources are, and which of them`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let package = Package(name: "Kit", targets: [
          .target(name: "Kit", path: "Code", exclude: ["Old", "Notes.swift"], resources: [.copy("Samples")]),
          .target(name: "Tool", path: "Tools", sources: ["Main", "Extra.swift"]),
        ])
        --- Code/A.swift
        --- Code/Notes.swift
        --- Code/Old/B.swift
        --- Code/Samples/E.swift
        --- Tools/Extra.swift
        --- Tools/Main/C.swift
        --- Tools/Other/D.swift
        """#) == """
        module Kit, by Package.swift
          Code/A.swift
        module Tool, by Package.swift
          Tools/Extra.swift
          Tools/Main/C.swift
        module without a name (no manifest has one for it), guessed from the top folder
          Code/Notes.swift
          Code/Old/B.swift
          Code/Samples/E.swift
          Tools/Other/D.swift
        """)
  }

  @Test func `Targets are added after the package is made, and come from constants and functions of the file`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let name = "Core"
        func room(_ name: String, _ needs: [Target.Dependency] = []) -> Target { .target(name: name, dependencies: needs) }
        func tests(of name: String) -> Target { .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)]) }
        let extra: [Target] = [.target(name: "Extra")]
        let package = Package(name: "Kit", targets: [room(name), room("Net", ["Core"])] + extra)
        package.targets += [tests(of: name)]
        package.targets.append(.target(name: "Late"))
        --- Sources/Core/A.swift
        --- Sources/Extra/B.swift
        --- Sources/Late/C.swift
        --- Sources/Net/D.swift
        --- Tests/CoreTests/E.swift
        """#) == """
        module Core, by Package.swift
          Sources/Core/A.swift
        module Net, by Package.swift, needs Core
          Sources/Net/D.swift
        module Extra, by Package.swift
          Sources/Extra/B.swift
        module CoreTests, for tests, by Package.swift, needs Core
          Tests/CoreTests/E.swift
        module Late, by Package.swift
          Sources/Late/C.swift
        """)
  }

  @Test func `What a package works out is guessed by its folders, and said to be`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let package = Package(name: "Kit", targets: ["A", "B"].map { Target.target(name: $0) } + [.target(name: "C")])
        --- Sources/A/A.swift
        --- Sources/B/B.swift
        --- Sources/C/C.swift
        --- Tests/AppTests/D.swift
        """#) == """
        Package.swift works out some of its targets when it runs: folders tell their files apart, and nothing has to be done
        module C, by Package.swift
          Sources/C/C.swift
        module A, guessed from the folder Sources/A
          Sources/A/A.swift
        module B, guessed from the folder Sources/B
          Sources/B/B.swift
        module AppTests, guessed from the folder Tests/AppTests
          Tests/AppTests/D.swift (test)
        """)
  }

  @Test func `A target alone may have the folder of sources to itself`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let package = Package(name: "Tool", targets: [.executableTarget(name: "tool"), .testTarget(name: "ToolTests")])
        --- Sources/Main.swift
        --- Tests/ToolTests/A.swift
        """#) == """
        module tool, by Package.swift
          Sources/Main.swift
        module ToolTests, for tests, by Package.swift
          Tests/ToolTests/A.swift
        """)
  }

  @Test func `Plugins and macros have folders of their own, and libraries without source none`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let package = Package(name: "Kit", targets: [
          .plugin(name: "Gen", capability: .buildTool()),
          .macro(name: "Macros"),
          .binaryTarget(name: "Blob", path: "Blob.xcframework"),
          .systemLibrary(name: "CLib"),
        ])
        --- Plugins/Gen/A.swift
        --- Sources/Macros/B.swift
        """#) == """
        module Gen, by Package.swift
          Plugins/Gen/A.swift
        module Macros, by Package.swift
          Sources/Macros/B.swift
        """)
  }

  @Test func `What only tests need, and what is named for them, is for tests`() {
    #expect(
      modules(
        #"""
        --- Package.swift
        let package = Package(name: "Kit", targets: [
          .target(name: "Core", dependencies: ["AppTests"]),
          .target(name: "Mocks"),
          .target(name: "AppTests"),
          .testTarget(name: "CoreTests", dependencies: ["Core", "Mocks"]),
        ])
        --- Sources/AppTests/A.swift
        --- Sources/Core/B.swift
        --- Sources/Mocks/C.swift
        """#) == """
        module Core, by Package.swift, needs AppTests
          Sources/Core/B.swift
        module Mocks, for tests, by Package.swift
          Sources/Mocks/C.swift
        module AppTests, by Package.swift
          Sources/AppTests/A.swift
        """)
  }

  @Test func `A manifest governs its own folder`() {
    #expect(
      modules(
        #"""
        --- One/Package.swift
        let package = Package(name: "One", targets: [.target(name: "Core")])
        --- One/Sources/Core/A.swift
        --- Two/Package.swift
        let package = Package(name: "Two", targets: [.target(name: "Core")])
        --- Two/Sources/Core/B.swift
        --- Two/Other.swift
        --- C.swift
        """#) == """
        module Core, by One/Package.swift
          One/Sources/Core/A.swift
        module Core, by Two/Package.swift
          Two/Sources/Core/B.swift
        module Two, guessed from the folder Two
          Two/Other.swift
        module without a name (no manifest has one for it), guessed from the top folder
          C.swift
        """)
  }

  @Test func `A project's targets have what their sources phases list`() {
    #expect(
      modules(
        #"""
        --- App/App.xcodeproj/project.pbxproj
        // !$*UTF8*$!
        { objects = {
          R = { isa = PBXProject; mainGroup = G; targets = (T, U); };
          G = { isa = PBXGroup; children = (G1, F3); sourceTree = "<group>"; };
          G1 = { isa = PBXGroup; children = (F1, F2); path = Code; sourceTree = "<group>"; };
          F1 = { isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
          F2 = { isa = PBXFileReference; path = "../../Shared/B.swift"; sourceTree = "<group>"; };
          F3 = { isa = PBXFileReference; path = Tests/C.swift; sourceTree = SOURCE_ROOT; };
          B1 = { isa = PBXBuildFile; fileRef = F1; }; B2 = { isa = PBXBuildFile; fileRef = F2; }; B3 = { isa = PBXBuildFile; fileRef = F3; };
          P1 = { isa = PBXSourcesBuildPhase; files = (B1, B2, ); };
          P2 = { isa = PBXSourcesBuildPhase; files = (B3, B2); };
          T = { isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.application"; buildPhases = (P1); };
          D = { isa = PBXTargetDependency; target = T; };
          U = { isa = PBXNativeTarget; name = AppTests; productType = "com.apple.product-type.bundle.unit-test"; buildPhases = (P2); dependencies = (D); };
        }; rootObject = R; }
        --- App/Code/A.swift
        --- App/Tests/C.swift
        --- App/Code/Unused.swift
        --- Shared/B.swift
        """#) == """
        module My_App, by App/App.xcodeproj/project.pbxproj
          App/Code/A.swift
          Shared/B.swift
        module AppTests, for tests, by App/App.xcodeproj/project.pbxproj, needs My App
          App/Tests/C.swift
          Shared/B.swift
        module App, guessed from the folder App
          App/Code/Unused.swift
        """)
  }

  @Test func `What a project leaves out that names almost all files is not built`() {
    let files = (1...12).map { "F\($0)" }
    let project = """
      { objects = {
        R = { isa = PBXProject; mainGroup = G; targets = (T); };
        G = { isa = PBXGroup; children = (\(files.joined(separator: ", "))); sourceTree = "<group>"; };
        \(files.map { "\($0) = { isa = PBXFileReference; path = \($0).swift; sourceTree = \"<group>\"; };" }.joined())
        \(files.map { "B\($0) = { isa = PBXBuildFile; fileRef = \($0); };" }.joined())
        P = { isa = PBXSourcesBuildPhase; files = (\(files.map { "B\($0)" }.joined(separator: ", "))); };
        T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildPhases = (P); };
      }; rootObject = R; }
      """
    func leftOut(_ others: [String], beside manifests: [String: String] = [:]) -> [String] {
      let all = manifests.merging(["App.xcodeproj/project.pbxproj": project]) { $1 }
      let sources = all.sorted { $0.key < $1.key }.map { ManifestSource(path: $0.key, bytes: Array($0.value.utf8)) }
      let paths = files.map { "\($0).swift" } + others
      return ModuleMap(manifests: Manifest.read(sources), paths: paths) { _ in false }.isLeftOut(among: paths)
    }
    #expect(leftOut(["Old.swift", "Attic/Older.swift"]) == ["Old.swift", "Attic/Older.swift"])
    // A third of the files is no oversight: something out of sight builds them.
    #expect(leftOut((1...4).map { "More/\($0).swift" }) == [])
    // It does without them, unless what is built uses their types.
    func leftOut(using names: Set<String>) -> [String] {
      let others = (1...4).map { "More/\($0).swift" }
      let paths = files.map { "\($0).swift" } + others
      let source = ManifestSource(path: "App.xcodeproj/project.pbxproj", bytes: Array(project.utf8))
      var map = ModuleMap(manifests: Manifest.read([source]), paths: paths) { _ in false }
      map.leaveOutUnused(types: { [$0] }, mentions: { $0 == "F1.swift" ? names : [] })
      return map.isLeftOut(among: paths)
    }
    #expect(leftOut(using: ["Other"]).count == 4)
    #expect(leftOut(using: ["More/1.swift", "More/2.swift", "More/3.swift"]) == [])
    #expect(leftOut(["App.xcodeproj/Copy.swift"]) == ["App.xcodeproj/Copy.swift"])
    let package = "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])"
    #expect(leftOut(["Kit/Sources/Kit/A.swift", "Kit/Extra.swift"], beside: ["Kit/Package.swift": package]) == [])
  }

  @Test func `Of a synchronized folder that a target lists, exceptions are left out; of one that it does not list, they are taken in`() {
    #expect(
      modules(
        #"""
        --- App/App.xcodeproj/project.pbxproj
        // !$*UTF8*$!
        { objects = {
          R = { isa = PBXProject; mainGroup = G; targets = (T, U); };
          G = { isa = PBXGroup; children = (S1, S2); sourceTree = "<group>"; };
          S1 = { isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; exceptions = (E1, E2); };
          S2 = { isa = PBXFileSystemSynchronizedRootGroup; path = Widget; sourceTree = "<group>"; };
          E1 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; membershipExceptions = (Info.plist, Old/B.swift); };
          E2 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = U; membershipExceptions = (Shared/C.swift); };
          T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; fileSystemSynchronizedGroups = (S1); };
          U = { isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension"; fileSystemSynchronizedGroups = (S2); };
        }; rootObject = R; }
        --- App/App/A.swift
        --- App/App/Old/B.swift
        --- App/App/Shared/C.swift
        --- App/Widget/D.swift
        """#) == """
        module App, by App/App.xcodeproj/project.pbxproj
          App/App/A.swift
          App/App/Shared/C.swift
        module Widget, by App/App.xcodeproj/project.pbxproj
          App/App/Shared/C.swift
          App/Widget/D.swift
        module App, guessed from the folder App
          App/App/Old/B.swift
        """)
  }

  @Test func `A synchronized folder may lie in a group`() {
    #expect(
      modules(
        #"""
        --- App/App.xcodeproj/project.pbxproj
        // !$*UTF8*$!
        { objects = {
          R = { isa = PBXProject; mainGroup = G; targets = (T); };
          G = { isa = PBXGroup; children = (H); sourceTree = "<group>"; };
          H = { isa = PBXGroup; children = (S); path = Sources; sourceTree = "<group>"; };
          S = { isa = PBXFileSystemSynchronizedRootGroup; path = "Main Part"; sourceTree = "<group>"; };
          T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; fileSystemSynchronizedGroups = (S); };
        }; rootObject = R; }
        --- App/Sources/Main Part/A.swift
        """#) == """
        module App, by App/App.xcodeproj/project.pbxproj
          App/Sources/Main Part/A.swift
        """)
  }

  @Test func `A module is called as the build settings say: the target's, its settings file's, the project's`() {
    #expect(
      modules(
        #"""
        --- App/App.xcodeproj/project.pbxproj
        // !$*UTF8*$!
        { objects = {
          R = { isa = PBXProject; mainGroup = G; targets = (T, U, V); };
          G = { isa = PBXGroup; children = (C, S1, S2, S3); sourceTree = "<group>"; };
          C = { isa = PBXFileReference; path = Config/U.xcconfig; sourceTree = "<group>"; };
          S1 = { isa = PBXFileSystemSynchronizedRootGroup; path = One; sourceTree = "<group>"; };
          S2 = { isa = PBXFileSystemSynchronizedRootGroup; path = Two; sourceTree = "<group>"; };
          S3 = { isa = PBXFileSystemSynchronizedRootGroup; path = Three; sourceTree = "<group>"; };
          L1 = { isa = XCConfigurationList; buildConfigurations = (B1); };
          B1 = { isa = XCBuildConfiguration; buildSettings = { PRODUCT_MODULE_NAME = Core; PRODUCT_NAME = "$(TARGET_NAME)"; }; };
          L2 = { isa = XCConfigurationList; buildConfigurations = (B2); };
          B2 = { isa = XCBuildConfiguration; baseConfigurationReference = C; buildSettings = { }; };
          L3 = { isa = XCConfigurationList; buildConfigurations = (B3); };
          B3 = { isa = XCBuildConfiguration; buildSettings = { PRODUCT_NAME = "$(TARGET_NAME)"; }; };
          T = { isa = PBXNativeTarget; name = Core-iOS; fileSystemSynchronizedGroups = (S1); buildConfigurationList = L1; };
          U = { isa = PBXNativeTarget; name = App-iOS; fileSystemSynchronizedGroups = (S2); buildConfigurationList = L2; };
          V = { isa = PBXNativeTarget; name = "Third Thing"; fileSystemSynchronizedGroups = (S3); buildConfigurationList = L3; };
        }; rootObject = R; }
        --- App/Config/U.xcconfig
        #include "Common.xcconfig"
        --- App/Config/Common.xcconfig
        PRODUCT_NAME = Great App // as the store has it
        --- App/One/A.swift
        --- App/Three/C.swift
        --- App/Two/B.swift
        """#) == """
        module Core, by App/App.xcodeproj/project.pbxproj
          App/One/A.swift
        module Great_App, by App/App.xcodeproj/project.pbxproj
          App/Two/B.swift
        module Third_Thing, by App/App.xcodeproj/project.pbxproj
          App/Three/C.swift
        """)
  }

  @Test func `A project that cannot be read says nothing`() {
    #expect(
      modules(
        #"""
        --- App.xcodeproj/project.pbxproj
        { objects = { R = { isa = PBXProject
        --- A.swift
        """#) == """
        App.xcodeproj/project.pbxproj works out some of its targets when it runs: folders tell their files apart, and nothing has to be done
        module without a name (no manifest has one for it), guessed from the top folder
          A.swift
        """)
  }

  @Test func `XcodeGen lists folders, with what is left out of them`() {
    #expect(
      modules(
        #"""
        --- project.yml
        name: App
        targets:
          App:
            type: application
            sources:
              - App
              - path: Shared
                excludes: ["**/*Tests.swift", Old]
            settings:
              base: { PRODUCT_MODULE_NAME: MyApp }
            dependencies:
              - target: Kit
          Kit:
            type: framework
            sources: Kit
          AppTests:
            type: bundle.unit-test
            sources: [{path: Tests}]
        --- App/A.swift
        --- Kit/B.swift
        --- Shared/C.swift
        --- Shared/Deep/CTests.swift
        --- Shared/Old/D.swift
        --- Tests/E.swift
        """#) == """
        module MyApp, by project.yml, needs Kit
          App/A.swift
          Shared/C.swift
        module AppTests, for tests, by project.yml
          Tests/E.swift
        module Kit, by project.yml
          Kit/B.swift
        module without a name (no manifest has one for it), guessed from the top folder
          Shared/Deep/CTests.swift
          Shared/Old/D.swift
        """)
  }

  @Test func `Tuist's projects name globs and folders`() {
    #expect(
      modules(
        #"""
        --- Project.swift
        import ProjectDescription
        let project = Project(name: "App", targets: [
          .target(name: "App", destinations: .iOS, product: .app, bundleId: "a.b", sources: ["App/**", .glob("Shared/**", excluding: "Shared/Old/**")],
            dependencies: [.target(name: "Kit")]),
          .target(name: "Kit", product: .framework, buildableFolders: ["Kit"]),
          Target.target(name: "AppTests", product: .unitTests, sources: "Tests/**/*.swift"),
        ])
        --- App/A.swift
        --- Kit/B.swift
        --- Shared/C.swift
        --- Shared/Old/D.swift
        --- Tests/Deep/E.swift
        """#) == """
        module App, by Project.swift, needs Kit
          App/A.swift
          Shared/C.swift
        module Kit, by Project.swift
          Kit/B.swift
        module AppTests, for tests, by Project.swift
          Tests/Deep/E.swift
        module without a name (no manifest has one for it), guessed from the top folder
          Shared/Old/D.swift
        """)
  }

  @Test func `A file called as Tuist's manifest is one only if it imports Tuist's module`() {
    #expect(
      modules(
        #"""
        --- Sources/Project.swift
        let project = Project(name: "App", targets: [.target(name: "App", product: .app, sources: ["**"])])
        --- Sources/A.swift
        """#) == """
        module without a name (no manifest has one for it), guessed from the top folder
          Sources/A.swift
        """)
  }

  @Test func `Bazel's rules name sources one by one and by globs`() {
    #expect(
      modules(
        #"""
        --- lib/BUILD
        load("@rules//swift:swift.bzl", "swift_library", "swift_test")
        # swift_library(name = "no")
        swift_library(
            name = "core",
            module_name = "Core",
            srcs = glob(["**/*.swift"], exclude = ["tests/**"]) + ["../gen/G.swift"],
            deps = ["//log:Log", ":util"],
        )
        swift_test(name = "core_tests", srcs = glob(["tests/*.swift"]), deps = [":core"])
        cc_library(name = "c", srcs = ["a.c"])
        --- lib/A.swift
        --- lib/deep/B.swift
        --- lib/tests/C.swift
        --- gen/G.swift
        """#) == """
        module Core, by lib/BUILD, needs Log util
          gen/G.swift
          lib/A.swift
          lib/deep/B.swift
        module core_tests, for tests, by lib/BUILD, needs core
          lib/tests/C.swift
        """)
  }

  @Test func `A Bazel rule whose sources are worked out is not known`() {
    #expect(
      modules(
        #"""
        --- lib/BUILD.bazel
        SRCS = ["A.swift"]
        swift_library(name = "core", srcs = SRCS)
        --- lib/A.swift
        """#) == """
        lib/BUILD.bazel works out some of its targets when it runs: folders tell their files apart, and nothing has to be done
        module lib, guessed from the folder lib
          lib/A.swift
        """)
  }

  @Test func `A Bazel rule in brackets without end comes to an end`() {
    for open in ["[", "(", "glob(", "x(a = [", "{"] {
      let text = "swift_library(name = \"K\", srcs = " + String(repeating: open, count: 40_000) + "\"A.swift\")"
      #expect(!modules("--- BUILD\n\(text)\n--- A.swift").isEmpty)
    }
  }

  @Test func `Patterns mean what shells mean by them, and take no longer the more there is to try`() {
    let cases: [(pattern: String, fits: [String], fitsNot: [String])] = [
      ("A/*.swift", ["A/B.swift", "A/.swift"], ["A/B.txt", "A/B/C.swift", "B.swift"]),
      ("A/**/*.swift", ["A/B.swift", "A/B/C.swift", "A/B/C/D.swift"], ["B.swift", "A/B.txt"]),
      ("**/B/**", ["B", "A/B", "A/B/C/D", "B/C"], ["A", "A/C"]),
      ("**/A/**/A/B", ["A/A/B", "A/X/A/A/B", "X/A/A/A/B"], ["A/B", "A/A", "A/A/B/C"]),
      ("*a?c*", ["abc", "xxabcxx", "aabc", "abcabd"], ["ac", "abd", "a"]),
      ("a*b*c", ["abc", "aXbXc", "abbcc", "abcbc"], ["ab", "acb", "abcd"]),
      ("{A,B/C}/*.swift", ["A/X.swift", "B/C/X.swift"], ["B/X.swift"]),
    ]
    for (pattern, fits, fitsNot) in cases {
      for path in fits { #expect(PathPattern(pattern).matches(path), "\(pattern) \(path)") }
      for path in fitsNot { #expect(!PathPattern(pattern).matches(path), "\(pattern) \(path)") }
    }
    #expect(PathPattern("A/*").covers("A/B/C.swift") && !PathPattern("A/*").covers("B/A/C.swift"))
    let name = String(repeating: "a", count: 200)
    #expect(!PathPattern(String(repeating: "*a", count: 60) + "c").matches(name))
    let deep = Array(repeating: "a", count: 200).joined(separator: "/")
    #expect(!PathPattern(String(repeating: "**/a/", count: 60) + "c").matches(deep))
    let braces = "{" + (0..<30_000).map(String.init).joined(separator: ",") + "}/" + String(repeating: "y", count: 100_000)
    #expect(!PathPattern(braces).matches("1/y"))
  }

  @Test func `A podspec names globs, for its subspecs and its tests as well`() {
    #expect(
      modules(
        #"""
        --- Kit.podspec
        Pod::Spec.new do |s|
          s.name = "Kit-Pod"
          s.module_name = 'Kit'
          s.source_files = 'Source/**/*.{h,swift}',
                           "Extra/A.swift"
          s.exclude_files = "Source/Old/*"
          s.subspec 'UI' do |ui|
            ui.source_files = 'UI'
          end
          s.test_spec 'Tests' do |t|
            t.source_files = 'Tests/**/*.swift'
          end
        end
        --- Extra/A.swift
        --- Extra/B.swift
        --- Source/C.swift
        --- Source/Deep/D.swift
        --- Source/Old/E.swift
        --- Tests/F.swift
        --- UI/G.swift
        """#) == """
        module Kit, by Kit.podspec
          Extra/A.swift
          Source/C.swift
          Source/Deep/D.swift
          UI/G.swift
        module Kit_PodTests, for tests, by Kit.podspec
          Tests/F.swift
        module without a name (no manifest has one for it), guessed from the top folder
          Extra/B.swift
          Source/Old/E.swift
        """)
  }

  @Test func `A file may be in modules of several manifests`() {
    #expect(
      modules(
        #"""
        --- Kit.podspec
        Pod::Spec.new do |s|
          s.name = "Kit"
          s.source_files = 'Sources/**/*.swift'
        end
        --- Package.swift
        let package = Package(name: "Kit", targets: [.target(name: "Kit"), .target(name: "UI")])
        --- Sources/Kit/A.swift
        --- Sources/UI/B.swift
        """#) == """
        module Kit, by Kit.podspec
          Sources/Kit/A.swift
          Sources/UI/B.swift
        module Kit, by Package.swift
          Sources/Kit/A.swift
        module UI, by Package.swift
          Sources/UI/B.swift
        """)
  }

  @Test func `Without any manifest all is one module, and names of folders and files say what is for tests`() {
    #expect(
      modules(
        #"""
        --- App/A.swift
        --- App/AppTests.swift
        --- Tests/Deep/B.swift
        --- Contests/C.swift
        """#) == """
        module without a name (no manifest has one for it), guessed from the top folder
          App/A.swift
          App/AppTests.swift (test)
          Contests/C.swift
          Tests/Deep/B.swift (test)
        """)
  }

  /// The files of each part that can reach each other, a line for each part. A file declares the types of its text, and uses those with `@`.
  private func parts(_ tree: String) -> [String] {
    var sources: [ManifestSource] = []
    var types: [String: [String]] = [:]
    var mentions: [String: Set<String>] = [:]
    for part in ("\n" + tree).split(separator: "\n--- ", omittingEmptySubsequences: false) {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(lines[0])
      if path.isEmpty { continue }
      let text = lines.count > 1 ? String(lines[1]) : ""
      sources.append(ManifestSource(path: path, bytes: Array(text.utf8)))
      if path.hasSuffix(".swift") {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        types[path] = words.filter { !$0.hasPrefix("@") }
        mentions[path] = Set(words.filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) })
      }
    }
    let paths = types.keys.filter { !$0.hasSuffix("Package.swift") }.sorted()
    let map = ModuleMap(manifests: Manifest.read(sources), paths: paths) { $0 == "Tests" }
    let numbers = map.parts(of: paths, types: { types[$0] ?? [] }, mentions: { mentions[$0] ?? [] })
    return Set(numbers.values).sorted().map { number in
      paths.filter { numbers[$0] == number }.joined(separator: " ")
    }
  }

  @Test func `A tree without manifests is one part, but for folders that declare the same type`() {
    #expect(parts("--- A/X.swift\nOne\n--- B/Y.swift\nTwo") == ["A/X.swift B/Y.swift"])
    #expect(
      parts("--- A/X.swift\nOne\n--- A/Deep/Y.swift\nTwo\n--- B/Z.swift\nTwo\n--- C/W.swift\nThree")
        == ["A/Deep/Y.swift A/X.swift", "B/Z.swift", "C/W.swift"])
    #expect(parts("--- P/A/X.swift\nOne\n--- P/B/Y.swift\nOne\n--- Q/Z.swift") == ["P/A/X.swift", "P/B/Y.swift", "Q/Z.swift"])
    #expect(parts("--- A/X.swift\nOne\n--- A/Y.swift\nOne") == ["A/X.swift A/Y.swift"])
  }

  @Test func `Folders that use several of each other's types are one part, whatever they declare twice`() {
    let other = "--- B/Y.swift\nOne Two Three Four"
    #expect(parts("--- A/X.swift\nOne @Two @Three @Four\n\(other)") == ["A/X.swift B/Y.swift"])
    #expect(parts("--- A/X.swift\nOne @Two @Three\n\(other)") == ["A/X.swift", "B/Y.swift"])
    #expect(parts("--- A/X.swift\nOne @Two @Three @Four\n\(other)\n--- C/Z.swift\nTwo") == ["A/X.swift", "B/Y.swift", "C/Z.swift"])
  }

  @Test func `Manifests go together where one lies in the other's folder, names it, or has a file of its`() {
    let one = "Package.swift\nlet package = Package(name: \"K\", targets: [.target(name: \"K\", path: \"\")])\n--- "
    #expect(parts("--- A/\(one)A/X.swift\n--- B/\(one)B/Y.swift") == ["A/X.swift", "B/Y.swift"])
    #expect(parts("--- A/\(one)A/X.swift\n--- A/B/\(one)A/B/Y.swift") == ["A/B/Y.swift A/X.swift"])
    let naming = one.replacing("name: \"K\", targets", with: "name: \"K\", dependencies: [.package(path: \"../B\")], targets")
    #expect(parts("--- A/\(naming)A/X.swift\n--- B/\(one)B/Y.swift") == ["A/X.swift B/Y.swift"])
    let workspace = "--- W.xcworkspace/contents.xcworkspacedata\n<FileRef location = \"group:A\"></FileRef>\n"
    #expect(parts("\(workspace)--- A/\(one)A/X.swift\n--- B/\(one)B/Y.swift") == ["A/X.swift B/Y.swift"])
  }
}

extension ModuleMap {
  fileprivate func isLeftOut(among paths: [String]) -> [String] { paths.filter { isLeftOut($0) } }
}
