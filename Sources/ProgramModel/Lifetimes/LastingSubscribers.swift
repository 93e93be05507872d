public import SwiftFacts

/// An object that puts itself into a list which lasts, and that nothing takes out again while it lives.
public struct LastingSubscriber: Hashable, Sendable {
  public var function: FunctionID
  /// The call by which it goes into the list.
  public var span: SourceSpan
  public var type: NominalID
  /// The type that has the list, and the list.
  public var host: NominalID
  public var list: PropertyID
  /// The function that takes out of the list; nil if there is none.
  public var leaving: FunctionID?
}

extension Program {
  /// Objects that stay in lists of what lives as long as the process, in the order of files.
  public func lastingSubscribers(threads: Int) -> [LastingSubscriber] {
    let index = LifetimeIndex(self, threads: threads)
    let heap = heap(threads: threads)
    var result: [LastingSubscriber] = []
    for at in heap.outcomes.keys.sorted() {
      let function = FunctionID(index: Int32(at))
      guard let joins = heap.outcomes[at]?.joins, !joins.isEmpty, let type = owner(of: function), self[type].kind == .class,
        !livesForever(type), !index.isMadeElsewhere(type)
      else { continue }
      for join in joins {
        guard let host = owner(of: join.list) else { continue }
        let leaving = leavingFunctions(of: join.list, in: host)
        guard !leaving.contains(where: { !index.timelyCallers(of: declaration(of: $0).name, around: type).isEmpty }) else { continue }
        result.append(
          LastingSubscriber(function: function, span: join.site, type: type, host: host, list: join.list, leaving: leaving.first))
      }
    }
    return result
  }

  private func leavingFunctions(of list: PropertyID, in host: NominalID) -> [FunctionID] {
    let name = declaration(of: list).name
    return functions(of: host).filter { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).kind == .function && expressions(of: function).contains { at in
        switch code.expressions[at] {
        case .call(let callee, _):
          guard case .member(let base, let called) = code[callee], code.ownProperty(base) == name else { return false }
          return knowledge[.takesOut].begins(called)
        case .assign(let target, _): return code.ownProperty(target) == name
        default: return false
        }
      }
    }
  }
}
