import SwiftFacts

/// The string literals of a program that come before people's eyes, or into an address: followed back from what shows a
/// text, through locals, properties, results and parameters.
///
/// O(expressions that lead there), with a look at every assignment and call of the program.
final class ShownTexts {
  struct Place: Hashable {
    var file: FileID
    var expression: ExpressionID
  }

  /// The literals, each with where it is shown.
  private(set) var literals: [Place: SourceSpan] = [:]

  private let program: Program
  private let calls: CallIndex
  private let sources: TextSources
  private let frames: Frames
  /// What takes knowing types.
  private let known: KeptAnswers<Question, Answer>
  /// Asks where what is asked is noted.
  private var asker: Inference?
  private var waiting: [(value: ExpressionID, function: FunctionID, shown: SourceSpan)] = []
  private var seen: Set<Place> = []
  private var seenProperties: Set<PropertyID> = []
  private var seenFunctions: Set<FunctionID> = []
  private var seenParameters: Set<Place> = []
  private var resolved: [Symbol: Resolved] = [:]
  private var writes: [Symbol: [TextSources.Holding]] = [:]

  /// The calls that go by one name, by the one function that they run, or the struct that has an initialiser by itself.
  private struct Resolved {
    var functions: [FunctionID: [CallIndex.Site]] = [:]
    var memberwise: [NominalID: [CallIndex.Site]] = [:]
  }

  /// What takes knowing types; by file, so that a change of one has few of them asked again.
  private enum Question: Hashable, Sendable {
    case value(ExpressionID, FunctionID)
    case writes(to: Symbol, in: FileID)
    case calls(of: Symbol, in: FileID)
  }

  private struct Answer: Sendable {
    var leads: [TextSources.Lead] = []
    var writes: [TextSources.Holding] = []
    var calls: [TextSources.Run] = []
  }

  /// Something whose text is shown where it stands.
  struct Seed: Equatable, Sendable {
    var value: ExpressionID
    var function: FunctionID
    var shown: SourceSpan
  }

  init(_ program: Program, _ inference: Inference) {
    self.program = program
    calls = program.calls(threads: 1)
    sources = TextSources(inference)
    frames = sources.frames
    known = KeptAnswers(about: program, for: .shownTexts, threads: 1)
    let seeds = program.asking("texts that are shown") { $0.shownValues }
    for seed in seeds { add(seed.value, seed.function, seed.shown) }
    while let (value, function, shown) = waiting.popLast() { follow(value, in: frames[function], shown) }
    known.keep()
  }

  func add(_ value: ExpressionID, _ function: FunctionID, _ shown: SourceSpan) {
    guard seen.insert(Place(file: program.file(of: function), expression: value)).inserted else { return }
    waiting.append((value, function, shown))
  }

  // MARK: Where it comes from

  private func answer(to question: Question, _ find: (TextSources) -> Answer) -> Answer {
    known.answer(to: question) {
      find(sources)
    } noting: { program, _ in
      let inference = asker ?? Inference(program: program)
      asker = inference
      return find(TextSources(inference))
    }
  }

  /// Follows a value of which it takes types to know what it comes from.
  private func followByType(_ value: ExpressionID, in function: FunctionID, _ shown: SourceSpan) {
    let found = answer(to: .value(value, function)) { Answer(leads: $0.leads(from: value, in: function)) }
    for lead in found.leads {
      switch lead {
      case .value(let value, let function): add(value, function, shown)
      case .property(let property): follow(property, shown)
      case .result(let function): follow(resultOf: function, shown)
      }
    }
  }

  private func follow(_ value: ExpressionID, in frame: Frame, _ shown: SourceSpan) {
    let code = frame.facts.code
    switch code[value] {
    case .compound(let parts):
      literals[Place(file: frame.file, expression: value)] = shown
      for part in code[parts] where code.marks(of: part).contains(.interpolated) { add(part, frame.function, shown) }
    case .choice(let parts): for part in code[parts] { add(part, frame.function, shown) }
    case .operation(let name, let parts) where name.text == "+":
      for part in code[parts] { add(part, frame.function, shown) }
    case .cast(let inner, _), .element(let inner): add(inner, frame.function, shown)
    // Of a list of texts, each.
    case .array(let parts): for part in code[parts] { add(part, frame.function, shown) }
    case .local(let local): follow(local, value, in: frame, shown)
    case .member: followByType(value, in: frame.function, shown)
    case .name(let name, _):
      for scope in program.scopes(from: frame.context) {
        guard let member = program.valueMember(name, of: scope) else { continue }
        if case .property(let property) = member { follow(property, shown) }
        return
      }
      if let property = program.globalProperty(named: name, from: frame.file) { follow(property, shown) }
    case .call:
      if code.described(by: value, program.knowledge) != nil {
        literals[Place(file: frame.file, expression: value)] = shown
        return
      }
      // What is put into a pattern is shown with it.
      if case .call(let callee, let list) = code[value] {
        let labels = code[list].map { $0.label ?? Names.wildcard }
        let isPattern = program.knowledge[.fillsPattern].rows(calling: code.calleeName(callee)).contains { row in
          row.labels.map { labels.starts(with: $0) } ?? (row.argument == nil || row.argument == labels.first)
        }
        if isPattern {
          for argument in code[list].dropFirst() { add(argument.value, frame.function, shown) }
          return
        }
      }
      // The parts that are joined to one text.
      if case .call(let callee, _) = code[value], case .member(let list, let name) = code[callee],
        program.knowledge[.joinsTexts].contains(name)
      {
        add(list, frame.function, shown)
        return
      }
      if followElements(of: value, in: frame, shown) { return }
      // The same text with another spelling.
      if case .call(let callee, _) = code[value], case .member(let base, let name) = code[callee],
        program.knowledge[.respellsText].contains(name)
      {
        add(base, frame.function, shown)
      }
      followByType(value, in: frame.function, shown)
    default: return
    }
  }

  /// Follows a list of texts that is made of another: by a closure for each element, or with some of them left out.
  private func followElements(of list: ExpressionID, in frame: Frame, _ shown: SourceSpan) -> Bool {
    let code = frame.facts.code
    guard case .call(let callee, let arguments) = code[list], case .member(let base, let name) = code[callee] else {
      return false
    }
    if program.knowledge[.mapsElements].contains(name) {
      for argument in code[arguments] {
        guard case .closure(let closure) = code[argument.value] else { continue }
        for result in code[code[closure].results] { add(result, frame.function, shown) }
      }
      return true
    }
    guard program.knowledge[.keepsElements].contains(name) else { return false }
    add(base, frame.function, shown)
    return true
  }

  /// What is added to a local text or list after it was made.
  private func followAdditions(to local: LocalID, in frame: Frame, _ shown: SourceSpan) {
    let code = frame.facts.code
    for index in program.expressions(of: frame.function) {
      switch code.expressions[index] {
      case .mutate(let target, let value): if code[target] == .local(local) { add(value, frame.function, shown) }
      case .call(let callee, let list):
        guard case .member(let base, let name) = code[callee], code[base] == .local(local),
          program.knowledge[.addsElement].contains(name)
        else { continue }
        for argument in code[list] { add(argument.value, frame.function, shown) }
      default: continue
      }
    }
  }

  private func follow(_ local: LocalID, _ use: ExpressionID, in frame: Frame, _ shown: SourceSpan) {
    let code = frame.facts.code
    switch code[local].kind {
    case .variable:
      if let value = code[local].initializer { add(value, frame.function, shown) }
      for write in program.writes(to: code[local].name) where write.function == frame.function {
        if case .assign(let target, let value) = code[write.assignment], code[target] == .local(local) {
          add(value, frame.function, shown)
        }
      }
      if case .variable(isLet: false) = code[local].kind { followAdditions(to: local, in: frame, shown) }
    case .capture(_, let value): add(value, frame.function, shown)
    case .parameter(let position): follow(parameter: Int(position), local, of: frame, shown)
    case .closureParameter: followByType(use, in: frame.function, shown)
    case .selfReference, .function: return
    }
  }

  private func follow(_ property: PropertyID, _ shown: SourceSpan) {
    guard seenProperties.insert(property).inserted, !program.isTest(program.file(of: property)) else { return }
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    for code in [declaration.getter, declaration.initialValue] {
      guard let function = code.map({ program.function($0, in: file) }) else { continue }
      for result in frames[function].facts.code[program.declaration(of: function).results] {
        add(result, function, shown)
      }
    }
    guard let owner = program.owner(of: property) else { return }
    for heir in program.descendants[owner] ?? [] {
      if let own = program[heir].properties[declaration.name] { follow(own, shown) }
    }
    if declaration.isStored { follow(writesTo: declaration.name, of: owner, shown) }
  }

  private func follow(writesTo name: Symbol, of owner: NominalID, _ shown: SourceSpan) {
    for write in writes(to: name) where program.lineage(of: write.holder).contains(owner) {
      add(write.value, write.function, shown)
    }
    // No other type has an initialiser that the compiler writes.
    guard program[owner].kind == .struct else { return }
    let sites = [program[owner].name, Names.init_].flatMap { calls(named: $0).memberwise[owner] ?? [] }
    for site in sites {
      let code = program[program.file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call], let argument = code[list].first(where: { $0.label == name })
      else { continue }
      add(argument.value, site.function, shown)
    }
  }

  /// What is written to members of a name, by whose members they are. Kept once worked out.
  private func writes(to name: Symbol) -> [TextSources.Holding] {
    if let known = writes[name] { return known }
    let byFile = Dictionary(grouping: program.writes(to: name)) { program.file(of: $0.function) }
    let found = byFile.keys.sorted().flatMap { file in
      let writes = byFile[file] ?? []
      return answer(to: .writes(to: name, in: file)) { Answer(writes: $0.holdings(writes)) }.writes
    }
    writes[name] = found
    return found
  }

  private func follow(resultOf function: FunctionID, _ shown: SourceSpan) {
    guard seenFunctions.insert(function).inserted, !program.isTest(program.file(of: function)) else { return }
    let declaration = program.declaration(of: function)
    for result in frames[function].facts.code[declaration.results] { add(result, function, shown) }
    guard let owner = program.owner(of: function) else { return }
    let labels = declaration.parameters.map(\.label)
    for heir in program.descendants[owner] ?? [] {
      for own in program[heir].functions[declaration.name] ?? []
      where program.declaration(of: own).parameters.map(\.label) == labels {
        follow(resultOf: own, shown)
      }
    }
  }

  /// What the calls of a function give it for a parameter.
  private func follow(parameter position: Int, _ local: LocalID, of frame: Frame, _ shown: SourceSpan) {
    guard seenParameters.insert(Place(file: frame.file, expression: ExpressionID(index: local.index))).inserted else {
      return
    }
    guard frame.declaration.kind == .initializer || frame.declaration.kind == .function else { return }
    // A presenter knows the view as a protocol.
    let meant = [frame.function] + program.functionsStoodInFor(by: frame.function)
    let sites = meant.flatMap { function in
      calls.names(of: function, in: program).flatMap { calls(named: $0).functions[function] ?? [] }
    }
    for site in sites.sorted() {
      let code = program[program.file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call], let match = frame.declaration.match(code[list]) else { continue }
      for (at, argument) in code[list].enumerated() where match[at] == position {
        add(argument.value, site.function, shown)
      }
    }
  }

  /// What the calls that go by a name run. Kept once worked out.
  private func calls(named name: Symbol) -> Resolved {
    if let known = resolved[name] { return known }
    let byFile = Dictionary(grouping: calls.sites[name] ?? []) { program.file(of: $0.function) }
    var result = Resolved()
    for file in byFile.keys.sorted() {
      let sites = byFile[file] ?? []
      for run in answer(to: .calls(of: name, in: file), { Answer(calls: $0.runs(sites)) }).calls {
        switch run.target {
        case .function(let function): result.functions[function, default: []].append(run.site)
        case .memberwise(let owner): result.memberwise[owner, default: []].append(run.site)
        }
      }
    }
    resolved[name] = result
    return result
  }
}

extension Code {
  /// The last name of what is assigned to.
  func writtenName(_ target: ExpressionID) -> Symbol? {
    switch self[target] {
    case .member(_, let name), .name(let name, _): name
    case .local(let local): self[local].name
    default: nil
    }
  }
}
