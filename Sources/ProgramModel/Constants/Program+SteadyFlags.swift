import SwiftFacts

/// Properties of tests and of their doubles that are only ever given what they start as.
///
/// A spy whose `wasTold` starts as `true`, and is set to `true` when it is told, says the same whether it is told or
/// not.
struct SteadyFlags {
  struct Flag {
    var constant: Constant
    var declared: SourceSpan
    /// The literal that it starts as.
    var start: SourceSpan
    var writes: [SourceSpan] = []
  }

  private(set) var flags: [PropertyID: Flag] = [:]
  private var named: [Symbol: [PropertyID]] = [:]
  private let program: Program
  private let inference: Inference

  /// O(expressions of tests).
  init(of program: Program) {
    self.program = program
    inference = Inference(program: program)
    let tests = program.allFunctions.filter { program.isTest(program.file(of: $0)) }
    for function in tests {
      guard case .initialValue(let index) = program.declaration(of: function).kind else { continue }
      let property = program.property(index, in: program.file(of: function))
      guard let flag = start(of: property, by: function) else { continue }
      flags[property] = flag
      named[program.declaration(of: property).name, default: []].append(property)
    }
    guard !flags.isEmpty else { return }
    // Whoever knows it by a protocol alone may set it as well.
    for file in program.files {
      for property in file.facts.properties where property.isRequirement { drop(all: property.name) }
    }
    for function in tests { follow(function) }
    // What nobody sets is no flag, and may be what the test is about.
    flags = flags.filter { !$0.value.writes.isEmpty }
  }

  /// The flag that an expression reads, if it is one.
  func flag(_ id: ExpressionID, in frame: Frame) -> Flag? {
    switch frame.facts.code[id] {
    case .name(let name, .some):
      return frame.context.flatMap { program.property(named: name, of: $0) }.flatMap { flags[$0] }
    case .member(let base, let name):
      return inference.type(of: base, in: frame).nominal.flatMap { program.property(named: name, of: $0) }
        .flatMap { flags[$0] }
    default: return nil
    }
  }

  /// What an expression is on every run: a constant that is spelled out, or a flag.
  func value(of id: ExpressionID, in frame: Frame) -> (constant: Constant, flag: Flag?)? {
    if let flag = flag(id, in: frame) { return (flag.constant, flag) }
    return inference.spelledConstant(id, in: frame).map { ($0, nil) }
  }

  // MARK: What is put into them

  private func start(of property: PropertyID, by function: FunctionID) -> Flag? {
    let declaration = program.declaration(of: property)
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    guard declaration.isStored, !declaration.isLet, !declaration.isLazy, !declaration.isStatic,
      declaration.attributes.isEmpty, let owner = program.owner(of: property), program[owner].kind != .protocol,
      !(program.descendants[owner] ?? []).contains(where: { program[$0].properties[declaration.name] != nil }),
      let first = code[frame.declaration.results].first,
      let constant = inference.spelledConstant(first, in: frame),
      inference.isAsSpelled(constant, declared: declaration.type, as: inference.type(of: property), code)
    else { return nil }
    return Flag(
      constant: constant, declared: program.span(of: property),
      start: SourceSpan(file: frame.file, bytes: code.span(of: first)))
  }

  private mutating func follow(_ function: FunctionID) {
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .assign(let target, let value):
        let constant = inference.spelledConstant(value, in: frame)
        for property in properties(target, in: frame) {
          guard flags[property]?.constant == constant else {
            flags[property] = nil
            continue
          }
          flags[property]?.writes.append(SourceSpan(file: frame.file, bytes: code.span(of: id)))
        }
        if case .tuple(let list) = code[target] { for part in code[list] { drop(part.value, in: frame) } }
      case .mutate(let target, _): drop(target, in: frame)
      // What is called on a value may change it.
      case .call(let callee, let list):
        if case .member(let base, _) = code[callee] { drop(base, in: frame) }
        // A memberwise initialiser gives it another start.
        for label in code[list].compactMap(\.label) { drop(all: label, ofStructs: true) }
      case .keyPath(let name?): drop(all: name)
      case .name(let name, _), .member(_, let name):
        if code.marks(of: id).contains(.inout) || name.text.first == "$" { drop(id, in: frame) }
      default: continue
      }
    }
  }

  /// The flags that an expression may name.
  private func properties(_ id: ExpressionID, in frame: Frame) -> [PropertyID] {
    let (name, owner): (Symbol, NominalID?)
    switch frame.facts.code[id] {
    case .name(let own, .some): (name, owner) = (own, frame.context)
    case .member(let base, let member) where named[member] != nil:
      (name, owner) = (member, inference.type(of: base, in: frame).nominal)
    default: return []
    }
    guard let list = named[name]?.filter({ flags[$0] != nil }), let owner, program[owner].kind != .protocol else {
      return named[name] ?? []
    }
    return list.filter { property in
      guard let type = program.owner(of: property) else { return true }
      return program.lineage(of: type).contains(owner) || program.lineage(of: owner).contains(type)
    }
  }

  private mutating func drop(_ id: ExpressionID, in frame: Frame) {
    for property in properties(id, in: frame) { flags[property] = nil }
  }

  private mutating func drop(all name: Symbol, ofStructs: Bool = false) {
    for property in named[name] ?? [] where flags[property] != nil {
      if ofStructs, program.owner(of: property).map({ program[$0].kind == .class }) ?? false { continue }
      flags[property] = nil
    }
  }
}

extension Program {
  /// Assertions about flags that are only ever given what they start as, in the order of files.
  func assertionsOfSteadyFlags() -> [VacuousAssertion] {
    let flags = SteadyFlags(of: self)
    guard !flags.flags.isEmpty else { return [] }
    let tests = allFunctions.filter { isTest(file(of: $0)) && declaration(of: $0).hasBody }
    return tests.flatMap { assertions(in: $0, of: flags) }.sorted { $0.span < $1.span }
  }

  func assertions(in function: FunctionID, of flags: SteadyFlags) -> [VacuousAssertion] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    return claims(in: function).compactMap { claim in
      func told(_ id: ExpressionID, _ isMet: (Constant) -> Bool) -> (id: ExpressionID, flag: SteadyFlags.Flag)? {
        flags.flag(id, in: frame).flatMap { isMet($0.constant) ? (id, $0) : nil }
      }
      let found: (id: ExpressionID, flag: SteadyFlags.Flag)?
      switch claim.claim {
      case .isTrue(let id): found = told(id) { $0 == .boolean(true) }
      case .isFalse(let id): found = told(id) { $0 == .boolean(false) }
      case .isNil(let id): found = told(id) { $0 == .null }
      case .isThere(let id): found = told(id) { $0 != .null }
      case .areEqual(let one, let other):
        guard let left = flags.value(of: one, in: frame), let right = flags.value(of: other, in: frame),
          left.constant == right.constant
        else { return nil }
        found = left.flag.map { (one, $0) } ?? right.flag.map { (other, $0) }
      case .isAtLeast, .other: found = nil
      }
      return found.map { id, flag in
        VacuousAssertion(
          function: function, span: SourceSpan(file: frame.file, bytes: code.span(of: claim.expression)),
          assertion: claim.name, name: code.spelling(of: id), reason: .constant(flag.constant), origin: flag.declared,
          start: flag.constant.isBoolean ? flag.start : nil, writes: flag.writes)
      }
    }
  }
}

extension Constant {
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }
}
