import SwiftFacts

/// Which of the formats that a body gives its formatters are there when a date is read: by the forward driver.
struct FormatReads {
  /// By the assignment of a format, the calls that read a date by it. None for a formatter that reads nothing here; an
  /// empty list where others replace the format before, or the text was written by the same formatter.
  private(set) var uses: [ExpressionID: [ExpressionID]] = [:]

  init(of function: FunctionID, in program: Program) {
    let code = program[program.file(of: function)].facts.code
    let declaration = program.declaration(of: function)
    let body = declaration.firstExpression..<declaration.endExpression
    let parsing = Parsing(code: code, knowledge: program.knowledge)
    var reading: Set<AccessPath> = []
    for index in body {
      if let read = parsing.read(at: ExpressionID(index: index)) { reading.insert(read) }
    }
    guard !reading.isEmpty else { return }
    for index in body {
      let id = ExpressionID(index: index)
      if let (path, _) = parsing.format(at: id), reading.contains(path) { uses[id] = [] }
    }
    let inner = code.closures.filter { body.contains($0.firstExpression) && body.contains($0.expression.index) }.map(
      \.statement)
    for root in [declaration.firstStatement] + inner {
      guard let graph = program.flow(of: root, in: program.file(of: function)),
        let solution = graph.solve(parsing, from: CurrentFormats())
      else { continue }
      for (block, before) in zip(graph.blocks, solution.before) {
        guard var state = before else { continue }
        for index in block.ranges.joined() {
          let id = ExpressionID(index: index)
          // A closure runs where it stands, or later: by what is set there.
          if case .closure(let closure) = code[id] {
            for inside in code[closure].firstExpression..<code[closure].endExpression {
              note(ExpressionID(index: inside), state, parsing)
            }
          }
          note(id, state, parsing)
          parsing.step(&state, at: id)
        }
      }
    }
  }

  private mutating func note(_ call: ExpressionID, _ state: CurrentFormats, _ parsing: Parsing) {
    guard let path = parsing.read(at: call), !parsing.readsItsOwn(call, path) else { return }
    for format in state.set[path] ?? [] where !(uses[format]?.contains(call) ?? false) {
      uses[format, default: []].append(call)
    }
  }
}

/// The formats that formatters may have, by where they are set.
private struct CurrentFormats: Lattice {
  var set: [AccessPath: Set<ExpressionID>] = [:]

  mutating func join(_ other: Self) { set.merge(other.set) { $0.union($1) } }
}

private struct Parsing: Transfer {
  let code: Code
  let knowledge: Knowledge

  func step(_ state: inout CurrentFormats, at expression: ExpressionID) {
    if let (path, _) = format(at: expression) { state.set[path] = [expression] }
  }

  /// The formatter that an assignment gives a format, and the format.
  func format(at id: ExpressionID) -> (path: AccessPath, value: ExpressionID)? {
    guard case .assign(let target, let value) = code[id], case .member(let base, let slot) = code[target],
      knowledge[.setsDateFormat].contains(slot), let path = code.accessPath(base)
    else { return nil }
    return (path, value)
  }

  /// The formatter by which a call reads a date.
  func read(at id: ExpressionID) -> AccessPath? {
    guard case .call(let callee, let list) = code[id], case .member(let base, let name) = code[callee],
      code.isCall(name, list, of: .parsesDate, knowledge)
    else { return nil }
    return code.accessPath(base)
  }

  /// Whether all that a call reads was written by the same formatter, in the same calendar and clock.
  func readsItsOwn(_ call: ExpressionID, _ path: AccessPath) -> Bool {
    guard case .call(_, let list) = code[call], let text = code[list].first else { return false }
    return isWritten(text.value, by: path, depth: 0)
  }

  private func isWritten(_ id: ExpressionID, by path: AccessPath, depth: Int) -> Bool {
    guard depth < 8 else { return false }
    switch code[id] {
    case .call(let callee, let list):
      guard case .member(let base, let name) = code[callee] else { return false }
      guard code.isCall(name, list, of: .writesDate, knowledge), let writer = code.accessPath(base) else {
        return false
      }
      return writer == path || writesAlike(writer, path)
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer else { return false }
      return isWritten(value, by: path, depth: depth + 1)
    case .operation(_, let parts), .compound(let parts):
      // What stands between two parts of a date is no date.
      let written = code[parts].filter { if case .literal = code[$0] { false } else { true } }
      return !written.isEmpty && written.allSatisfy { isWritten($0, by: path, depth: depth + 1) }
    default: return false
    }
  }

  /// Whether two formatters of a body were given one format each, the same, and neither a calendar or a clock of its
  /// own: what the one has written the other reads.
  private func writesAlike(_ one: AccessPath, _ other: AccessPath) -> Bool {
    guard let format = onlyFormat(of: one) else { return false }
    return format == onlyFormat(of: other)
  }

  private func onlyFormat(of path: AccessPath) -> Symbol? {
    guard case .local(let local) = path.root, path.members.isEmpty, case .variable(isLet: true) = code[local].kind,
      case .call(_, let list)? = code[local].initializer.map({ code[$0] }), list.count == 0
    else { return nil }
    var formats: [Symbol] = []
    for expression in code.expressions {
      guard case .assign(let target, let value) = expression, case .member(let base, let slot) = code[target],
        code.accessPath(base) == path
      else { continue }
      if knowledge[.fixesDateFormat].contains(slot) { return nil }
      guard knowledge[.setsDateFormat].contains(slot) else { continue }
      guard case .literal(.string(let text?)) = code[value] else { return nil }
      formats.append(text)
    }
    return formats.count == 1 ? formats[0] : nil
  }
}
