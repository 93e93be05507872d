import Manifests
import Testing

/// How often what storyboards and xibs hold is made.
struct InterfaceTests {
  /// By class, how the objects of it are made, from files of a path and a text each.
  private func origins(_ files: (path: String, text: String)...) -> [String: Set<Interfaces.Origin>] {
    let sources = files.map { ManifestSource(path: $0.path, bytes: Array($0.text.utf8)) }
    let found = Interfaces(sources, beside: Manifest.read(sources)).origins()
    return Dictionary(found.map { ($0.key.name, $0.value) }) { $0.union($1) }
  }

  private let plist = (
    path: "App/Info.plist",
    text: "<dict>\n<key>UIMainStoryboardFile~ipad</key>\n\t<string>Main</string>\n<key>Other</key><string>Side</string></dict>"
  )

  private func scene(
    _ id: String, _ name: String, identifier: String = "", segues: [(to: String, kind: String)] = [], inside: String = ""
  ) -> String {
    let links = segues.map { "<segue destination=\"\($0.to)\" kind=\"\($0.kind)\" id=\"x\"/>" }.joined()
    let known = identifier.isEmpty ? "" : "storyboardIdentifier=\"\(identifier)\" "
    return """
      <scene sceneID="of-\(id)"><objects><viewController \(known)id="\(id)" customClass="\(name)" \
      sceneMemberID="viewController"><view key="view">\(inside)</view><connections>\(links)</connections>
      </viewController></objects></scene>
      """
  }

  private func storyboard(first: String, _ scenes: String...) -> String {
    "<?xml version='1.0'?><document initialViewController=\"\(first)\"><scenes>" + scenes.joined() + "</scenes></document>"
  }

  @Test func `What the first screen holds is made with it, and what it leads to anew`() {
    let main = storyboard(
      first: "a",
      scene("a", "Root", segues: [("b", "relationship"), ("c", "show"), ("d", "embed"), ("zzz", "unwind")]),
      scene("b", "Tab", inside: "<label customClass=\"Badge\"/><tableViewCell customClass=\"Row\"><label customClass=\"InRow\"/></tableViewCell>"),
      scene("c", "Pushed"), scene("d", "Part"), scene("e", "Asked", identifier: "asked"), scene("f", "Lost"))
    #expect(
      origins(plist, ("App/Main.storyboard", main)) == [
        "Root": [.root], "Tab": [.root], "Badge": [.root], "Row": [.anew], "InRow": [.anew], "Pushed": [.anew],
        "Part": [.root], "Asked": [.identifier("asked")], "Lost": [.never],
      ])
  }

  @Test func `A reference stands for a scene of another storyboard`() {
    let main = """
      <document initialViewController="a"><scenes><scene sceneID="1"><objects><tabBarController id="a" \
      sceneMemberID="viewController"><connections><segue destination="p" kind="relationship" id="s"/></connections>\
      </tabBarController></objects></scene><scene sceneID="2"><objects><viewControllerPlaceholder storyboardName="Side" \
      id="p" sceneMemberID="viewController"/></objects></scene></scenes></document>
      """
    let side = storyboard(first: "x", scene("x", "Inner"), scene("y", "Outer"))
    let found = origins(plist, ("App/Main.storyboard", main), ("App/Side.storyboard", side))
    #expect(found["Inner"] == [.unknown, .root])
    #expect(found["Outer"] == [.never])
  }

  @Test func `What is not the application's own storyboard is made by code out of sight`() {
    #expect(origins(("App/Main.storyboard", storyboard(first: "a", scene("a", "Root")))) == ["Root": [.unknown]])
    let principal = (path: "Info.plist", text: "<key>NSPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Saver</string>")
    #expect(origins(principal) == ["Saver": [.unknown]])
    let xib = "<document><objects><customObject id=\"-2\" customClass=\"Owner\"/><view customClass=\"Panel\"/></objects></document>"
    #expect(origins(plist, ("App/Panel.xib", xib)) == ["Panel": [.unknown]])
  }

  @Test func `A project's settings name what the application starts with`() {
    let project = """
      { objects = { R = { isa = PBXProject; }; C = { isa = XCBuildConfiguration; buildSettings = {
      INFOPLIST_KEY_NSMainStoryboardFile = Main; }; }; }; rootObject = R; }
      """
    let main = storyboard(first: "w", scene("w", "Window", segues: [("v", "relationship")]), scene("v", "Content"))
    #expect(
      origins(("App.xcodeproj/project.pbxproj", project), ("App/Base.lproj/Main.storyboard", main)) == [
        "Window": [.root], "Content": [.root],
      ])
  }

  @Test func `A broken file says what is whole in it`() {
    let whole = storyboard(first: "a", scene("a", "Root"), scene("b", "Other"))
    for length in stride(from: 0, to: whole.utf8.count, by: 7) {
      let found = origins(plist, ("Main.storyboard", String(whole.prefix(length))))
      #expect(found.values.allSatisfy { $0 == [.root] || $0 == [.never] })
    }
    #expect(origins(plist, ("Main.storyboard", "<<a b=<c customClass='X\" <!-- <d customClass=\"Y\"> -->")) == [:])
  }
}
