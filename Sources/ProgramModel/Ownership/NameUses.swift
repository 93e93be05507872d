import SwiftFacts

/// Where the names of functions and types stand without being called.
struct References: Sendable {
  var inBodies: [Symbol: [(function: FunctionID, expression: ExpressionID)]] = [:]
  /// Names that are used outside of all bodies.
  var elsewhere: Set<Symbol> = []

  /// O(expressions).
  init(_ program: Program, _ calls: CallIndex) {
    var declared: Set<Symbol> = Set(program.linked.nominals.map(\.name))
    for file in program.files { for function in file.facts.functions { declared.insert(function.name) } }
    var bodies: [FileID: [FunctionID]] = [:]
    for function in calls.functions { bodies[program.file(of: function), default: []].append(function) }
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      let code = file.facts.code
      var isCalled = [Bool](repeating: false, count: code.expressions.count)
      for expression in code.expressions {
        if case .call(let callee, _) = expression { isCalled[Int(callee.index)] = true }
      }
      var isInBody = [Bool](repeating: false, count: code.expressions.count)
      func name(at index: Int32) -> Symbol? {
        guard !isCalled[Int(index)] else { return nil }
        switch code[ExpressionID(index: index)] {
        case .name(let name, _), .member(_, let name): return declared.contains(name) ? name : nil
        default: return nil
        }
      }
      for function in bodies[FileID(index: Int32(index))] ?? [] {
        let declaration = program.declaration(of: function)
        let unused = Self.handedToNobody(declaration, code, program.knowledge)
        for at in declaration.firstExpression..<declaration.endExpression where !isInBody[Int(at)] {
          isInBody[Int(at)] = true
          if let name = name(at: at), !unused.contains(at) {
            inBodies[name, default: []].append((function, ExpressionID(index: at)))
          }
        }
      }
      for at in code.expressions.indices where !isInBody[at] {
        if let name = name(at: Int32(at)) { elsewhere.insert(name) }
      }
    }
  }
}

extension References {
  /// What is handed to a call that does nothing: `list.removeAll(); list.forEach(stop)`.
  private static func handedToNobody(
    _ declaration: FunctionDeclaration, _ code: Code, _ knowledge: Knowledge
  ) -> Set<Int32> {
    let emptied = EmptiedPlaces(of: declaration, in: code, knowledge: knowledge)
    var result: Set<Int32> = []
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .call(_, let list) = code[ExpressionID(index: index)], list.count > 0,
        emptied.isOnNothing(ExpressionID(index: index))
      else { continue }
      result.formUnion(code[list].map(\.value.index))
    }
    return result
  }
}

/// Where the names of properties stand to be given something, and where nothing tells whose property it is.
struct PropertyUses: Sendable {
  var assignments: [Symbol: [(function: FunctionID, assignment: ExpressionID, value: ExpressionID)]] = [:]
  /// Names that are bound, passed to be changed, or written in a key path.
  var elsewhere: Set<Symbol> = []
  var keyPaths: Set<Symbol> = []

  /// O(expressions).
  init(_ program: Program, _ calls: CallIndex) {
    for function in calls.functions {
      let code = program[program.file(of: function)].facts.code
      let declaration = program.declaration(of: function)
      for index in declaration.firstExpression..<declaration.endExpression {
        let id = ExpressionID(index: index)
        switch code[id] {
        case .assign(let target, let value), .mutate(let target, let value):
          if let name = code.propertyName(target) { assignments[name, default: []].append((function, id, value)) }
        case .keyPath(let name?):
          elsewhere.insert(name)
          keyPaths.insert(name)
        case .name(let name, _), .member(_, let name):
          if code.marks(of: id).contains(.inout) { elsewhere.insert(name) }
          if name.isMarked, name.text.first == "$" { elsewhere.insert(Symbol(String(name.text.dropFirst()))) }
        default: continue
        }
      }
    }
  }
}

extension Code {
  /// `name` of `name = …` and of `x.name = …`.
  fileprivate func propertyName(_ target: ExpressionID) -> Symbol? {
    switch self[target] {
    case .name(let name, _), .member(_, let name): name
    case .subscripted(let base, _): propertyName(base)
    default: nil
    }
  }
}

/// In which functions of production code each name stands. O(expressions) to make, O(functions) to ask.
struct NameIndex: Sendable {
  /// By the number of a name, where its functions begin in the list, and at last where all end.
  private var starts: [Int32] = [0]
  private var functions: [FunctionID] = []

  init(_ program: Program) {
    var counts: [Int32] = []
    Self.visit(program) { name, _ in
      if name >= counts.count { Self.lengthen(&counts, past: name, with: 0) }
      counts[name] += 1
    }
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var next = starts
    functions = Array(repeating: FunctionID(index: 0), count: Int(starts[starts.count - 1]))
    Self.visit(program) { name, function in
      functions[Int(next[name])] = function
      next[name] += 1
    }
  }

  /// In the order of files.
  subscript(name: Symbol) -> ArraySlice<FunctionID> {
    let at = Int(name.id >> 2)
    return at + 1 < starts.count ? functions[Int(starts[at])..<Int(starts[at + 1])] : []
  }

  /// Each name once for each function that it stands in.
  private static func visit(_ program: Program, _ body: (_ name: Int, FunctionID) -> Void) {
    var last: [Int32] = []
    for function in program.productionFunctions {
      let code = program[program.file(of: function)].facts.code
      for index in program.expressions(of: function) {
        switch code.expressions[index] {
        case .name(let name, _), .member(_, let name), .implicitMember(let name):
          let name = Int(name.id >> 2)
          if name >= last.count { lengthen(&last, past: name, with: -1) }
          if last[name] == function.index { continue }
          last[name] = function.index
          body(name, function)
        default: continue
        }
      }
    }
  }

  /// To twice as many places at least. Numbers are those of all names that the process has met, so that this is most
  /// of what a small program costs.
  private static func lengthen(_ list: inout [Int32], past index: Int, with filler: Int32) {
    var longer = [Int32](repeating: filler, count: max(index + 1, 2 * list.count))
    longer.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: list) }
    list = longer
  }
}
