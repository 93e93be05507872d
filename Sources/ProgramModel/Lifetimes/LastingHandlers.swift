import ReviewModel
import SwiftFacts

extension Program {
  /// Objects that handle the messages of their own web view, which keeps them, in the order of files.
  public func lastingMessageHandlers(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    let inference = Inference(program: self)
    var result: [LastingWork] = []
    for function in Set(knowledge[.addsMessageHandler].names.flatMap { index.calls.callers[$0] ?? [] }).sorted() {
      let declaration = declaration(of: function)
      guard let type = owner(of: function), self[type].kind == .class, let own = declaration.selfLocal,
        !declaration.isStatic,
        !livesForever(type)
      else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for at in expressions(of: function) {
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, let list) = code[call], case .member(let base, let name) = code[callee],
          let row = knowledge[.addsMessageHandler][name].first, let host = row.type, let first = code[list].first,
          code[first.value] == .local(own),
          code[list].contains(where: { $0.label == row.argument }), isOne(base, host, frame, inference),
          case .foreign = inference.target(of: call, in: frame).kind,
          !knowledge[.removesMessageHandler].names.contains(where: {
            !index.timelyCallers(of: $0, around: type).isEmpty
          })
        else { continue }
        let isWebView = inherits(type, fromAny: .webView)
        let web = isWebView ? nil : webView(of: type, inference, index)
        guard isWebView || web.map({ !isLetGo($0, of: type, index) }) == true else { continue }
        result.append(
          LastingWork(
            function: function, flaw: .goesOn, span: SourceSpan(file: frame.file, bytes: code.span(of: call)),
            type: type,
            host: host, name: web.map { self.declaration(of: $0).name.text } ?? self.name(of: type), other: "",
            ring: ring(of: type, by: web, to: host, inference)))
      }
    }
    return result
  }

  /// Who keeps whom: the object its web view, unless it is one itself, that its host of handlers, and that the object.
  private func ring(of type: NominalID, by web: PropertyID?, to host: Symbol, _ inference: Inference) -> RetainCycle {
    let hosts = knowledge[.messageHandlerHost].names.map(\.text).min()
    let end = RetainCycle.Node(name: host.text, isObject: true, slot: nil)
    guard let web else {
      return RetainCycle(nodes: [RetainCycle.Node(name: name(of: type), isObject: true, slot: hosts), end])
    }
    // A weak outlet is kept by the object's view, of which the source says nothing.
    let slot = declaration(of: web).strength == .strong ? declaration(of: web).name.text : nil
    return RetainCycle(nodes: [
      RetainCycle.Node(name: name(of: type), isObject: true, slot: slot),
      RetainCycle.Node(name: name(of: inference.type(of: web)), isObject: true, slot: hosts),
      end,
    ])
  }

  /// Whether an object that is neither screen nor view, and so has its web view by a property alone, empties that when
  /// somebody tells it to.
  private func isLetGo(_ web: PropertyID, of type: NominalID, _ index: LifetimeIndex) -> Bool {
    guard !isViewOrScreen(type) else { return false }
    let name = declaration(of: web).name
    return functions(of: type).contains { function in
      let declaration = declaration(of: function)
      return declaration.kind == .function && empties(name, in: function)
        && (declaration.isPublic || index.calls.callers[declaration.name]?.isEmpty == false)
    }
  }

  /// Whether an expression is an object of a type, by its own type or as the property that such a type has a role for.
  private func isOne(_ base: ExpressionID, _ host: Symbol, _ frame: Frame, _ inference: Inference) -> Bool {
    if case .member(_, let name) = frame.facts.code[base], knowledge[.messageHandlerHost].contains(name) { return true }
    return name(of: inference.type(of: base, in: frame)) == host.text
  }

  /// The property in which objects of a type have their web view; a weak outlet is kept by the object's view.
  private func webView(of type: NominalID, _ inference: Inference, _ index: LifetimeIndex) -> PropertyID? {
    lineage(of: type).flatMap { storedProperties(of: $0) }.first { property in
      let isOutlet = declaration(of: property).attributes.contains(where: knowledge[.outlet].contains)
      // A screen that shows views has its web view among them, if it refers to it weakly.
      guard declaration(of: property).strength == .strong || isOutlet
          || isViewOrScreen(type) && !index.callers(playing: .showsView, around: type).isEmpty,
        let held = inference.type(of: property).nominal
      else { return false }
      return inherits(held, fromAny: .webView)
    }
  }
}
