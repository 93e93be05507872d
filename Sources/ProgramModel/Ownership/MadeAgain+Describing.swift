import SwiftFacts

extension Program {
  /// Why the object of a cycle is made again and again, in words: who makes it, and why that runs again.
  func spoken(_ why: MadeAgain.Why) -> String {
    why.steps.map(spoken).joined(separator: ", ") + (why.isSure ? "" : " (perhaps)")
  }

  private func spoken(_ step: MadeAgain.Step) -> String {
    switch step {
    case .made(let type, let span): "`\(self[type].name.text)` is made at \(shortPlace(span))"
    case .called(let function, let span): "\(name(of: function)) is called at \(shortPlace(span))"
    case .inLoop: "in a loop"
    case .inClosure: "in a closure that may be called again"
    case .reused(let type): "`\(self[type].name.text)` is made whenever a list needs one"
    case .offered(let type): "others can import `\(self[type].name.text)`"
    case .byInterface(let type): "an interface file makes `\(self[type].name.text)` whenever it is shown"
    case .unseen(let type): "what makes `\(self[type].name.text)` is out of sight"
    case .fromStatic(let type): "a static has the type `\(self[type].name.text)` at hand"
    case .atAnyTime(let function): "\(name(of: function)) runs whenever there is need"
    case .calledTwice(let function, let span): "\(name(of: function)) is called once more at \(shortPlace(span))"
    case .asRoot: "as the one screen of a window"
    case .unknownCaller(let function): "who calls \(name(of: function)) is out of sight"
    case .tooFar: "from further away than is followed"
    }
  }
}
