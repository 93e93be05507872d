import SwiftFacts

/// All objects and closures that an execution has made and that still are.
final class Heap {
  private struct Made<Thing: AnyObject> {
    weak var thing: Thing?
  }

  private var cores: [Made<Core>] = []
  private var closures: [Made<ClosureObject>] = []
  private(set) var count = 0
  private var isOver = false
  /// What runs the `deinit` of an object that nothing keeps any more.
  var finish: ((Core) -> Void)?

  func makeObject(_ type: NominalID, site: Site?, life: Life, _ usage: Usage = Usage()) -> Reference {
    count += 1
    let core = Core(number: count, type: type, site: site, life: life, usage)
    let reference = Reference(core, self)
    core.reference = reference
    cores.append(Made(thing: core))
    return reference
  }

  func makeClosure(
    _ kind: ClosureObject.Kind, captured: [LocalID: Cell] = [:], site: Site? = nil, round: Int = 0
  ) -> ClosureObject {
    count += 1
    let closure = ClosureObject(number: count, kind, captured: captured, site: site, round: round)
    closures.append(Made(thing: closure))
    return closure
  }

  /// Called when the last that kept an object has let go.
  func end(_ core: Core) {
    guard !isOver, !core.isOver else { return }
    core.isOver = true
    finish?(core)
  }

  /// The objects that are there, in the order in which they were made.
  var objects: [Core] { cores.compactMap(\.thing).filter { !$0.isOver } }

  var functions: [ClosureObject] { closures.compactMap(\.thing) }

  /// Has nothing happen any more when an object goes.
  func stop() { isOver = true }

  /// Takes all apart, so that what keeps each other goes as well.
  func tearDown() {
    isOver = true
    for core in cores.compactMap(\.thing) { core.clear() }
    for closure in closures.compactMap(\.thing) {
      for cell in closure.captured.values { cell.set(.missing) }
      closure.clear()
    }
  }
}
