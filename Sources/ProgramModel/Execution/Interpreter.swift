import SwiftFacts

/// Executes code of a program, concretely, on a heap of its own.
///
/// What it cannot follow exactly it does not guess: a value is unknown, what is handed to code out of sight has
/// escaped and is never spoken of, and a way that depends on something unknown is not followed.
final class Interpreter {
  let program: Program
  let inference: Inference
  let heap = Heap()
  private var frames: [FunctionID: Frame] = [:]
  private var plans: [FileID: CodePlan] = [:]
  /// Globals and static properties, made when they are first asked for.
  var globals: [PropertyID: Cell] = [:]
  /// The call of the `main` in which the program begins: its locals are there as long as the process.
  var main: Activation?
  /// Who wants to be told of what is posted.
  var observers: [Observer] = []
  /// What code out of sight has been handed.
  var escaped: [Value] = []
  /// The expression that was begun last.
  var here: Site?
  /// What stands between the function where the program begins and what runs.
  var depth = 0
  private(set) var steps = 0
  private var looks = 0
  /// How many calls were made by the body in which the program begins, and by what it calls.
  var life = Life()
  /// The functions that are underway, closures aside.
  var functions = 0
  /// All calls that are underway.
  var stack: [Activation] = []
  /// What was given away to be done, and is not over.
  var works: [Work] = []
  /// The one of them that runs.
  var current: Work?
  /// How many were given away one by another until what runs.
  var generation = 0
  /// The time, in seconds since some day.
  var now = 1e9
  /// How many were given away, or began to wait.
  var order = 0
  /// Whether all is over, and nobody asks what becomes of it.
  var isTornDown = false
  /// The objects of the system that all share, by the type and the name.
  var shared: [Knowledge.FunctionKey: Value] = [:]
  /// The closures that were made, and the properties that were given something.
  var made = Traces()
  /// Why a `deinit` could not be followed, which nobody can be told where it happens.
  var failure: Halt?
  var fresh = 0
  /// Whether something was done by code out of sight.
  var hasLeftSight = false
  /// The rounds that the program makes.
  var rounds = Rounds()
  /// The round in which was given away what runs.
  var given: Rounds.Moment?
  /// How many searches are underway.
  var searches = 0
  /// Whether it has run before, on the same heap.
  var isAgain = false

  /// By name, the one static property of it that extensions give to types of the system.
  private(set) lazy var foreignConstants: [Symbol: PropertyID] = {
    var found: [Symbol: [PropertyID]] = [:]
    for type in program.declaredTypes where program[type].kind == .foreign {
      for (name, property) in program[type].properties where program.declaration(of: property).isStatic {
        found[name, default: []].append(property)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }()

  /// By label and number of parts, where the part stands that all labelled tuples of the program call so, in
  /// types and where they are made.
  private(set) lazy var tuplePlaces: [Symbol: [Int: Int]] = {
    var found: [Symbol: [Int: Set<Int>]] = [:]
    for file in program.allFiles {
      for spelled in Set(file.facts.code.tupleLabels) {
        let labels = spelled.text.split(separator: ":")
        for (at, label) in labels.enumerated() {
          found[Symbol(String(label)), default: [:]][labels.count, default: []].insert(at)
        }
      }
      // What something was first given says as much as a type that is written.
      let code = file.facts.code
      for expression in code.expressions {
        guard case .tuple(let list) = expression else { continue }
        for (at, part) in code[list].enumerated() {
          if let label = part.label { found[label, default: [:]][Int(list.count), default: []].insert(at) }
        }
      }
    }
    return found.mapValues { $0.compactMapValues { $0.count == 1 ? $0.first : nil } }
  }()

  init(_ program: Program, _ inference: Inference) {
    self.program = program
    self.inference = inference
    heap.finish = { [unowned self] core in self.finish(core) }
  }

  /// Why an execution goes no further.
  struct Halt: Error {
    enum Reason: Hashable {
      case unknownCondition, unknownCallee, unknownElements, trap, tooLong, tooDeep, tooLarge, notUnderstood, endless
    }
    var reason: Reason
    var site: Site?
  }

  /// An error of the program's own. Nothing of an execution leaves its thread.
  struct Thrown: Error, @unchecked Sendable {
    var value: Value
  }

  /// How a statement ends.
  enum Completion {
    case next(Value)
    case `return`(Value)
    case `break`(Symbol?)
    case `continue`(Symbol?)
    case `fallthrough`
  }

  func frame(of function: FunctionID) -> Frame {
    if let known = frames[function] { return known }
    let made = Frame(function, in: program)
    frames[function] = made
    return made
  }

  func plan(of file: FileID) -> CodePlan {
    if let known = plans[file] { return known }
    let made = CodePlan(program[file].facts)
    plans[file] = made
    return made
  }

  // MARK: Limits

  func halt(_ reason: Halt.Reason, _ activation: Activation? = nil, at expression: ExpressionID? = nil) -> Halt {
    Halt(
      reason: reason,
      site: activation.flatMap { activation in
        expression.map { Site(function: activation.frame.function, expression: $0) }
      } ?? here)
  }

  func step() throws {
    if isTornDown { throw Abandoned() }
    steps += 1
    if steps > ExecutionLimits.steps { throw halt(.tooLong) }
    if heap.count > ExecutionLimits.objects { throw halt(.tooLarge) }
    if let failure { throw failure }
  }

  /// A value, if it is not larger than what is followed.
  func bounded(_ value: Value) throws -> Value {
    let size =
      switch value {
      case .text(let text): text.utf8.count
      case .list(let parts), .set(let parts): parts.count
      case .table(let entries): entries.count
      default: 0
      }
    if size > ExecutionLimits.elements { throw halt(.tooLarge) }
    return value
  }

  /// Notes that one more part of a value is looked at. A value that has too many ends the execution.
  func look() -> Bool {
    looks += 1
    if looks > ExecutionLimits.parts, failure == nil { failure = halt(.tooLarge) }
    return failure == nil
  }

  func deeper<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < ExecutionLimits.depth else { throw halt(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// The same of a call of a function, which begins something where it is the program's own body that calls.
  func callingFunction<Result>(_ body: () throws -> Result) throws -> Result {
    if functions == 0, current == nil { rounds.call() }
    if functions == 0 { life.outer += 1 }
    if functions == 1 { life.inner += 1 }
    functions += 1
    defer { functions -= 1 }
    return try deeper(body)
  }

  func freshIdentity() -> Value {
    fresh += 1
    return .identity(-fresh)
  }

  /// Hands values to code out of sight.
  func escape(_ values: [Value]) {
    let values = values.filter { !isInert($0) }
    if !values.isEmpty { hasLeftSight = true }
    escaped += values
  }

  /// Runs the `deinit`s of an object that nothing keeps any more.
  private func finish(_ core: Core) {
    guard failure == nil else { return }
    for type in classes(of: core.type) {
      for declaration in program[type].declarations {
        for function in program.functions(in: declaration)
        where program.declaration(of: function).kind == .deinitializer {
          // Whoever has it now does not keep it beyond its end.
          let reference = Reference(core, heap)
          do {
            _ = try invoke(function, on: Cell(.object(reference)), [], caller: nil)
          } catch let halt as Halt {
            failure = halt
          } catch {
            failure = self.halt(.trap)
          }
        }
      }
    }
  }
}

/// One call that is underway.
final class Activation {
  let frame: Frame
  let plan: CodePlan
  var cells: [LocalID: Cell]
  /// The locals that are there, in the order in which they were declared.
  var declared: [LocalID] = []
  /// Whether it is an initialiser, of whose object nobody watches the properties yet.
  var isMaking = false

  init(_ frame: Frame, _ plan: CodePlan, cells: [LocalID: Cell] = [:]) {
    self.frame = frame
    self.plan = plan
    self.cells = cells
  }

  /// What generic parameters stand for, as far as the call tells.
  var generics: [Symbol: Type] = [:]

  var code: Code { frame.facts.code }

  func resolve(_ type: TypeID) -> Type { frame.resolve(type).substituting(generics) }

  func declare(_ local: LocalID, _ value: Value) {
    let one = code[local]
    let old = cells[local]
    cells[local] = Cell(value, weak: one.isWeak, unowned: one.declaredUnowned)
    declared.append(local)
    withExtendedLifetime(old) {}
  }

  /// Lets go of the locals that were declared since there were so many.
  func leave(downTo count: Int) {
    while declared.count > count {
      let local = declared.removeLast()
      let old = cells.removeValue(forKey: local)
      withExtendedLifetime(old) {}
    }
  }
}

/// How far an execution goes.
enum ExecutionLimits {
  static let steps = 150_000
  static let depth = 120
  static let objects = 6_000
  /// How many parts of values are looked at in one look at all there is.
  static let parts = 400_000
  /// How many elements a list has, and units a text.
  static let elements = 10_000
  /// How many pieces of work wait to be done, how often one is done again, and how many are given away one by another.
  static let works = 500
  static let rounds = 300
  /// How often the whole is run.
  static let runs = 5
  /// How many times as many rounds a loop makes that goes on; of how many loops, and within how many calls they stand.
  static let lengthening = [16, 4]
  static let loops = 3
  static let loopDepth = 2
}
