import Manifests
import SwiftFacts

/// The types whose objects live as long as the process: what is made of them is made once, and kept by a static,
/// a global, the application itself, or what lives as long.
///
/// Not a type of which objects are made anew, whoever makes them.
struct ProcessLifetime: Sendable {
  private var types: Set<NominalID> = []
  /// Classes of an application that Objective-C sees, and of which nothing in sight makes an object.
  private var unmade: Set<NominalID> = []

  /// Whether the program has a beginning in sight, as an application does.
  let hasBeginning: Bool

  func lasts(_ type: NominalID) -> Bool { types.contains(type) }

  /// Whether objects of a type can only be made out of sight, by Objective-C say: how many there are nothing tells.
  func areMadeOutOfSight(_ type: NominalID) -> Bool { unmade.contains(type) }

  /// To a fixpoint over who makes whom. O(types × length of the longest chain).
  init(_ program: Program, calls: CallIndex, threads: Int) {
    let interfaces = program.interfaceOrigins(calls)
    let roots = Self.roots(program)
    types = roots
    hasBeginning = program.declaredTypes.contains(where: roots.contains)
    let candidates = program.declaredTypes.filter { type in
      !roots.contains(type) && program[type].kind != .protocol && program[type].kind != .foreign
        && !Self.isMadeByLists(type, program)
    }
    let found = Workers.map(
      count: candidates.count, threads: threads, state: { MakingSites(program, calls, interfaces) }
    ) { finder, index in finder.sites(of: candidates[index]) }
    let callers = Callers(program: program, calls: calls)
    unmade = Set(
      zip(candidates, found).filter { type, sites in
        sites.isEmpty && program[type].kind == .class && !callers.isMentioned(type)
          && Self.isForObjectiveC(type, program)
      }.map(\.0))
    var once = RunsOnce(program: program, calls: calls)
    var waiting = zip(candidates, found).compactMap { type, sites -> (type: NominalID, sites: [MakingSite])? in
      if sites.isEmpty { return nil }
      // Where a storyboard makes it for good, what nobody calls does not make another.
      guard sites.contains(where: { $0.isGlobal && $0.function == nil }) else { return (type, sites) }
      return (type, sites.filter { !($0.function.map(once.neverRuns) ?? false) })
    }
    while !waiting.isEmpty {
      let found = waiting.filter { type, sites in
        sites.allSatisfy { site in
          if site.isGlobal { return true }
          if let owner = site.owner, owner != type, types.contains(owner) { return true }
          guard let function = site.function, !site.isRepeated else { return false }
          return once.runsOnce(function, given: types)
        }
      }
      if found.isEmpty { return }
      types.formUnion(found.map(\.type))
      waiting.removeAll { types.contains($0.type) }
    }
  }

  /// Whether a class of an application says that Objective-C is to see it.
  private static func isForObjectiveC(_ type: NominalID, _ program: Program) -> Bool {
    let attributes = program[type].declarations.map { program[$0.file].facts[$0.type].attributes }
    return attributes.contains { $0.contains(where: program.knowledge[.seenByObjectiveC].contains) }
      && !program[type].declarations.contains { program.modules.isOffered($0.file) }
  }

  /// Whether a list makes objects of a type as it needs them, whoever else makes one.
  private static func isMadeByLists(_ type: NominalID, _ program: Program) -> Bool {
    program.inherits(type, fromAny: .reusedView)
      || program.lineage(of: type).contains { ancestor in
        program.knowledge[.preparesForReuse].names.contains { program[ancestor].functions[$0] != nil }
      }
  }

  /// The application itself: its delegate, or what is marked as its beginning. O(types).
  private static func roots(_ program: Program) -> Set<NominalID> {
    let roles = program.knowledge[.lastsWithTheProcess]
    var result: Set<NominalID> = []
    for id in program.declaredTypes + roles.names.compactMap({ program.names.foreign[$0] }) {
      let type = program[id]
      if roles.contains(type.name) || type.foreignSupertypes.contains(where: roles.contains) {
        result.insert(id)
        result.formUnion(program.descendants[id] ?? [])
      } else if type.declarations.contains(where: { program[$0.file].facts[$0.type].attributes.contains(Words.main) }) {
        result.insert(id)
      }
    }
    return result
  }
}

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

/// Functions that run at most once in a run of the program: what makes and starts the objects that live as long as the
/// program, and what only these call.
struct RunsOnce {
  let program: Program
  private let callers: Callers
  private let escape: ClosureEscape
  private var known: Set<FunctionID> = []

  init(program: Program, calls: CallIndex) {
    self.program = program
    callers = Callers(program: program, calls: calls)
    escape = ClosureEscape(inference: Inference(program: program))
  }

  /// Whether nothing in sight or out of it calls a function: one of no object, or of one that the system knows nothing
  /// of.
  func neverRuns(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.kind == .function, declaration.hasBody, declaration.attributes.isEmpty, !declaration.isOverride,
      !program.isMain(function), !program.isSeenOutside(function), !callers.isReferred(to: function),
      declaration.isStatic || !program.mayBeCalledBySystem(function)
    else { return false }
    return callers.requirements(of: function).isEmpty && callers.sites(of: function).isEmpty
  }

  /// - Parameter types: The types known to live as long as the process so far.
  mutating func runsOnce(_ function: FunctionID, given types: Set<NominalID>, depth: Int = 0) -> Bool {
    if known.contains(function) { return true }
    guard depth < HeapLimits.depth, isOnce(function, types, depth) else { return false }
    known.insert(function)
    return true
  }

  private mutating func isOnce(_ function: FunctionID, _ types: Set<NominalID>, _ depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    let isOfOne = owner.map(types.contains) ?? false
    switch declaration.kind {
    case .initialValue(let property):
      return isOfOne || owner == nil || program[program.file(of: function)].facts[property].isStatic
    case .initializer: return isOfOne
    case .function: break
    default: return false
    }
    if isOfOne, program.knowledge.comesOnce(declaration) { return true }
    // What is made where the program begins, and put nowhere, need not last as long as that.
    guard isOfOne || owner == nil || declaration.isStatic, !program.isMain(function), declaration.attributes.isEmpty,
      !declaration.isOverride,
      !program.isSeenOutside(function), callers.requirements(of: function).isEmpty
    else { return false }
    let sites = callers.sites(of: function)
    guard !sites.isEmpty, !callers.isReferred(to: function) else { return false }
    for site in sites {
      guard site.closure.map({ runsOnce($0, in: site.function) }) ?? true,
        !program.isInLoop(site.call, of: site.function),
        runsOnce(site.function, given: types, depth: depth + 1)
      else { return false }
    }
    return true
  }

  /// Whether a closure is given to a call that runs it once, or keeps it for one answer as far as the program shows.
  private func runsOnce(_ closure: ClosureID, in function: FunctionID) -> Bool {
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { code[$0.value] == .closure(closure) })
    else { return false }
    let summary = escape.summary(ofArgument: position - code[list].startIndex, of: call, in: frame)
    if case .once = summary.runs { return true }
    return false
  }
}

extension Program {
  /// Whether what is inherited from out of sight may call a function: a requirement, a method to be overridden.
  func mayBeCalledBySystem(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    return lineage(of: owner).contains { !self[$0].foreignSupertypes.isEmpty || self[$0].kind == .foreign }
  }
}

/// Finds where objects of a type are made.
struct MakingSites {
  let program: Program
  let calls: CallIndex
  private let inference: Inference
  let frames: Frames
  /// Calls that do not name what they make, `.init()`, by what that is.
  private var unnamed: [NominalID: [CallIndex.Site]] = [:]
  private let interfaces: InterfaceOrigins
  /// The files that show how to use a library.
  private let examples: Set<FileID>
  private let hasScopeOfOneObject: Bool

  init(_ program: Program, _ calls: CallIndex, _ interfaces: InterfaceOrigins) {
    self.program = program
    self.calls = calls
    self.interfaces = interfaces
    inference = Inference(program: program)
    frames = Frames(of: program)
    examples = Set(program.files.indices.map { FileID(index: Int32($0)) }.filter(program.isExample))
    hasScopeOfOneObject = Self.hasScopeOfOneObject(program, calls)
    for site in calls.sites[Names.init_] ?? [] {
      let code = program[program.file(of: site.function)].facts.code
      guard case .call(let callee, _) = code[site.call], case .implicitMember = code[callee],
        let type = inference.type(of: site.call, in: frames[site.function]).nominal
      else { continue }
      unnamed[type, default: []].append(site)
    }
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
      } + CallIndex.byFunction(unnamed[type] ?? []).compactMap { site(in: Array($0), of: type, isOffered) }
        // The storyboard of an example shows what a library has once; whoever else has the library shows it as needed.
        + interfaces.origins(of: type).filter { !isOffered || examples.isEmpty || $0 != .root }
        .flatMap { sites(of: $0, making: type) }
    }
  }

  private func sites(of origin: Interfaces.Origin, making type: NominalID) -> [MakingSite] {
    switch origin {
    case .root: return [MakingSite(isGlobal: true)]
    case .anew, .unknown: return [MakingSite(isRepeated: true)]
    case .identifier(let identifier):
      return CallIndex.byFunction(interfaces.sites(askingFor: identifier)).compactMap { site(in: Array($0), of: type) }
    }
  }

  /// Whether others than the program may make objects of a type: it is public, and no part of an example.
  private func isOffered(_ type: NominalID) -> Bool {
    program[type].access == .everywhere && !program[type].declarations.contains { examples.contains($0.file) }
  }

  /// - Parameters:
  ///   - sites: The calls in one function that make one.
  ///   - isOffered: Whether those of an example tell nothing, as whoever has the library makes others.
  private func site(in sites: [CallIndex.Site], of type: NominalID, _ isOffered: Bool = false) -> MakingSite? {
    let sites = sites.filter { site in
      // What a type inside of a body makes, that type makes, and not the body around it.
      program.function(holding: Int(site.call.index), in: program.file(of: site.function)) == site.function
        && !isInPreview(site) && !(isOffered && examples.contains(program.file(of: site.function)))
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
      site.isGlobal = putsIntoStatic(made, declaration, facts, program[type])
      if let owner = program.owner(of: maker), putsIntoOwnProperty(made, declaration, facts, owner) {
        site.owner = owner
      }
    }
    if made.allSatisfy({ isKeptByContainer($0, of: maker) }) { site.isGlobal = true }
    site.isRepeated = made.contains {
      program.isInLoop($0, of: maker) || isInClosure($0, of: declaration, facts.code)
    }
    return site
  }

  /// Whether a call stands in a closure, of which nothing tells how often it runs; a task that an object starts as it
  /// is made runs once.
  private func isInClosure(_ call: ExpressionID, of declaration: FunctionDeclaration, _ code: Code) -> Bool {
    let around = code.closures(around: call, within: declaration.firstExpression..<declaration.endExpression)
    switch declaration.kind {
    case .initialValue, .initializer: break
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
      case .call(let callee, _) = code[entry], let name = code.calledName(callee),
      let type = container(of: callee, in: function),
      program.knowledge[.registersMaker][name].contains(where: { $0.type == type })
    else { return false }
    for index in range {
      guard case .call(let setter, let list) = code[ExpressionID(index: index)],
        case .member(let base, let name) = code[setter], program.knowledge[.setsScope].contains(name),
        isFollowUp(base, of: entry, code)
      else { continue }
      return code[list].contains { isOfOneObject($0.value, code) }
    }
    return hasScopeOfOneObject
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
  private static func hasScopeOfOneObject(_ program: Program, _ calls: CallIndex) -> Bool {
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

  /// Whether a function makes what a preview shows, by its name or its type's: nobody runs that as a part of the app.
  private func isForPreviews(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    var name = declaration.name
    if case .getter(let property) = declaration.kind { name = program[program.file(of: function)].facts[property].name }
    let words = program.knowledge[.isPreview]
    guard let owner = program.owner(of: function) else { return words.fits(name) }
    return words.fits(name) || words.fits(program[owner].name) || program.inherits(owner, fromAny: .previewProtocol)
  }

  /// Whether a call stands in the body of `#Preview`, outside of all types and functions.
  private func isInPreview(_ site: CallIndex.Site) -> Bool {
    let declaration = program.declaration(of: site.function)
    guard declaration.kind == .topLevel else { return false }
    let code = program[program.file(of: site.function)].facts.code
    let range = declaration.firstExpression..<declaration.endExpression
    let around = code.closures(around: site.call, within: range).map { code[$0].expression }
    return !around.isEmpty
      && range.contains { index in
        let id = ExpressionID(index: index)
        guard case .compound(let parts) = code[id], let word = code.words[id],
          program.knowledge[.isPreview].fits(word)
        else { return false }
        return code[parts].contains(where: around.contains)
      }
  }

  /// Whether a call makes an object of a type, and not one of another type of its name.
  private func makes(_ type: NominalID, named name: Symbol, _ site: CallIndex.Site) -> Bool {
    guard (program.names.types[name]?.count ?? 0) > 1 else { return true }
    return inference.type(of: site.call, in: frames[site.function]).nominal.map { $0 == type } ?? true
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
    guard isRead else { return false }
    return !program.functions(of: owner).contains { function in
      let other = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      return (other.firstExpression..<other.endExpression).contains { index in
        guard case .assign(let target, let value) = code[ExpressionID(index: index)] else { return false }
        return code[value] == .literal(.null) && code.ownProperty(target) == property
      }
    }
  }

  /// `Type.current = Type()`, wherever that stands.
  private func putsIntoStatic(
    _ calls: [ExpressionID], _ declaration: FunctionDeclaration, _ facts: FileFacts, _ type: Nominal
  ) -> Bool {
    var made = Set(calls)
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .assign(let target, let value) = facts.code[ExpressionID(index: index)], made.contains(value),
        case .member(let base, let property) = facts.code[target], case .name(type.name, _) = facts.code[base],
        type.properties[property] != nil
      else { continue }
      made.remove(value)
    }
    return made.isEmpty
  }
}

extension Code {
  /// What is behind `as! Type`.
  func uncast(_ expression: ExpressionID) -> ExpressionID {
    if case .cast(let value, _) = self[expression] { uncast(value) } else { expression }
  }
}

extension Program {
  /// Whether a file is in a target or a folder that shows how to use a library.
  func isExample(_ file: FileID) -> Bool {
    let words = knowledge[.isExample]
    return self[file].path.split(separator: "/").dropLast().contains { folder in
      String(folder).words.contains(where: words.contains)
    } || modules.ofFile[Int(file.index)].contains { modules.map.modules[$0].name.words.contains(where: words.contains) }
  }

  /// Whether an expression stands in a loop of its function. O(statements of the function).
  func isInLoop(_ expression: ExpressionID, of function: FunctionID) -> Bool {
    self[file(of: function)].facts.code.statements(of: declaration(of: function)).contains { statement in
      guard case .loop = statement.kind else { return false }
      return statement.firstExpression <= expression.index && expression.index < statement.endExpression
    }
  }
}

extension Knowledge {
  /// Whether a method is one that the system calls once in the life of an object.
  func comesOnce(_ declaration: FunctionDeclaration) -> Bool {
    self[.comesOnce].row(
      for: declaration.name, of: Array(self[.comesOnce].types), labels: declaration.parameters.map(\.label)) != nil
  }
}
