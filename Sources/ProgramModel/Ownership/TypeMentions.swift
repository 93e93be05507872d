import Manifests
import SwiftFacts

/// Where the code of a program names some of its types so that an object may come of it, by whose code that is.
///
/// What only says that something may hold such an object makes none: the type of a property or of a parameter, a cast
/// of what was there before. Who is asked for one makes it: by a call that answers with it, an attribute, a text.
struct TypeMentions: Sendable {
  private var notes = Notes()

  private var program: Program
  private let terms: Terms
  /// The names of all, for most names are none of these.
  private let all: SymbolSet
  private let hasPlainNames: Bool

  var candidates: Set<NominalID> { terms.candidates }
  private var byName: [Symbol: NominalID] { terms.byName }
  private var askedFor: Set<NominalID> { terms.askedFor }

  /// What it is that is looked for in all files.
  private struct Terms: Equatable, Sendable {
    var candidates: Set<NominalID>
    var byName: [Symbol: NominalID]
    /// Those of which a call may answer with one though it does not name them.
    var askedFor: Set<NominalID>
    /// By the name of something static, those that have it.
    var shared: [Symbol: [NominalID]] = [:]
    /// The files that are passed over.
    var leftOut: Set<FileID>
  }

  /// What some code says.
  private struct Notes: Equatable, Sendable {
    /// By the type whose code it is, what that names.
    var named: [NominalID: Set<NominalID>] = [:]
    /// What is named where no object of another of the types is needed to get there.
    var anyway: Set<NominalID> = []
    /// Those that something outside of their own code may hold.
    var held: Set<NominalID> = []

    mutating func formUnion(_ other: Notes) {
      named.merge(other.named) { $0.union($1) }
      anyway.formUnion(other.anyway)
      held.formUnion(other.held)
    }
  }

  /// What the code of a type names.
  func named(by type: NominalID) -> Set<NominalID> { notes.named[type] ?? [] }

  /// What is named where no object of another of the types is needed to get there.
  var anyway: Set<NominalID> { notes.anyway }

  /// O(declarations and expressions), file by file on several threads.
  init(
    of candidates: [NominalID], in program: Program, _ calls: CallIndex, _ interfaces: InterfaceOrigins, threads: Int
  ) {
    self.program = program
    let byName = Dictionary(candidates.map { (program[$0].name, $0) }) { first, _ in first }
    var terms = Terms(
      candidates: Set(candidates), byName: byName,
      askedFor: Set(
        candidates.filter { type in
          interfaces.origins(of: type).contains { if case .identifier = $0 { true } else { false } }
            || Self.isMadeByItsKind(type, program)
        }),
      leftOut: Set(
        program.files.indices.map { FileID(index: Int32($0)) }.filter {
          program.isTest($0) || program.isLeftOut(program[$0].path)
        }))
    self.terms = terms
    all = SymbolSet(byName.keys)
    hasPlainNames = byName.keys.contains { !$0.isCapitalized }
    for type in candidates { note(type, madeBy: interfaces) }
    read(.mentionsInDeclarations, terms, threads: threads) { $0.readDeclarations($1) }
    var shared: [Symbol: [NominalID]] = [:]
    for type in notes.held.sorted() {
      for (name, property) in program[type].properties where program.declaration(of: property).isStatic {
        shared[name, default: []].append(type)
      }
      for (name, functions) in program[type].functions
      where functions.contains(where: { program.declaration(of: $0).isStatic }) {
        shared[name, default: []].append(type)
      }
    }
    terms.shared = shared
    read(.mentionsInBodies, terms, threads: threads) { [shared] in $0.readBodies($1, shared) }
    noteUnnamed(calls)
  }

  /// Takes note of what is read in each file that is not passed over.
  private mutating func read(
    _ analysis: LocalAnalysis, _ terms: Terms, threads: Int,
    _ body: @escaping @Sendable (inout TypeMentions, FileID) -> Void
  ) {
    let found = program.foundByFile(
      analysis, given: Ground(terms), isDearToNote: true, isEarly: true, threads: threads, state: { _ in }
    ) { [self] program, _, file -> [Notes] in
      // Which file it is that is asked about.
      _ = program[file]
      if terms.leftOut.contains(file) { return [] }
      var reader = self
      reader.program = program
      reader.notes = Notes()
      body(&reader, file)
      return reader.notes == Notes() ? [] : [reader.notes]
    }
    for one in found { notes.formUnion(one) }
  }

  /// Whether a protocol of the program lets whoever knows it make objects: it asks for an initialiser, or for something
  /// of the type itself.
  private static func isMadeByItsKind(_ type: NominalID, _ program: Program) -> Bool {
    program.lineage(of: type).contains { ancestor in
      program[ancestor].kind == .protocol
        && program[ancestor].functions.values.joined().contains { function in
          let declaration = program.declaration(of: function)
          return declaration.isStatic || declaration.kind == .initializer
        }
    }
  }

  // MARK: Notes

  private mutating func note(_ type: NominalID, by namer: NominalID?) {
    guard let namer else {
      notes.anyway.insert(type)
      return
    }
    if candidates.contains(namer) {
      if namer != type { notes.named[namer, default: []].insert(type) }
    } else if !program.inherits(namer, fromAny: .previewProtocol) {
      notes.anyway.insert(type)
    }
  }

  /// One that the code at an expression names.
  private mutating func note(_ type: NominalID, at expression: ExpressionID, in file: FileID) {
    if notes.anyway.contains(type) { return }
    let start = program[file].facts.code.span(of: expression).start
    let namer = program.type(at: start, in: file)
    if namer == nil, let function = program.function(holding: Int(expression.index), in: file),
      program.isInPreview(expression, of: function)
    {
      return
    }
    note(type, by: namer)
  }

  private mutating func note(_ type: NominalID, madeBy interfaces: InterfaceOrigins) {
    for origin in interfaces.origins(of: type) {
      switch origin {
      case .never: continue
      case .root, .anew, .unknown: notes.anyway.insert(type)
      case .identifier(let identifier):
        for site in interfaces.sites(askingFor: identifier) {
          note(type, at: site.call, in: program.file(of: site.function))
        }
      }
    }
  }

  // MARK: Reading

  /// What the declarations of a file say of types.
  private mutating func readDeclarations(_ file: FileID) {
    let facts = program[file].facts
    let code = facts.code
    func owner(_ parent: TypeIndex?) -> NominalID? { parent.map { program.nominal(of: $0, in: file) } }
    for index in facts.properties.indices {
      let property = facts.properties[index]
      for attribute in property.attributes {
        if let type = byName[attribute] { note(type, by: owner(property.parent)) }
      }
      let isPlain = property.attributes.allSatisfy(tellsNothing)
      for type in held(in: property.type, code) where type != owner(property.parent) {
        notes.held.insert(type)
        let isAsked = askedFor.contains(type) && property.type.map(code.isOptional) != true
        let begins = property.initialValue.map { !beginsWithNothing(facts[$0], code) } ?? false
        if !isPlain || begins || isAsked { note(type, by: owner(property.parent)) }
      }
    }
    for index in facts.functions.indices {
      let function = facts.functions[index]
      for attribute in function.attributes {
        if let type = byName[attribute] { note(type, by: owner(function.parent)) }
      }
      for parameter in function.parameters {
        for type in held(in: parameter.type, code) where type != owner(function.parent) {
          notes.held.insert(type)
          let isAsked = askedFor.contains(type) && parameter.type.map(code.isOptional) != true
          if isAsked { note(type, by: owner(function.parent)) }
        }
      }
      for type in held(in: function.result, code) where type != owner(function.parent) {
        notes.held.insert(type)
        // What may be nothing is looked for, as a rule, and not made.
        if function.result.map(code.isOptional) != true { note(type, by: owner(function.parent)) }
      }
    }
    readRest(of: facts, file)
  }

  /// The types that no declaration, cast or variable of a file names, and that are no expression: nothing tells of
  /// whose code they are.
  private mutating func readRest(of facts: FileFacts, _ file: FileID) {
    let code = facts.code
    var isRead = [Bool](repeating: false, count: code.types.count)
    func read(_ type: TypeID?) {
      guard let type, !isRead[Int(type.index)] else { return }
      isRead[Int(type.index)] = true
      code.parts(of: type).forEach(read)
    }
    for type in facts.types {
      read(type.extended)
      // What a type is a list or a cell of, it may make.
      for inherited in type.inherited where code.parts(of: inherited.type).isEmpty { read(inherited.type) }
    }
    facts.properties.forEach { read($0.type) }
    for function in facts.functions {
      function.parameters.forEach { read($0.type) }
      read(function.result)
    }
    code.locals.forEach { read($0.type) }
    for expression in code.expressions {
      switch expression {
      case .cast(_, let type), .test(_, let type), .type(let type): read(type)
      default: continue
      }
    }
    let declared = facts.types.indices.map { program.nominal(of: TypeIndex(index: Int32($0)), in: file) }
    let isTheirs = !declared.isEmpty && declared.allSatisfy(candidates.contains)
    for index in code.types.indices {
      guard !isRead[index], let name = code.types[index].name, let type = byName[name] else { continue }
      if !isTheirs { notes.anyway.insert(type) }
      for owner in declared where isTheirs { note(type, by: owner) }
    }
  }

  /// What the bodies of a file name.
  ///
  /// - Parameter shared: By the name of something static, those that have it.
  private mutating func readBodies(_ file: FileID, _ shared: [Symbol: [NominalID]]) {
    let facts = program[file].facts
    let code = facts.code
    // Few types have a name that begins as those of values do.
    if hasPlainNames {
      for index in code.expressions.indices {
        switch code.expressions[index] {
        case .name(let name, _), .member(_, let name):
          guard !name.isCapitalized, let type = byName[name] else { continue }
          note(type, at: ExpressionID(index: Int32(index)), in: file)
        default: continue
        }
      }
    }
    for one in facts.mayNameTypes {
      let id = one.expression
      switch one.kind {
      case .name: if all.contains(one.name), let type = byName[one.name] { note(type, at: id, in: file) }
      case .implicitMember: for type in shared[one.name] ?? [] { note(type, at: id, in: file) }
      case .type:
        switch code[id] {
        case .type(let type), .cast(_, let type):
          for type in held(in: type, code) { note(type, at: id, in: file) }
        default: continue
        }
      }
    }
    for local in code.locals {
      guard let value = local.initializer else { continue }
      for type in held(in: local.type, code) { note(type, at: value, in: file) }
    }
  }

  /// Calls that do not name what they make: `.init()`.
  private mutating func noteUnnamed(_ calls: CallIndex) {
    let makers = notes.held.subtracting(notes.anyway).sorted().map { type in
      let known = program.lineage(of: type).flatMap { program[$0].functions[Names.init_] ?? [] }
      return (type: type, initializers: known.map(program.declaration(of:)))
    }
    for call in program.unnamedMakings(calls).all {
      let site = call.site
      let file = program.file(of: site.function)
      let code = program[file].facts.code
      if let type = call.type {
        if candidates.contains(type) { note(type, at: site.call, in: file) }
        continue
      }
      guard case .call(_, let list) = code[site.call] else { continue }
      for maker in makers
      where !notes.anyway.contains(maker.type) && mayTake(code[list], maker.type, maker.initializers) {
        note(maker.type, at: site.call, in: file)
      }
    }
  }

  /// Whether a type may be made of some arguments.
  private func mayTake(
    _ list: ArraySlice<Argument>, _ type: NominalID, _ initializers: [FunctionDeclaration]
  ) -> Bool {
    initializers.isEmpty
      ? list.isEmpty || program[type].kind == .struct
      : initializers.contains { $0.match(list) != nil }
  }

  // MARK: Types

  private func tellsNothing(_ attribute: Symbol) -> Bool {
    [.outlet, .viewState, .observesOnly, .ownsObserved, .publishes, .tellsNothingOfCallers].contains { (role: Role) in
      program.knowledge[role].contains(attribute)
    }
  }

  /// The candidates that stand anywhere in a type.
  private func held(in type: TypeID?, _ code: Code) -> [NominalID] {
    guard let type else { return [] }
    return (code[type].name.flatMap { byName[$0] }.map { [$0] } ?? [])
      + code.parts(of: type).flatMap { held(in: $0, code) }
  }

  /// Whether all that a property begins with is `nil`.
  private func beginsWithNothing(_ value: FunctionDeclaration, _ code: Code) -> Bool {
    code[value.results].allSatisfy { code[$0] == .literal(.null) }
  }
}

extension Code {
  /// The types that one is made of.
  func parts(of type: TypeID) -> [TypeID] {
    switch self[type] {
    case .named(_, let arguments): Array(self[arguments])
    case .member(let base, _, let arguments): [base] + self[arguments]
    case .optional(let inner), .array(let inner), .metatype(let inner): [inner]
    case .dictionary(let key, let value): [key, value]
    case .function(let parameters, let result): self[parameters] + [result]
    case .tuple(let parts), .composition(let parts): Array(self[parts])
    case .unknown: []
    }
  }
}

/// The expressions of a file that may name a type, as types are named, in the order of the source, and at last what
/// stands in words that are not understood. Kept with its facts.
private struct MayNameTypes: Sendable {
  enum Kind: UInt8 {
    case name, implicitMember, type
  }

  struct One {
    var expression: ExpressionID
    var name: Symbol
    var kind: Kind
  }

  private(set) var all: [One] = []

  init(_ facts: FileFacts) {
    let code = facts.code
    for index in code.expressions.indices {
      let id = ExpressionID(index: Int32(index))
      switch code.expressions[index] {
      case .name(let name, _), .member(_, let name):
        if name.isCapitalized { all.append(One(expression: id, name: name, kind: .name)) }
      case .implicitMember(let name): all.append(One(expression: id, name: name, kind: .implicitMember))
      case .literal(.string(let text?)):
        all.append(One(expression: id, name: Self.last(of: text), kind: .name))
      case .type: all.append(One(expression: id, name: Names.self_, kind: .type))
      case .cast(let value, _):
        guard case .call = code[code.uncast(value)] else { continue }
        all.append(One(expression: id, name: Names.self_, kind: .type))
      default: continue
      }
    }
    // Most of them are operators, the same again and again.
    var parts: [Symbol: [Symbol]] = [:]
    for (id, word) in code.words {
      let names = parts[word] ?? word.namesInText
      parts[word] = names
      for name in names { all.append(One(expression: id, name: name, kind: .name)) }
    }
  }

  /// Of a name with dots, the last part.
  private static func last(of name: Symbol) -> Symbol {
    let text = name.text.utf8
    let dot = UInt8(ascii: ".")
    guard text.contains(dot), let last = text.split(separator: dot).last else { return name }
    return Symbol(String(Substring(last)))
  }
}

extension FileFacts {
  fileprivate var mayNameTypes: [MayNameTypes.One] { derived { MayNameTypes(self) }.all }
}
