import Git
import Manifests
import ProgramModel
import ReviewModel
import SwiftFacts

/// What `nitless inspect` can be asked to show.
public enum InspectedPart: String, CaseIterable, Sendable {
  case modules, names, body, flow, keeps, ends, run, diff

  /// What it shows, in a few words.
  public var says: String {
    switch self {
    case .modules: "the modules that the file is in, and what says so"
    case .body: "the code of a function as it was understood"
    case .flow: "what runs after what in a function, and on which condition"
    case .keeps: "who keeps whom in a function, and what its callers are told of it"
    case .ends: "the cycles that close there, what empties them, and who gets there"
    case .run: "what is left of the objects of a program that begins in the file, once it has run"
    case .names: "what each name in a line means: its declaration and its type"
    case .diff: "what became of the declarations since an earlier commit"
    }
  }
}

extension Reviewer {
  /// What is known at a place, as text; the same on every run.
  ///
  /// - Parameters:
  ///   - path: Relative to the repository's root.
  ///   - line: Counted from 1; all of the file without it.
  ///   - revision: The commit or tree; nil for the work tree.
  ///   - base: What `diff` compares with.
  /// - Throws: `NothingToAudit` if there is no such file, `NoSuchLine` if it ends before the line.
  public func inspect(
    _ part: InspectedPart, path: String, line: Int? = nil, at revision: String?, since base: String = "HEAD"
  ) throws -> String {
    progress("reading the program")
    let snapshot = try snapshot(of: revision, with: path)
    switch part {
    case .modules:
      let modules = try SnapshotModules(of: [snapshot], in: repository, knowledge: knowledge)
      return modules[0].text(for: [path]) + "\n"
    case .body:
      return try place(path, line, in: snapshot) { program, file in program.describeBodies(in: file, line: line) }
    case .flow:
      return try place(path, line, in: snapshot) { program, file in program.describeFlows(in: file, line: line) }
    case .keeps:
      return try place(path, line, in: snapshot) { program, file in
        let text = program.describeKeeps(in: file, line: line, threads: threads)
        return text.isEmpty ? "" : text + "\n"
      }
    case .ends:
      return try place(path, line, in: snapshot) { program, file in
        Ownership(of: program, threads: threads).describeEnds(in: file, line: line, of: program)
      }
    case .run:
      return try place(path, line, in: snapshot) { program, file in program.describeExecutions(from: file) }
    case .names:
      return try place(path, line, in: snapshot) { program, file in
        lines(line, of: file, in: program).map { program.describeNames(in: file, line: $0) }.filter { !$0.isEmpty }
          .map { $0 + "\n" }.joined()
      }
    case .diff:
      return try difference(path, line, from: repository.snapshot(of: base), to: snapshot)
    }
  }

  /// The snapshot that holds a Swift file.
  func snapshot(of revision: String?, with path: String) throws -> Snapshot {
    let snapshot = try revision.map { try repository.snapshot(of: $0) } ?? repository.workTreeSnapshot()
    guard snapshot.files.contains(where: { $0.path == path }) else { throw NothingToAudit(path: path) }
    return snapshot
  }

  /// What a question to the program around a file comes to.
  private func place(
    _ path: String, _ line: Int?, in snapshot: Snapshot, _ question: (Program, FileID) -> String
  ) throws -> String {
    let program = try program(around: path, in: snapshot)
    return question(program, try file(at: path, line: line, in: program))
  }

  /// A file of a program.
  ///
  /// - Throws: `NothingToAudit` if it is not there, `NoSuchLine` if it ends before a line.
  func file(at path: String, line: Int?, in program: Program) throws -> FileID {
    guard let file = program.file(at: path) else { throw NothingToAudit(path: path) }
    let lines = program[file].facts.lineStarts.count
    if let line, line > max(1, lines) { throw NoSuchLine(path: path, line: line, lines: lines) }
    return file
  }

  /// The lines of a file that a question is about.
  private func lines(_ line: Int?, of file: FileID, in program: Program) -> [Int] {
    line.map { [$0] } ?? Array(1...max(1, program[file].facts.lineStarts.count))
  }

  /// The program that a file is part of, tests and all.
  ///
  /// - Throws: `NotUnderstood` if nothing of it is known.
  func program(around path: String, in snapshot: Snapshot) throws -> Program {
    let modules = try SnapshotModules(of: [snapshot], in: repository, knowledge: knowledge)
    let library = try Library(
      of: [snapshot], in: repository, threads: threads, store: store, isOutlineEnough: { _ in false },
      progress: progress)
    // Of a file with a mistake in it, the rest is known, and told of by reviews.
    if let skip = library.skipped(in: snapshot).first(where: { $0.path == path }),
      !library.files(of: snapshot).contains(where: { $0.path == path && $0.facts.isKnownInPart })
    {
      throw NotUnderstood(path: path, because: skip.because)
    }
    progress("linking")
    let parts = ProgramParts([(library.files(of: snapshot), modules[0])], knowledge: knowledge)
    for part in 0..<parts.count {
      let program = parts.programs(part)[0]
      if program.file(at: path) != nil { return program }
    }
    throw NothingToAudit(path: path)
  }

  private func difference(_ path: String, _ line: Int?, from old: Snapshot, to new: Snapshot) throws -> String {
    let modules = try SnapshotModules(of: [old, new], in: repository, knowledge: knowledge)
    let library = try Library(
      of: [old, new], in: repository, threads: threads, store: store, isOutlineEnough: { _ in false },
      progress: progress)
    progress("linking")
    let parts = ProgramParts(
      [(library.files(of: old), modules[0]), (library.files(of: new), modules[1])], knowledge: knowledge)
    for part in 0..<parts.count {
      let programs = parts.programs(part)
      guard programs[1].file(at: path) != nil else { continue }
      let file = try file(at: path, line: line, in: programs[1])
      return Matching(before: programs[0], after: programs[1]).describe(file, line: line)
    }
    throw NothingToAudit(path: path)
  }
}
