import SwiftFacts

/// A call on the one shared object of a type: `DownloadsManager.shared.state(of: episode)`.
public struct SharedCall: Hashable, Sendable {
  /// The type that has the shared object.
  public var service: NominalID
  /// Where the shared object is named.
  public var span: SourceSpan
  /// The type whose code calls it.
  public var caller: NominalID
}

extension Program {
  /// The calls on shared objects of the program's own classes and actors, the first for each caller and
  /// service, in the order of files.
  public var sharedCalls: [SharedCall] {
    var result: [SharedCall] = []
    var seen: Set<[NominalID]> = []
    for (fileIndex, file) in files.enumerated() {
      let id = FileID(index: Int32(fileIndex))
      let code = file.facts.code
      for expression in code.expressions {
        guard case .call(let callee, let list) = expression, case .member(let shared, _) = code[callee],
          case .member(let base, let name) = code[shared], knowledge[.isShared].isWhole(name),
          case .name(let typeName, _) = code[base], let service = nominal(named: typeName, from: id),
          self[service].kind == .class || self[service].kind == .actor,
          let property = self[service].properties[name], declaration(of: property).isStatic,
          // What is given the view itself is there for views.
          !code[list].contains(where: { code.isItself($0.value) })
        else { continue }
        let span = code.span(of: shared)
        guard let caller = type(at: span.start, in: id), seen.insert([caller, service]).inserted else { continue }
        result.append(SharedCall(service: service, span: SourceSpan(file: id, bytes: span), caller: caller))
      }
    }
    return result
  }

  /// Whether a type is there for drawing or reporting: a view, a theme, a log.
  public func servesTheScreen(_ id: NominalID) -> Bool {
    knowledge[.servesScreen].fits(self[id].name) || inherits(id, fromAny: .viewClass)
      || inherits(id, fromAny: .viewControllerClass) || inherits(id, fromAny: .responderClass)
  }
}

extension Code {
  fileprivate func isItself(_ id: ExpressionID) -> Bool {
    if case .local(let local) = self[id] { self[local].kind == .selfReference || self[local].name == Names.self_ } else { false }
  }
}
