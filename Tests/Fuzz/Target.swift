import BundledRules
import Foundation
import Hosts
import LanguageServer
import Manifests
import ProgramModel
import Reviewing
import RuleEngine
import RulePages
import Sifting
import SwiftFacts

/// What reads text that strangers wrote.
struct Target: Sendable {
  var name: String
  /// Makes what takes one input after another.
  var make: @Sendable () -> ([UInt8]) -> Void

  static let all = [
    Target(name: "facts") {
      let maker = FactsMaker()
      return { _ = maker.facts(of: $0) }
    },
    // What was before is the input before.
    Target(name: "proof") {
      var before: [UInt8] = []
      return { input in
        _ = NeutralProof.prove(before: before, after: input)
        if before.isEmpty || input.count < 3000 { before = input }
      }
    },
    Target(name: "analyses") {
      let maker = FactsMaker()
      var tables = KnowledgeReader()
      for table in BundledRules.knowledge { tables.read(table.text, path: table.path) }
      let inspector = Inspector(rules: BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page })
      let knowledge = tables.knowledge
      var other = maker.facts(of: [])
      return { input in
        let facts = maker.facts(of: input)
        let files = [SourceFile(path: "App/A.swift", facts: facts), SourceFile(path: "App/B.swift", facts: other)]
        _ = inspector.examination(of: Program(files: files, knowledge: knowledge), threads: 1)
        other = facts
      }
    },
    Target(name: "manifests") {
      let names = [
        "Package.swift", "project.yml", "Kit.podspec", "BUILD.bazel", "App.xcodeproj/project.pbxproj", "Project.swift",
        "App/Main.storyboard", "App/Card.xib", "App/Info.plist", "App.xcworkspace/contents.xcworkspacedata",
        "Workspace.swift", "Configuration/App.xcconfig",
      ]
      return { input in
        let sources = names.map { ManifestSource(path: $0, bytes: input) }
        let manifests = Manifest.read(sources)
        _ = Interfaces(sources, beside: manifests).origins()
        _ = ModuleMap(manifests: manifests, paths: ["App/A.swift", "Sources/Kit/B.swift"], isTestName: { $0.hasSuffix("Tests") })
      }
    },
    Target(name: "pages") { { _ = RulePage.read(String(decoding: $0, as: UTF8.self), path: "Rules/Memory/a-rule.md") } },
    Target(name: "tables") {
      { input in
        var reader = KnowledgeReader()
        reader.read(String(decoding: input, as: UTF8.self), path: "Tables/A.yml")
      }
    },
    Target(name: "configuration") {
      { input in
        _ = Configuration.read(input, path: ".nitless.yml")
        _ = Configuration.read(input, path: "App/.nitless.yml", isInFolder: true)
      }
    },
    Target(name: "postings") {
      { input in
        let head = "0123456789abcdef0123456789abcdef01234567"
        guard let posting = try? SavedPosting.read(input, head: head, scope: "review") else { return }
        _ = posting.page(blobs: "https://example.com/blob/\(head)")
        _ = Annotations.github(posting) + Annotations.azure(posting)
      }
    },
    Target(name: "sift") {
      { input in
        _ = try? RemarkFormat.report(recognising: input)
        for format in RemarkFormat.all { _ = try? format.report(input) }
      }
    },
    Target(name: "server") {
      { input in
        var reader = MessageReader()
        let surroundings = Surroundings(
          whereabouts: { $0.hasPrefix("/work/") ? .inRepository(root: "/work", path: String($0.dropFirst(6))) : .outside },
          canonical: { $0 }, text: { _ in "let a = 1\n" })
        var session = Session(surroundings: surroundings, version: "1")
        reader.append(input)
        while let piece = reader.read() { _ = try? session.receive([piece]) }
      }
    },
  ]
}
