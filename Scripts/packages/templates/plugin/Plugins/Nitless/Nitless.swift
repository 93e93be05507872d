import Foundation
import PackagePlugin

/// `swift package nitless …`: the program with the same arguments, at the package's folder.
@main struct Nitless: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: try context.tool(named: "nitless").path.string)
    program.currentDirectoryURL = URL(fileURLWithPath: context.package.directory.string)
    program.arguments = arguments.isEmpty ? ["review"] : arguments
    // Its hints then name this command, and not a program that is on no path.
    program.environment = ProcessInfo.processInfo.environment.merging(["NITLESS_CALLED_BY": "swift-package"]) { $1 }
    // SwiftPM takes standard input for itself: `fix --review` asks at the terminal.
    if let terminal = FileHandle(forReadingAtPath: "/dev/tty") { program.standardInput = terminal }
    try program.run()
    program.waitUntilExit()
    guard program.terminationReason == .exit else { exit(2) }
    if program.terminationStatus != 0 { exit(program.terminationStatus) }
  }
}
