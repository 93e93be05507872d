import SwiftFacts

extension Program {
  /// What the heap analysis knows of the functions at a line of a file, or of the whole file, as text: who keeps whom
  /// in which slot, what closures capture, what is emptied, and what callers are told. Works out the whole program.
  public func describeKeeps(in file: FileID, line: Int? = nil, threads: Int = 1) -> String {
    let fixpoint = heap(threads: threads)
    let inference = Inference(program: self)
    let facts = self[file].facts
    var parts: [String] = []
    for (index, declaration) in facts.functions.enumerated() where declaration.hasBody {
      let first = facts.position(of: declaration.span.start).line
      let last = facts.position(of: declaration.span.end).line
      if let line, !(first...max(first, last)).contains(line) { continue }
      let function = function(FunctionIndex(index: Int32(index)), in: file)
      let evaluation = Evaluation(
        function, inference: inference, summaries: fixpoint.summaries, telling: fixpoint.telling)
      evaluation.run()
      let lines = evaluation.dump() + (fixpoint.unknown.contains(function) ? ["  unknown: a limit was hit"] : [])
      guard !lines.isEmpty else { continue }
      parts.append(([name(of: function)] + lines).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n")
  }
}

extension Evaluation {
  /// One line for each edge of the graph, in the order in which the code makes them.
  fileprivate func dump() -> [String] {
    var lines: [String] = []
    for keep in keeps {
      let remote = keep.closure.map { " through a closure that captures \($0.captured)" } ?? ""
      lines.append("  \(path(to: keep.holder))\(spelled(keep.slot)) = \(path(to: keep.value))\(remote) [\(keep.proof)]")
    }
    for (index, object) in objects.enumerated() {
      guard case .closure(let closure) = object.kind else { continue }
      for capture in captures(of: closure) {
        lines.append(
          "  \(path(to: ObjectID(index: Int32(index)))) captures \(path(to: capture.object)) as \(capture.name)")
      }
    }
    for clear in clears {
      lines.append(
        "  empties \(spelled(clear.slot).dropFirst(clear.slot.isPart ? 0 : 1))\(clear.closure == nil ? "" : " later")")
    }
    for effect in summary().effects {
      lines.append(
        "  tells: \(spelled(effect.holder))\(spelled(effect.slot)) = \(spelled(effect.value)) [\(effect.proof)]")
    }
    for result in summary().results { lines.append("  answers: \(spelled(result))") }
    if limitsHit > 0 { lines.append("  unknown: \(limitsHit) times there was too much of it") }
    return lines
  }

  private func line(of span: ByteSpan) -> Int { facts.position(of: span.start).line }

  /// The access path of an object: `self.loader`, `Loader@4`, `closure@5`.
  private func path(to id: ObjectID) -> String {
    switch self[id].kind {
    case .selfObject: "self"
    case .parameter(let index):
      frame.declaration.parameters.indices.contains(index)
        ? facts.code[frame.declaration.parameters[index].local].name.text : "newValue"
    case .field(let base, let slot): path(to: base) + spelled(slot)
    case .element(let base, let key):
      switch key {
      case .constant(let name): "\(path(to: base))[\(name)]"
      case .site(let site): "\(path(to: base))[@\(line(of: facts.code.span(of: site)))]"
      }
    case .fresh(let site):
      "\(self[id].type.nominal.map { program[$0].name.text } ?? "new")@\(line(of: facts.code.span(of: site)))"
    case .closure(let closure): "closure@\(line(of: facts.code.span(of: facts.code[closure].expression)))"
    case .method(let base, let name, _): "\(path(to: base)).\(name) as a closure"
    case .global(let name): "global \(name)"
    case .local(let local): facts.code[local].name.text
    case .process: "process"
    case .system: "system"
    }
  }

  private func spelled(_ slot: Slot) -> String {
    if slot == .element { return "[]" }
    if slot.isPayload { return "." + slot.name.text.dropFirst() }
    return slot.isPart ? slot.name.text : ".\(slot.name)"
  }

  private func spelled(_ path: Summary.Path) -> String {
    let root: String =
      switch path.root {
      case .receiver: "self"
      case .parameter(let index): "#\(index)"
      case .result: "result"
      case .process: "process"
      case .system: "system"
      }
    return root + path.fields.map(spelled).joined()
  }
}
