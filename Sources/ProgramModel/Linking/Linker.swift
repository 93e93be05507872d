import SwiftFacts

/// Where names lead that are looked up from outside any type.
struct NameTable: Sendable {
  var types: [Symbol: [NominalID]] = [:]
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

  struct Linked {
    var nominals: [Nominal]
    var names: NameTable
    var nominalOfDeclaration: [[NominalID]]
  }

  private var nominals: [NominalDraft] = []
  private var names = NameTable()
  private var nominalOf: [[NominalID]] = []
  /// Types whose parent is an extension, so that it is known only once extensions are.
  private var nestedInExtension: Set<NominalID> = []

  init(files: [SourceFile], knowledge: Knowledge) {
    self.files = files
    self.knowledge = knowledge
  }

  mutating func linkNow() -> Linked {
    declareTypes()
    attachExtensions()
    declareKnownTypes()
    attachMembers()
    connectSupertypes()
    return Linked(nominals: nominals.map(Nominal.init), names: names, nominalOfDeclaration: nominalOf)
  }

  func link() -> Linked {
    var copy = self
    return copy.linkNow()
  }

  private static let undecided = NominalID(index: -1)

  /// First the types themselves, outermost first, as they come in their files.
  private mutating func declareTypes() {
    for (fileIndex, file) in files.enumerated() {
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
        let id = NominalID(index: Int32(nominals.count))
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
        if parent == nil, type.parent == nil,
          let twin = names.types[type.name]?.last(where: { nominals[Int($0.index)].declarations[0].file == declaration.file && nominals[Int($0.index)].parent == nil })
        {
          ids[index] = twin
          nominals[Int(twin.index)].declarations.append(declaration)
          continue
        }
        var nominal = NominalDraft(name: type.name, kind: kind, parent: parent)
        nominal.declarations = [declaration]
        nominal.generics = type.generics.map(\.name)
        nominals.append(nominal)
        if parent == nil, type.parent != nil { nestedInExtension.insert(id) }
        if let parent { nominals[Int(parent.index)].types[type.name] = id }
        names.types[type.name, default: []].append(id)
      }
      nominalOf.append(ids)
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
    if let extended = type.extended, let found = declared(extended, in: file) { return found }
    return foreign(type.name)
  }

  private func declared(_ type: TypeID, in file: Int) -> NominalID? {
    let code = files[file].facts.code
    switch code[type] {
    case .named(let name, _):
      let candidates = names.types[name] ?? []
      let topLevel = candidates.filter { nominals[Int($0.index)].parent == nil && !nestedInExtension.contains($0) }
      return nearest(topLevel.isEmpty ? candidates : topLevel, to: file)
    case .member(let base, let name, _):
      if let outer = declared(base, in: file), let nested = nominals[Int(outer.index)].types[name] { return nested }
      return nil
    case .array: return names.types["Array"]?.first
    case .optional: return names.types["Optional"]?.first
    default: return nil
    }
  }

  private mutating func foreign(_ name: Symbol) -> NominalID {
    let id = NominalID(index: Int32(nominals.count))
    nominals.append(NominalDraft(name: name, kind: .foreign, parent: nil))
    names.types[name, default: []].append(id)
    return id
  }

  /// Of several types with one name, the one whose file lies nearest.
  private func nearest(_ candidates: [NominalID], to file: Int) -> NominalID? {
    if candidates.count < 2 { return candidates.first }
    return candidates.max { left, right in
      closeness(left, to: file) < closeness(right, to: file)
    }
  }

  private func closeness(_ id: NominalID, to file: Int) -> Int {
    guard let declaration = nominals[Int(id.index)].declarations.first else { return -1 }
    return sharedPrefix(files[Int(declaration.file.index)].path, files[file].path)
  }

  private mutating func declareKnownTypes() {
    for name in knowledge.typeNames where names.types[name] == nil {
      _ = foreign(name)
    }
  }

  private mutating func attachMembers() {
    var functionOffset: Int32 = 0
    var propertyOffset: Int32 = 0
    for (fileIndex, file) in files.enumerated() {
      let facts = file.facts
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
        let reference = AliasReference(file: file, type: alias.type, parent: parent)
        if let parent {
          nominals[Int(parent.index)].aliases[alias.name] = reference
        } else {
          names.aliases[alias.name, default: []].append(reference)
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
      functionOffset += Int32(facts.functions.count)
      propertyOffset += Int32(facts.properties.count)
    }
  }

  private func owner(_ parent: TypeIndex, _ file: Int) -> Int {
    Int(nominalOf[file][Int(parent.index)].index)
  }

  private mutating func connectSupertypes() {
    for index in nominals.indices {
      var supertypes: [NominalID] = []
      var foreignNames: [Symbol] = []
      let id = NominalID(index: Int32(index))
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
            case .nominal(let other): if other != id, !supertypes.contains(other) { supertypes.append(other) }
            case .foreign(let name): foreignNames.append(name)
            }
          }
        }
      }
      if nominals[index].kind == .foreign, let superclass = knowledge.types[nominals[index].name]?.superclass,
        let other = names.types[superclass]?.first, other != id
      {
        supertypes.append(other)
      }
      nominals[index].supertypes = supertypes
      nominals[index].foreignSupertypes = foreignNames
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
      let candidates = names.types[name] ?? []
      let topLevel = candidates.filter { nominals[Int($0.index)].parent == nil }
      if let found = nearest(topLevel.isEmpty ? candidates : topLevel, to: file), found != from { return [.nominal(found)] }
      if let alias = names.aliases[name]?.first {
        return resolve(
          supertype: alias.type, in: files[Int(alias.file.index)].facts.code, file: Int(alias.file.index), from: from,
          depth: depth + 1)
      }
      return [.foreign(name)]
    case .member(let base, let name, _):
      for case .nominal(let outer) in resolve(supertype: base, in: code, file: file, from: from, depth: depth + 1) {
        if let nested = nominals[Int(outer.index)].types[name] { return [.nominal(nested)] }
      }
      return [.foreign(name)]
    case .composition(let list):
      return code[list].flatMap { resolve(supertype: $0, in: code, file: file, from: from, depth: depth + 1) }
    default:
      return []
    }
  }
}

/// How many bytes two paths have in common from their start.
func sharedPrefix(_ left: String, _ right: String) -> Int {
  var count = 0
  for (one, other) in zip(left.utf8, right.utf8) {
    if one != other { break }
    count += 1
  }
  return count
}
