import Synchronization

/// What threads evaluate functions with. One thread has it at a time, and leaves to the next what it has inferred: most
/// waves of functions are small.
final class Evaluators: Sendable {
  /// What one thread evaluates with.
  final class Evaluator {
    /// Notes what is asked; nil where nothing is kept for a later program.
    let reads: Reads?
    let inference: Inference
    let known: ChangesSince.Known

    fileprivate init(_ program: Program, _ evaluations: Evaluations?) {
      let reads = evaluations?.isKept == true ? Reads() : nil
      self.reads = reads
      known = evaluations?.compared() ?? ChangesSince.Known(nil, for: nil)
      inference = Inference(program: reads.map(program.noting) ?? program)
    }
  }

  /// Gives an evaluator back when it is let go of.
  final class Loan {
    let evaluator: Evaluator
    private let evaluators: Evaluators

    fileprivate init(_ evaluator: Evaluator, of evaluators: Evaluators) {
      self.evaluator = evaluator
      self.evaluators = evaluators
    }

    deinit { evaluators.free.withLock { [evaluator] in $0.append(Free(evaluator: evaluator)) } }
  }

  /// One that nobody has.
  private struct Free: @unchecked Sendable {
    let evaluator: Evaluator
  }

  private let free = Mutex<[Free]>([])
  private let program: Program
  private let evaluations: Evaluations?

  /// - Parameter evaluations: What need not be evaluated again; nil where nothing is known of any other program.
  init(_ program: Program, _ evaluations: Evaluations?) {
    self.program = program
    self.evaluations = evaluations
  }

  func lend() -> Loan {
    let known = free.withLock { $0.popLast() }?.evaluator
    return Loan(known ?? Evaluator(program, evaluations), of: self)
  }
}
