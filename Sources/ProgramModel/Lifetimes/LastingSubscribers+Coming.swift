import SwiftFacts

/// Who comes to a list that lasts: whether there is one of them after the other.
extension Program {
  enum Coming {
    /// A method of objects that come and go.
    case passing
    /// What has no object, or is of one that lasts: who calls it decides.
    case lasting
  }

  /// Nil for a function of what a storyboard makes, or of a value.
  func comes(_ function: FunctionID, _ index: LifetimeIndex) -> Coming? {
    guard let owner = owner(of: function) else { return .lasting }
    switch self[owner].kind {
    case .class: return index.isMadeElsewhere(owner) ? nil : livesForever(owner) ? .lasting : .passing
    case .enum, .struct: return declaration(of: function).isStatic ? .lasting : nil
    default: return nil
    }
  }

  /// Whether objects that come and go call a function, or it runs again and again where the program begins.
  func isCalledAgain(_ function: FunctionID, _ index: LifetimeIndex, _ calling: Calling) -> Bool {
    if owner(of: function) == nil { return calling.comesAgain(function) }
    let users =
      declaration(of: function).kind == .subscript
      ? owner(of: function).map { functions(mentioning: [self[$0].name]) } ?? []
      : index.calls.callers[declaration(of: function).name] ?? []
    return users.contains { caller in
      guard let owner = owner(of: caller) else { return calling.comesAgain(caller) }
      return !livesForever(owner) && self[owner].kind == .class
    }
  }
}

extension Program.Calling {
  /// Whether a function of no object is called in several places, or in a loop.
  func comesAgain(_ function: FunctionID) -> Bool {
    guard program.declaration(of: function).kind == .function, !program.isMain(function) else { return false }
    let sites = callers.sites(of: function)
    return sites.count > 1
      || sites.contains { $0.closure != nil || program.isInLoop($0.call, of: $0.function) }
  }
}

extension SummaryFixpoint.Join {
  var kind: LastingSubscriber.Kind { isHanded ? .handed : made == nil ? .itself : .made }
}
