import ArgumentParser
import Platform
import Git
import Hooks

/// `nitless hook install`.
struct HookInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Has git review each commit before it is made.",
    discussion: """
      Two hooks are written where git looks for them (core.hooksPath, or .git/hooks): pre-commit, \
      and pre-merge-commit, which git runs in its place where a merge has no conflicts. With \
      --pre-push a third one reviews what a push brings to the remote.

      A hook that is there already is kept under another name and goes first; uninstalling puts it \
      back. Where husky, lefthook or pre-commit manage the hooks, nothing is changed: it says what \
      to add to which file and what to run then, and the exit status is 2 until git runs it. With \
      --plain the hooks are written all the same, and theirs go first.

      The hook stops the commit if nitless is gone, and says so.
      """)

  @Flag(name: .customLong("pre-push"), help: "Review what a push brings, too.")
  var prePush = false

  @Flag(help: "Write the hooks though lefthook or pre-commit manage them, or are to.")
  var plain = false

  @OptionGroup var options: HookOptions

  func run() throws {
    let repository = try options.repository()
    let place = try repository.hooksPlace()
    let folder = HookFolder(at: place.path)
    let hooks: [Hook] = [.preCommit, .preMergeCommit] + (prePush ? [.prePush] : [])
    if try isManaged(hooks, folder, repository) { return }
    if place.isShared { throw shared(folder) }
    for hook in hooks {
      let outcome = try folder.changing { try $0.install(hook, program: try Self.program()) }
      try Output.standard.write(Self.said(outcome, hook, folder))
    }
  }

  private func isManaged(
    _ hooks: [Hook], _ folder: HookFolder, _ repository: Repository
  ) throws -> Bool {
    let top = repository.workTree ?? ""
    let managers = hooks.compactMap { hook -> HookManager? in
      let manager = HookManager.find(for: hook, in: folder, top: top)
      // Of a merge without conflicts husky and lefthook are asked by whoever wants it.
      return hook != .preMergeCommit || manager?.isForAllHooks == true ? manager : nil
    }
    guard let first = managers.first, !hooks.allSatisfy(folder.hasOwnHook) else { return false }
    if plain {
      guard first.ownsFolder else { return false }
      throw Failure(
        "\(first.name) writes the folder of the hooks anew (\(first.evidence)), so --plain would not last there",
        advice: "Leave --plain out: it says what to add to which file")
    }
    let advice = advice(for: managers)
    guard advice.isEmpty else {
      let isAdded = managers.allSatisfy(\.isAdded)
      let what = isAdded ? "and git does not run nitless yet" : "so nothing was installed"
      throw Failure(
        "\(first.name) manages the hooks here (\(first.evidence)), \(what)", advice: advice.joined(separator: "\n"))
    }
    try Output.standard.write("\(first.name) manages the hooks here, and runs nitless already\n")
    return true
  }

  /// What a person is to do, in lines; empty if there is nothing.
  private func advice(for managers: [HookManager]) -> [String] {
    var lines: [String] = []
    for manager in managers where !manager.isAdded {
      let text = "Add this to \(manager.file):\n\(manager.addition)"
      if !lines.contains(text) { lines.append(text) }
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    if let step = managers.lazy.compactMap(\.missing).first {
      lines.append("\(lines.isEmpty ? "Run this" : "Then run this"), or git runs none of it: \(step.command)")
      if Programs.find(step.program, in: path) == nil {
        lines.append("There is no `\(step.program)` on the PATH: it has to be installed first")
      }
    }
    if !lines.isEmpty, managers.allSatisfy({ !$0.ownsFolder }) {
      lines.append("Or have nitless write hooks of its own: nitless hook install --plain")
    }
    return lines
  }

  private func shared(_ folder: HookFolder) -> Failure {
    Failure(
      "core.hooksPath is set for all your repositories, to `\(folder.path)`, so nothing was installed",
      advice: """
        To have the hook in all of them, add this line to \(folder.path(of: .preCommit)):
        nitless hook run pre-commit
        To give this repository hooks of its own: \
        git config core.hooksPath "$(git rev-parse --git-common-dir)/hooks"
        """)
  }

  private static func said(_ outcome: HookFolder.Outcome, _ hook: Hook, _ folder: HookFolder)
    -> String
  {
    let place = folder.shown(hook.rawValue)
    return switch outcome {
    case .alreadyThere: "\(place) is there already\n"
    case .updated: "\(place) is brought up to date\n"
    case .installedBefore(let before):
      "\(place) is installed; the hook that was there goes first, as \(folder.shown(before))\n"
    default: "\(place) is installed\n"
    }
  }

  /// Where this program is, by the name that it was started by: behind a link there may tomorrow be
  /// another version.
  private static func program() throws -> String {
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") {
      let place = URL(fileURLWithPath: name).standardizedFileURL.path
      if FileManager.default.isExecutableFile(atPath: place) { return place }
    }
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      let place = "\(folder)/\(name)"
      if folder.hasPrefix("/"), !name.isEmpty, FileManager.default.isExecutableFile(atPath: place) {
        return place
      }
    }
    if let place = programPath { return place }
    throw Failure(
      "cannot tell where nitless is", advice: "Start it by its path: /…/nitless hook install")
  }
}
