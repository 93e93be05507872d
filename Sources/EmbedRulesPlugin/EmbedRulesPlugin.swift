import Foundation
import PackagePlugin

/// Puts the folder `Rules/` into the program: every page and every knowledge table as a string.
///
/// The files are named one by one, as inputs and as arguments, so that a build notices an edited
/// file, an added one and a deleted one alike. A folder as input would hide edits.
@main
struct EmbedRulesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL
    let paths = try embeddedPaths(in: folder)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(paths.count) rule pages and knowledge tables",
        executable: try context.tool(named: "EmbedRules").url,
        arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)] + paths,
        inputFiles: paths.map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }

  /// `Memory/closure-retain-cycle.md`, `Knowledge/UIKit.yml`, …, sorted.
  ///
  /// What stands in `Rules/` itself is for people: its Markdown files are not rules.
  private func embeddedPaths(in folder: URL) throws -> [String] {
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { !$0.hasPrefix(".") }
    var paths: [String] = []
    for name in folders {
      let suffix = name == "Knowledge" ? ".yml" : ".md"
      let path = folder.appending(path: name).path(percentEncoded: false)
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        continue
      }
      paths += try files.contentsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
        .map { "\(name)/\($0)" }
    }
    return paths.sorted()
  }
}
