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

  let program: Program
  let inference: Inference
  private let calls: CallIndex
  let frames: Frames
  private var waiting: [(value: ExpressionID, function: FunctionID, shown: SourceSpan)] = []
  private var seen: Set<Place> = []
  private var seenProperties: Set<PropertyID> = []
  private var seenFunctions: Set<FunctionID> = []
  private var seenParameters: Set<Place> = []
  private var resolved: [Symbol: [FunctionID: [CallIndex.Site]]] = [:]
  /// By each of their labels, the calls of `init`, in order.
  private lazy var initializers = initializersByLabel()

  /// Something whose text is shown where it stands.
  struct Seed: Equatable, Sendable {
    var value: ExpressionID
    var function: FunctionID
    var shown: SourceSpan
  }

  init(_ program: Program, _ inference: Inference) {
    self.program = program
    self.inference = inference
    calls = program.calls(threads: 1)
    frames = Frames(of: program)
    let seeds = program.asking("texts that are shown") { $0.shownValues }
    for seed in seeds { add(seed.value, seed.function, seed.shown) }
    while let (value, function, shown) = waiting.popLast() { follow(value, in: frames[function], shown) }
  }

  func add(_ value: ExpressionID, _ function: FunctionID, _ shown: SourceSpan) {
    guard seen.insert(Place(file: program.file(of: function), expression: value)).inserted else { return }
    waiting.append((value, function, shown))
  }

  /// Where something of a name is assigned in production code, in order.
  private func writes(to name: Symbol) -> [CallsAndAssignments.Write] {
    program.asking("assignments to a name", about: [name]) { program in
      program.asking("all assignments") { CallsAndAssignments.writes(in: $0) }[name] ?? []
    }
  }

  // MARK: Where it comes from

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
    case .local(let local): follow(local, in: frame, shown)
    case .member(let base, let name):
      guard let type = inference.type(of: base, in: frame).nominal,
        case .property(let property)? = program.valueMember(name, of: type)
      else { return }
      follow(property, shown)
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
      switch inference.target(of: value, in: frame).kind {
      case .functions(let functions):
        for function in functions where program.declaration(of: function).kind == .function {
          follow(resultOf: function, shown)
        }
      case .value(let called):
        if case .closure(let closure) = code[called] {
          for result in code[code[closure].results] { add(result, frame.function, shown) }
        }
      case .memberwise, .enumCase, .foreign: return
      }
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

  private func follow(_ local: LocalID, in frame: Frame, _ shown: SourceSpan) {
    let code = frame.facts.code
    switch code[local].kind {
    case .variable:
      if let value = code[local].initializer { add(value, frame.function, shown) }
      for write in writes(to: code[local].name) where write.function == frame.function {
        if case .assign(let target, let value) = code[write.assignment], code[target] == .local(local) {
          add(value, frame.function, shown)
        }
      }
      if case .variable(isLet: false) = code[local].kind { followAdditions(to: local, in: frame, shown) }
    case .capture(_, let value): add(value, frame.function, shown)
    case .parameter(let position): follow(parameter: Int(position), local, of: frame, shown)
    case .closureParameter(let closure, let position): follow(closure, Int(position), in: frame, shown)
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
    if declaration.isStored { follow(writesTo: property, of: owner, shown) }
  }

  private func follow(writesTo property: PropertyID, of owner: NominalID, _ shown: SourceSpan) {
    let name = program.declaration(of: property).name
    for write in writes(to: name) {
      let frame = frames[write.function]
      guard case .assign(let target, let value) = frame.facts.code[write.assignment] else { continue }
      let holder: NominalID?
      switch frame.facts.code[target] {
      case .member(let base, _): holder = inference.type(of: base, in: frame).nominal
      case .name: holder = frame.context
      default: holder = nil
      }
      if let holder, program.lineage(of: holder).contains(owner) { add(value, write.function, shown) }
    }
    for site in (calls.sites[program[owner].name] ?? []) + (initializers[name] ?? []) {
      let frame = frames[site.function]
      let code = frame.facts.code
      guard case .call(_, let list) = code[site.call], let argument = code[list].first(where: { $0.label == name }),
        case .memberwise(owner) = inference.target(of: site.call, in: frame).kind
      else { continue }
      add(argument.value, site.function, shown)
    }
  }

  private func initializersByLabel() -> [Symbol: [CallIndex.Site]] {
    var result: [Symbol: [CallIndex.Site]] = [:]
    for site in calls.sites[Names.init_] ?? [] {
      let code = program[program.file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call] else { continue }
      for label in Set(code[list].compactMap(\.label)) { result[label, default: []].append(site) }
    }
    return result
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
      calls.names(of: function, in: program).flatMap { calledBy($0)[function] ?? [] }
    }
    for site in sites.sorted() {
      let code = frames[site.function].facts.code
      guard case .call(_, let list) = code[site.call], let match = frame.declaration.match(code[list]) else { continue }
      for (at, argument) in code[list].enumerated() where match[at] == position {
        add(argument.value, site.function, shown)
      }
    }
  }

  /// By the one function that it runs, the calls that go by a name. Kept once worked out.
  private func calledBy(_ name: Symbol) -> [FunctionID: [CallIndex.Site]] {
    if let known = resolved[name] { return known }
    var result: [FunctionID: [CallIndex.Site]] = [:]
    for site in calls.sites[name] ?? [] {
      guard case .functions(let functions) = inference.target(of: site.call, in: frames[site.function]).kind,
        functions.count == 1
      else { continue }
      result[functions[0], default: []].append(site)
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
