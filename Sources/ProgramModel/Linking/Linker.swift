import SwiftFacts

/// Where names lead that are looked up from outside any type.
struct NameTable: Sendable {
  /// Types declared outside of types.
  var types: [Symbol: [NominalID]] = [:]
  /// Types outside the program that it extends, or that a knowledge table names.
  var foreign: [Symbol: NominalID] = [:]
  var functions: [Symbol: [FunctionID]] = [:]
  var properties: [Symbol: [PropertyID]] = [:]
  /// Stored properties of types, by name.
  var stored: [Symbol: [PropertyID]] = [:]
  var aliases: [Symbol: [AliasReference]] = [:]
  /// Enum cases by name, for `.name` where the context is not known.
  var cases: [Symbol: [CaseReference]] = [:]
}

/// Puts the declarations of all files together.
struct Linker {
  let files: [SourceFile]
  let knowledge: Knowledge
  let modules: ProgramModules
  let functionNumbers: Numbering
  let propertyNumbers: Numbering
  let typeNumbers: TypeNumbering

  struct Linked: Sendable {
    /// The types of the tables come first, as `known` has them, then those of the program.
    var nominals: [Nominal]
    var names: NameTable
    var nominalOfDeclaration: [[NominalID]]
    let known: KnownTypes
    /// What the program declares or extends, in order.
    let declared: [NominalID]
    /// The types of the tables that inherit something by an extension of the program, in order.
    let extended: [NominalID]
  }

  private let known: KnownTypes
  private var nominals: [NominalDraft]
  private var names = NameTable()
  private var nominalOf: [[NominalID]] = []

  /// - Parameter others: What the files are in a program that is compared with this one.
  init(
    files: [SourceFile], knowledge: Knowledge, modules: ProgramModules, beside others: [FileFacts?],
    like earlier: Program? = nil
  ) {
    self.files = files
    self.knowledge = knowledge
    self.modules = modules
    known = knowledge.knownTypes
    nominals = known.drafts
    names.foreign = known.byName
    functionNumbers = Numbering(
      files.map(\.facts.functions.count), beside: others.map { $0?.functions.count ?? 0 },
      like: earlier?.functionNumbers)
    propertyNumbers = Numbering(
      files.map(\.facts.properties.count), beside: others.map { $0?.properties.count ?? 0 },
      like: earlier?.propertyNumbers)
    typeNumbers = TypeNumbering(files, beside: others, like: earlier?.typeNumbers)
  }

  mutating func linkNow() -> Linked {
    declareTypes()
    declareAliases()
    attachExtensions()
    attachMembers()
    let declared = Set(nominalOf.joined()).sorted()
    connectSupertypes(of: declared)
    cutLongLineages(declared)
    return linked(declared)
  }

  private func linked(_ declared: [NominalID]) -> Linked {
    var made = known.nominals
    var extended: [NominalID] = []
    for id in declared.prefix(while: { Int($0.index) < known.nominals.count }) {
      let at = Int(id.index)
      if nominals[at].supertypes != made[at].supertypes { extended.append(id) }
      made[at] = Nominal(nominals[at])
    }
    let vacant = Nominal(.vacant)
    for draft in nominals[known.nominals.count...] { made.append(draft.isVacant ? vacant : Nominal(draft)) }
    return Linked(
      nominals: made, names: names, nominalOfDeclaration: nominalOf, known: known, declared: declared,
      extended: extended)
  }

  func link() -> Linked {
    var copy = self
    return copy.linkNow()
  }

  private static let undecided = NominalID(index: -1)

  /// First the types themselves, outermost first, as they come in their files.
  private mutating func declareTypes() {
    let first = Int32(nominals.count)
    nominals += repeatElement(.vacant, count: Int(typeNumbers.end))
    for (fileIndex, file) in files.enumerated() {
      let start = first + typeNumbers.offsets[fileIndex]
      var ids = [NominalID](repeating: Self.undecided, count: file.facts.types.count)
      for (index, type) in file.facts.types.enumerated() {
        let kind: Nominal.Kind
        switch type.kind {
        case .class: kind = .class
        case .struct: kind = .struct
        case .enum: kind = .enum
        case .actor: kind = .actor
        case .protocol: kind = .protocol
        case .extension: continue
        }
        let parent = type.parent.flatMap { ids[Int($0.index)] == Self.undecided ? nil : ids[Int($0.index)] }
        let id = NominalID(index: start + typeNumbers.places[fileIndex][index])
        ids[index] = id
        let declaration = Nominal.Declaration(
          file: FileID(index: Int32(fileIndex)), type: TypeIndex(index: Int32(index)))
        // A type declared twice in one file under `#if` is one type.
        if let parent, let twin = nominals[Int(parent.index)].types[type.name],
          nominals[Int(twin.index)].declarations[0].file == declaration.file
        {
          ids[index] = twin
          nominals[Int(twin.index)].declarations.append(declaration)
          continue
        }
        if parent == nil, type.parent == nil, type.access != .body,
          let twin = names.types[type.name]?.last(where: {
            nominals[Int($0.index)].declarations[0].file == declaration.file && nominals[Int($0.index)].parent == nil
          })
        {
          ids[index] = twin
          nominals[Int(twin.index)].declarations.append(declaration)
          continue
        }
        var nominal = NominalDraft(name: type.name, kind: kind, parent: parent)
        nominal.declarations = [declaration]
        nominal.access = type.access
        nominal.generics = type.generics.map(\.name)
        nominals[Int(id.index)] = nominal
        if let parent { nominals[Int(parent.index)].types[type.name] = id }
        if type.parent == nil { names.types[type.name, default: []].append(id) }
      }
      nominalOf.append(ids)
    }
  }

  private mutating func declareAliases() {
    for (index, file) in files.enumerated() {
      for alias in file.facts.aliases where alias.parent == nil {
        names.aliases[alias.name, default: []].append(
          AliasReference(file: FileID(index: Int32(index)), type: alias.type, parent: nil, access: alias.access))
      }
    }
  }

  /// Then extensions, which may name types of other files, and the types nested in them. An extension of
  /// `A.B` comes after those of `A`, which may be what declares `B`.
  private mutating func attachExtensions() {
    for ofNested in [false, true] {
      for (fileIndex, file) in files.enumerated() {
        for (index, type) in file.facts.types.enumerated() where type.kind == .extension {
          guard isNestedName(type, in: fileIndex) == ofNested else { continue }
          let id = extended(by: type, in: fileIndex)
          nominalOf[fileIndex][index] = id
          nominals[Int(id.index)].declarations.append(
            .init(file: FileID(index: Int32(fileIndex)), type: TypeIndex(index: Int32(index))))
        }
        for (index, type) in file.facts.types.enumerated() where type.kind != .extension {
          guard let parent = type.parent, file.facts[parent].kind == .extension else { continue }
          let owner = nominalOf[fileIndex][Int(parent.index)]
          guard owner != Self.undecided else { continue }
          adopt(nominalOf[fileIndex][index], named: type.name, by: owner)
        }
      }
    }
  }

  private func isNestedName(_ type: TypeDeclaration, in file: Int) -> Bool {
    if let extended = type.extended, case .member = files[file].facts.code[extended] { true } else { false }
  }

  private mutating func adopt(_ id: NominalID, named name: Symbol, by owner: NominalID) {
    // Two types of one name can seem to be in each other.
    var above: NominalID? = owner
    while let here = above {
      if here == id { return }
      above = nominals[Int(here.index)].parent
    }
    nominals[Int(id.index)].parent = owner
    if nominals[Int(owner.index)].types[name] == nil { nominals[Int(owner.index)].types[name] = id }
  }

  private mutating func extended(by type: TypeDeclaration, in file: Int) -> NominalID {
    guard let extended = type.extended else { return foreign(type.name) }
    switch declared(extended, in: FileID(index: Int32(file))) {
    case .one(let id): return id
    case .outside(let name): return foreign(name ?? type.name)
    // Which one it extends, Swift knows: what it adds is found on no other.
    case .several: return undecidedNominal(type.name)
    }
  }

  private enum Declared {
    case one(NominalID), several
    /// Nothing that the program declares, under this name.
    case outside(Symbol?)
  }

  /// What an extension's name means in a file.
  private func declared(_ type: TypeID, in file: FileID, depth: Int = 0) -> Declared {
    guard depth < 8 else { return .several }
    func choice(_ found: [NominalID], _ name: Symbol) -> Declared {
      found.count > 1 ? .several : found.first.map(Declared.one) ?? .outside(name)
    }
    let code = files[Int(file.index)].facts.code
    switch code[type] {
    case .named(let name, _):
      let found = visibleTypes(name, from: file)
      let aliases = found.isEmpty ? visibleAliases(name, from: file) : []
      guard let alias = aliases.first else { return choice(found, name) }
      return aliases.count > 1 ? .several : declared(alias.type, in: alias.file, depth: depth + 1)
    case .member(let base, let name, _):
      switch declared(base, in: file, depth: depth + 1) {
      case .one(let outer): return nominals[Int(outer.index)].types[name].map(Declared.one) ?? .outside(name)
      case .several: return .several
      case .outside:
        guard case .named(let module, _) = code[base] else { return .outside(name) }
        return choice(types(name, in: modules.modules(named: module, from: file)), name)
      }
    default: return .outside(nil)
    }
  }

  private func visibleTypes(_ name: Symbol, from file: FileID) -> [NominalID] {
    guard let candidates = names.types[name] else { return [] }
    return modules.visible(candidates, from: file, place(of:))
  }

  private func visibleAliases(_ name: Symbol, from file: FileID) -> [AliasReference] {
    guard let candidates = names.aliases[name] else { return [] }
    let found = modules.visible(candidates, from: file) { .init(file: $0.file, access: $0.access) }
    return Set(found.map(\.file)).count == 1 ? [found[0]] : found
  }

  private func types(_ name: Symbol, in wanted: [Int]) -> [NominalID] {
    (names.types[name] ?? []).filter { id in
      modules.ofFile[Int(place(of: id).file.index)].contains(where: wanted.contains)
    }
  }

  private func place(of id: NominalID) -> ProgramModules.Place {
    .init(file: nominals[Int(id.index)].declarations[0].file, access: nominals[Int(id.index)].access)
  }

  private mutating func foreign(_ name: Symbol) -> NominalID {
    if let known = names.foreign[name] { return known }
    let id = undecidedNominal(name)
    names.foreign[name] = id
    return id
  }

  /// A type outside the program, or one of which it is not known which it is.
  private mutating func undecidedNominal(_ name: Symbol) -> NominalID {
    let id = NominalID(index: Int32(nominals.count))
    nominals.append(NominalDraft(name: name, kind: .foreign, parent: nil))
    return id
  }

  private mutating func attachMembers() {
    for (fileIndex, file) in files.enumerated() {
      let facts = file.facts
      let (functionOffset, propertyOffset) = (functionNumbers.offsets[fileIndex], propertyNumbers.offsets[fileIndex])
      let file = FileID(index: Int32(fileIndex))
      for (index, function) in facts.functions.enumerated() {
        let id = FunctionID(index: functionOffset + Int32(index))
        switch function.kind {
        case .function, .initializer, .subscript: break
        default: continue
        }
        if let parent = function.parent {
          nominals[owner(parent, fileIndex)].functions[function.name, default: []].append(id)
        } else {
          names.functions[function.name, default: []].append(id)
        }
      }
      for (index, property) in facts.properties.enumerated() {
        let id = PropertyID(index: propertyOffset + Int32(index))
        if let parent = property.parent {
          let at = owner(parent, fileIndex)
          if nominals[at].properties[property.name] == nil || property.isStored {
            nominals[at].properties[property.name] = id
          }
          if property.isStored, !property.isStatic {
            nominals[at].storedProperties.append(id)
            names.stored[property.name, default: []].append(id)
          }
        } else {
          names.properties[property.name, default: []].append(id)
        }
      }
      for alias in facts.aliases {
        let parent = alias.parent.map { nominalOf[fileIndex][Int($0.index)] }
        let reference = AliasReference(file: file, type: alias.type, parent: parent, access: alias.access)
        if let parent {
          nominals[Int(parent.index)].aliases[alias.name] = reference
        }
      }
      for (index, type) in facts.types.enumerated() {
        let id = nominalOf[fileIndex][index]
        for (position, element) in type.cases.enumerated() {
          let reference = CaseReference(
            declaration: .init(file: file, type: TypeIndex(index: Int32(index))), index: Int32(position), owner: id)
          nominals[Int(id.index)].cases[element.name] = reference
          if !element.payload.isEmpty { names.cases[element.name, default: []].append(reference) }
        }
      }
    }
  }

  private func owner(_ parent: TypeIndex, _ file: Int) -> Int {
    Int(nominalOf[file][Int(parent.index)].index)
  }

  private mutating func connectSupertypes(of declared: [NominalID]) {
    for id in declared {
      let index = Int(id.index)
      var supertypes: [NominalID] = []
      var foreignNames: [Symbol] = []
      var seen: Set<NominalID> = [id]
      for declaration in nominals[index].declarations {
        let file = files[Int(declaration.file.index)]
        let type = file.facts[declaration.type]
        var names = type.inherited.map(\.type)
        // `where Self: UIViewController` says the same as inheriting.
        for parameter in type.generics where parameter.name == Names.Self_ {
          if let bound = parameter.bound { names.append(bound) }
        }
        for name in names {
          for found in resolve(supertype: name, in: file.facts.code, file: Int(declaration.file.index), from: id) {
            switch found {
            case .nominal(let other): if seen.insert(other).inserted { supertypes.append(other) }
            case .foreign(let name): foreignNames.append(name)
            }
          }
        }
      }
      if nominals[index].kind == .foreign, let superclass = knowledge.types[nominals[index].name]?.superclass,
        let other = names.foreign[superclass], other != id
      {
        supertypes.append(other)
      }
      nominals[index].supertypes = supertypes
      nominals[index].foreignSupertypes = foreignNames
    }
  }

  /// What has more ancestors than any program that people write inherits from something unknown: to keep the ancestors
  /// of each of 10,000 classes in a chain takes 50 million entries.
  private mutating func cutLongLineages(_ declared: [NominalID]) {
    // Few types of its own, with few known ones above each, cannot come to that many.
    let inherited = declared.reduce(0) { $0 + 1 + nominals[Int($1.index)].supertypes.count }
    guard inherited > Limits.ancestors / Limits.knownAncestors else { return }
    let long = nominals.indices.filter { index in
      var seen: Set<NominalID> = [NominalID(index: Int32(index))]
      // One more than there may be of them is as good as all.
      var rest = Array(nominals[index].supertypes.prefix(Limits.ancestors + 1))
      while let next = rest.popLast(), seen.count <= Limits.ancestors {
        if seen.insert(next).inserted { rest += nominals[Int(next.index)].supertypes.prefix(Limits.ancestors + 1) }
      }
      return seen.count > Limits.ancestors
    }
    for index in long {
      let names = nominals[index].supertypes.map { nominals[Int($0.index)].name }
      nominals[index].foreignSupertypes += names
      nominals[index].supertypes = Limits.hit(.ancestors) ?? []
    }
  }

  private enum Found {
    case nominal(NominalID)
    case foreign(Symbol)
  }

  private func resolve(supertype: TypeID, in code: Code, file: Int, from: NominalID, depth: Int = 0) -> [Found] {
    guard depth < 8 else { return [] }
    switch code[supertype] {
    case .named(let name, _):
      var scope: NominalID? = nominals[Int(from.index)].parent
      while let here = scope {
        if let nested = nominals[Int(here.index)].types[name] { return [.nominal(nested)] }
        scope = nominals[Int(here.index)].parent
      }
      let here = FileID(index: Int32(file))
      let found = visibleTypes(name, from: here).filter { $0 != from }
      if found.count == 1 { return [.nominal(found[0])] }
      if found.count > 1 { return [.foreign(name)] }
      let aliases = visibleAliases(name, from: here)
      if let alias = aliases.first, aliases.count == 1 {
        return resolve(
          supertype: alias.type, in: files[Int(alias.file.index)].facts.code, file: Int(alias.file.index), from: from,
          depth: depth + 1)
      }
      return [names.foreign[name].flatMap { $0 == from ? nil : .nominal($0) } ?? .foreign(name)]
    case .member(let base, let name, _):
      for case .nominal(let outer) in resolve(supertype: base, in: code, file: file, from: from, depth: depth + 1) {
        if let nested = nominals[Int(outer.index)].types[name] { return [.nominal(nested)] }
      }
      if case .named(let module, _) = code[base] {
        let found = types(name, in: modules.modules(named: module, from: FileID(index: Int32(file)))).filter {
          $0 != from
        }
        if found.count == 1 { return [.nominal(found[0])] }
        // `UIKit.UIView`.
        if found.isEmpty, let known = names.foreign[name], known != from { return [.nominal(known)] }
      }
      return [.foreign(name)]
    case .composition(let list):
      return code[list].flatMap { resolve(supertype: $0, in: code, file: file, from: from, depth: depth + 1) }
    default:
      return []
    }
  }
}
