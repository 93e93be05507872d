import SwiftFacts

/// A closure that a call in a body is given.
struct GivenClosure {
  var id: ClosureID
  var call: ExpressionID
  /// The name of what is called.
  var callee: Symbol
}

/// Which closure of a body one is: by what it is given to, and how many of its like stand before it.
struct ClosureKey: Hashable {
  var callee: Symbol
  var number: Int
}

extension Program {
  /// The closures of a body that calls are given, in the order of the source. Linear in the body.
  func givenClosures(in function: FunctionID) -> [GivenClosure] {
    let code = self[file(of: function)].facts.code
    return code.closures(in: expressions(of: function)).compactMap { id in
      guard !code[id].isLocalFunction, let call = code[id].call, let callee = code.callee(of: call) else { return nil }
      return GivenClosure(id: id, call: call, callee: callee)
    }
  }
}

extension [GivenClosure] {
  /// Each with its key, in the order of the source.
  func numbered() -> [(key: ClosureKey, closure: GivenClosure)] {
    var counts: [Symbol: Int] = [:]
    return map { closure in
      let number = counts[closure.callee, default: 0]
      counts[closure.callee] = number + 1
      return (ClosureKey(callee: closure.callee, number: number), closure)
    }
  }
}
