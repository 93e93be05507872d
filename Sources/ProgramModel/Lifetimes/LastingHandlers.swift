import SwiftFacts

extension Program {
  /// Objects that handle the messages of their own web view, which keeps them, in the order of files.
  public func lastingMessageHandlers(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    let inference = Inference(program: self)
    var result: [LastingWork] = []
    for function in Set((["add", "addScriptMessageHandler"] as [Symbol]).flatMap { index.calls.callers[$0] ?? [] }).sorted() {
      let declaration = declaration(of: function)
      guard let type = owner(of: function), self[type].kind == .class, let own = declaration.selfLocal, !declaration.isStatic,
        !livesForever(type)
      else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for at in expressions(of: function) {
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, let list) = code[call], case .member(let base, let name) = code[callee],
          name == "add" || name == "addScriptMessageHandler", let first = code[list].first, code[first.value] == .local(own),
          code[list].contains(where: { $0.label == "name" }), isContentController(base, frame, inference),
          let web = webView(of: type, inference), case .foreign = inference.target(of: call, in: frame).kind,
          !Self.handlerEndings.contains(where: { !index.timelyCallers(of: $0, around: type).isEmpty }), !index.lasts(type)
        else { continue }
        result.append(
          LastingWork(
            function: function, flaw: .goesOn, span: SourceSpan(file: frame.file, bytes: code.span(of: call)), type: type,
            host: "WKUserContentController", name: self.declaration(of: web).name.text, other: ""))
      }
    }
    return result
  }

  private static let handlerEndings: [Symbol] = ["removeScriptMessageHandler", "removeAllScriptMessageHandlers"]

  private func isContentController(_ base: ExpressionID, _ frame: Frame, _ inference: Inference) -> Bool {
    if case .member(_, "userContentController") = frame.facts.code[base] { return true }
    switch inference.type(of: base, in: frame) {
    case .nominal(let id, _): return self[id].name == "WKUserContentController"
    case .foreign(let name): return name == "WKUserContentController"
    default: return false
    }
  }

  /// The property in which objects of a type have their web view; a weak outlet is kept by the object's view.
  private func webView(of type: NominalID, _ inference: Inference) -> PropertyID? {
    lineage(of: type).flatMap { storedProperties(of: $0) }.first { property in
      let isOutlet = declaration(of: property).attributes.contains("IBOutlet")
      guard declaration(of: property).strength == .strong || isOutlet, let held = inference.type(of: property).nominal else { return false }
      return inherits(held, from: "WKWebView")
    }
  }
}
