import SwiftFacts

/// The types whose values a program writes to files, user defaults or the keychain, or reads back from there.
struct StoredTypes {
  /// For each, where that happens.
  private(set) var places: [NominalID: SourceSpan] = [:]
  /// Enums whose raw values are stored, or are the keys of what is.
  private(set) var rawValues: [NominalID: SourceSpan] = [:]
  private let program: Program
  private let inference: Inference
  /// Generic functions that store what they are given, by the parameter that says what.
  private var storing: [Symbol: [(function: FunctionID, parameter: Symbol)]] = [:]

  /// What of it is kept with the program.
  struct Found: Sendable {
    var places: [NominalID: SourceSpan]
    var rawValues: [NominalID: SourceSpan]
  }

  fileprivate init(of program: Program) {
    self.program = program
    inference = Inference(program: program)
    for id in program.allFunctions {
      let declaration = program.declaration(of: id)
      guard declaration.hasBody, !program.isTest(program.file(of: id)) else { continue }
      look(into: id)
    }
    followCalls()
    followWrappers()
    followParts()
  }

  /// What a cache has lost, it gets again.
  private func isOfCache(_ id: FunctionID) -> Bool {
    program.knowledge[.isCache].fits(program.name(of: id))
  }

  private mutating func look(into id: FunctionID) {
    let code = program[program.file(of: id)].facts.code
    var codings: [ExpressionID] = []
    var raws: [ExpressionID] = []
    var calls: [(callee: ExpressionID, list: ArgumentList)] = []
    var isStorage = false
    for index in program.expressions(of: id) {
      let expression = ExpressionID(index: Int32(index))
      switch code[expression] {
      case .call(let callee, let list):
        if case .member(_, let name) = code[callee], code.isCall(name, list, of: .codesWhole, program.knowledge) {
          if !isHandedIn(list, code) { codings.append(expression) }
        } else if let raw = code[list].first(where: { $0.label == Words.rawValue })?.value,
          code.isStored(raw, program.knowledge)
        {
          raws.append(expression)
        }
        let own = code[list].map(\.value).filter { code.isRawValue($0) }
        if !own.isEmpty, case .member(let base, _) = code[callee], code.isDefaults(base, program.knowledge) {
          raws += own
        }
        calls.append((callee, list))
      case .name(let name, _):
        if program.knowledge[.outlivesProcess].contains(name) { isStorage = true }
        if program.knowledge[.mayBeEmptied].contains(name) { return }
      case .implicitMember(let name) where program.knowledge[.mayBeEmptied].contains(name): return
      default: break
      }
    }
    // What most functions lack is looked for first.
    guard !codings.isEmpty || !raws.isEmpty,
      isStorage || calls.contains(where: { code.isStorageCall($0.callee, $0.list, program.knowledge) }),
      !isOfCache(id)
    else { return }
    let frame = Frame(id, in: program)
    for expression in codings {
      guard case .call(_, let list) = code[expression], let value = code[list].first?.value else { continue }
      let span = SourceSpan(file: program.file(of: id), bytes: code.span(of: expression))
      note(inference.type(of: value, in: frame), at: span, in: id)
    }
    for expression in raws {
      let type: Type
      switch code[expression] {
      case .member(let base, _): type = inference.type(of: base, in: frame)
      default: type = inference.type(of: expression, in: frame)
      }
      guard let enumeration = type.nominal, program[enumeration].kind == .enum else { continue }
      rawValues[enumeration] =
        rawValues[enumeration] ?? SourceSpan(file: program.file(of: id), bytes: code.span(of: expression))
    }
  }

  /// Whether what is decoded is what somebody calls back with, such as the answer to a request: it has not been read
  /// from where the function may store something else.
  private func isHandedIn(_ list: ArgumentList, _ code: Code) -> Bool {
    guard let data = code[list].first(where: { $0.label == Words.from })?.value,
      case .closureParameter(let closure, _)? = code.root(of: data).map({ code[$0].kind }),
      let call = code[closure].call, case .call(let callee, let list) = code[call]
    else { return false }
    // `defaults.data(forKey:).map { … }` hands it what was stored.
    guard case .member(let base, _) = code[callee] else { return true }
    return !code.isStorageCall(callee, list, program.knowledge) && !code.isStored(base, program.knowledge)
  }

  private mutating func note(_ type: Type, at span: SourceSpan, in function: FunctionID?) {
    switch type {
    case .nominal(let id, let arguments):
      if program[id].kind != .foreign { places[id] = places[id] ?? span }
      for argument in arguments { note(argument, at: span, in: function) }
    case .array(let element), .metatype(let element): note(element, at: span, in: function)
    case .dictionary(let key, let value):
      note(key, at: span, in: function)
      note(value, at: span, in: function)
    case .parameter(let name, _):
      guard let function else { return }
      let declaration = program.declaration(of: function)
      if declaration.generics.contains(where: { $0.name == name }) {
        storing[declaration.name, default: []].append((function, name))
      } else if let owner = program.owner(of: function) {
        genericStores[program[owner].name] = span
      }
    default: break
    }
  }

  /// Generic types that store their parameter.
  private var genericStores: [Symbol: SourceSpan] = [:]

  /// What generic functions that store are called with.
  private mutating func followCalls() {
    guard !storing.isEmpty else { return }
    for id in program.allFunctions {
      let file = program.file(of: id)
      guard program.declaration(of: id).hasBody, !program.isTest(file) else { continue }
      let code = program[file].facts.code
      var frame: Frame?
      for index in program.expressions(of: id) {
        let expression = ExpressionID(index: Int32(index))
        guard case .call(let callee, let list) = code[expression], let stores = storing[code.calleeName(callee)] else {
          continue
        }
        let here = frame ?? Frame(id, in: program)
        frame = here
        guard case .functions(let targets) = inference.target(of: expression, in: here).kind else { continue }
        for store in stores where targets.contains(store.function) {
          let target = program.declaration(of: store.function)
          let types = program[program.file(of: store.function)].facts.code
          guard let match = target.match(code[list]) else { continue }
          for (argument, position) in zip(code[list], match) {
            guard let type = target.parameters[position].type, types.mentions(type, store.parameter) else { continue }
            note(
              inference.type(of: argument.value, in: here),
              at: SourceSpan(file: file, bytes: code.span(of: expression)), in: nil)
          }
        }
      }
    }
  }

  /// `Stored<Settings>`, where `Stored` stores what it is generic over; `@AppStorage` and its like.
  private mutating func followWrappers() {
    for (index, file) in program.files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !program.isTest(id) else { continue }
      for property in file.facts.properties {
        if property.attributes.contains(where: {
          program.knowledge[.storesInDefaults].contains($0) || genericStores[$0] != nil
        }), let type = property.type {
          let context = property.parent.map { program.nominal(of: $0, in: id) }
          let resolved = program.resolve(type, in: id, context: context)
          let span = SourceSpan(file: id, bytes: property.nameSpan)
          if let nominal = resolved.nominal, program[nominal].kind == .enum {
            rawValues[nominal] = rawValues[nominal] ?? span
          }
          if !property.attributes.contains(where: program.knowledge[.storesInDefaults].contains) {
            note(resolved, at: span, in: nil)
          }
        }
        guard let type = property.type, case .named(let name, let arguments) = file.facts.code[type],
          let span = genericStores[name]
        else { continue }
        let context = property.parent.map { program.nominal(of: $0, in: id) }
        for argument in file.facts.code[arguments] {
          note(program.resolve(argument, in: id, context: context), at: span, in: nil)
        }
      }
    }
  }

  /// What a stored value is made of is stored with it.
  private mutating func followParts() {
    var work = places.keys.sorted()
    var seen = Set(work)
    while let type = work.popLast() {
      guard let span = places[type] else { continue }
      let known = Set(places.keys)
      for property in program.storedProperties(of: type) { note(inference.type(of: property), at: span, in: nil) }
      for declaration in program[type].declarations {
        for one in program[declaration.file].facts[declaration.type].cases {
          for payload in one.payload {
            note(program.resolve(payload.type, in: declaration.file, context: type), at: span, in: nil)
          }
        }
      }
      for new in Set(places.keys).subtracting(known).sorted() where seen.insert(new).inserted { work.append(new) }
    }
    for (type, span) in places where program[type].kind == .enum { rawValues[type] = rawValues[type] ?? span }
  }
}

extension Program {
  /// What it stores. Worked out once: the program before a change is asked again at each save.
  var storedTypes: StoredTypes.Found {
    derived.storedTypes.known {
      let types = StoredTypes(of: self)
      return StoredTypes.Found(places: types.places, rawValues: types.rawValues)
    }
  }
}

extension Code {
  /// The name that a call is made by: `save` in `store.save(x)`.
  func calleeName(_ callee: ExpressionID) -> Symbol {
    switch self[callee] {
    case .name(let name, _), .member(_, let name), .implicitMember(let name): name
    case .local(let local): self[local].name
    default: Names.empty
    }
  }

  /// Whether a call writes to or reads from something that outlives the process.
  func isStorageCall(_ callee: ExpressionID, _ list: ArgumentList, _ knowledge: Knowledge) -> Bool {
    let rows = knowledge[.readsOrWritesFile].rows(calling: calleeName(callee))
    if self[list].contains(where: { argument in argument.label != nil && rows.contains { $0.argument == argument.label }
    }) {
      return true
    }
    guard case .member(let base, _) = self[callee] else { return false }
    return isDefaults(base, knowledge)
  }

  func isRawValue(_ id: ExpressionID) -> Bool {
    if case .member(_, let name) = self[id] { name == Words.rawValue } else { false }
  }

  /// Whether a value comes from something that outlives the process, as it is or by a local variable.
  func isStored(_ id: ExpressionID, _ knowledge: Knowledge) -> Bool {
    switch self[id] {
    case .call(let callee, let list): isStorageCall(callee, list, knowledge)
    case .local(let local): self[local].initializer.map { isStored($0, knowledge) } ?? false
    case .choice(let parts): self[parts].contains { isStored($0, knowledge) }
    case .cast(let value, _): isStored(value, knowledge)
    default: false
    }
  }

  /// The local that a value is taken from, through its members and other locals; nil where it is none.
  func root(of id: ExpressionID, depth: Int = 0) -> LocalID? {
    guard depth < 8 else { return nil }
    switch self[id] {
    case .member(let base, _), .cast(let base, _), .element(let base), .payload(let base, _, _):
      return root(of: base, depth: depth + 1)
    case .local(let local):
      guard case .variable = self[local].kind else { return local }
      return self[local].initializer.flatMap { root(of: $0, depth: depth + 1) } ?? local
    default: return nil
    }
  }

  /// Whether an expression is called like user defaults or a keychain.
  func isDefaults(_ base: ExpressionID, _ knowledge: Knowledge) -> Bool {
    let spelled = Symbol(spelling(of: base))
    return knowledge[.isDefaults].begins(spelled) || knowledge[.isDefaults].ends(spelled)
      || knowledge[.isKeychain].fits(spelled)
  }

  func mentions(_ type: TypeID, _ name: Symbol) -> Bool {
    switch self[type] {
    case .named(let own, let arguments): own == name || self[arguments].contains { mentions($0, name) }
    case .member(let base, _, _), .optional(let base), .array(let base), .metatype(let base): mentions(base, name)
    case .dictionary(let key, let value): mentions(key, name) || mentions(value, name)
    default: false
    }
  }
}

extension Words {
  static let rawValue: Symbol = "rawValue"
}
