/// What git itself is asked for in one repository, because libgit2 cannot or would not answer.
///
/// In an ordinary repository it stays idle, and no process is started.
struct Backup: Sendable {
  let program: GitProgram
  /// Nil unless the repository is a partial clone.
  let promised: PromisedObjects?
  let replacements: Replacements

  init(of handle: Handle, at location: Location) {
    var program = GitProgram(
      at: location, gitDirectory: handle.gitDirectory ?? location.directory,
      workTree: handle.workTree)
    if !location.runsItsPrograms { program.distrusted = handle.namedProgram }
    self.program = program
    promised = PromisedObjects(of: handle, program: program)
    replacements = Replacements(of: handle, environment: location.environment)
  }
}
