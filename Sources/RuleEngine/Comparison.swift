public import ProgramModel
public import ReviewModel
import RulePages
import SwiftFacts

/// What findings of two programs have to do with each other.
extension Inspector {
  /// Tells each finding that came with the change by the rule that says most about it: where the change
  /// dropped a weak reference, that is what made the cycle.
  ///
  /// - Parameter isChanged: Whether the change touches a line of the program after it.
  public func retold(
    _ introduced: [Sighting], before: Program, after: Program, isChanged: (Place) -> Bool
  ) -> [Finding] {
    let rule = rules.first { $0.search == .compare(.weakReferenceDropped) }
    return introduced.map { sighting in
      var finding = sighting.finding
      let drop = sighting.cycle.flatMap { WeakDrop(in: $0, before: before, after: after) }
      if let drop, let rule, let cycle = sighting.cycle, let found = rule.cases.first(where: { _ in true }) {
        let story = CycleStory(cycle: cycle, program: after)
        finding.rule = rule.id
        finding.trait = rule.trait
        finding.level = found.level.limited(by: cycle.proof)
        finding.message = found.message.filled { story.fill($0) }
        if let place = drop.place(in: after), !finding.place.overlaps(place) { finding.cause = place }
      }
      if finding.cause == nil, !isChanged(finding.place) {
        finding.cause = finding.why.compactMap(\.place).first(where: isChanged)
      }
      return finding
    }
  }
}

extension Place {
  fileprivate func overlaps(_ other: Place) -> Bool {
    path == other.path && span.lines.overlaps(other.span.lines)
  }
}

/// The weak reference, among the links of a cycle, that the program before the change still had.
private enum WeakDrop {
  /// A capture list named it weakly.
  case capture(RemoteClosure)
  case property(PropertyID)
  /// A parameter whose closure could not escape before.
  case parameter(FunctionID)

  init?(in cycle: Cycle, before: Program, after: Program) {
    for link in cycle.links {
      let property: PropertyID?
      switch link.how {
      case .property(let held): property = held
      case .store(let slot): property = slot.owner.flatMap { after.property(named: slot.name, of: $0) }
      default: property = nil
      }
      if let property, after.declaration(of: property).strength == .strong,
        let old = before.property(called: after.name(of: property)), before.declaration(of: old).strength != .strong
      {
        self = .property(property)
        return
      }
    }
    guard case .closure(let closure) = cycle.closing else { return nil }
    let name = after.declarationName(at: closure.span.bytes.start, in: closure.span.file)
    let captured = closure.closure == nil ? Names.self_ : closure.captured
    if before.weakCaptures(of: captured, in: name) > after.weakCaptures(of: captured, in: name) {
      self = .capture(closure)
      return
    }
    for link in cycle.links {
      for step in link.steps {
        guard let span = step.span, let function = after.function(at: span.bytes.start, in: span.file),
          let old = before.function(called: after.name(of: function))
        else { continue }
        let escaping = after.declaration(of: function).parameters.filter(\.isEscaping).count
        if before.declaration(of: old).parameters.filter(\.isEscaping).count < escaping {
          self = .parameter(function)
          return
        }
      }
    }
    return nil
  }

  func place(in program: Program) -> Place? {
    switch self {
    case .capture: nil
    case .property(let property): program.place(of: property)
    case .parameter(let function):
      program.place(
        SourceSpan(file: program.file(of: function), bytes: program.declaration(of: function).nameSpan))
    }
  }
}

extension Program {
  fileprivate func property(called name: String) -> PropertyID? {
    let parts = name.split(separator: ".").map { Symbol(String($0)) }
    guard let last = parts.last else { return nil }
    for (index, nominal) in nominals.enumerated() where parts.count > 1 && nominal.name == parts[parts.count - 2] {
      if let property = property(named: last, of: NominalID(index: Int32(index))), self.name(of: property) == name {
        return property
      }
    }
    return nil
  }

  fileprivate func function(called name: String) -> FunctionID? {
    for index in 0..<functionCount {
      let id = FunctionID(index: Int32(index))
      // Cheap first: most names end otherwise.
      guard name.contains(declaration(of: id).name.text), self.name(of: id) == name else { continue }
      return id
    }
    return nil
  }

  /// How many closures in a declaration capture a name weakly.
  fileprivate func weakCaptures(of name: Symbol, in declaration: String) -> Int {
    var count = 0
    for (index, file) in files.enumerated() {
      let code = file.facts.code
      for closure in code.closures {
        for local in closure.captureList where code[local].name == name && code[local].isWeak {
          let byte = code.span(of: closure.expression).start
          if declarationName(at: byte, in: FileID(index: Int32(index))) == declaration { count += 1 }
        }
      }
    }
    return count
  }
}
