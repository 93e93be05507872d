import Platform
import SwiftFacts
import Synchronization

extension Program {
  /// Where the program begins, as far as its own code does: the files with statements outside of functions, and the
  /// `main` of types that are marked so.
  func entries() -> [Execution.Entry] {
    var result: [Execution.Entry] = []
    for (index, file) in allFiles.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id) else { continue }
      let facts = file.facts
      if facts.functions.contains(where: { $0.kind == .topLevel }), mayBegin(in: id) { result.append(.file(id)) }
      for (at, type) in facts.types.enumerated() where type.attributes.contains(Words.main) {
        let owner = nominal(of: TypeIndex(index: Int32(at)), in: id)
        for function in self[owner].functions[Words.main] ?? [] where isMain(function) {
          let declaration = declaration(of: function)
          if declaration.hasBody, declaration.parameters.isEmpty { result.append(.function(function)) }
        }
      }
    }
    return result
  }

  /// Whether statements outside of functions are where a program begins: in `main.swift`, or in the one file of a
  /// module. Elsewhere they are no Swift, as far as it was understood.
  private func mayBegin(in file: FileID) -> Bool {
    if self[file].path.split(separator: "/").last == "main.swift" { return true }
    let own = modules.ofFile[Int(file.index)]
    return !own.isEmpty && modules.ofFile.indices.allSatisfy { $0 == Int(file.index) || modules.ofFile[$0] != own }
  }

  /// What is left on the heap when the program has run that begins in a file, as text.
  public func describeExecutions(from file: FileID) -> String {
    let text = Mutex("")
    let body = { @Sendable in
      let inference = Inference(program: self)
      let texts = self.entries().filter { $0.file(in: self) == file }.map { entry in
        let execution = Execution(entry, of: self, inference)
        defer { execution.interpreter.tearDown() }
        return execution.description(in: self)
      }
      text.withLock { $0 = texts.joined() }
    }
    if DeepThread.isCurrent { body() } else { DeepThread.apart(body) }
    return text.withLock { $0 }
  }
}

extension Execution.Entry {
  func file(in program: Program) -> FileID {
    switch self {
    case .file(let file): file
    case .function(let function): program.file(of: function)
    }
  }
}

extension Execution {
  /// The objects that are left, one type a line: those that nothing lasting keeps, then those that something does.
  func description(in program: Program) -> String {
    var lines: [String] = []
    if let halt {
      let place = halt.site.map { site in
        let file = program.file(of: site.function)
        let span = program[file].facts.code.span(of: site.expression)
        return " at " + program.shortPlace(SourceSpan(file: file, bytes: span))
      }
      lines.append("not followed: \(halt.reason)\(place ?? "")")
    }
    let graph = HeapGraph(interpreter)
    let (leaked, outOfSight) = (graph.leaked, graph.outOfSight)
    var counts: [String: Int] = [:]
    for core in interpreter.heap.objects where core.handle == nil {
      let what =
        leaked.contains(core.number) ? "leaked: " : outOfSight.contains(core.number) ? "out of sight: " : "kept: "
      counts["\(what)\(program[core.type].name)", default: 0] += 1
    }
    lines += counts.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
    return lines.map { $0 + "\n" }.joined()
  }
}
