public import SwiftFacts

/// A type that is said to conform to a protocol, in one inheritance clause.
public struct Conformance: Hashable, Sendable {
  public var type: NominalID
  public var `protocol`: NominalID
  public var file: FileID
  /// The declaration that says so.
  public var declaration: TypeIndex
  /// Where the protocol is named.
  public var span: ByteSpan
}

extension Program {
  /// Every conformance to a protocol that the program declares, in the order of files.
  public var conformances: [Conformance] {
    reads?.note(.everything)
    return derived.conformances.known { unnoted.findConformances() }
  }

  private func findConformances() -> [Conformance] {
    var result: [Conformance] = []
    for (fileIndex, file) in files.enumerated() {
      let id = FileID(index: Int32(fileIndex))
      for (index, type) in file.facts.types.enumerated() where type.kind != .protocol {
        let index = TypeIndex(index: Int32(index))
        let nominal = nominal(of: index, in: id)
        for inherited in type.inherited {
          for other in self.nominals(in: resolve(inherited.type, in: id, context: self[nominal].parent))
          where self[other].kind == .protocol {
            result.append(
              Conformance(type: nominal, protocol: other, file: id, declaration: index, span: inherited.span))
          }
        }
      }
    }
    return result
  }

  private func nominals(in type: Type) -> [NominalID] {
    switch type {
    case .nominal(let id, _): [id]
    case .composition(let types): types.flatMap(nominals(in:))
    default: []
    }
  }

  /// Whether a type belongs to the system or a library that a knowledge table describes.
  public func isSystemType(_ id: NominalID) -> Bool {
    self[id].kind == .foreign && knowledge.types[self[id].name] != nil
  }

  /// The names a protocol requires members of, its own and those it refines within the program.
  public func requirements(of id: NominalID) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for ancestor in lineage(of: id) where self[ancestor].kind == .protocol {
      for declaration in self[ancestor].declarations {
        guard self[declaration.file].facts[declaration.type].kind == .protocol else { continue }
        result.formUnion(memberNames(in: declaration))
      }
    }
    return result
  }

  /// Whether a type has methods of a name, and no value.
  public func isMethod(_ name: Symbol, of type: NominalID) -> Bool {
    if case .functions? = valueMember(name, of: type) { true } else { false }
  }

  /// The names of members that the program's own declarations give a type, by extension or otherwise.
  public func membersDeclared(on id: NominalID) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for declaration in self[id].declarations {
      guard self[declaration.file].facts[declaration.type].kind != .protocol else { continue }
      result.formUnion(memberNames(in: declaration))
    }
    return result
  }

  /// Strong stored properties that play a delegate's part for an object which its delegates own:
  /// with the property through which one does, or nil where the property and so its owners are public.
  public func owningDelegates(threads: Int) -> [(property: PropertyID, owner: PropertyID?)] {
    let inference = Inference(program: self)
    let owners = owners(threads: threads)
    var result: [(PropertyID, PropertyID?)] = []
    for property in allProperties {
      let declaration = declaration(of: property)
      guard declaration.isStored, !declaration.isLet, !isTest(file(of: property)), isDelegateName(declaration.name),
        isPlainStrong(declaration),
        let holder = owner(of: property), self[holder].kind == .class, !livesForever(holder),
        let delegate = inference.type(of: property).nominal, self[delegate].kind == .protocol,
        case let isForOthers = isForOthers(property, delegate), isForOthers || wantsClasses(delegate)
      else { continue }
      let conformers = Set(descendants[delegate] ?? [])
      // A delegate may know its object by a protocol.
      let known =
        [holder] + (descendants[holder] ?? [])
        + lineage(of: holder).dropFirst().filter { self[$0].kind == .class || self[$0].kind == .protocol }
      // A delegate that owns no such object is one as well: each that there can be has to own one.
      let possible = conformers.filter { self[$0].kind == .class && !needsTesting($0) }
      let owning = Set(known.lazy.flatMap { owners[$0] ?? [] }.map(\.type))
      guard possible.allSatisfy({ !owning.isDisjoint(with: self.lineage(of: $0) + (self.descendants[$0] ?? [])) })
      else { continue }
      let found = known.lazy.flatMap { owners[$0] ?? [] }.first { owner in
        owner.type != holder && self.lineage(of: owner.type).contains { conformers.contains($0) || $0 == delegate }
      }
      if let found {
        result.append((property, found.property))
      } else if declaration.isPublic, isForOthers || isClassBound(delegate) {
        result.append((property, nil))
      }
    }
    return result
  }

  /// Whether nobody but those who have the library can be the delegate: it offers the property and the protocol, and
  /// nothing in it conforms.
  private func isForOthers(_ property: PropertyID, _ delegate: NominalID) -> Bool {
    let place = file(of: property)
    return declaration(of: property).isPublic && owner(of: property).map { self[$0].access == .everywhere } ?? false
      && self[delegate].access == .everywhere && (descendants[delegate] ?? []).isEmpty && modules.isOffered(place)
  }

  /// For each type, the properties through which some class owns one.
  private func owners(threads: Int) -> [NominalID: [(type: NominalID, property: PropertyID)]] {
    let found = Workers.map(over: allProperties, threads: threads, state: { Inference(program: self) }) {
      inference, property -> (kept: NominalID, holder: NominalID)? in
      guard !self.isTest(self.file(of: property)), let holder = self.owner(of: property), self[holder].kind == .class
      else {
        return nil
      }
      let declaration = self.declaration(of: property)
      guard self.isPlainStrong(declaration), !self.isDelegateName(declaration.name), !self.livesForever(holder),
        let kept = self.element(of: inference.type(of: property)).nominal
      else { return nil }
      return (kept, holder)
    }
    var owners: [NominalID: [(type: NominalID, property: PropertyID)]] = [:]
    for (property, pair) in zip(allProperties, found) {
      guard let pair else { continue }
      owners[pair.kept, default: []].append((pair.holder, property))
    }
    return owners
  }

  func isPlainStrong(_ declaration: PropertyDeclaration) -> Bool {
    declaration.isStored && !declaration.isStatic && declaration.strength == .strong
      && !declaration.attributes.contains { attribute in
        [Role.adaptsDelegate, .viewState, .ownsObserved, .weakWrapper].contains { knowledge[$0].contains(attribute) }
      }
  }

  /// Whether only classes can or do conform to a protocol.
  private func wantsClasses(_ id: NominalID) -> Bool {
    if isClassBound(id) { return true }
    let conformers = (descendants[id] ?? []).filter { self[$0].kind != .protocol }
    return !conformers.isEmpty && conformers.allSatisfy { self[$0].kind == .class || isReference($0) == true }
  }

  private func element(of type: Type) -> Type {
    switch type {
    case .array(let element): element
    case .dictionary(_, let value): value
    default: type
    }
  }

  func isDelegateName(_ name: Symbol) -> Bool {
    knowledge[.isDelegate].ends(name) || knowledge[.isDataSource].ends(name)
  }
}

extension Program {
  /// Whether everything that a property can hold is a class, or can be made to be.
  public func canBeWeak(_ property: PropertyID) -> Bool {
    guard let id = Inference(program: self).type(of: property).nominal else { return false }
    if self[id].kind != .protocol { return isReference(id) == true }
    return (descendants[id] ?? []).allSatisfy { self[$0].kind == .protocol || isReference($0) == true }
  }

  /// Whether a property holds a struct or an enum, which can be neither weak nor unowned.
  public func holdsValue(_ property: PropertyID) -> Bool {
    Inference(program: self).type(of: property).nominal.map { self[$0].isValueType } ?? false
  }

  /// Whether a property holds objects in a list or a dictionary, which can be neither weak nor unowned.
  public func holdsSeveral(_ property: PropertyID) -> Bool {
    switch Inference(program: self).type(of: property) {
    case .array, .dictionary: true
    default: false
    }
  }

  /// Where `AnyObject` would have to stand for a property's protocol to allow `weak`; nil if it allows it already.
  public func unboundProtocol(of property: PropertyID) -> (file: FileID, byte: UInt32, hasClause: Bool)? {
    Inference(program: self).type(of: property).nominal.flatMap(unboundProtocol)
  }

  /// Where `AnyObject` would have to stand for only classes to conform to a protocol; nil of any other type, and where
  /// it stands already.
  public func unboundProtocol(_ id: NominalID) -> (file: FileID, byte: UInt32, hasClause: Bool)? {
    guard self[id].kind == .protocol, !isClassBound(id), let declaration = self[id].declarations.first
    else { return nil }
    let type = self[declaration.file].facts[declaration.type]
    if let first = type.inherited.first { return (declaration.file, first.span.start, true) }
    return (declaration.file, type.nameSpan.end, false)
  }
}
