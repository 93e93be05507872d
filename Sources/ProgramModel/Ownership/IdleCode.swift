import SwiftFacts

/// Code that does nothing to those who use a program, as it stands: what is compiled where it is tried out alone, or
/// stands behind a constant that rules it out, functions of an application that nothing calls or names, and types that
/// nothing makes or takes, or nothing that runs.
///
/// Of a library, where no manifest says what a file is built for, and where no beginning of the program is in sight,
/// nothing is idle: others may call it.
public final class IdleCode {
  private let program: Program
  private lazy var calls = program.calls(threads: 1)
  private lazy var runs = RunsOnce(program: program, calls: calls)
  private lazy var hasBeginning = program.processLifetime(calls).hasBeginning

  public init(program: Program) { self.program = program }

  /// Whether a byte of a file is compiled where the program is tried out alone. O(such parts of the file).
  public func isForTrying(_ byte: UInt32, in file: FileID) -> Bool {
    program[file].facts.debugSpans.contains { $0.contains(byte) }
  }

  /// Whether no run of the program comes to a byte of a file: nothing makes the object whose code it is, or calls the
  /// function. O(1) for most; the mentions of a name where nothing calls it.
  public func neverRuns(_ byte: UInt32, in file: FileID) -> Bool {
    let function = program.function(at: byte, in: file)
    if let function, program.isRuledOut(byte, in: function) { return true }
    guard hasBeginning else { return false }
    let type = program.type(at: byte, in: file)
    if let type, program.unmadeTypes(calls).contains(type) { return true }
    guard program.isInside(file) else { return false }
    if let type {
      let unused = program.unusedTypes(calls)
      if program.scopes(from: type).contains(where: unused.contains) { return true }
    }
    guard let function else { return false }
    return !program.mayBeCalledBySystem(function) && runs.neverRuns(function)
  }
}

extension Program {
  /// Whether nothing outside of the repository can import the modules of a file, and it is no test.
  func isInside(_ file: FileID) -> Bool {
    !modules.ofFile[Int(file.index)].isEmpty && !modules.isOffered(file) && !isTest(file)
  }
}
