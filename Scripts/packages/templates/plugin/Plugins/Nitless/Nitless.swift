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
    // SwiftPM takes standard input for itself, and shows whole lines alone: who asks does so at the terminal.
    let asks = arguments.first == "fix" && arguments.contains("--review") || arguments.starts(with: ["rules", "new"])
    let terminal = asks ? FileHandle(forUpdatingAtPath: "/dev/tty") : nil
    if let terminal { (program.standardInput, program.standardOutput) = (terminal, terminal) }
    try program.run()
    let giveBack = terminal.flatMap { handOver($0.fileDescriptor, to: program.processIdentifier) }
    program.waitUntilExit()
    giveBack?()
    guard program.terminationReason == .exit else { exit(2) }
    if program.terminationStatus != 0 { exit(program.terminationStatus) }
  }

  /// Lets a process read a terminal, which only its foreground may: that is SwiftPM's own group.
  ///
  /// - Returns: What undoes it; nil if SwiftPM was started in the background, and has nothing to hand over.
  private func handOver(_ terminal: Int32, to process: Int32) -> (() -> Void)? {
    let foreground = tcgetpgrp(terminal)
    guard foreground > 0, foreground == getpgid(getppid()) else { return nil }
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(terminal, getpgid(process))
    return { tcsetpgrp(terminal, foreground) }
  }
}
