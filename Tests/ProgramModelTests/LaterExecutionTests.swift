import ProgramModel
import SwiftFacts
import Testing

/// What is left of the objects of a program that gives work away, waits for it, or has it done in time.
struct LaterExecutionTests {
  typealias Sample = ExecutionSample

  @Test(arguments: samples) func `What is left is what the language leaves`(_ sample: Sample) {
    let facts = FactsMaker().facts(of: Array(sample.source.utf8))
    let program = Program(files: [SourceFile(path: "main.swift", facts: facts)], knowledge: Self.knowledge)
    let left = program.describeExecutions(from: FileID(index: 0))
    #expect(left.split(separator: "\n").map(String.init) == sample.left)
    #expect(left == program.describeExecutions(from: FileID(index: 0)))
  }

  /// Work that gives itself away again for ever, waits for itself, or is too much, ends all the same.
  @Test(arguments: [
    "func go() { let q = DispatchQueue(label: \"a\"); func f() { q.async { f() } }; f() }",
    "func go() { Task { while true { await Task.yield() } } }",
    "func go() { let s = DispatchSemaphore(value: 0); s.wait() }",
    "func go() { for _ in 0..<5000 { Task { try? await Task.sleep(nanoseconds: 1) } } }",
    "func go() async { await withCheckedContinuation { (c: CheckedContinuation<Void, Never>) in } }",
    "func go() { Task { Task { while true {} } } }",
  ])
  func `What goes on for ever is not followed for ever`(_ source: String) {
    let source = "import Foundation\n\(source)\n\(source.contains("go() async") ? "await " : "")go()"
    let facts = FactsMaker().facts(of: Array(source.utf8))
    let program = Program(files: [SourceFile(path: "main.swift", facts: facts)], knowledge: Self.knowledge)
    #expect(!program.describeExecutions(from: FileID(index: 0)).contains("leaked"))
  }

  /// The rows of the tables that these programs ask for.
  private static let knowledge = {
    var knowledge = Knowledge()
    let line = TableLine(table: 0, line: 0)
    func add(_ role: Role, _ names: String...) {
      for name in names {
        let parts = name.split(separator: ".").map { Symbol(String($0)) }
        let row = RoleTable.Row(type: parts.count > 1 ? parts[0] : nil, labels: nil, source: line)
        knowledge[role].add(row, named: parts.last ?? "")
      }
    }
    add(.queuesBlock, "DispatchQueue.async", "DispatchQueue.asyncAfter")
    add(.defersAction, "DispatchQueue.async", "DispatchQueue.asyncAfter")
    add(.waitsForBlock, "DispatchQueue.sync")
    add(.waitsInPlace, "DispatchSemaphore.wait", "DispatchGroup.wait")
    add(.beginsWait, "DispatchGroup.enter")
    add(.endsWait, "DispatchGroup.leave", "DispatchSemaphore.signal")
    add(.locks, "NSLock.lock")
    add(.unlocks, "NSLock.unlock")
    add(.cancelsWorkItem, "DispatchWorkItem.cancel")
    add(.keepsUntilCancelled, "DispatchSource.setEventHandler")
    add(.endsReceiver, "cancel")
    add(.startsTask, "Task.init", "Task.detached")
    add(.cancelsTask, "Task.cancel")
    add(.sleeps, "Task.sleep")
    add(.asksForCancellation, "Task.isCancelled")
    add(.passesTime, "Thread.sleep", "Task.yield", "RunLoop.run")
    add(.suspends, "withCheckedContinuation")
    add(.resumes, "CheckedContinuation.resume")
    add(.ownStream, "AsyncStream")
    add(.feedsStream, "yield")
    add(.closesStream, "finish")
    add(.taskGroup, "TaskGroup")
    add(.runsOnceInPlace, "withTaskGroup")
    add(.runsCancellable, "withTaskGroup", "addTask")
    add(.repeatsWithBlock, "Timer.scheduledTimer")
    add(.endsTimer, "Timer.invalidate")
    add(.tellsTime, "Date.init")
    let classes = [
      "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "DispatchWorkItem", "DispatchSource", "NSLock", "Timer",
      "RunLoop", "Thread",
    ]
    for name in classes { knowledge.add(.init(kind: .class, superclass: nil), for: Symbol(name)) }
    for name in ["Task", "AsyncStream", "CheckedContinuation", "TaskGroup", "Date"] {
      knowledge.add(.init(kind: .struct, superclass: nil), for: Symbol(name))
    }
    let kept = Knowledge.ClosureEntry(lifetime: .result)
    knowledge.closures[.init(type: "DispatchWorkItem", name: "init")] = [.init(labels: nil, fact: kept)]
    return knowledge
  }()

  private static let model = """
    import Foundation
    final class Model { var n = 0; var action: (() -> Void)?; var task: Task<Void, Never>? }

    """

  private static let samples: [Sample] = [
    .init(
      "work given to a queue is done, and let go of", [],
      model + "func go() { let m = Model(); DispatchQueue(label: \"q\").async { m.n += 1 } }; go()"),
    .init(
      "work that keeps its own object", ["leaked: Model × 1"],
      model + "func go() { let m = Model(); DispatchQueue.main.async { m.action = { m.n += 1 } } }; go()"),
    .init(
      "what is waited for is done by then", ["leaked: Model × 1"],
      model + """
        func go() {
          let m = Model(), s = DispatchSemaphore(value: 0)
          DispatchQueue(label: "q").async { m.n = 7; s.signal() }
          s.wait()
          if m.n == 7 { m.action = { m.n += 1 } }
        }
        go()
        """),
    .init(
      "a group, a lock and a queue in order", ["leaked: Model × 1"],
      model + """
        func go() {
          let m = Model(), g = DispatchGroup(), q = DispatchQueue(label: "q"), lock = NSLock()
          for _ in 0..<3 { g.enter(); q.async { lock.lock(); m.n += 1; lock.unlock(); g.leave() } }
          g.wait()
          let n = q.sync { m.n }
          if n == 3 { m.action = { m.n += 1 } }
        }
        go()
        """),
    .init(
      "a work item keeps its block, done or cancelled", ["leaked: Model × 1", "leaked: Worker × 1"],
      model + """
        final class Worker { var item: DispatchWorkItem?; let m = Model()
          func start(_ weakly: Bool) {
            let new = weakly ? DispatchWorkItem { [weak self] in self?.m.n += 1 } : DispatchWorkItem { self.m.n += 1 }
            item?.cancel()
            item = new
            DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: new)
          } }
        func go(_ weakly: Bool) { Worker().start(weakly) }
        go(true); go(false)
        """),
    .init(
      "a timer lasts until it is ended", ["kept: Model × 1"],
      model + """
        func go(_ ends: Bool) {
          let m = Model()
          let t = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in m.n += 1 }
          RunLoop.main.run(until: Date().addingTimeInterval(5))
          if ends, m.n == 5 { t.invalidate() }
        }
        go(true); go(false)
        """),
    .init(
      "a source is there as long as whoever has it", ["leaked: Beat × 1"],
      model + """
        final class Beat { let s = DispatchSource.makeTimerSource(); var n = 0
          func start() { s.schedule(deadline: .now(), repeating: 1); s.setEventHandler { self.n += 1 }; s.resume() }
          func startWeakly() { s.setEventHandler { [weak self] in self?.n += 1 }; s.resume() }
          func stop() { s.cancel() } }
        func go(_ k: Int) {
          let b = Beat()
          if k == 0 { b.startWeakly() } else { b.start() }
          Thread.sleep(forTimeInterval: 2)
          if k == 1, b.n > 0 { b.stop() }
        }
        go(0); go(1); go(2)
        """),
    .init(
      "a task that ends, and one that goes on", ["kept: Model × 1"],
      model + """
        func go(_ ends: Bool) async {
          let m = Model()
          m.task = Task {
            while !Task.isCancelled { m.n += 1; try? await Task.sleep(nanoseconds: 1_000_000) }
          }
          try? await Task.sleep(nanoseconds: 5_000_000)
          if ends, m.n > 1 { m.task?.cancel(); await m.task?.value }
        }
        await go(true)
        await go(false)
        """),
    .init(
      "whoever waits for a stream is kept by it", ["leaked: Feed × 1", "leaked: Model × 1"],
      model + """
        final class Feed { var next: AsyncStream<Int>.Continuation?
          lazy var all = AsyncStream<Int> { c in self.next = c } ; var reader: Model? }
        func go(_ ends: Bool) async {
          let f = Feed(), m = Model()
          f.reader = m
          m.task = Task { for await one in f.all { m.n += one } }
          await Task.yield()
          f.next?.yield(2)
          f.next?.yield(3)
          if ends { f.next?.finish(); await m.task?.value }
        }
        await go(true)
        await go(false)
        """),
    .init(
      "a stream that is asked for one after the other", ["leaked: Model × 1"],
      model + """
        func go() async {
          let (values, outlet) = AsyncStream.makeStream(of: Int.self)
          outlet.yield(1)
          outlet.yield(2)
          var reader = values.makeAsyncIterator()
          var sum = 0
          for _ in 0..<2 { if let value = await reader.next() { sum += value } }
          outlet.finish()
          let last = await reader.next()
          let m = Model()
          if sum == 3, last == nil { m.action = { m.n += 1 } }
        }
        await go()
        """),
    .init(
      "a continuation, and a group of tasks", ["leaked: Model × 1"],
      model + """
        func go() async {
          let m = Model()
          var resume: (() -> Void)?
          let t = Task { () -> Int in
            await withCheckedContinuation { c in resume = { c.resume(returning: 4) } }
          }
          await Task.yield()
          resume?()
          let four = await t.value
          let sum = await withTaskGroup(of: Int.self) { group in
            for i in 1...3 { group.addTask { i } }
            var all = 0
            for await one in group { all += one }
            return all
          }
          if four == 4, sum == 6 { m.action = { m.n += 1 } }
        }
        await go()
        """),
  ]
}
