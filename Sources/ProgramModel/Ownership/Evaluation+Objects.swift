import SwiftFacts

/// The objects of one function, each told apart by how the function gets at it.
extension Evaluation {
  subscript(id: ObjectID) -> Object { objects[Int(id.index)] }

  func object(_ kind: Object.Kind, type: @autoclosure () -> Type, hold: Object.Hold = .unknown) -> ObjectID {
    if let id = known[kind] { return id }
    let id = ObjectID(index: Int32(objects.count))
    objects.append(Object(kind: kind, type: .unknown, hold: hold))
    known[kind] = id
    let type = type()
    objects[Int(id.index)].type = type
    objects[Int(id.index)].declared = type
    return id
  }

  func existing(_ kind: Object.Kind) -> ObjectID? { known[kind] }

  func refine(_ id: ObjectID, to type: Type) {
    let old = objects[Int(id.index)].type
    if old.isUnknown { objects[Int(id.index)].type = type; return }
    guard let new = type.nominal, let was = old.nominal, new != was else {
      if old.nominal == nil, type.nominal != nil { objects[Int(id.index)].type = type }
      return
    }
    if program.lineage(of: new).contains(was) || program[was].kind == .protocol { objects[Int(id.index)].type = type }
  }

  /// Whether an object is known to be of a class that no object of a type is of.
  func isOtherClass(_ id: ObjectID, than type: Type) -> Bool {
    guard let was = self[id].type.nominal, let new = type.nominal, was != new, program[was].kind == .class,
      program[new].kind == .class
    else { return false }
    return !program.lineage(of: new).contains(was) && !program.lineage(of: was).contains(new)
  }

  var selfObject: ObjectID { object(.selfObject, type: self.frame.selfType) }
  var system: ObjectID { object(.system, type: .unknown) }
  var process: ObjectID { object(.process, type: .unknown) }

  /// What `list[…]` is asked for.
  func elementKey(_ arguments: ArgumentList, at id: ExpressionID) -> Object.ElementKey {
    guard arguments.count == 1, let first = facts.code[arguments].first,
      case .literal(let literal) = facts.code[first.value]
    else {
      return .site(id)
    }
    switch literal {
    case .string(let text?): return .constant(text)
    case .number(let digits): return .constant(digits)
    default: return .site(id)
    }
  }

  func element(of base: ObjectID, _ key: Object.ElementKey) -> ObjectID {
    var type = Type.unknown
    switch self[base].type {
    case .array(let element): type = element
    case .dictionary(_, let value): type = value
    default: break
    }
    return object(.element(base, key), type: type, hold: .strong(.proven))
  }

  /// The object in a slot, seen from the type that declares the slot; `site` is what tells elements apart.
  func field(_ slot: Slot, of base: ObjectID, at site: ExpressionID) -> ObjectID {
    if slot == .element { return element(of: base, .site(site)) }
    if slot.isPart { return object(.field(base, slot), type: .unknown, hold: .strong(.proven)) }
    if self[base].kind == .process, slot.owner == nil, let property = program.names.properties[slot.name]?.first {
      return field(property, of: base)
    }
    guard let owner = slot.owner, let member = program.member(slot.name, of: owner) else {
      return object(.field(base, slot), type: .unknown)
    }
    switch member {
    case .property(let property): return field(property, of: base)
    case .known(let entry): return field(entry, slot.name, owner: owner, of: base)
    default: return object(.field(base, slot), type: .unknown)
    }
  }

  func slot(of property: PropertyID) -> Slot {
    Slot(name: program.declaration(of: property).name, owner: program.owner(of: property))
  }

  func field(_ property: PropertyID, of base: ObjectID) -> ObjectID {
    object(
      .field(base, slot(of: property)), type: self.type(of: property, in: self[base].type), hold: hold(of: property))
  }

  /// The type of a property, with the generic parameters of the type that declares it replaced by what the object's
  /// own type gives for them.
  private func type(of property: PropertyID, in type: Type) -> Type {
    let declared = inference.type(of: property)
    guard case .nominal(let id, let arguments) = type, let owner = program.owner(of: property),
      !program[owner].generics.isEmpty
    else {
      return declared
    }
    if id == owner { return declared.substituting(inference.replacements(owner, arguments)) }
    guard let inherited = program.inherited(owner, by: id) else { return declared }
    return declared.substituting(inference.replacements(owner, inherited))
  }

  func field(_ entry: Knowledge.PropertyEntry, _ name: Symbol, owner: NominalID, of base: ObjectID) -> ObjectID {
    let hold: Object.Hold =
      switch entry.holding {
      case .strong: .strong(.known)
      case .perhaps: .strong(.guessed)
      case .weak, .unowned: .weak
      case .once, .computed: .unknown
      }
    return object(
      .field(base, Slot(name: name, owner: owner)),
      type: self.inference.type(ofKnown: entry, on: self[base].type, from: self.frame.file), hold: hold)
  }

  /// Whether a property keeps its value.
  func hold(of property: PropertyID) -> Object.Hold {
    let declaration = program.declaration(of: property)
    if declaration.attributes.contains(where: { program.knowledge[.weakWrapper].contains($0) }) { return .weak }
    if isWrappedWeakly(property) { return .weak }
    if isStoredElsewhere(property) { return .unknown }
    guard declaration.strength == .strong else {
      return isOutlet(declaration) ? .strong(.known) : .weak
    }
    if declaration.isStored { return .strong(.proven) }
    if declaration.isRequirement { return inference.hold(ofRequirement: property) }
    return .unknown
  }

  /// Whether a wrapper of the program's own answers for a property, and has no slot that keeps an object.
  private func isWrappedWeakly(_ property: PropertyID) -> Bool {
    guard let wrapper = program.ownWrapper(of: property), program[wrapper].kind == .struct,
      case .property(let wrapped)? = program.member(Words.wrappedValue, of: wrapper),
      !program.declaration(of: wrapped).isStored, program.declaration(of: wrapped).getter != nil
    else { return false }
    let stored = program[wrapper].storedProperties.filter { !program.declaration(of: $0).isStatic }
    return stored.contains { program.declaration(of: $0).strength != .strong }
      && stored.allSatisfy { program.declaration(of: $0).strength != .strong || isPlain(inference.type(of: $0)) }
  }

  /// Whether a macro on its type, or what that inherits, gives a property accessors that keep its value somewhere else.
  private func isStoredElsewhere(_ property: PropertyID) -> Bool {
    guard let owner = program.owner(of: property) else { return false }
    for ancestor in program.lineage(of: owner) {
      if program[ancestor].kind == .foreign, program.knowledge[.databaseRecord].contains(program[ancestor].name) {
        return true
      }
      for type in program[ancestor].foreignSupertypes where program.knowledge[.databaseRecord].contains(type) {
        return true
      }
    }
    for declaration in program[owner].declarations {
      for attribute in program[declaration.file].facts[declaration.type].attributes
      where program.knowledge[.storesElsewhere].contains(attribute) {
        return true
      }
    }
    return false
  }

  private func isOutlet(_ declaration: PropertyDeclaration) -> Bool {
    declaration.attributes.contains { program.knowledge[.outlet].contains($0) }
      && !program.knowledge[.isDelegate].isWhole(declaration.name)
      && !program.knowledge[.isDataSource].isWhole(declaration.name)
  }
}

extension Program {
  /// The generic arguments that a type gives to a class that it inherits; nil where it does not say.
  func inherited(_ ancestor: NominalID, by id: NominalID) -> [Type]? {
    for type in lineage(of: id) {
      for declaration in self[type].declarations {
        for inherited in self[declaration.file].facts[declaration.type].inherited {
          guard case .nominal(ancestor, let arguments) = resolve(inherited.type, in: declaration.file, context: type),
            !arguments.isEmpty
          else { continue }
          return arguments
        }
      }
    }
    return nil
  }
}
