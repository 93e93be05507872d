import SwiftFacts

/// One run of a program from where it begins, or several one after the other on one heap.
struct Execution {
  /// Where a program begins.
  enum Entry: Hashable {
    /// The statements of a file, with its globals.
    case file(FileID)
    /// The `main` of a type.
    case function(FunctionID)
  }

  let entry: Entry
  let interpreter: Interpreter
  /// Why it was not followed to the end; nil where it was.
  private(set) var halt: Interpreter.Halt?

  /// - Parameter longer: A loop that goes on for longer than it is written to.
  init(_ entry: Entry, of program: Program, _ inference: Inference, longer: Rounds.Loop? = nil) {
    self.entry = entry
    interpreter = Interpreter(program, inference)
    interpreter.rounds.longer = longer
    run()
  }

  /// Runs it once more.
  mutating func run() {
    guard halt == nil else { return }
    defer { interpreter.isAgain = true }
    do {
      do {
        switch entry {
        case .file(let file): try interpreter.run(file)
        case .function(let function): try interpreter.runMain(function)
        }
        try interpreter.drain()
      } catch is Interpreter.Ended {}
      if let failure = interpreter.failure { halt = failure }
    } catch let found as Interpreter.Halt {
      halt = found
    } catch {
      halt = Interpreter.Halt(reason: .trap, site: nil)
    }
  }
}

extension Interpreter {
  /// Runs the statements of a file, and what its globals begin with, in the order of the source.
  func run(_ file: FileID) throws {
    let facts = program[file].facts
    guard let index = facts.functions.firstIndex(where: { $0.kind == .topLevel }) else { return }
    let function = program.function(FunctionIndex(index: Int32(index)), in: file)
    let activation = Activation(frame(of: function), plan(of: file))
    var properties: [(start: UInt32, property: PropertyID)] = []
    for (index, property) in facts.properties.enumerated() {
      guard property.parent == nil, property.initialValue != nil else { continue }
      let id = program.property(PropertyIndex(index: Int32(index)), in: file)
      properties.append((property.span.start, id))
    }
    // What goes on has its globals already, but counts its rounds anew.
    if isAgain {
      let counting = counters(of: function)
      for (_, property) in properties where counting.contains(program.declaration(of: property).name) {
        guard let cell = globals[property], cell.stored.isPlain else { continue }
        globals[property] = nil
        _ = try global(property)
      }
      properties = []
    }
    var next = 0
    func begin(before byte: UInt32) throws {
      while next < properties.count, properties[next].start < byte {
        let property = properties[next].property
        next += 1
        _ = try global(property)
      }
    }
    let block = frame(of: function).declaration.firstStatement
    _ = try run(part: block, activation, where: { _ in true }, before: { try begin(before: $0.start) })
    try begin(before: .max)
    activation.leave(downTo: 0)
  }

  /// What the loops go by that stand outside of functions.
  private func counters(of function: FunctionID) -> Set<Symbol> {
    let code = frame(of: function).facts.code
    var result: Set<Symbol> = []
    func visit(_ statement: Int32) {
      let kind = code.statement(statement).kind
      if case .closure = kind { return }
      if case .loop = kind {
        for condition in code.conditions(of: statement) {
          for index in code.expressions(in: condition) {
            if case .name(let name, _) = code[ExpressionID(index: index)] { result.insert(name) }
          }
        }
      }
      code.inner(of: statement).forEach(visit)
    }
    visit(frame(of: function).declaration.firstStatement)
    return result
  }

  func runMain(_ function: FunctionID) throws {
    let owner = program.owner(of: function).map { Value.type(.nominal($0, arguments: [])) } ?? .void
    let frame = frame(of: function)
    let activation = Activation(frame, plan(of: frame.file))
    if let local = frame.declaration.selfLocal { activation.cells[local] = Cell(owner) }
    let before = main
    main = activation
    withExtendedLifetime(before) {}
    _ = try run(part: frame.declaration.firstStatement, activation, where: { _ in true })
  }
}
