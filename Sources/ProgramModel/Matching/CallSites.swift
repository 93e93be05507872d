import SwiftFacts

/// Where a body calls or hands on a callable, by block.
struct CallSites {
  /// How the labels of two calls have to be alike; the last closure of a call goes without one where none follows it.
  enum Labels { case same, butForTrailing }

  let names: BlockNames
  let code: Code
  private(set) var blocks: [String: (count: Int, statement: Int32, spelling: String)] = [:]
  private(set) var total = 0
  /// Whether a property of the object is given it.
  private(set) var isKept = false
  /// Where that is.
  private var keepings: [Int32] = []
  /// Whether some `defer` calls it.
  private(set) var isDeferred = false
  /// Where it is called, or given to a call.
  private(set) var answers: [Int32] = []
  /// The calls of the callable itself.
  private(set) var places: Set<Int32> = []
  /// Where it is called or handed on.
  private(set) var uses: Set<Int32> = []
  /// What writes a log, or stops the program while it is tried out: nothing is done by that.
  private let isIdle: (Symbol) -> Bool
  /// What stands behind the `?` of something that is not there.
  private let idle: IndexSpans

  init(_ callable: Callable, in function: FunctionID, of program: Program) {
    let facts = program[program.file(of: function)].facts
    let declaration = program.declaration(of: function)
    code = facts.code
    isIdle = { name in
      program.knowledge[.stopsTrials].contains(name) || program.knowledge[.writesLog].contains(name)
        || program.knowledge[.logs].isWhole(name)
    }
    names = BlockNames(declaration, in: facts)
    idle = code.chainsOfNothing(in: declaration)
    let uses = CallableUses(
      callable, of: declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression),
      locals: declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal),
      in: Frame(function, in: program),
      ClosureEscape(inference: Inference(program: program)))
    for place in uses.places {
      let isUse =
        uses.events[place]?.contains { event in
          switch event {
          case .call, .handing, .keeping(_, nil), .escape: true
          default: false
          }
        } ?? false
      guard isUse, !idle.contains(place), let block = names.block(holding: place) else { continue }
      total += 1
      self.uses.insert(place)
      if uses.events[place]?.contains(.call) ?? false { places.insert(place) }
      let isAnswer =
        uses.events[place]?.contains { event in
          switch event {
          case .call, .handing: true
          default: false
          }
        } ?? false
      if isAnswer { answers.append(place) }
      if uses.events[place]?.contains(where: { if case .keeping(_, nil) = $0 { true } else { false } }) ?? false {
        isKept = true
        keepings.append(place)
      }
      if block.name.contains("/defer") { isDeferred = true }
      let known = blocks[block.name]
      blocks[block.name] = (
        (known?.count ?? 0) + 1, block.statement, known?.spelling ?? code.spelling(of: ExpressionID(index: place))
      )
    }
  }

  /// Takes calls of functions of the object that call it for calls of it.
  mutating func addCalls(of helpers: Set<Symbol>, in body: Range<Int>) {
    guard !helpers.isEmpty else { return }
    for at in body {
      guard case .call(let callee, _) = code.expressions[at], let name = code.selfMember(callee), helpers.contains(name)
      else { continue }
      answers.append(Int32(at))
      uses.insert(Int32(at))
    }
  }

  /// The call in a branch that stands right in a block, leaves nothing, and is not there any more; told as one of the
  /// block's own, which are counted with it.
  func callInGoneBranch(of block: String, _ known: Set<String>) -> (count: Int, statement: Int32, spelling: String)? {
    for (name, call) in blocks.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      guard !leaves(call.statement), let around = names.block(around: call.statement), around.name == block,
        [block, block.withoutNumber].contains(where: { name.dropFirst($0.count).hasPrefix("/if ") }),
        // The branch is still there where its other block is.
        !name.hasSuffix("#1") || !known.contains(name.withoutNumber), !blocks.keys.contains("\(name)#1"),
        !isOnlyOtherWay(name, known)
      else { continue }
      return (call.count + (blocks[block]?.count ?? 0), around.statement, call.spelling)
    }
    return nil
  }

  /// Whether a block is the `else` of a branch that has gone with its question, and whose other block answered as well:
  /// what that did is done in any case.
  private func isOnlyOtherWay(_ name: String, _ known: Set<String>) -> Bool {
    guard name.hasSuffix("#1"), !known.contains(name.withoutNumber),
      let other = names.blocks.first(where: { $0.name == name.withoutNumber })
    else { return false }
    let range = code.expressions(in: other.statement)
    return uses.contains(where: range.contains)
  }

  /// What a closure of another version called that is given to something else there: of each version, it is the only
  /// one in the same block that the other does not have.
  func calls(
    inTwinOf closure: BlockNames.Block, of other: CallSites
  ) -> (count: Int, statement: Int32, spelling: String)? {
    func foreign(_ one: CallSites, to another: CallSites, in home: String) -> [BlockNames.Block] {
      let known = Set(another.names.blocks.map(\.name))
      return one.names.blocks.filter { block in
        one.isClosure(block.statement) && !known.contains(block.name)
          && one.names.block(around: block.statement)?.name == home
      }
    }
    guard other.isClosure(closure.statement), let home = other.names.block(around: closure.statement)?.name,
      case let now = foreign(other, to: self, in: home), now.count == 1, now[0].statement == closure.statement,
      case let was = foreign(self, to: other, in: home), was.count == 1, let found = blocks[was[0].name],
      !other.others(in: closure.statement).isEmpty
    else { return nil }
    return found
  }

  /// Whether each way through a block comes to a call, in the block or in what stands around it.
  func isCalled(onEachWayThrough block: Int32) -> Bool { comes(to: answers, onEachWayThrough: block) }

  /// Whether each way through a block gives it to a property of the object, which another version does nowhere.
  func isKept(onEachWayThrough block: Int32, unlike other: CallSites) -> Bool {
    !other.isKept && comes(to: keepings, onEachWayThrough: block)
  }

  private func comes(to places: [Int32], onEachWayThrough block: Int32) -> Bool {
    var around = [block]
    while let last = around.last, !isClosure(last), let next = names.block(around: last) {
      around.append(next.statement)
    }
    return places.contains { place in
      var home = names.block(holding: place)?.statement
      while let here = home, !around.contains(here) {
        home = isClosure(here) ? names.block(around: here)?.statement : nil
      }
      guard let home else { return false }
      return place < code.statement(block).firstExpression || !leaves(from: block, before: place, in: home)
    }
  }

  private func isClosure(_ statement: Int32) -> Bool {
    if case .closure = code.statement(statement).kind { true } else { false }
  }

  /// Whether something between the beginning of a block and an expression leaves the block around both.
  private func leaves(from block: Int32, before place: Int32, in home: Int32) -> Bool {
    let end = code.spans[Int(place)].start
    let closure = names.closure(around: block)?.statement
    return (block..<max(block, code.statement(home).end)).contains { index in
      guard case .leave = code.statement(index).kind, code.statement(index).span.start < end else { return false }
      return names.block(around: index).flatMap { names.closure(around: $0.statement)?.statement } == closure
    }
  }

  /// A call in a block that is what one of another version is, but for a closure that it is no longer given.
  func call(
    without closure: Closure, of other: CallSites, in statement: Int32, _ labels: Labels
  ) -> ByteSpan? {
    guard let call = closure.call, case .call(let callee, let list) = other.code[call],
      let lost = other.code[list].firstIndex(where: { $0.value == closure.expression })
    else { return nil }
    let rest = other.code[list].indices.filter { $0 != lost }.map { other.code[list][$0] }
    let this = code.statements[Int(statement)]
    for index in this.firstExpression..<max(this.firstExpression, this.endExpression) {
      let id = ExpressionID(index: index)
      guard case .call(let called, let arguments) = code[id],
        code.plainSpelling(of: called) == other.code.plainSpelling(of: callee),
        code[arguments].count == rest.count,
        zip(code[arguments], rest).allSatisfy({ one, old in
          one.label == old.label
            || labels == .butForTrailing && one.isTrailingClosure != old.isTrailingClosure
              && other.code.closure(old.value) != nil
        })
      else { continue }
      return code.span(of: id)
    }
    return nil
  }

  /// An assignment in a block to what another version gives a closure, if it is given something else than one.
  func assignment(instead closure: Closure, of other: CallSites, in statement: Int32) -> ByteSpan? {
    let target = (0..<Int32(other.code.expressions.count)).lazy.compactMap { index -> ExpressionID? in
      guard case .assign(let target, closure.expression) = other.code[ExpressionID(index: index)] else { return nil }
      return target
    }.first
    guard let spelled = target.map({ other.code.plainSpelling(of: $0) }) else { return nil }
    return code.expressions(in: statement).lazy.compactMap { index -> ByteSpan? in
      guard case .assign(let target, let value) = code[ExpressionID(index: index)],
        code.plainSpelling(of: target) == spelled
      else { return nil }
      switch code[value] {
      case .closure, .literal: return nil
      default: return code.spans[Int(index)]
      }
    }.first
  }

  /// Whether a block ends by leaving what is around it.
  func leaves(_ block: Int32) -> Bool {
    let end = code.statements[Int(block)].end
    var at = block + 1
    while at < end {
      if case .leave = code.statements[Int(at)].kind { return true }
      at = code.statements[Int(at)].end
    }
    return false
  }

  /// Whether a block puts something into a variable that is read further down, before a call that another version of
  /// the function does not have there: what was told on the spot is noted, and told there.
  func isNoted(in block: Int32, unlike other: CallSites) -> Bool {
    let range = code.expressions(in: block)
    let noted = Set(
      range.compactMap { index -> LocalID? in
        guard case .assign(let target, _) = code[ExpressionID(index: index)], case .local(let local) = code[target],
          case .variable = code[local].kind, code[local].span.start < code.statement(block).span.start
        else { return nil }
        return local
      })
    guard !noted.isEmpty else { return false }
    let gained = places.filter { place in
      names.block(holding: place).map { (blocks[$0.name]?.count ?? 0) > (other.blocks[$0.name]?.count ?? 0) } ?? false
    }
    let end = code.statement(block).span.end
    return gained.contains { place in
      let call = code.spans[Int(place)].start
      return code.expressions.indices.contains { index in
        guard case .local(let local) = code.expressions[index], noted.contains(local) else { return false }
        return code.spans[index].start >= end && code.spans[index].end <= call
      }
    }
  }

  /// Whether what comes behind a block that does not leave calls the callable, or hands it on, in any case.
  func isUsedBehind(_ block: Int32) -> Bool {
    let around = (0..<block).filter { code.statements[Int($0)].end > block }
    guard !leaves(block),
      let outer = around.last(where: { index in
        switch code.statements[Int(index)].kind {
        case .block, .closure: true
        default: false
        }
      }), let branch = around.first(where: { $0 > outer }), case .branch = code.statements[Int(branch)].kind
    else { return false }
    let (whole, left) = (code.statements[Int(outer)], code.statements[Int(branch)])
    return uses.contains { place in
      guard left.endExpression <= place, place < whole.endExpression else { return false }
      return !(left.end..<whole.end).contains { index in
        let statement = code.statements[Int(index)]
        switch statement.kind {
        case .leave, .guarding: return statement.firstExpression <= place
        case .block, .closure, .declaration, .labelled, .attempt, .trying, .awaiting: return false
        default: return statement.firstExpression <= place && place < statement.endExpression
        }
      }
    }
  }

  /// The names of what else is called in a block and may do something.
  func others(in statement: Int32) -> Set<Symbol> {
    let this = code.statements[Int(statement)]
    var result: Set<Symbol> = []
    for index in this.firstExpression..<max(this.firstExpression, this.endExpression)
    where !places.contains(index) && !idle.contains(index) {
      if case .call(let callee, _) = code[ExpressionID(index: index)], let name = code.calledName(callee), !isIdle(name)
      {
        result.insert(name)
      }
    }
    return result
  }
}
