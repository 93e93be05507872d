import Foundation

/// Good inputs of each target, from the repository itself.
enum Seeds {
  static func of(_ target: String, root: String) -> [[UInt8]] {
    let kept = files(below: root + "/Tests/Fuzz/Seeds/\(target)") { _ in true }
    let good: [[UInt8]] =
      switch target {
      case "facts", "proof", "analyses":
        files(below: root + "/Demo", where: { $0.hasSuffix(".swift") }) + fences(root: root)
      case "manifests":
        files(below: root, depth: 1, where: { $0.hasSuffix("Package.swift") }) + manifests + tagged
      case "pages": files(below: root + "/Rules", where: { $0.hasSuffix(".md") && !$0.hasSuffix("README.md") })
      case "tables": files(below: root + "/Rules/Knowledge", where: { $0.hasSuffix(".yml") })
      case "configuration": configurations
      case "postings": postings
      case "sift": files(below: root + "/Tests/SiftingTests/Reports", where: { _ in true })
      case "server": conversations
      default: []
      }
    return good.filter { $0.count < 60_000 } + kept
  }

  /// The Swift that the examples of rule pages hold: small, and of every kind that a rule is about.
  private static func fences(root: String) -> [[UInt8]] {
    files(below: root + "/Rules", where: { $0.hasSuffix(".md") }).flatMap { page -> [[UInt8]] in
      var result: [[UInt8]] = []
      var current: [String]?
      for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          if let lines = current { result.append(Array(lines.joined(separator: "\n").utf8)) }
          current = current == nil && line.hasPrefix("```diff") ? [] : nil
        } else if line.first == " " || line.first == "+" {
          current?.append(String(line.dropFirst()))
        }
      }
      return result
    }
  }

  private static func files(below folder: String, depth: Int = 20, where fits: (String) -> Bool) -> [[UInt8]] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { !$0.hasPrefix(".") && fits($0) && $0.split(separator: "/").count <= depth }.sorted()
      .compactMap { FileManager.default.contents(atPath: folder + "/" + $0).map { Array($0) } }
  }

  private static let configurations = [
    "fail-on: bug\ndisable: [closure-retain-cycle]\nenable:\n  - strong-delegate-cycle\n",
    "extends: [one.yml, two.yml]\nrules: Rules\nknowledge: [Tables]\nexclude: [\"Pods/**\", \"*.generated.swift\"]\nbaseline: baseline.json\n",
    "levels:\n  closure-retain-cycle: risk\n  test-cannot-fail: off\npaths:\n  - match: [\"Legacy/**\"]\n    levels:\n      closure-retain-cycle: design\n",
    "base: main\ntests: [\"*Tests/**\"]\ngenerated: [\"Gen/**\"]\nrules-url: https://example.com\n",
  ].map { Array($0.utf8) }

  private static let postings = [
    #"""
    {"nitless": 1, "posting": {"scope": "review", "head": "0123456789abcdef0123456789abcdef01234567", "entries": [
      {"rule": "closure-retain-cycle", "level": "bug", "trait": "memory", "path": "App/A.swift", "line": 3, "endLine": 3, "column": 5,
       "endColumn": 9, "isShown": true, "message": "`a` keeps `b`", "why": [{"says": "it does", "path": "App/B.swift", "line": 7, "certainty": "proven"}],
       "fix": "Capture weakly", "applicability": "review", "suggestion": "a { [weak self] in }", "fingerprint": "0123abcd",
       "anchor": {"oldPath": "App/A.swift", "newPath": "App/A.swift", "side": "new", "line": 3, "startLine": 3, "oldLine": 2}}],
      "fixed": [{"path": "App/A.swift", "line": 4, "says": "gone"}], "skipped": [], "notices": [{"says": "to know"}],
      "standing": 3, "comparison": "the work tree with main", "failingLevel": "bug", "isIncomplete": false}}
    """#
  ].map { Array($0.utf8) }

  private static let manifests = [
    "name: App\ntargets:\n  App:\n    type: application\n    platform: iOS\n    sources: [App, Shared]\n  Tests:\n    type: bundle.unit-test\n    sources: Tests\n",
    "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.source_files = 'Kit/**/*.swift', \"More/*.{swift,h}\"\n  s.subspec 'Core' do |c|\n    c.source_files = 'Core/*'\n  end\nend\n",
    "load(\"@rules_swift//swift:swift.bzl\", \"swift_library\")\nswift_library(\n  name = \"Kit\",\n  srcs = glob([\"Sources/**/*.swift\"], exclude = [\"Sources/Old/**\"]),\n  deps = [\":Core\", \"//Other:Kit\"],\n)\n",
    "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\", dependencies: [\"Core\"], path: \"Sources/Kit\", exclude: [\"Old\"]), .testTarget(name: \"KitTests\")])\n",
    "// !$*UTF8*$!\n{\n  archiveVersion = 1;\n  objectVersion = 77;\n  objects = {\n    AA = {isa = PBXProject; targets = (BB, ); mainGroup = CC; };\n    BB = {isa = PBXNativeTarget; name = App; buildPhases = (DD, ); fileSystemSynchronizedGroups = (EE, ); };\n    CC = {isa = PBXGroup; children = (EE, FF, ); sourceTree = \"<group>\"; };\n    DD = {isa = PBXSourcesBuildPhase; files = (GG, ); };\n    EE = {isa = PBXFileSystemSynchronizedRootGroup; path = App; };\n    FF = {isa = PBXFileReference; path = \"A.swift\"; };\n    GG = {isa = PBXBuildFile; fileRef = FF; };\n  };\n  rootObject = AA;\n}\n",
  ].map { Array($0.utf8) }

  /// What names modules and makes objects in a notation with tags, and in Swift.
  private static let tagged = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="a1">
      <scenes><scene sceneID="s1"><objects>
        <viewController id="a1" customClass="ListController" customModule="App" customModuleProvider="target" sceneMemberID="viewController">
          <tableView key="view" id="t1"><prototypes>
            <tableViewCell reuseIdentifier="Cell" id="c1" customClass="Cell"><connections>
              <outlet property="owner" destination="a1" id="o1"/><segue destination="b2" kind="show" id="g1"/>
            </connections></tableViewCell>
          </prototypes><connections><outlet property="delegate" destination="a1" id="o2"/></connections></tableView>
        </viewController>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="Card"/>
      </objects></scene></scenes>
    </document>
    """,
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>UIMainStoryboardFile</key><string>Main</string>
      <key>NSPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Application</string>
      <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
          <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
        </dict></array></dict></dict>
      <key>A</key><true/><!-- a remark --><key>B</key><integer>1</integer><key>C</key><data>AA==</data>
    </dict></plist>
    """,
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Workspace version="1.0"><FileRef location="group:App.xcodeproj"></FileRef>
      <Group location="container:Libraries" name="Libraries"><FileRef location="group:Kit/Kit.xcodeproj"/></Group></Workspace>
    """,
    """
    import ProjectDescription
    let names = ["App", "Kit"]
    let project = Project(name: "App", targets: names.map { .target(name: $0, destinations: .iOS, product: .app, bundleId: "a.b",
      sources: ["\\($0)/Sources/**", .glob("More/**", excluding: ["More/Old/**"])], dependencies: [.target(name: "Kit"), .external(name: "B")]) }
      + [.target(name: "AppTests", product: .unitTests, sources: "AppTests/**", dependencies: [.target(name: "App")])])
    """,
    "#include \"Base.xcconfig\"\nPRODUCT_MODULE_NAME = $(TARGET_NAME:c99extidentifier)\nA[sdk=iphoneos*] = $(inherited) b // c\n",
  ].map { Array($0.utf8) }

  private static let conversations = [
    [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"file:///work","capabilities":{"general":{"positionEncodings":["utf-8","utf-16"]},"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}},"publishDiagnostics":{"relatedInformation":true}}},"workspaceFolders":[{"uri":"file:///work","name":"w"}]}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///work/A.swift","languageId":"swift","version":1,"text":"let a = 1\n"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///work/A.swift","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":4},"end":{"line":0,"character":5}},"text":"b"}]}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///work/A.swift"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"context":{"diagnostics":[]}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///work/A.swift"},"position":{"line":0,"character":1}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///work/A.swift"}}}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///work/A.swift"}}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#,
    ].map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  ].map { Array($0.utf8) }
}
