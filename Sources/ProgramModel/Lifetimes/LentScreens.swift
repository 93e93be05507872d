import SwiftFacts

/// A property of something that lives as long as the program, in which a screen or a view is kept that is handed in.
public struct LentScreen: Hashable, Sendable {
  public var property: PropertyID
  /// Where it is put into the property.
  public var site: SourceSpan
}

extension Program {
  /// The screens and views that shared objects are handed and keep, in the order of properties.
  ///
  /// A shared object that makes the screen itself means to keep it, and the screen that everything is shown in is
  /// there for as long as the program.
  public func lentScreens(_ ownership: Ownership) -> [LentScreen] {
    var result: [LentScreen] = []
    var shared: [NominalID: Bool] = [:]
    func isOfShared(_ owner: NominalID) -> Bool {
      if let known = shared[owner] { return known }
      let new = isShared(owner)
      shared[owner] = new
      return new
    }
    for property in allProperties {
      let declaration = declaration(of: property)
      guard isPlainStrong(declaration), !declaration.isLet, !declaration.isLazy, declaration.type != nil,
        !isTest(file(of: property)),
        let owner = owner(of: property), self[owner].kind == .class, isOfShared(owner), !servesTheScreen(owner),
        isPassing(property), !ownership.isEmptied(property, in: self), let site = handedIn(property, of: owner)
      else { continue }
      result.append(LentScreen(property: property, site: site))
    }
    return result
  }

  /// Whether a property is of a screen or a view that comes and goes.
  private func isPassing(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard !knowledge[.isRootScreen].fits(declaration.name), let spelled = declaration.type,
      let type = resolve(spelled, in: file(of: property), context: owner(of: property)).nominal, !livesForever(type)
    else { return false }
    return !inherits(type, fromAny: .rootScreenClass)
      && (inherits(type, fromAny: .viewControllerClass) || inherits(type, fromAny: .viewClass))
  }

  private func isShared(_ type: NominalID) -> Bool {
    self[type].properties.contains { name, property in
      declaration(of: property).isStatic && !declaration(of: property).isOverride && knowledge[.isShared].isWhole(name)
    }
  }

  /// Where a method puts what it is given into a property; nil where something else is put there as well.
  private func handedIn(_ property: PropertyID, of owner: NominalID) -> SourceSpan? {
    let name = declaration(of: property).name
    var found: SourceSpan?
    for functions in self[owner].functions.values {
      for function in functions {
        let facts = self[file(of: function)].facts
        let declaration = declaration(of: function)
        for index in declaration.firstExpression..<declaration.endExpression {
          guard case .assign(let target, let value) = facts.code[ExpressionID(index: index)],
            facts.code.ownProperty(target) == name
          else {
            continue
          }
          guard facts.code.isHandedIn(value), declaration.kind == .function else { return nil }
          let site = SourceSpan(file: file(of: function), bytes: facts.code.span(of: ExpressionID(index: index)))
          found = found.map { min($0, site) } ?? site
        }
      }
    }
    return found
  }
}

extension Code {
  /// A parameter, or a constant that stands for one.
  fileprivate func isHandedIn(_ id: ExpressionID) -> Bool {
    guard case .local(let local) = self[id] else { return false }
    switch self[local].kind {
    case .parameter: return true
    case .variable(isLet: true): return self[local].initializer.map { $0.index < id.index && isHandedIn($0) } ?? false
    default: return false
    }
  }
}
