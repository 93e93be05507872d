import Foundation
import PackagePlugin

/// Gives a target the stamp of its own sources, of those of all targets of this package that it is built on, and of the
/// versions of what it is built on besides.
@main
struct StampSourcesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let own = Set(context.package.targets.map(\.id))
    let targets = ([target] + target.recursiveTargetDependencies).filter { own.contains($0.id) }
    let sources = targets.compactMap { $0 as? any SourceModuleTarget }.flatMap { target in
      target.sourceFiles.filter { $0.type == .source || $0.type == .header }.map(\.url)
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "SourceStamp.swift")
    let versions = context.package.directoryURL.appending(path: "Package.resolved")
    let inputs = (sources + [versions]).filter { $0.lastPathComponent != output.lastPathComponent }
      .sorted { $0.path() < $1.path() }
    return [
      .buildCommand(
        displayName: "Stamping \(inputs.count) sources", executable: try context.tool(named: "StampSources").url,
        arguments: [output.path(percentEncoded: false)] + inputs.map { $0.path(percentEncoded: false) },
        inputFiles: inputs,
        outputFiles: [output])
    ]
  }
}
