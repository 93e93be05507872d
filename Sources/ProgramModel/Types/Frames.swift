import SwiftFacts

/// The frames of functions, each made once. Not safe for use from several threads.
final class Frames {
  private let program: Program
  private var made: [FunctionID: Frame] = [:]

  init(of program: Program) { self.program = program }

  subscript(_ function: FunctionID) -> Frame {
    if let known = made[function] { return known }
    let frame = Frame(function, in: program)
    made[function] = frame
    return frame
  }
}
