import Manifests
import SwiftFacts

/// A function that makes objects of a type, or a storyboard, as far as it tells for how long.
struct MakingSite: Sendable {
  /// Nil where a storyboard or a xib makes it.
  var function: FunctionID?
  /// Put into a static or a global, once; or there with the application.
  var isGlobal = false
  /// A part of an object of this type, made along with it.
  var owner: NominalID?
  /// Made in a loop, in a closure, or whenever a screen leads there.
  var isRepeated = false
}

/// Finds where objects of a type are made.
struct MakingSites {
  let program: Program
  let calls: CallIndex
  let inference: Inference
  let frames: Frames
  let uses: PropertyUses
  private let tables: Makings.Tables
  /// The files that show how to use a library.
  private let examples: Set<FileID>

  init(_ inference: Inference, _ tables: Makings.Tables) {
    self.inference = inference
    self.tables = tables
    program = inference.program
    calls = program.calls(threads: 1)
    uses = program.propertyUses(calls)
    frames = Frames(of: program)
    examples = program.exampleFiles
  }

  /// Calls that do not name what they make, of those that make objects of a type.
  func unnamed(_ type: NominalID) -> [CallIndex.Site] {
    program.lookUp(\Makings.Tables.unnamed, type, in: tables) { $0.unnamed[$1] ?? [] }
  }

  func sites(of type: NominalID) -> [MakingSite] {
    // An object of a class that inherits from the type is one of the type.
    let isOffered = isOffered(type)
    return ([type] + (program.descendants[type] ?? [])).flatMap { type -> [MakingSite] in
      if isOffered, program[type].declarations.contains(where: { examples.contains($0.file) }) { return [] }
      let name = program[type].name
      if storesItself(type) { return (calls.callers[name] ?? []).map { MakingSite(function: $0, isGlobal: true) } }
      return calls.sitesByFunction(name).compactMap {
        site(in: $0.filter { makes(type, named: name, $0) }, of: type, isOffered)
      } + CallIndex.byFunction(unnamed(type)).compactMap { site(in: Array($0), of: type, isOffered) }
        // The storyboard of an example shows what a library has once; whoever else has the library shows it as needed.
        + origins(of: type).filter { !isOffered || !hasExamples || $0 != .root }
        .flatMap { sites(of: $0, making: type) }
    }
  }

  private func origins(of type: NominalID) -> Set<Interfaces.Origin> {
    program.lookUp(\Makings.Tables.interfaces, type, in: tables) { $0.interfaces.origins(of: $1) }
  }

  private var hasExamples: Bool {
    program.lookUp(\Makings.Tables.hasExamples, 0, in: tables) { tables, _ in tables.hasExamples }
  }

  private func sites(of origin: Interfaces.Origin, making type: NominalID) -> [MakingSite] {
    switch origin {
    case .root: return [MakingSite(isGlobal: true)]
    case .anew, .unknown: return [MakingSite(isRepeated: true)]
    case .never: return []
    case .identifier(let identifier):
      let sites = program.lookUp(\Makings.Tables.interfaces, identifier, in: tables) {
        $0.interfaces.sites(askingFor: $1)
      }
      return CallIndex.byFunction(sites).compactMap { site(in: Array($0), of: type) }
    }
  }

  /// Whether others than the program may make objects of a type: it is public, and no part of an example.
  private func isOffered(_ type: NominalID) -> Bool {
    program.mayBeMadeByOthers(type) && !program[type].declarations.contains { examples.contains($0.file) }
  }

  /// - Parameters:
  ///   - sites: The calls in one function that make one.
  ///   - isOffered: Whether those of an example tell nothing, as whoever has the library makes others.
  private func site(in sites: [CallIndex.Site], of type: NominalID, _ isOffered: Bool = false) -> MakingSite? {
    let sites = sites.filter { site in
      // What a type inside of a body makes, that type makes, and not the body around it.
      program.function(holding: Int(site.call.index), in: program.file(of: site.function)) == site.function
        && !program.isInPreview(site.call, of: site.function)
        && !(isOffered && examples.contains(program.file(of: site.function)))
    }
    guard let maker = sites.first?.function, !isForPreviews(maker) else { return nil }
    let made = sites.map(\.call)
    let facts = program[program.file(of: maker)].facts
    let declaration = program.declaration(of: maker)
    var site = MakingSite(function: maker)
    switch declaration.kind {
    case .initialValue(let property):
      site.isGlobal = facts[property].isStatic || program.owner(of: maker) == nil
      site.owner = program.owner(of: maker)
      if isDrawnAnew(maker), !keepsState(property, in: maker) { return MakingSite(function: maker, isRepeated: true) }
    case .initializer: site.owner = program.owner(of: maker)
    case .getter(let property) where isLaidOut(made, by: property, of: maker):
      return MakingSite(function: maker, owner: program.owner(of: maker))
    default:
      site.isGlobal = putsIntoStatic(made, by: maker, making: type)
      if let owner = program.owner(of: maker),
        putsIntoOwnProperty(made, declaration, facts, owner)
          || made.allSatisfy({ program.comesOnceForItsObject($0, of: maker) })
          || putsIntoOwnEntries(made, by: maker, making: type)
      {
        site.owner = owner
      }
    }
    if made.allSatisfy({ isKeptByContainer($0, of: maker) }) { site.isGlobal = true }
    site.isRepeated = made.contains {
      program.isInLoop($0, of: maker) || isInClosure($0, of: declaration, facts.code)
    }
    return site
  }

  /// Whether a call stands in a closure, of which nothing tells how often it runs; what is called where it stands runs
  /// with what is around it, and a task that an object starts as it is made runs once.
  private func isInClosure(_ call: ExpressionID, of declaration: FunctionDeclaration, _ code: Code) -> Bool {
    let around = code.closures(around: call, within: declaration.firstExpression..<declaration.endExpression)
      .filter { !code.isCalledInPlace($0) }
    switch declaration.kind {
    case .initialValue, .initializer: break
    case .function where program.knowledge.comesOnce(declaration): break
    default: return !around.isEmpty
    }
    return !around.allSatisfy { closure in
      guard let start = code[closure].call, case .call(let callee, _) = code[start] else { return false }
      return code.calledName(callee).map(program.knowledge[.startsTask].calledNames.contains) ?? false
    }
  }

  /// Whether a closure makes it that a container runs once, to keep what it made and hand that out from then on.
  private func isKeptByContainer(_ call: ExpressionID, of function: FunctionID) -> Bool {
    let (code, declaration) = (frames[function].facts.code, program.declaration(of: function))
    let range = declaration.firstExpression..<declaration.endExpression
    guard let closure = code.closures(around: call, within: range).first, let entry = code[closure].call,
      case .call(let callee, _) = code[entry], registers(callee, in: function)
    else { return false }
    for index in range {
      switch code[ExpressionID(index: index)] {
      case .call(let setter, let list):
        guard case .member(let base, let name) = code[setter], program.knowledge[.setsScope].contains(name),
          isFollowUp(base, of: entry, code)
        else { continue }
        return code[list].contains { isOfOneObject($0.value, code) }
      // `Factory(self) { … }.singleton`
      case .member(let base, let name) where program.knowledge[.scopeOfOneObject].contains(name):
        if isFollowUp(base, of: entry, code) { return true }
      default: continue
      }
    }
    return program.lookUp(\Makings.Tables.hasScopeOfOneObject, 0, in: tables) { tables, _ in
      tables.hasScopeOfOneObject
    }
  }

  /// Whether what is called takes a closure that makes an object of what is registered.
  private func registers(_ callee: ExpressionID, in function: FunctionID) -> Bool {
    let code = frames[function].facts.code
    // A container is called itself: `self { Service() }`.
    if code.isSelf(callee), let owner = program.owner(of: function) {
      return program.knowledge[.registersMaker]["callAsFunction"].contains { row in
        row.type.map { program.inherits(owner, from: $0) || program[owner].name == $0 } ?? false
      }
    }
    guard let name = code.calledName(callee) else { return false }
    if program.knowledge[.registersMaker][Names.init_].contains(where: { $0.type == name }) { return true }
    guard let type = container(of: callee, in: function) else { return false }
    return program.knowledge[.registersMaker][name].contains { $0.type == type }
  }

  /// The type of the container that is asked to register, which an extension of it need not name.
  private func container(of callee: ExpressionID, in function: FunctionID) -> Symbol? {
    let frame = frames[function]
    switch frame.facts.code[callee] {
    case .member(let base, let name):
      if case .name(let type, _) = frame.facts.code[base], type.isCapitalized,
        program.knowledge[.registersMaker][name].contains(where: { $0.type == type })
      {
        return type
      }
      return outsideType(of: base, in: frame)
    case .name(_, implicitSelf: _): return program.owner(of: function).map { program[$0].name }
    default: return nil
    }
  }

  /// Whether a call stands in a chain of calls that begins with another one: `register { … }.implements(…)`.
  private func isFollowUp(_ call: ExpressionID, of entry: ExpressionID, _ code: Code) -> Bool {
    if call == entry { return true }
    guard case .call(let callee, _) = code[call], case .member(let base, _) = code[callee] else { return false }
    return isFollowUp(base, of: entry, code)
  }

  private func isOfOneObject(_ scope: ExpressionID, _ code: Code) -> Bool {
    program.knowledge[.scopeOfOneObject].contains(Symbol(code.memberName(scope)))
  }

  private func outsideType(of value: ExpressionID, in frame: Frame) -> Symbol? {
    switch inference.type(of: value, in: frame) {
    case .foreign(let name): name
    case .nominal(let type, _): program[type].kind == .foreign ? program[type].name : nil
    default: nil
    }
  }

  /// Whether some part of the program has containers make one object of each entry that does not say otherwise.
  static func hasScopeOfOneObject(_ program: Program, _ calls: CallIndex) -> Bool {
    (program.knowledge[.setsDefaultScope][Names.init_]).contains { row in
      (row.type.flatMap { calls.sites[$0] } ?? []).contains { site in
        let code = program[program.file(of: site.function)].facts.code
        guard case .call(_, let list) = code[site.call] else { return false }
        return code[list].contains {
          $0.label == row.argument
            && program.knowledge[.scopeOfOneObject].contains(Symbol(code.memberName($0.value)))
        }
      }
    }
  }

  /// Whether a function makes what a preview shows, or what stands in for others in tests, by its name or its type's:
  /// nobody runs that as a part of the app.
  func isForPreviews(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    var name = declaration.name
    if case .getter(let property) = declaration.kind { name = program[program.file(of: function)].facts[property].name }
    let words = program.knowledge[.isPreview]
    if words.fits(name) || program.knowledge[.isDouble].begins(name) || program.knowledge[.isDouble].ends(name) {
      return true
    }
    guard let owner = program.owner(of: function) else { return false }
    return program.isNamedAsPreview(owner) || program.isTestDouble(owner) || isForPreviewsAlone(owner)
  }

  /// Whether a type is a preview, and nothing else that a protocol of the program asks for.
  private func isForPreviewsAlone(_ type: NominalID) -> Bool {
    program.inherits(type, fromAny: .previewProtocol)
      && !program.lineage(of: type).contains {
        $0 != type && program[$0].kind == .protocol && !program[$0].declarations.isEmpty
      }
  }

  /// Whether a call makes an object of a type, and not one of another type of its name.
  func makes(_ type: NominalID, named name: Symbol, _ site: CallIndex.Site) -> Bool {
    let isShared = program.lookUp(\Makings.Tables.sharedNames, name, in: tables) { $0.sharedNames.contains($1) }
    guard isShared else { return true }
    if let made = inference.type(of: site.call, in: frames[site.function]).nominal { return made == type }
    // Of two for two platforms, the one that can be made of what is given.
    let initializers = program[type].functions[Names.init_] ?? []
    guard case .call(_, let list) = frames[site.function].facts.code[site.call], !initializers.isEmpty else {
      return true
    }
    return initializers.contains {
      program.declaration(of: $0).match(frames[site.function].facts.code[list]) != nil
    }
  }

  /// `Self.current = self` in the initialiser: the static keeps the one that there is.
  private func storesItself(_ type: NominalID) -> Bool {
    (program[type].functions[Names.init_] ?? []).contains { function in
      let declaration = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      return (declaration.firstExpression..<declaration.endExpression).contains { index in
        guard case .assign(let target, let value) = code[ExpressionID(index: index)],
          case .local(let local) = code[value],
          local == declaration.selfLocal, case .member(let base, let name) = code[target], code[base] != .local(local),
          let property = program[type].properties[name]
        else { return false }
        return program.declaration(of: property).isStatic
      }
    }
  }

  /// `self.engine = Type()`, or a local on the way, for all that the function makes of the type, where there was none
  /// yet.
  private func putsIntoOwnProperty(
    _ calls: [ExpressionID], _ declaration: FunctionDeclaration, _ facts: FileFacts, _ owner: NominalID
  ) -> Bool {
    let code = facts.code
    var made = Set(calls)
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .assign(let target, let value) = code[ExpressionID(index: index)],
        let property = code.ownProperty(target),
        program[owner].properties[property] != nil, isFilledOnce(property, before: index, in: declaration, code, owner)
      else { continue }
      made.remove(code.uncast(value))
      if case .local(let local) = code[value], let first = code[local].initializer { made.remove(code.uncast(first)) }
    }
    return made.isEmpty
  }

  /// Whether a function looks what is in a property before it fills it, and nobody empties it.
  private func isFilledOnce(
    _ property: Symbol, before assignment: Int32, in declaration: FunctionDeclaration, _ code: Code, _ owner: NominalID
  ) -> Bool {
    let isRead = (declaration.firstExpression..<assignment).contains { index in
      let id = ExpressionID(index: index)
      if case .assign(let target, _) = code[ExpressionID(index: assignment)], target == id { return false }
      return code.ownProperty(id) == property
    }
    return isRead && !program.isEmptied(property, by: owner)
  }
}

extension Code {
  /// Whether a closure is called where it stands: `{ … }()`.
  func isCalledInPlace(_ closure: ClosureID) -> Bool {
    guard let call = self[closure].call, case .call(let callee, _) = self[call] else { return false }
    return self[callee] == .closure(closure)
  }

  /// What is behind `as! Type`.
  func uncast(_ expression: ExpressionID) -> ExpressionID {
    if case .cast(let value, _) = self[expression] { uncast(value) } else { expression }
  }
}

extension Program {
  /// Whether an expression stands in the body of `#Preview`, outside of all types and functions.
  func isInPreview(_ expression: ExpressionID, of function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    guard declaration.kind == .topLevel else { return false }
    let code = self[file(of: function)].facts.code
    let range = declaration.firstExpression..<declaration.endExpression
    let around = code.closures(around: expression, within: range).map { code[$0].expression }
    return !around.isEmpty
      && range.contains { index in
        let id = ExpressionID(index: index)
        guard case .compound(let parts) = code[id], let word = code.words[id], knowledge[.isPreview].fits(word) else {
          return false
        }
        return code[parts].contains(where: around.contains)
      }
  }
}
