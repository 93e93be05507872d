import SwiftFacts

/// Flags that are set back by `defer` before the work they stand for has begun.
extension Program {
  /// The `defer` statements that run too early, in the order of files: `name` is the flag, `other` what runs the work.
  public func earlyResets(threads: Int) -> [Breach] {
    foundByFunction(.earlyResets, threads: threads, state: { ClosureEscape(inference: $0) }) {
      program, own, function in
      program.earlyResets(in: function, own)
    }
  }

  private func earlyResets(in id: FunctionID, _ finder: ClosureEscape) -> [Breach] {
    let declaration = declaration(of: id)
    let file = file(of: id)
    guard declaration.kind == .function, declaration.hasBody, !isTest(file),
      declaration.firstStatement < declaration.endStatement
    else { return [] }
    let code = self[file].facts.code
    let deferred = code.deferredFlags(from: declaration.firstStatement, to: declaration.endStatement)
    guard deferred.count <= Limits.deferredFlags else { return Limits.hit(.deferredFlags) ?? [] }
    var result: [Breach] = []
    var frame: Frame?
    for (index, flags) in deferred {
      guard let block = code.block(around: index, from: declaration.firstStatement) else { continue }
      let inner = code.statements[Int(index)]
      let outer = code.statements[Int(block)]
      guard outer.end - block <= Int32(Limits.flowBlocks) else { return Limits.hit(.flowBlocks) ?? [] }
      let others =
        code.flags(in: outer.firstExpression..<inner.firstExpression)
        + code.flags(in: inner.endExpression..<outer.endExpression)
      for (target, value) in flags {
        guard others.contains(where: { $0 == target && $1 != value }), !code.waits(in: block, after: index) else {
          continue
        }
        let here = frame ?? Frame(id, in: self)
        frame = here
        guard let work = work(after: inner.endExpression, in: block, flag: target, here, finder) else { continue }
        result.append(
          Breach(
            span: SourceSpan(file: file, bytes: inner.span), name: target,
            other: code.calledName(work.callee)?.text ?? "",
            evidence: [SourceSpan(file: file, bytes: code.span(of: work.callee))]))
      }
    }
    return result
  }

  /// The call that is given the work, which runs when the function has returned.
  private func work(
    after place: Int32, in block: Int32, flag: String, _ frame: Frame, _ finder: ClosureEscape
  ) -> (callee: ExpressionID, Void)? {
    let code = frame.facts.code
    for index in place..<max(place, code.statements[Int(block)].endExpression) {
      let id = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[id], code.closureDepth(of: id, within: block) == 0,
        !code.isRepeated(id, within: block), !code.isOfOneWay(id, within: block),
        let name = code.calledName(callee),
        !knowledge[.defersAction].contains(name)
      else { continue }
      for (position, argument) in code[list].enumerated() {
        guard case .closure(let closure) = code[argument.value],
          case .once(let moment, let proof, let dropsErrors) =
            finder.summary(ofArgument: position, of: id, in: frame).runs,
          moment != .inPlace, proof != .guessed
        else { continue }
        let inside = code.statements[Int(code[closure].statement)]
        if dropsErrors, !code.waits(in: code[closure].statement, after: nil) { continue }
        guard !code.flags(in: inside.firstExpression..<inside.endExpression).contains(where: { $0.0 == flag }) else {
          continue
        }
        return (callee, ())
      }
    }
    return nil
  }
}

extension Code {
  /// Of some statements those of `defer` that set flags, and what they set.
  fileprivate func deferredFlags(from first: Int32, to end: Int32) -> [(statement: Int32, flags: [(String, Bool)])] {
    (first..<end).compactMap { index in
      let statement = statements[Int(index)]
      guard case .deferred = statement.kind else { return nil }
      let flags = flags(in: statement.firstExpression..<statement.endExpression)
      return flags.isEmpty ? nil : (index, flags)
    }
  }

  /// The block that a statement stands in directly.
  fileprivate func block(around statement: Int32, from first: Int32) -> Int32? {
    var best: Int32?
    for index in first..<statement where statements[Int(index)].end > statement {
      switch statements[Int(index)].kind {
      case .block, .closure: best = index
      default: continue
      }
    }
    return best
  }

  /// What is set to `true` or `false`, as it is spelled.
  fileprivate func flags(in range: Range<Int32>) -> [(String, Bool)] {
    range.compactMap { index in
      guard case .assign(let target, let value) = expressions[Int(index)],
        case .literal(.boolean(let isOn)) = self[value]
      else { return nil }
      return (plainSpelling(of: target), isOn)
    }
  }

  /// Whether a block waits for something by itself, after one of its statements.
  fileprivate func waits(in block: Int32, after statement: Int32?) -> Bool {
    var next = block + 1
    while next < statements[Int(block)].end {
      if case .closure = statements[Int(next)].kind {
        next = max(next + 1, statements[Int(next)].end)
        continue
      }
      if case .awaiting = statements[Int(next)].kind, next > statement ?? -1 { return true }
      next += 1
    }
    return false
  }

  /// Whether an expression runs for each of something: then a flag is about going through these.
  fileprivate func isRepeated(_ expression: ExpressionID, within block: Int32) -> Bool {
    (block..<statements[Int(block)].end).contains { index in
      let inner = statements[Int(index)]
      guard case .loop = inner.kind else { return false }
      return inner.firstExpression <= expression.index && expression.index < inner.endExpression
    }
  }

  /// Whether an expression runs on some ways only, chosen by what was done before: then the flag is about that as well.
  fileprivate func isOfOneWay(_ expression: ExpressionID, within block: Int32) -> Bool {
    (block..<statements[Int(block)].end).contains { index in
      let inner = statements[Int(index)]
      switch inner.kind {
      case .branch, .selection, .catching:
        return inner.firstExpression <= expression.index && expression.index < inner.endExpression
      default: return false
      }
    }
  }

  /// How many closures stand between an expression and a block around it.
  func closureDepth(of expression: ExpressionID, within block: Int32) -> Int {
    let outer = statements[Int(block)]
    var depth = 0
    var next = block + 1
    while next < outer.end {
      let inner = statements[Int(next)]
      if case .closure = inner.kind, inner.firstExpression <= expression.index, expression.index < inner.endExpression {
        depth += 1
      }
      next += 1
    }
    return depth
  }
}
