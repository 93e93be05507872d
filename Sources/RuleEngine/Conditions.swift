import ProgramModel
import RulePages
import SwiftFacts

/// Where a possible finding stands: what the conditions that go with every rule ask about.
struct Site {
  var program: Program
  var span: SourceSpan

  var path: String { program[span.file].path }
  var function: FunctionID? { program.function(at: span.bytes.start, in: span.file) }
  var type: NominalID? { program.type(at: span.bytes.start, in: span.file) }
}

extension Condition {
  /// Whether a condition about the surroundings holds; nil for one about the thing found itself.
  func holds(at site: Site) -> Bool? {
    switch self {
    case .inside(let enclosures): enclosures.allSatisfy { $0.surrounds(site) }
    case .notInside(let enclosures): !enclosures.allSatisfy { $0.surrounds(site) }
    case .in(let files): site.program.isTest(site.span.file) == (files == .tests)
    case .path(let globs): globs.contains { $0.matches(site.path) }
    case .lifetime: nil
    case .takes, .payload, .asks, .over, .service, .runs, .made, .answer, .gives, .host: nil
    case .unless, .captures, .keptBy, .ownership, .keeps, .role, .of, .to, .requirements, .lost, .gained, .changed,
      .meets, .redeclares, .ignores, .observes, .shows, .dependsOn, .asserts, .unawaited, .sameAs,
      .misses, .repeats, .when, .ends, .holds, .compares, .comesFrom, .by, .waits, .goesOn, .comes, .sets, .hides:
      nil
    }
  }

  /// Whether all conditions hold, given the answers about the thing found itself.
  static func allHold(_ conditions: [Condition], at site: Site, _ own: (Condition) -> Bool) -> Bool {
    conditions.allSatisfy { condition in
      if case .unless(let groups) = condition {
        return !groups.contains { allHold($0, at: site, own) }
      }
      return condition.holds(at: site) ?? own(condition)
    }
  }
}

extension Enclosure {
  fileprivate func surrounds(_ site: Site) -> Bool {
    let program = site.program
    switch self {
    case .subclassOf(let names):
      guard let type = site.type else { return false }
      return names.contains { name in
        let symbol = Symbol(name)
        return program[type].name != symbol && program.inherits(type, from: symbol)
      }
    case .type(let names):
      guard let type = site.type else { return false }
      let qualified = program.name(of: type)
      return names.contains { $0 == qualified || $0 == program[type].name.text }
    case .function(let names):
      guard let function = site.function else { return false }
      let declaration = program.declaration(of: function)
      let labels = declaration.parameters.map { "\($0.label?.text ?? "_"):" }.joined()
      let full = "\(declaration.name)(\(labels))"
      return names.contains { $0 == declaration.name.text || $0 == full }
    case .closure(let wanted):
      let byte = site.span.bytes.start
      let isInside = program[site.span.file].facts.code.closures.contains { closure in
        let span = program[site.span.file].facts.code.span(of: closure.expression)
        return span.start < byte && byte < span.end
      }
      return isInside == wanted
    }
  }
}
