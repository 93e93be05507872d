import SwiftFacts

extension Program {
  /// What a reused view is given in some branches only, so that it shows what another row left in it.
  public func staleReuse(threads: Int) -> [Hazard] {
    foundByFunction(.reusedViews, threads: threads, state: { $0 }) { program, inference, function in
      let declaration = program.declaration(of: function)
      guard !program.isTest(program.file(of: function)), declaration.firstExpression < declaration.endExpression else {
        return []
      }
      return program.staleReuse(in: function, inference)
    }
  }

  private func staleReuse(in function: FunctionID, _ inference: Inference) -> [Hazard] {
    guard mayHoldReused(function) else { return [] }
    let frame = Frame(function, in: self)
    let cells = reusedViews(in: frame, inference)
    if cells.isEmpty { return [] }
    let body = Body(function, in: self)
    return cells.flatMap { cell in
      Reuse(
        body: body, cell: cell, type: inference.type(of: cell, in: frame).nominal, frame: frame, inference: inference
      ).leaks()
    }
  }

  /// Whether some local of a function may hold a view which has shown something else before, as far as can be told
  /// without its type.
  private func mayHoldReused(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).contains { index in
      let id = LocalID(index: index)
      switch code[id].kind {
      case .variable: return code[id].initializer.map { isDequeued($0, in: code) } ?? false
      case .parameter: return knowledge[.fillsView].begins(declaration.name)
      case .closureParameter(let closure, 0): return isRegistration(closure, in: code)
      case .selfReference:
        return declaration.kind == .function && !declaration.isStatic && !declaration.isOverride
          && !declaration.parameters.isEmpty
      default: return false
      }
    }
  }

  /// The locals of a function that hold a view which may have shown something else before.
  private func reusedViews(in frame: Frame, _ inference: Inference) -> [LocalID] {
    let declaration = frame.declaration
    let code = frame.facts.code
    lazy var configures = knowledge[.fillsView].begins(declaration.name)
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).map { LocalID(index: $0) }
      .filter { id in
        switch code[id].kind {
        case .variable: code[id].initializer.map { isDequeued($0, in: code) } ?? false
        case .parameter(let position):
          configures && isCell(inference.type(of: id, in: frame)) && !isMadeForCall(of: frame.function, Int(position))
        case .closureParameter(let closure, 0): isRegistration(closure, in: code)
        // A view that is told what to show, whoever took it out of the queue.
        case .selfReference:
          declaration.kind == .function && !declaration.isStatic && !declaration.isOverride
            && !declaration.parameters.isEmpty && isCell(inference.type(of: id, in: frame))
        default: false
        }
      }
  }

  /// Whether somebody who calls a function has just made what is handed in at a position: then it has shown nothing
  /// yet.
  private func isMadeForCall(of function: FunctionID, _ position: Int) -> Bool {
    (calls(threads: 1).sites[declaration(of: function).name] ?? []).contains { site in
      let code = self[file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call], code[list].count > position,
        case .local(let local) = code[Array(code[list])[position].value], let value = code[local].initializer,
        case .call(let callee, _) = code[value], let made = code.calledName(callee)
      else { return false }
      return made.isCapitalized || made == Names.init_
    }
  }

  private func isCell(_ type: Type) -> Bool {
    guard let id = type.nominal else { return false }
    return inherits(id, fromAny: .reusedView)
  }

  /// Whether an expression takes a view out of the queue of those that can be used again, under one identifier.
  private func isDequeued(_ id: ExpressionID, in code: Code) -> Bool {
    switch code[id] {
    case .cast(let value, _): return isDequeued(value, in: code)
    case .choice(let parts): return code[parts].first.map { isDequeued($0, in: code) } ?? false
    case .call(_, let list):
      guard let name = code.callee(of: id) else { return false }
      let rows = knowledge[.handsOutReused][name]
      guard !rows.isEmpty else { return false }
      let identifier = code[list].first { argument in
        rows.contains { $0.argument != nil && $0.argument == argument.label }
      }
      return identifier.map { isConstant($0.value, in: code) } ?? rows.contains { $0.labels == nil }
    default: return false
    }
  }

  /// Whether an identifier is the same for all rows: no local has a part in it.
  private func isConstant(_ id: ExpressionID, in code: Code) -> Bool {
    if case .local(let local) = code[id] { return code[local].kind == .selfReference }
    return code.children(of: id).allSatisfy { isConstant($0, in: code) }
  }

  /// Whether a closure is what a registration of cells configures them by.
  private func isRegistration(_ closure: ClosureID, in code: Code) -> Bool {
    guard let call = code[closure].call, let name = code.callee(of: call) else { return false }
    return knowledge[.registersReused].contains(name)
  }
}

/// One view that is used again, in the function that fills it.
struct Reuse {
  let body: Body
  let cell: LocalID
  let type: NominalID?
  let frame: Frame
  let inference: Inference

  private var program: Program { body.program }
  private var code: Code { body.code }

  /// An assignment to something of the view: `cell.title.text = …`.
  private struct Assignment {
    var id: ExpressionID
    var path: [Symbol]
  }

  func leaks() -> [Hazard] {
    var reported: Set<ByteSpan> = []
    return assignments().compactMap { one in
      guard let last = one.path.last, program.knowledge[.showsValue].contains(last), let split = branch(around: one.id),
        !reported.contains(split.span), turnsOnTheRow(split), mayBeLacking(split), !areRowsFixed(split),
        isOneOfSeveral(one, in: split), lacks(one, in: split), !isTouched(one.path, outside: split), !isReset(one.path),
        !isItself || !isSetElsewhere(one.path)
      else { return nil }
      reported.insert(split.span)
      let path = one.path.map(\.text)
      let view = isItself ? type.map { program[$0].name.text } ?? "" : code[cell].name.text
      return Hazard(
        kind: .staleReuse, span: body.span(of: one.id),
        name: (isItself ? path : [view] + path).joined(separator: "."), other: view,
        evidence: [SourceSpan(file: body.file, bytes: code[cell].span)],
        essence: one.path.map(\.text).joined(separator: "."))
    }
  }

  private func assignments() -> [Assignment] {
    body.expressions.compactMap { id in
      guard case .assign(let target, _) = code[id], let path = path(target), !path.isEmpty else { return nil }
      return Assignment(id: id, path: path)
    }
  }

  /// `cell.a.b` is `a`, `b`; so is `a.b` in a method of the view.
  private func path(_ id: ExpressionID) -> [Symbol]? {
    switch code[id] {
    case .local(cell): []
    case .name(let name, implicitSelf: cell?): [name]
    case .member(let base, let name): path(base).map { $0 + [name] }
    default: nil
    }
  }

  // MARK: Branches

  /// The innermost `if` or `switch` that an expression is in a block of, after the view was taken.
  private func branch(around id: ExpressionID) -> BranchStatement? {
    // A method of the view has it from the start.
    let first = isItself ? frame.declaration.firstExpression - 1 : body.uses(of: cell).first?.index
    guard let first else { return nil }
    // What a closure does, it may do at any time.
    let isInClosure = code.closures.contains {
      $0.firstExpression <= id.index && id.index < $0.endExpression && first < $0.firstExpression
    }
    let span = code.span(of: id)
    let around = body.branches.filter { branch in
      branch.span.start > code[cell].span.start && branch.blocks.contains { $0.span.contains(span) }
    }
    return isInClosure ? nil : around.max { $0.span.start < $1.span.start }
  }

  private func expressions(in span: ByteSpan) -> [ExpressionID] {
    body.expressions.filter { span.contains(code.span(of: $0)) }
  }

  /// Whether it is decided by something that differs from row to row.
  private func turnsOnTheRow(_ branch: BranchStatement) -> Bool {
    let asked = branch.conditions.flatMap { expressions(in: $0) }
    // What a row is of, by its type, may be the same for all: the compiler has to be told.
    if asked.contains(where: { if case .cast = code[$0] { true } else { false } }) { return false }
    let locals = asked.compactMap { id -> LocalID? in if case .local(let local) = code[id] { local } else { nil } }
    return !locals.contains(where: isOfTheView) && locals.contains { code[$0].kind != .selfReference }
  }

  /// Whether a branch without `else` that asks for something that may not be there asks for what the program itself
  /// declares optional: whether what others hand out is ever missing is not known.
  private func mayBeLacking(_ branch: BranchStatement) -> Bool {
    guard branch.blocks.count == 1 else { return true }
    let wanted = branch.conditions.flatMap { condition in
      body.statements.compactMap { statement -> ExpressionID? in
        guard code.statement(statement).span == condition,
          case .condition(.binding, let value?) = code.statement(statement).kind
        else { return nil }
        return value
      }
    }
    return wanted.allSatisfy { value in
      guard case .member(let base, let name) = code[value], let type = inference.type(of: base, in: frame).nominal,
        case .property(let property)? = program.valueMember(name, of: type),
        let spelled = program.declaration(of: property).type,
        case .optional = program[program.file(of: property)].facts.code[spelled]
      else { return false }
      return true
    }
  }

  /// Whether the rows are those of a list that never changes and is written out: a few, each of which keeps its cell.
  private func areRowsFixed(_ branch: BranchStatement) -> Bool {
    let locals = branch.conditions.flatMap { expressions(in: $0) }.compactMap { id -> LocalID? in
      if case .local(let local) = code[id] { local } else { nil }
    }
    return locals.contains { local in
      guard let value = code[local].initializer, case .subscripted(let list, _) = code[value],
        let name = code.ownProperty(list),
        let owner = frame.context, case .property(let property)? = program.valueMember(name, of: owner)
      else { return false }
      let declaration = program.declaration(of: property)
      guard declaration.isLet, let initial = declaration.initialValue else { return false }
      return isWrittenOut(Frame(program.function(initial, in: program.file(of: property)), in: program), depth: 0)
    }
  }

  /// Whether a function answers with a list that is written out.
  private func isWrittenOut(_ frame: Frame, depth: Int) -> Bool {
    let results = frame.facts.code[frame.declaration.results]
    return depth < 3 && !results.isEmpty
      && results.allSatisfy { result in
        switch frame.facts.code[result] {
        case .array(let parts): return parts.count <= Self.fewRows
        case .call:
          guard case .functions(let functions) = inference.target(of: result, in: frame).kind else { return false }
          return functions.allSatisfy { isWrittenOut(Frame($0, in: program), depth: depth + 1) }
        default: return false
        }
      }
  }

  /// As many rows as a screen shows at once.
  private static let fewRows = 8

  /// Whether a local is the view, or was read from it.
  private func isOfTheView(_ local: LocalID) -> Bool {
    if local == cell { return true }
    guard let initial = code[local].initializer else { return false }
    return expressions(in: code.span(of: initial)).contains { code[$0] == .local(cell) }
  }

  /// Whether something else of the view is set outside the block: one that sets all there is stands for the row itself.
  private func isOneOfSeveral(_ one: Assignment, in branch: BranchStatement) -> Bool {
    guard let block = branch.blocks.first(where: { $0.span.contains(code.span(of: one.id)) }) else { return false }
    let (inside, outside) = assignments().reduce(into: (0, 0)) { counts, other in
      if block.span.contains(code.span(of: other.id)) { counts.0 += 1 } else if other.path != one.path { counts.1 += 1 }
    }
    return outside > 0 && (branch.blocks.count > 1 || inside <= 2)
  }

  /// Whether some block, or none of them running, leaves what an assignment sets as it was.
  private func lacks(_ one: Assignment, in branch: BranchStatement) -> Bool {
    let lacking = branch.blocks.filter { block in
      !block.leaves && !block.span.contains(code.span(of: one.id))
        && !expressions(in: block.span).contains { touches(one.path, $0) }
    }
    // A block that says nothing of the view is there for a row that does not exist, and so is what no block is for.
    if branch.isTotal || branch.blocks.count > 1 { return lacking.contains { fills($0, butNot: one) } }
    return true
  }

  /// Whether a block sets something of the view, and does not hide what an assignment sets.
  private func fills(_ block: BranchStatement.Block, butNot one: Assignment) -> Bool {
    let paths = expressions(in: block.span).compactMap { id -> [Symbol]? in
      if case .assign(let target, _) = code[id] { path(target) } else { nil }
    }
    let hides = paths.contains { path in path.last.map { program.knowledge[.hidesView].contains($0) } ?? false }
    return !paths.isEmpty && (!hides || one.path.last.map { program.knowledge[.hidesView].contains($0) } ?? false)
  }

  // MARK: What else sets it

  /// Whether the function is the view's own.
  private var isItself: Bool { code[cell].kind == .selfReference }

  /// Whether another function of the view sets what a path leads to, or somebody who has the view may.
  private func isSetElsewhere(_ path: [Symbol]) -> Bool {
    guard let type, let first = path.first else { return true }
    let own = Set(program.lineage(of: type) + (program.descendants[type] ?? []))
    return program.productionFunctions.contains { other in
      guard other != frame.function, program.declaration(of: other).kind != .initializer else { return false }
      let isOwn = program.owner(of: other).map(own.contains) ?? false
      let code = program[program.file(of: other)].facts.code
      return program.expressions(of: other).contains { index in
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, _), .mutate(let target, _):
          guard let written = code.accessPath(target) else { return false }
          if isOwn { return isOnTheWay(written, to: path, code) }
          let members = code.isOfSelf(written) ? written.members.dropFirst() : written.members[...]
          return members.contains(first) && members.last == path.last
        case .call(let callee, _):
          guard isOwn, path.count > 1, let called = code.memberBase(callee).flatMap(code.accessPath) else {
            return false
          }
          return isOnTheWay(called, to: path, code)
            && !program.knowledge[.showsNothingNew].contains(code.calleeName(callee))
        default: return false
        }
      }
    }
  }

  /// Whether a place is what a path of the same object leads to, or something on the way.
  private func isOnTheWay(_ place: AccessPath, to path: [Symbol], _ code: Code) -> Bool {
    code.isOfSelf(place) && !place.members.isEmpty && path.starts(with: place.members)
  }

  private func isTouched(_ path: [Symbol], outside branch: BranchStatement) -> Bool {
    body.expressions.contains { id in
      let span = code.span(of: id)
      return span.start >= code[cell].span.start && !branch.span.contains(span) && !span.contains(branch.span)
        && touches(path, id)
    }
  }

  /// Whether an expression may set what a path leads to.
  private func touches(_ wanted: [Symbol], _ id: ExpressionID) -> Bool {
    switch code[id] {
    case .assign(let target, let value), .mutate(let target, let value):
      // The view under another name.
      if code[value] == .local(cell) { return true }
      guard let path = path(target) else { return false }
      return path == wanted || path.count < wanted.count && wanted.starts(with: path) || path.starts(with: wanted)
        || path.dropLast() == wanted.dropLast() && sets(path.last, wanted.last)
    case .call(let callee, let list):
      let given = code[list].enumerated().first { argument in
        self.path(argument.element.value).map { wanted.starts(with: $0) } ?? false
      }
      var seen: Set<FunctionID> = []
      if let given, mayReset(wanted, by: id, at: given.offset, in: frame, &seen) { return true }
      guard case .member(let base, let name) = code[callee], let path = path(base) else { return false }
      if path.isEmpty { return mayReset(wanted, by: name) }
      return wanted.starts(with: path) || path.starts(with: wanted.dropLast()) && wanted.count > 1
    default: return false
    }
  }

  /// Whether a property that is set takes another one's value away: `text` that of `attributedText`.
  private func sets(_ property: Symbol?, _ other: Symbol?) -> Bool {
    guard let property, let other else { return false }
    return program.knowledge[.setsToo][property].contains { $0.argument == other }
  }

  /// Whether a call that is given the view may set what a path leads to: it names it, or hands the view on.
  ///
  /// - Parameter position: The argument that is the view, or a part of it.
  private func mayReset(
    _ path: [Symbol], by call: ExpressionID, at position: Int, in frame: Frame, _ seen: inout Set<FunctionID>
  ) -> Bool {
    let code = frame.facts.code
    guard case .functions(let functions) = inference.target(of: call, in: frame).kind,
      case .call(_, let list) = code[call]
    else { return true }
    return functions.contains { function in
      guard seen.insert(function).inserted else { return false }
      let declaration = program.declaration(of: function)
      guard seen.count < Self.mostHelpers, declaration.hasBody, let match = declaration.match(code[list]) else {
        return true
      }
      let view = declaration.parameters[match[position]].local
      let inner = Body(function, in: program)
      let innerFrame = Frame(function, in: program)
      return inner.expressions.contains { id in
        switch inner.code[id] {
        case .member(_, let name): return path.first == name
        case .call(let callee, let list):
          if case .member(let base, let name) = inner.code[callee], inner.code[base] == .local(view) {
            return mayReset(path, by: name)
          }
          let handedOn = inner.code[list].enumerated().first { inner.code[$0.element.value] == .local(view) }
          return handedOn.map { mayReset(path, by: id, at: $0.offset, in: innerFrame, &seen) } ?? false
        default: return false
        }
      }
    }
  }

  /// What is handed on through more functions than these is given up on.
  private static let mostHelpers = 40

  /// Whether a method of the view may set what a path leads to.
  private func mayReset(_ path: [Symbol], by name: Symbol) -> Bool {
    if program.knowledge[.showsNothingNew].contains(name) { return false }
    guard let type, case .functions(let functions)? = program.member(name, of: type) else { return true }
    return functions.contains { mentions(path, $0) }
  }

  /// Whether the view puts it back by itself before it is used again.
  private func isReset(_ path: [Symbol]) -> Bool {
    guard let type else { return false }
    return program.lineage(of: type).contains { ancestor in
      program.functions(of: ancestor).contains {
        program.knowledge[.preparesForReuse].contains(program.declaration(of: $0).name) && mentions(path, $0)
      }
    }
  }

  /// Whether a function names what a path begins with, or calls something that may.
  private func mentions(_ path: [Symbol], _ function: FunctionID) -> Bool {
    let other = Body(function, in: program)
    return other.expressions.contains { id in
      switch other.code[id] {
      case .name(let name, .some): path.first == name || isOwnMethod(name)
      case .member(_, let name): path.contains(name) && path.first == name
      default: false
      }
    }
  }

  private func isOwnMethod(_ name: Symbol) -> Bool {
    guard let type, case .functions? = program.member(name, of: type) else { return false }
    return true
  }
}

extension Code {
  /// Whether a place is the object's whose code it is, or a part of it.
  fileprivate func isOfSelf(_ place: AccessPath) -> Bool {
    if case .local(let root) = place.root { self[root].kind == .selfReference } else { false }
  }
}

extension ByteSpan {
  func contains(_ other: ByteSpan) -> Bool { start <= other.start && other.end <= end }
}
