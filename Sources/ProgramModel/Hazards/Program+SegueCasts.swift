import Manifests
import SwiftFacts

/// Screens that a segue leads to, taken for what only a storyboard could say that they are.
extension Program {
  /// Casts that end the program where the screen is of another class, and of whose class no storyboard in sight has a
  /// scene; the first for each function, in the order of files.
  public func segueCasts() -> [Hazard] {
    let destinations = knowledge[.screenToBeShown].names
    let places = functions(mentioning: destinations).filter { !isTest(file(of: $0)) }
    guard !places.isEmpty else { return [] }
    reads?.note(.everything)
    let inStoryboards = modules.map.interfaces(around: presentFiles.map(\.path)).classNames
    var search = SegueCastSearch(inStoryboards, Inference(program: self))
    for function in places { search.look(into: function) }
    return search.found.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// Looks for casts of what segues lead to, in the functions that ask a segue for it and in those that are handed it.
private struct SegueCastSearch {
  private(set) var found: [FunctionID: Hazard] = [:]
  private let inStoryboards: Set<String>
  private let inference: Inference
  private var program: Program { inference.program }

  init(_ inStoryboards: Set<String>, _ inference: Inference) {
    self.inStoryboards = inStoryboards
    self.inference = inference
  }

  mutating func look(into function: FunctionID) {
    let frame = Frame(function, in: program)
    note(in: frame, handed: nil)
    let code = frame.facts.code
    for index in program.expressions(of: function) {
      let call = ExpressionID(index: Int32(index))
      guard case .call(_, let list) = code[call],
        code[list].contains(where: { isDestination($0.value, handed: nil, in: frame) }),
        case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
        case let target = targets[0], !program.isTest(program.file(of: target)),
        let match = program.declaration(of: target).match(code[list])
      else { continue }
      for (at, argument) in code[list].enumerated() where isDestination(argument.value, handed: nil, in: frame) {
        let local = program.declaration(of: target).parameters[match[at]].local
        note(in: Frame(target, in: program), handed: local)
      }
    }
  }

  /// Notes the first cast of a function that no storyboard bears out.
  private mutating func note(in frame: Frame, handed: LocalID?) {
    guard found[frame.function] == nil else { return }
    let body = Body(frame.function, in: program)
    let code = body.code
    for id in body.expressions {
      guard case .cast(let value, let type) = code[id], code.marks(of: id).contains(.forced),
        isDestination(value, handed: handed, in: frame), let made = classAskedFor(type, in: frame)
      else { continue }
      found[frame.function] = Hazard(
        kind: .segueCast, span: body.span(of: id), name: code.plainSpelling(of: value), other: made.name,
        owner: program.name(of: frame.function), evidence: made.places, essence: code.spelling(of: type))
      return
    }
  }

  /// The class of the program that a cast asks for, of which no storyboard has a scene. A type that whoever calls the
  /// function decides on is what one of them asks for there.
  private func classAskedFor(_ type: TypeID, in frame: Frame) -> (name: String, places: [SourceSpan])? {
    let asked = frame.resolve(type)
    guard case .parameter = asked else {
      return asked.nominal.flatMap { isUnseen($0) ? (frame.facts.code.spelling(of: type), []) : nil }
    }
    let callers = program.functions(mentioning: [frame.declaration.name])
    for caller in callers where !program.isTest(program.file(of: caller)) {
      let other = Frame(caller, in: program)
      for index in program.expressions(of: caller) {
        let call = ExpressionID(index: Int32(index))
        guard case .call = other.facts.code[call],
          case .functions([frame.function]) = inference.target(of: call, in: other).kind
        else { continue }
        let wanted = [inference.type(of: call, in: other), inference.expectedType(of: call, in: other)]
        if let made = wanted.lazy.compactMap(\.nominal).first(where: isUnseen) {
          return (program.name(of: made), [SourceSpan(file: other.file, bytes: other.facts.code.span(of: call))])
        }
      }
    }
    return nil
  }

  /// Whether a type is a class of the program that no storyboard in sight has a scene of.
  private func isUnseen(_ type: NominalID) -> Bool {
    program[type].kind == .class && !inStoryboards.contains(program[type].name.text)
  }

  /// Whether a value is where a segue leads that the function is given or belongs to, or what is shown inside of that.
  private func isDestination(_ id: ExpressionID, handed: LocalID?, in frame: Frame) -> Bool {
    let code = frame.facts.code
    switch code[id] {
    case .name(let name, .some): return isOwnDestination(name, in: frame)
    case .member(let base, let name):
      if case .local(let local) = code[base] {
        if code.isSelf(local) { return isOwnDestination(name, in: frame) }
        if program.knowledge[.screenToBeShown].contains(name) {
          return frame.declaration.parameters.contains { $0.local == local }
        }
      }
      return isDestination(base, handed: handed, in: frame)
    case .cast(let value, _): return isDestination(value, handed: handed, in: frame)
    case .local(let local):
      if local == handed { return true }
      guard case .variable = code[local].kind, let value = code[local].initializer else { return false }
      return isDestination(value, handed: handed, in: frame)
    case .subscripted(let base, _): return isDestination(base, handed: handed, in: frame)
    default: return false
    }
  }

  /// Whether a name is that of where the segue leads in whose extension the function stands.
  private func isOwnDestination(_ name: Symbol, in frame: Frame) -> Bool {
    guard let type = frame.context else { return false }
    return program.knowledge[.screenToBeShown][name].contains { row in
      row.type.map { program.inherits(type, from: $0) } ?? false
    }
  }
}
