import SwiftFacts

/// One value that is asked for several of its possible types, one after another; one of none of them gets by.
public struct TypeChain: Hashable, Sendable {
  public var function: FunctionID
  /// As the source calls the value.
  public var subject: String
  /// The value where it is first asked.
  var subjectExpression: ExpressionID
  /// What the value is declared to be; nil where it may be anything.
  public var root: NominalID?
  /// The types of the program asked for, in the order of the source.
  public var types: [NominalID]
  /// The protocols asked for.
  public var protocols: [NominalID]
  /// Whether the program ends for a value of none of the types.
  public var ends: Bool
  /// Whether it does so only while it is tried out, and goes on in a release.
  public var endsInDebugAlone: Bool
  /// Where the first is asked for.
  public var span: SourceSpan

  /// Whether it asks for each type that the program has of the family.
  public func isOfAll(in program: Program) -> Bool {
    root != nil && family(in: program).allSatisfy { asks(for: $0, in: program) }
  }

  /// Whether it asks for at least one in five of the types that the program has of the family; one that asks for fewer
  /// picks out what it is there for.
  public func isOfMany(in program: Program) -> Bool {
    let all = family(in: program)
    return all.count <= 5 * all.count { asks(for: $0, in: program) }
  }

  /// Whether the program ends for a type of the family that production code makes, and that is not asked for.
  public func endsForOneMade(in program: Program) -> Bool {
    guard ends, root != nil else { return false }
    let sites = program.calls(threads: 1).sites
    return family(in: program).contains { type in
      guard !asks(for: type, in: program) else { return false }
      return (sites[program[type].name] ?? []).contains { !program.isTest(program.file(of: $0.function)) }
    }
  }

  private func family(in program: Program) -> [NominalID] {
    (root.flatMap { program.descendants[$0] } ?? []).filter { type in
      program[type].kind != .protocol && program[type].declarations.first.map { program.isTest($0.file) } != true
    }
  }

  /// Whether a value of a type is asked for, by its own type or by one that it inherits.
  func asks(for type: NominalID, in program: Program) -> Bool {
    program.lineage(of: type).contains { types.contains($0) || protocols.contains($0) }
  }
}

extension Program {
  /// The chains over at least two types of the program: a `switch` with a `default:`, `if … else if`, or an `if` after
  /// the other each of which leaves. In the order of files.
  public func typeChains(threads: Int) -> [TypeChain] {
    foundByFunction(.typeChains, threads: threads, state: { $0 }) { program, own, function in
      program.typeChains(in: function, own)
    }
  }

  /// Those of one function, which ask for at least so many types.
  func typeChains(of function: FunctionID, least: Int = 2) -> [TypeChain] {
    typeChains(in: function, Inference(program: self), least: least)
  }

  private func typeChains(in function: FunctionID, _ inference: Inference, least: Int = 2) -> [TypeChain] {
    let declaration = declaration(of: function)
    guard declaration.hasBody, !isTest(file(of: function)), !isExample(file(of: function)) else { return [] }
    let file = file(of: function)
    let code = self[file].facts.code
    let found = code.castChains(
      in: declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement), knowledge, least)
      + (least == 1 ? code.looseCasts(in: declaration) : [])
    guard !found.isEmpty else { return [] }
    let frame = Frame(function, in: self)
    return found.compactMap { chain(of: $0, in: frame, inference, least) }
      .sorted { $0.span.bytes.start < $1.span.bytes.start }
  }

  private func chain(
    of found: CastChain, in frame: Frame, _ inference: Inference, _ least: Int
  ) -> TypeChain? {
    guard let first = found.questions.first else { return nil }
    let type = inference.type(of: first.subject, in: frame)
    let root = type.nominal
    if let root {
      guard self[root].kind == .protocol || self[root].kind == .class,
        !knowledge[.isEvent].ends(self[root].name) || least == 1 || makesSomething(frame)
      else { return nil }
    } else {
      guard case .foreign(let name) = type, name == Words.anything || name == Words.AnyObject else { return nil }
    }
    var types: [NominalID] = []
    var protocols: [NominalID] = []
    for question in found.questions {
      guard let type = frame.resolve(question.type).nominal, type != root,
        // A type of others belongs to the family where the program says that it conforms.
        self[type].kind != .foreign || root.map({ lineage(of: type).contains($0) }) ?? false
      else {
        if root == nil { return nil }
        continue
      }
      if self[type].kind == .protocol {
        if !protocols.contains(type) { protocols.append(type) }
      } else if root.map({ lineage(of: type).contains($0) }) ?? true, !types.contains(type) {
        types.append(type)
      }
    }
    guard types.count >= least, (types + [root].compactMap { $0 }).contains(where: { isAtHome($0, frame.file) }) else {
      return nil
    }
    let code = frame.facts.code
    return TypeChain(
      function: frame.function, subject: code.spelling(of: first.subject), subjectExpression: first.subject,
      root: root, types: types, protocols: protocols,
      ends: found.ends, endsInDebugAlone: found.endsInDebugAlone,
      span: SourceSpan(file: frame.file, bytes: code.span(of: first.subject)))
  }
}

extension Program {
  /// Whether a function answers with a value made of what it is given, whatever that is. A listener answers with
  /// nothing, with what it was told before, or says whether it was for it: it picks the events that it is there for,
  /// and leaves the rest to others.
  private func makesSomething(_ frame: Frame) -> Bool {
    let code = frame.facts.code
    guard let result = frame.declaration.result, case .named(let name, _) = code[result], name != Words.Bool else {
      return false
    }
    return knowledge[.plainValue].contains(name)
      && !frame.declaration.parameters.contains { parameter in
        if let type = parameter.type, case .named(name, _) = code[type] { true } else { false }
      }
  }

  /// Whether the program declares a type in a module of a file. Of a family that is all in another one, what is done
  /// here is no part.
  private func isAtHome(_ type: NominalID, _ file: FileID) -> Bool {
    guard self[type].kind != .foreign else { return false }
    let own = modules.ofFile[Int(file.index)]
    return self[type].declarations.first.map { place in
      modules.ofFile[Int(place.file.index)].contains(where: own.contains)
    } ?? true
  }
}

/// Casts and tests of one value, as they follow one another.
struct CastChain {
  var questions: [(subject: ExpressionID, type: TypeID)]
  /// Whether the program ends where none holds.
  var ends: Bool
  /// Whether what ends it does nothing in a release.
  var endsInDebugAlone = false
}

/// What is done for all that is not named.
enum Rest {
  case ends, throws_, goesOn
}

extension Code {
  /// The chains of casts among some statements.
  fileprivate func castChains(in range: Range<Int32>, _ knowledge: Knowledge, _ least: Int) -> [CastChain] {
    var result: [CastChain] = []
    // What `else if` goes on with belongs to the chain that it goes on with.
    var continued: Set<Int32> = []
    for index in range {
      switch statement(index).kind {
      case .selection:
        if let found = selection(index).flatMap({ chain(of: $0, knowledge) }) { result.append(found) }
      case .block where !continued.contains(index): result += chains(inBlock: index, &continued, knowledge, least)
      default: continue
      }
    }
    return result
  }

  /// The casts that are no condition: `(item as? Song)?.name ?? ""`. One chain for each value.
  fileprivate func looseCasts(in declaration: FunctionDeclaration) -> [CastChain] {
    let statements = declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)
    let asked = statements.filter {
      switch statement($0).kind {
      case .condition, .selection: true
      default: false
      }
    }.map(expressions(in:))
    var result: [String: CastChain] = [:]
    for index in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)
    where !asked.contains(where: { $0.contains(index) }) {
      let id = ExpressionID(index: index)
      guard case .cast(let value, to: let type) = self[id], marks(of: id).contains(.conditional) else { continue }
      result[spelling(of: value), default: CastChain(questions: [], ends: false)].questions.append((value, type))
    }
    return result.values.sorted { $0.questions[0].subject < $1.questions[0].subject }
  }

  private func chain(of selection: Selection, _ knowledge: Knowledge) -> CastChain? {
    guard let rest = selection.cases.first(where: \.isDefault) else { return nil }
    var questions: [(ExpressionID, TypeID)] = []
    for one in selection.cases where !one.isDefault {
      for item in one.items {
        guard case .type(let type, _) = item.pattern else { return nil }
        // Whatever it is, it is taken here.
        if item.condition == nil, case .named(let name, _) = self[type],
          [Words.anything, Words.AnyObject].contains(name)
        {
          return nil
        }
        // Of a type that is taken under a condition, some come to the rest.
        if item.condition == nil { questions.append((selection.subject, type)) }
      }
    }
    if isAsked(selection.subject, in: rest.block) { return nil }
    let ends = self.rest(of: rest.block, knowledge) == .ends
    return CastChain(
      questions: questions, ends: ends,
      endsInDebugAlone: ends && endsInDebugAlone(expressions(in: rest.block), knowledge))
  }

  /// Whether a method of a value is called in a block: a value of any other kind answers for itself there.
  private func isAsked(_ subject: ExpressionID, in block: Int32) -> Bool {
    expressions(in: block).contains { index in
      guard case .call(let callee, _) = self[ExpressionID(index: index)],
        case .member(let base, _) = self[callee]
      else { return false }
      return spelling(of: base) == spelling(of: subject)
    }
  }

  /// Chains of `if` directly inside a block, each with what follows it there.
  private func chains(
    inBlock block: Int32, _ continued: inout Set<Int32>, _ knowledge: Knowledge, _ least: Int
  ) -> [CastChain] {
    var result: [CastChain] = []
    var open: [(subject: ExpressionID, type: TypeID)] = []
    var end: Int32 = 0
    func close(_ ends: Bool, by rest: Range<Int32> = 0..<0) {
      if open.count >= least {
        result.append(
          CastChain(questions: open, ends: ends, endsInDebugAlone: ends && endsInDebugAlone(rest, knowledge)))
      }
      open = []
    }
    for index in inner(of: block) {
      if least == 1, statement(index).kind == .guarding, let rest = blocks(of: index).last {
        let asked = conditions(of: index).flatMap { self.questions(in: $0) }
        if !asked.isEmpty {
          result.append(CastChain(questions: asked, ends: self.rest(of: rest, knowledge) == .ends))
        }
      }
      guard case .branch = statement(index).kind, let arms = arms(of: index) else {
        if !open.isEmpty, !isPlain(index) { close(false) }
        continue
      }
      if let first = open.first, spelling(of: first.subject) != spelling(of: arms.questions[0].subject) { close(false) }
      open += arms.questions
      continued.formUnion(arms.continued)
      end = statement(index).endExpression
      if let otherwise = arms.otherwise {
        if isAsked(arms.questions[0].subject, in: otherwise) { open = [] }
        close(rest(of: otherwise, knowledge) == .ends, by: expressions(in: otherwise))
      } else if !arms.leave {
        close(false)
      }
    }
    if !open.isEmpty {
      let remaining = end..<max(end, statement(block).endExpression)
      close(
        remaining.contains { endsProgram(ExpressionID(index: $0), knowledge) }
          && !inner(of: block).contains { statement($0).firstExpression >= end && isFork($0) }, by: remaining)
    }
    return result
  }

  /// Whether a statement only stands around an expression: `try`, `await`, `?`, a closure.
  private func isPlain(_ index: Int32) -> Bool {
    switch statement(index).kind {
    case .trying, .awaiting, .skippable, .closure, .declaration: true
    default: false
    }
  }

  private func isFork(_ index: Int32) -> Bool {
    !isPlain(index) && statement(index).kind != .leave(.return, label: nil)
  }

  /// What `if … else if …` asks of one value, and the last `else`; nil where a condition asks for no type, or for
  /// another value's.
  private func arms(of branch: Int32) -> (
    questions: [(subject: ExpressionID, type: TypeID)], otherwise: Int32?, continued: [Int32], leave: Bool
  )? {
    var questions: [(subject: ExpressionID, type: TypeID)] = []
    var continued: [Int32] = []
    var leave = true
    var here = branch
    while true {
      let asked = conditions(of: here).flatMap { self.questions(in: $0) }
      guard let first = asked.first else { return nil }
      if let known = questions.first, spelling(of: known.subject) != spelling(of: first.subject) { return nil }
      questions += asked.filter { spelling(of: $0.subject) == spelling(of: first.subject) }
      let blocks = blocks(of: here)
      guard let block = blocks.first else { return nil }
      if let last = lastStatement(of: block), case .leave = statement(last).kind {} else { leave = false }
      guard blocks.count == 2 else { return (questions, nil, continued, leave) }
      guard let next = elseBranch(blocks[1]) else { return (questions, blocks[1], continued, leave) }
      continued.append(blocks[1])
      here = next
    }
  }

  /// The casts and tests of one condition.
  private func questions(in condition: Int32) -> [(subject: ExpressionID, type: TypeID)] {
    var result: [(subject: ExpressionID, type: TypeID)] = []
    for index in expressions(in: condition) {
      switch self[ExpressionID(index: index)] {
      case .cast(let value, to: let type) where marks(of: ExpressionID(index: index)).contains(.conditional):
        result.append((value, type))
      case .test(let value, let type): result.append((value, type))
      default: continue
      }
    }
    for index in inner(of: condition) {
      if case .matching(let pattern, of: let subject?, _) = statement(index).kind,
        case .type(let type, _) = self[pattern]
      {
        result.append((subject, type))
      }
    }
    return result
  }

  /// What a block does with what gets there.
  func rest(of block: Int32, _ knowledge: Knowledge) -> Rest {
    let nested = inner(of: block)
    if nested.contains(where: { statement($0).kind == .leave(.throw, label: nil) }) { return .throws_ }
    let ends = expressions(in: block).contains { index in
      endsProgram(ExpressionID(index: index), knowledge)
        && !nested.contains {
          !isPlain($0) && statement($0).kind != .leave(.return, label: nil) && expressions(in: $0).contains(index)
        }
    }
    return ends ? .ends : .goesOn
  }

  /// Whether what ends the program among some expressions does so only while it is tried out.
  private func endsInDebugAlone(_ range: Range<Int32>, _ knowledge: Knowledge) -> Bool {
    let ending = range.map { ExpressionID(index: $0) }.filter { endsProgram($0, knowledge) }
    return !ending.isEmpty && ending.allSatisfy { callee(of: $0).map(knowledge[.stopsTrials].contains) ?? false }
  }

  /// Whether an expression calls what ends the program, at least while it is tried out.
  func endsProgram(_ id: ExpressionID, _ knowledge: Knowledge) -> Bool {
    guard case .call(let callee, _) = self[id], case .name(let name, _) = self[callee] else { return false }
    return [Role.neverReturns, .mayStop, .failsTest].contains { knowledge[$0].contains(name) }
  }
}
