import Platform
import SwiftFacts

/// Work that is done later: what was given first is done first, as far as its time has come.
///
/// Each piece runs on a strand of its own, of which one runs at a time, so that it can wait in the middle of what it
/// does. The clock stands still while something runs, and goes on when all wait.
extension Interpreter {
  /// Thrown where nobody asks any more what becomes of a piece of work.
  struct Abandoned: Error {}
  /// Thrown where the program ends itself.
  struct Ended: Error {}

  /// Takes interpreter and work to another thread, of which one runs at a time.
  private struct Carried: @unchecked Sendable {
    let interpreter: Interpreter
    let work: Work
  }

  // MARK: Giving

  @discardableResult
  func submit(
    _ closure: Value, _ given: [Value] = [], owner: Core? = nil, at due: Double? = nil, on queue: Core? = nil
  ) throws -> Work {
    guard works.count < ExecutionLimits.works else { throw halt(.tooLarge) }
    order += 1
    var context = Work.Context()
    (context.functions, context.life, context.generation, context.given) = (functions, life, generation, moment)
    if let due, due > now { context.generation += 1 }
    let work = Work(closure, given, owner: owner, due: due ?? now, order: order, context)
    work.queue = queue?.number
    works.append(work)
    return work
  }

  func remove(_ work: Work) { works.removeAll { $0 === work } }

  // MARK: Waiting

  /// Waits until something holds, or for a time.
  ///
  /// - Parameter keeper: What has whoever waits until then, and without which nobody lets it go on.
  func wait(until deadline: Double? = nil, by keeper: Core? = nil, for condition: @escaping () -> Bool) throws {
    if condition() { return }
    guard let work = current else {
      while !condition() {
        try step()
        if try runNext(until: deadline ?? .infinity) { continue }
        guard let deadline else { throw halt(.endless) }
        now = max(now, deadline)
        return
      }
      return
    }
    if isTornDown { throw Abandoned() }
    order += 1
    work.order = order
    work.condition = condition
    work.due = deadline ?? .infinity
    work.keeper = keeper
    work.strand?.pause()
    (work.condition, work.keeper) = (nil, nil)
    try step()
  }

  /// Does what is left to be done when the body of the program is over, but not again and again.
  func drain() throws {
    while try runNext(until: .infinity) {}
  }

  /// Does one piece of what is due; false where nothing is by then.
  private func runNext(until deadline: Double) throws -> Bool {
    try step()
    works.removeAll { $0.isOwned && $0.owner?.reference == nil }
    let candidates = works.filter {
      $0.rounds < ExecutionLimits.rounds && $0.context.generation < ExecutionLimits.rounds
    }
    let ready = candidates.filter { $0.condition?() ?? false || $0.due <= now }
    if let next = ready.min(by: { ($0.order) < ($1.order) }) {
      try run(next)
      return true
    }
    guard let time = candidates.map(\.due).min(), time <= deadline, time < .infinity else { return false }
    now = max(now, time)
    return true
  }

  private func run(_ work: Work) throws {
    var one = work
    if let interval = work.interval {
      work.rounds += 1
      order += 1
      work.order = order
      work.due = max(now, work.due) + max(interval, 0.000_1)
      let closure = work.owner?.reference.map { Value.object($0) } ?? work.closure
      one = Work(closure, work.given, owner: nil, due: now, order: order, work.context)
      one.context.generation = 0
      one.queue = work.queue
      works.append(one)
    } else if work.due <= now, work.condition != nil {
      work.rounds += 1
    }
    try go(on: one)
  }

  /// Lets a piece of work run until it waits or is over.
  private func go(on work: Work) throws {
    let carried = Carried(interpreter: self, work: work)
    let strand = work.strand ?? Strand { carried.interpreter.begin(carried.work) }
    work.strand = strand
    let own = context
    (context, current) = (work.context, work)
    let went = strand.resume()
    work.context = context
    (context, current) = (own, nil)
    if strand.isOver || !went {
      remove(work)
      (work.closure, work.given) = (.missing, [])
      work.whenOver?()
      work.whenOver = nil
    }
    if !went { throw halt(.tooLarge) }
    if let failure { throw failure }
  }

  private func begin(_ work: Work) {
    do {
      work.outcome = .value(try perform(work.closure, work.given))
    } catch let thrown as Thrown {
      work.outcome = .thrown(thrown.value)
    } catch let halt as Halt {
      if failure == nil { failure = halt }
    } catch {
      if error is Ended, failure == nil { failure = halt(.endless) }
    }
  }

  // MARK: The end

  /// Takes all apart.
  func tearDown() {
    heap.stop()
    isTornDown = true
    for work in works {
      context = work.context
      if let strand = work.strand, !strand.isOver { _ = strand.resume() }
    }
    works = []
    heap.tearDown()
  }

  private var context: Work.Context {
    get {
      Work.Context(
        depth: depth, functions: functions, life: life, generation: generation, given: given, stack: stack)
    }
    set {
      (depth, functions, life) = (newValue.depth, newValue.functions, newValue.life)
      (generation, given, stack) = (newValue.generation, newValue.given, newValue.stack)
    }
  }
}
