import Manifests
public import ReviewModel
import SwiftFacts

/// What a run of an application may come to, as far as names tell: from where it begins over whatever is named there.
///
/// Whatever has a name that stands in code which may run may run itself, whichever of several of that name is meant:
/// what is left over is in no run. What Objective-C, the system, a storyboard or a text may find is taken to be found.
public struct NamedCode: Sendable {
  private let program: Program
  /// Nil where nothing tells where the program begins, or that what is in sight is all of it.
  private var reached: Reached?

  /// O(names in the program).
  public init(program: Program) {
    self.program = program
    guard program.hasBeginning else { return }
    var walk = NameWalk(program)
    walk.run()
    // Where most of it is not come to, what comes to it is out of sight.
    guard walk.reached.functions.count * 2 > walk.functionCount else { return }
    reached = walk.reached
  }

  /// Whether a run of the program may come to where a place begins.
  public func mayRun(_ place: Place) -> Bool {
    guard let file = program.file(at: place.path) else { return true }
    let lines = program[file].facts.lineStarts
    let (line, column) = (place.span.start.line, place.span.start.column)
    guard lines.indices.contains(line - 1) else { return true }
    return mayRun(lines[line - 1] + UInt32(column - 1), in: file)
  }

  /// Whether a run of the program may come to a byte of a file.
  public func mayRun(_ byte: UInt32, in file: FileID) -> Bool {
    guard let reached, !program.isTest(file), !program.isLeftOut(program[file].path) else { return true }
    if let function = program.function(at: byte, in: file) { return reached.functions.contains(function) }
    guard let type = program.type(at: byte, in: file) else { return true }
    return !reached.named.contains(type) || reached.types.contains(type)
  }
}

/// What is come to.
private struct Reached {
  var functions: Set<FunctionID> = []
  var types: Set<NominalID> = []
  /// The types that nothing makes or uses without their names, come to or not.
  var named: Set<NominalID> = []
}

/// From what runs in any case to whatever that names.
private struct NameWalk {
  private let program: Program
  private let isBesideObjectiveC: Bool
  private let interfaces: InterfaceOrigins
  private(set) var reached = Reached()
  private(set) var functionCount = 0

  /// The parts of the program that are come to as a whole.
  private var parts: [Part] = []
  private var isReached: [Bool] = []
  /// The parts that are come to by a name, and along with a type.
  private var byName: [Symbol: [Int]] = [:]
  private var byType: [NominalID: [Int]] = [:]
  private var typesByName: [Symbol: [NominalID]] = [:]
  private var waiting: [Int] = []
  private var seenNames = SymbolSet()

  private struct Part {
    var function: FunctionID?
    var names: ArraySlice<Symbol>
  }

  init(_ program: Program) {
    self.program = program
    interfaces = program.interfaceOrigins(program.calls(threads: 1))
    isBesideObjectiveC = interfaces.isBesideObjectiveC
    for type in program.declaredTypes where needsName(type) {
      reached.named.insert(type)
      typesByName[program[type].name, default: []].append(type)
    }
    for index in program.files.indices {
      let file = FileID(index: Int32(index))
      if !program.isTest(file), !program.isLeftOut(program[file].path) { read(file) }
    }
  }

  mutating func run() {
    while let next = waiting.popLast() {
      if let function = parts[next].function { reached.functions.insert(function) }
      for name in parts[next].names where !seenNames.contains(name) {
        seenNames.insert(name)
        byName[name]?.forEach { reach($0) }
        typesByName[name]?.forEach { reach($0) }
      }
    }
  }

  private mutating func reach(_ part: Int) {
    guard !isReached[part] else { return }
    isReached[part] = true
    waiting.append(part)
  }

  private mutating func reach(_ type: NominalID) {
    guard reached.types.insert(type).inserted else { return }
    byType[type]?.forEach { reach($0) }
  }

  // MARK: Reading

  private mutating func read(_ file: FileID) {
    let facts = program[file].facts
    let names = facts.namesByPart
    for (index, range) in names.functions.enumerated() {
      let function = program.function(FunctionIndex(index: Int32(index)), in: file)
      functionCount += 1
      let isTopLevel = facts.functions[index].kind == .topLevel
      let all = isTopLevel ? ArraySlice(namesOutsideOfPreviews(function, facts)) : names.all[range]
      add(Part(function: function, names: all), name: nameOfAllCalls(function), owner: program.owner(of: function))
    }
    for (index, range) in names.types.enumerated() {
      let type = program.nominal(of: TypeIndex(index: Int32(index)), in: file)
      add(Part(names: names.all[range]), name: nil, owner: type)
    }
    for (index, range) in names.aliases.enumerated() {
      add(Part(names: names.all[range]), name: facts.aliases[index].name, owner: nil)
    }
    add(Part(names: names.all[names.others]), name: nil, owner: nil)
  }

  private mutating func add(_ part: Part, name: Symbol?, owner: NominalID?) {
    let index = parts.count
    parts.append(part)
    isReached.append(false)
    if let name {
      byName[name, default: []].append(index)
    } else if let owner, reached.named.contains(owner) {
      byType[owner, default: []].append(index)
    } else {
      reach(index)
    }
  }

  private func namesOutsideOfPreviews(_ function: FunctionID, _ facts: FileFacts) -> [Symbol] {
    let code = facts.code
    let range = program.expressions(of: function)
    let previews = range.compactMap { index -> ByteSpan? in
      let id = ExpressionID(index: Int32(index))
      guard case .compound = code[id], let word = code.words[id], program.knowledge[.isPreview].fits(word) else {
        return nil
      }
      return code.span(of: id)
    }
    return range.lazy.map { ExpressionID(index: Int32($0)) }.filter { id in
      let start = code.span(of: id).start
      return !previews.contains { $0.contains(start) }
    }.flatMap(code.namesThatStand)
  }

  // MARK: What needs a name

  /// The name that whoever calls a function has to write; nil of what may be called without one.
  private func nameOfAllCalls(_ function: FunctionID) -> Symbol? {
    let declaration = program.declaration(of: function)
    var name = declaration.name
    switch declaration.kind {
    case .function: break
    case .getter(let property):
      let declared = program[program.file(of: function)].facts[property]
      guard !declared.isOverride,
        program.knowledge.tellNothingOfCallers(declared.attributes)
      else { return nil }
      name = declared.name
    default: return nil
    }
    guard !declaration.isOverride, !program.hasCallersByAttribute(function), !program.isSeenOutside(function),
      !program.isMain(function), !program.isOperator(function), program.knowledge[.saysWhatItShows][name].isEmpty,
      name != Words.callAsFunction
    else { return nil }
    guard let owner = program.owner(of: function) else { return name }
    if program[owner].kind == .foreign {
      // What is added to a type of others may be what another asks for.
      return program[owner].foreignSupertypes.allSatisfy(program.knowledge[.asksForNothing].contains) ? name : nil
    }
    guard declareNothingOfCallers(owner),
      !isBesideObjectiveC || !UnmadeTypes.isSeenByObjectiveC(owner, program)
    else { return nil }
    return program.lineage(of: owner).contains { isKnownBySystem(function, as: $0) } ? nil : name
  }

  /// Whether something out of sight that a type inherits from may call a function that it has.
  private func isKnownBySystem(_ function: FunctionID, as type: NominalID) -> Bool {
    let nominal = program[type]
    return (nominal.foreignSupertypes + (nominal.kind == .foreign ? [nominal.name] : [])).contains { name in
      if name == Words.AnyObject || program.knowledge[.asksForNothing].contains(name) { return false }
      guard let kind = program.knowledge.types[name]?.kind, !program.knowledge[.asksUntold].contains(name) else {
        return !program.knowledge[.rootClass].contains(name)
      }
      switch kind {
      // Whoever is to be called in place of a class's own method says that he overrides it.
      case .class: return false
      // A delegate is told who calls it, and of nothing that is the program's own.
      case .classBoundProtocol: return mayBeTold(function)
      default: return true
      }
    }
  }

  /// Whether a delegate of the system may be told by a method.
  private func mayBeTold(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    return !declaration.parameters.isEmpty
      && declaration.parameters.allSatisfy { parameter in
        parameter.defaultValue == nil
          && !(parameter.type.map(code.names) ?? []).contains { program.names.types[$0] != nil }
      }
  }

  /// Whether nothing comes to the code of a type that does not name it.
  private func needsName(_ type: NominalID) -> Bool {
    let nominal = program[type]
    if program.inherits(type, fromAny: .previewProtocol) { return true }
    switch nominal.kind {
    case .class, .actor, .struct, .enum: break
    default: return false
    }
    let isShown =
      program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewControllerClass)
    guard !nominal.declarations.isEmpty, UnmadeTypes.isInside(type, program),
      !isBesideObjectiveC || !UnmadeTypes.isSeenByObjectiveC(type, program),
      interfaces.origins(of: type).allSatisfy({ $0 == .never })
    else { return false }
    return UnmadeTypes.areMadeByName(program.lineage(of: type), isShown, program) && declareNothingOfCallers(type)
  }

  /// Whether no attribute of a type's declarations may have its code called by what is not in sight.
  private func declareNothingOfCallers(_ type: NominalID) -> Bool {
    program[type].declarations.allSatisfy { place in
      program.knowledge.tellNothingOfCallers(program[place.file].facts[place.type].attributes)
    }
  }
}

/// The names that stand in each function of a file, in what declares each type, and elsewhere. Kept with its facts.
private struct NamesByPart: Sendable {
  private(set) var all: [Symbol] = []
  private(set) var functions: [Range<Int>] = []
  /// Of what a type inherits, the types of its properties and of what its cases carry.
  private(set) var types: [Range<Int>] = []
  private(set) var aliases: [Range<Int>] = []
  private(set) var others = 0..<0

  init(_ facts: FileFacts) {
    let code = facts.code
    var ofTypes: [[Symbol]] = facts.types.map { type in
      type.attributes + type.inherited.flatMap { code.names(in: $0.type) }
        + type.generics.flatMap { $0.bound.map(code.names) ?? [] }
        + type.cases.flatMap { $0.payload.flatMap { code.names(in: $0.type) } }
    }
    var others: [Symbol] = []
    for property in facts.properties {
      let names = property.attributes + (property.type.map(code.names) ?? [])
      if let parent = property.parent { ofTypes[Int(parent.index)] += names } else { others += names }
    }
    for function in facts.functions {
      let start = all.count
      all += function.attributes
      for parameter in function.parameters { all += parameter.type.map(code.names) ?? [] }
      all += function.result.map(code.names) ?? []
      for generic in function.generics { all += generic.bound.map(code.names) ?? [] }
      if function.firstExpression < function.endExpression {
        for index in function.firstExpression..<function.endExpression {
          all += code.namesThatStand(at: ExpressionID(index: index))
        }
      }
      if function.firstLocal < function.endLocal {
        for index in function.firstLocal..<function.endLocal {
          all += code.locals[Int(index)].type.map(code.names) ?? []
        }
      }
      functions.append(start..<all.count)
    }
    for names in ofTypes { types.append(append(names)) }
    for alias in facts.aliases { aliases.append(append(code.names(in: alias.type))) }
    self.others = append(others)
  }

  private mutating func append(_ names: [Symbol]) -> Range<Int> {
    let start = all.count
    all += names
    return start..<all.count
  }
}

extension FileFacts {
  fileprivate var namesByPart: NamesByPart { derived { NamesByPart(self) } }
}

extension Code {
  /// The names in a type.
  fileprivate func names(in type: TypeID) -> [Symbol] {
    (self[type].name.map { [$0] } ?? []) + parts(of: type).flatMap(names)
  }

  /// The names that stand at an expression, not in its parts: also those in texts, which something may be found by.
  fileprivate func namesThatStand(at id: ExpressionID) -> [Symbol] {
    var names: [Symbol]
    switch self[id] {
    case .name(let name, _), .member(_, let name), .implicitMember(let name): names = [name]
    case .keyPath(let name?): names = [name]
    case .literal(.string(let text?)): names = text.namesInText
    case .type(let type), .cast(_, let type), .test(_, let type): names = self.names(in: type)
    default: names = []
    }
    if let word = words[id] { names += word.namesInText }
    return names
  }
}
