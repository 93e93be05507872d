import SwiftFacts

/// What all callers of a function have asked of its object and of what they hand it.
final class AskedByCallers {
  private let program: Program
  private let callers: Callers

  init(_ callers: Callers, in program: Program) {
    self.program = program
    self.callers = callers
  }

  /// What holds whenever the function is called; nothing where a caller is out of sight, or none is in it.
  func facts(of function: FunctionID) -> Refinement {
    let declaration = program.declaration(of: function)
    var result = Refinement()
    guard let own = declaration.selfLocal, let sites = callers.sitesInSight(of: function) else { return result }
    var common: [Refinement.Question: Bool]?
    for site in sites {
      let told = asked(before: site, declaration, own)
      common = common.map { known in known.filter { told[$0.key] == $0.value } } ?? told
      if common?.isEmpty == true { return result }
    }
    for (question, answer) in common ?? [:] { _ = result.learn(question, answer) }
    return result
  }

  /// Whether methods of a type alone call a function, and some do.
  func isCalledOnly(from type: NominalID, _ function: FunctionID) -> Bool {
    let sites = callers.sitesInAnyName(of: function)
    return !sites.isEmpty && !callers.isReferred(to: function)
      && sites.allSatisfy { program.owner(of: $0.function) == type && !program.declaration(of: $0.function).isStatic }
  }

  /// What a call has asked before it, as the function that is called would ask it.
  private func asked(before site: Callers.Site, _ declaration: FunctionDeclaration, _ own: LocalID) -> [Refinement
    .Question: Bool]
  {
    let frame = Frame(site.function, in: program)
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[site.call],
      let passed = program.passedTests(at: [site.call], in: site.function)?[site.call]
    else { return [:] }
    var places: [(AccessPath, LocalID)] = []
    if let object = object(of: callee, code) { places.append((plain(object, code, frame), own)) }
    if let match = declaration.match(code[list]) {
      for (position, argument) in zip(match, code[list]) {
        guard let path = code.accessPath(argument.value) else { continue }
        places.append((plain(path, code, frame), declaration.parameters[position].local))
      }
    }
    var result: [Refinement.Question: Bool] = [:]
    for test in passed {
      var told = code.told(testing: test.value, test.holds)
      if let path = code.accessPath(test.value) { told.append((.isPresent(path), test.holds)) }
      for (question, answer) in told {
        guard !isWritten(question, from: test.value, to: site.call, code, frame) else { continue }
        for (path, local) in places {
          if let moved = question.moved({ moved(plain($0, code, frame), from: path, to: local) }) {
            result[moved] = answer
          }
        }
      }
    }
    return result
  }

  /// What a call is made on.
  private func object(of callee: ExpressionID, _ code: Code) -> AccessPath? {
    switch code[callee] {
    case .name(_, let object?): AccessPath(root: .local(object))
    case .member(let base, _): code.accessPath(base)
    default: nil
    }
  }

  /// The place under its one name, whatever closures call `self`.
  private func plain(_ path: AccessPath, _ code: Code, _ frame: Frame) -> AccessPath {
    guard case .local(let local) = path.root, code.isSelf(local), let own = frame.declaration.selfLocal else {
      return path
    }
    return AccessPath(root: .local(own), members: path.members)
  }

  private func moved(_ path: AccessPath, from place: AccessPath, to local: LocalID) -> AccessPath? {
    guard path.root == place.root, path.members.starts(with: place.members) else { return nil }
    return AccessPath(root: .local(local), members: Array(path.members.dropFirst(place.members.count)))
  }

  private func isWritten(
    _ question: Refinement.Question, from first: ExpressionID, to last: ExpressionID, _ code: Code, _ frame: Frame
  ) -> Bool {
    guard first < last else { return true }
    return (first.index..<last.index).contains { index in
      guard let written = code.writtenPath(ExpressionID(index: index)) else { return false }
      return question.paths.contains { plain($0, code, frame).overlaps(plain(written, code, frame)) }
    }
  }
}

extension Refinement.Question {
  /// The same question of other places; nil where one has no other.
  fileprivate func moved(_ move: (AccessPath) -> AccessPath?) -> Self? {
    switch self {
    case .isPresent(let path): move(path).map { .isPresent($0) }
    case .isTrue(let path): move(path).map { .isTrue($0) }
    case .equals(let path, let text): move(path).map { .equals($0, text) }
    case .isCase(let path, let name): move(path).map { .isCase($0, name) }
    case .isSame: nil
    }
  }
}
