import ProgramModel
import RulePages
import SwiftFacts

/// What source alone says of a thing.
extension Judge {
  func reading(_ attribute: Attribute, of thing: Thing) -> Reading {
    switch attribute {
    case .in: return thing.span.map { .words(files(of: $0.file)) } ?? .unknown
    case .inside: return thing.span.map { .things(surroundings(of: $0), isComplete: true) } ?? .unknown
    case .module:
      guard let file = thing.span?.file else { return .unknown }
      let modules = reader.modules(of: file)
      return .names(modules, isComplete: !modules.isEmpty)
    case .when:
      guard case .way(let way)? = thing.node else { return .unknown }
      return .words(occasions(of: way))
    case .kind: return .words(kindWords(of: thing))
    case .name: return names(of: thing)
    case .type: return type(of: thing).map { .names(name(of: $0), isComplete: $0 != .unknown) } ?? .unknown
    case .inherits: return ancestors(of: thing, areClasses: true)
    case .conformsTo: return ancestors(of: thing, areClasses: false)
    case .attribute: return attributes(of: thing)
    case .access: return access(of: thing)
    case .is: return qualities(of: thing)
    case .held: return holds(of: thing)
    case .callee, .receiver, .captured, .runs, .givenTo, .label: return use(attribute, of: thing)
    case .has: return members(of: thing)
    case .calls: return calls(of: thing)
    default: return .unknown
    }
  }

  private func files(of file: FileID) -> Set<String> {
    [(program.isTest(file) ? Value.Files.tests : .production).rawValue, Value.Files.anywhere.rawValue]
  }

  private func kindWords(of thing: Thing) -> Set<String> {
    var words: Set<String> = thing.kind == .scope || thing.kind == .member ? [] : [thing.kind.rawValue]
    switch thing.node {
    case .closure: words.insert(Value.ScopeKind.closure.rawValue)
    case .property: words.insert(Value.ScopeKind.property.rawValue)
    case .function: words.insert(Value.ScopeKind.function.rawValue)
    case .enumCase: words.insert(Value.ScopeKind.enumCase.rawValue)
    case .type(let id):
      words.insert(Value.ScopeKind.type.rawValue)
      if program[id].kind == .protocol { words.insert(Value.ScopeKind.protocol.rawValue) }
    case .statement(let at, let file):
      if case .loop = program[file].facts.code.statements[at].kind {
        words.insert(Value.ScopeKind.loop.rawValue)
      } else {
        words.insert(Value.ScopeKind.defer.rawValue)
      }
    case .expression(let id, let file) where thing.kind == .object:
      let code = program[file].facts.code
      if code.isText(id) { words.insert(Value.ScopeKind.text.rawValue) }
      switch code[id] {
      case .closure: words.insert(Value.ScopeKind.closure.rawValue)
      case .call: words.insert(Value.ScopeKind.call.rawValue)
      default: break
      }
    default: break
    }
    return words
  }

  private func names(of thing: Thing) -> Reading {
    switch thing.node {
    case .property(let id):
      return .names([program.declaration(of: id).name.text, program.name(of: id)], isComplete: true)
    case .function(let id):
      let declaration = program.declaration(of: id)
      return .names([declaration.name.text, declaration.fullName], isComplete: true)
    case .type(let id): return .names([program[id].name.text, program.name(of: id)], isComplete: true)
    case .parameter(let function, let at):
      let declaration = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      return .names([code[declaration.parameters[at].local].name.text], isComplete: true)
    case .enumCase(_, let name): return .names([name.text], isComplete: true)
    case .value(_, let name, _): return .names([name.text], isComplete: true)
    case .expression(let id, let file): return .names([program[file].facts.code.spelling(of: id)], isComplete: true)
    case .closure, .statement, .way, .attribute: return .names([], isComplete: true)
    case nil: return .unknown
    }
  }

  /// The type of a value, or the type that a thing is; nil where it has none.
  private func type(of thing: Thing) -> Type? {
    switch thing.node {
    case .property(let id): reader.type(of: id)
    case .type(let id): .nominal(id, arguments: [])
    case .value(let type, _, _): type
    case .expression(let id, let file):
      switch reader.type(of: id, in: file) {
      case .metatype(let type): type
      case let type: type
      }
    case .parameter(let function, let at):
      program.declaration(of: function).parameters[at].type.map { reader.type($0, of: function) }
    default: nil
    }
  }

  private func name(of type: Type) -> Set<String> {
    var names: Set<String> = [program.name(of: type)]
    if case .nominal(let id, _) = type { names.insert(program[id].name.text) }
    return names
  }

  private func ancestors(of thing: Thing, areClasses: Bool) -> Reading {
    guard thing.node != nil else { return .unknown }
    switch thing.node {
    case .function, .closure, .statement: return .names([], isComplete: true)
    case .property where thing.kind == .scope: return .names([], isComplete: true)
    default: break
    }
    switch type(of: thing) {
    case .nominal(let id, _)?, .parameter(_, .nominal(let id, _)?)?:
      let known = reader.names(of: id)
      return .names(
        known.names.subtracting([program[id].name.text, program.name(of: id)]),
        isComplete: areClasses ? known.areClassesComplete : known.isComplete)
    case .foreign(let name)?: return .names([name.text], isComplete: false)
    case .array?, .dictionary?, .tuple?, .function?: return .names([], isComplete: true)
    default: return .unknown
    }
  }

  private func attributes(of thing: Thing) -> Reading {
    switch thing.node {
    case .property(let id): return .names(texts(program.declaration(of: id).attributes), isComplete: true)
    case .function(let id): return .names(texts(program.declaration(of: id).attributes), isComplete: true)
    case .type(let id):
      let all = program[id].declarations.flatMap { program[$0.file].facts[$0.type].attributes }
      return .names(texts(all), isComplete: true)
    case .attribute(let at, let file):
      return .names([program[file].facts.attributes[at].name.text], isComplete: true)
    case nil: return .unknown
    default: return .names([], isComplete: true)
    }
  }

  private func texts(_ symbols: [Symbol]) -> Set<String> { Set(symbols.map(\.text)) }

  private func access(of thing: Thing) -> Reading {
    func word(_ isPublic: Bool, _ isPrivate: Bool) -> Reading {
      .words([(isPublic ? Value.Access.public : isPrivate ? .private : .internal).rawValue])
    }
    switch thing.node {
    case .property(let id):
      let declaration = program.declaration(of: id)
      return word(declaration.isPublic, declaration.isPrivate)
    case .function(let id):
      let declaration = program.declaration(of: id)
      return word(declaration.isPublic, declaration.isPrivate)
    default: return .unknown
    }
  }

  private func qualities(of thing: Thing) -> Reading {
    var words: [Value.Quality] = []
    switch thing.node {
    case .property(let id):
      let declaration = program.declaration(of: id)
      if program.isOptional(id) { words.append(.optional) }
      if declaration.isStatic { words.append(.static) }
      if declaration.isLazy { words.append(.lazy) }
      if declaration.isLet { words.append(.constant) }
      if declaration.isOverride { words.append(.override) }
      words.append(declaration.isStored ? .stored : .computed)
    case .function(let id):
      let declaration = program.declaration(of: id)
      if declaration.isStatic { words.append(.static) }
      if declaration.isOverride { words.append(.override) }
      if declaration.effects.contains(.suspends) { words.append(.async) }
      if declaration.effects.contains(.throws_) { words.append(.throws_) }
    case .attribute(let at, let file):
      words.append(program[file].facts.attributes[at].text.text.contains("\\(") ? .interpolated : .literal)
    case .expression(let id, let file):
      let code = program[file].facts.code
      if code.isInterpolated(id) { words.append(.interpolated) }
      if thing.kind == .text, isKey(id, in: file) { words.append(.key) }
      guard case .literal(let literal) = code[id] else { break }
      switch literal {
      case .string(let text?): words += text.text.isEmpty ? [.literal, .constant, .empty] : [.literal, .constant]
      case .string(nil): words.append(.interpolated)
      default: words += [.literal, .constant]
      }
    case nil: return .unknown
    default: break
    }
    return .words(Set(words.map(\.rawValue)))
  }

  private func holds(of thing: Thing) -> Reading {
    let strength: Strength
    let type: Type
    switch thing.node {
    case .property(let id): (strength, type) = (program.declaration(of: id).strength, reader.type(of: id))
    case .value(let value, _, let hold): (strength, type) = (hold, value)
    default: return .unknown
    }
    if strength == .strong {
      // Who has a value has a copy: only an object is held.
      guard let keepsObject = reader.keepsObject(type) else { return .unknown }
      return .words([(keepsObject ? Value.Hold.strongly : .byValue).rawValue])
    }
    let hold: Value.Hold =
      switch strength {
      case .strong: .strongly
      case .weak: .weakly
      case .unowned: .unowned
      }
    return .words([hold.rawValue])
  }
}
