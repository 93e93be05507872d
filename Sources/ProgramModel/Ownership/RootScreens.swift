import SwiftFacts

/// Finds what is made to be the screen that all others of a window are shown by: there is one at a time, and whoever
/// puts another in its place leaves what was there before.
final class RootScreens {
  private let program: Program
  private let inference: Inference
  private let frames: Frames
  /// What is known to be shown, and what is known not to be.
  private var (shown, others): (Set<Place>, Set<Place>) = ([], [])

  /// Where a value stands.
  private enum Place: Hashable {
    case value(ExpressionID, FunctionID)
    case parameter(LocalID, FunctionID)

    var function: FunctionID {
      switch self {
      case .value(_, let function), .parameter(_, let function): function
      }
    }

    /// Whether an expression of the function is the value, or a local that begins as it.
    func isRead(by expression: ExpressionID, _ code: Code) -> Bool {
      let expression = code.uncast(expression)
      switch self {
      case .parameter(let parameter, _): return code[expression] == .local(parameter)
      case .value(let value, _):
        if expression == value { return true }
        guard case .local(let local) = code[expression], let first = code[local].initializer else { return false }
        return code.uncast(first) == value
      }
    }
  }

  init(program: Program, inference: Inference, frames: Frames) {
    self.program = program
    self.inference = inference
    self.frames = frames
  }

  /// Whether a function puts the value of an expression into a window, or hands it to what does. O(expressions of the
  /// functions that it is handed on to), each looked through once for each parameter.
  func shows(_ value: ExpressionID, in function: FunctionID) -> Bool {
    let start = Place.value(value, function)
    var seen: Set<Place> = [start]
    var waiting = [start]
    while let place = waiting.popLast() {
      if others.contains(place) { continue }
      guard !shown.contains(place), let next = handed(from: place) else {
        shown.insert(start)
        return true
      }
      waiting += next.filter { seen.insert($0).inserted }
    }
    others.formUnion(seen)
    return false
  }

  /// Where a function hands a value on to; nil where it puts it into a window itself.
  private func handed(from place: Place) -> [Place]? {
    let code = frames[place.function].facts.code
    var result: [Place] = []
    for index in program.expressions(of: place.function) {
      switch code.expressions[index] {
      case .assign(let target, let value):
        if case .member(_, let name) = code[target], program.knowledge[.rootScreenSlot].contains(name),
          place.isRead(by: value, code)
        {
          return nil
        }
      case .call(_, let list):
        for at in code[list].indices where place.isRead(by: code[list][at].value, code) {
          let call = ExpressionID(index: Int32(index))
          result += receivers(of: at - code[list].startIndex, of: call, in: place.function)
        }
      default: break
      }
    }
    return result
  }

  /// What a call makes of a screen that it is given: the parameters of what it calls, or what it wraps it in.
  private func receivers(of position: Int, of call: ExpressionID, in function: FunctionID) -> [Place] {
    let frame = frames[function]
    guard case .call(_, let list) = frame.facts.code[call] else { return [] }
    let arguments = frame.facts.code[list]
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      return functions.compactMap { callee in
        let declaration = program.declaration(of: callee)
        guard declaration.hasBody, let match = declaration.match(arguments) else { return nil }
        return .parameter(declaration.parameters[match[position]].local, callee)
      }
    case .foreign(_, _, isInitializer: true):
      let label = arguments[arguments.startIndex + position].label
      return label.map(program.knowledge[.firstScreenArgument].contains) ?? false ? [.value(call, function)] : []
    default: return []
    }
  }
}
