import SwiftFacts

/// Where the names of functions and types stand without being called.
struct References: Sendable {
  private var allInBodies: [Symbol: [Place]] = [:]
  private var allElsewhere: Set<Symbol> = []
  /// Where what is asked is noted.
  nonisolated(unsafe) private var reads: Reads?

  struct Place: Equatable, Sendable {
    var function: FunctionID
    var expression: ExpressionID
  }

  var inBodies: UsesOfNames<[Place]> { UsesOfNames(allInBodies, reads) }
  /// Names that are used outside of all bodies.
  var elsewhere: UsedNames { UsedNames(allElsewhere, reads) }

  /// The same, asked by somebody of whom that is noted.
  func noting(_ reads: Reads?) -> References {
    var references = self
    references.reads = reads
    return references
  }

  /// O(expressions).
  init(_ program: Program) {
    var declared = SymbolSet(program.linked.nominals.map(\.name))
    for file in program.files {
      for index in file.facts.functions.indices { declared.insert(file.facts.functions[index].name) }
    }
    for (file, facts, names) in program.namesInProduction {
      for body in names.bodies where body.hasBody && !body.uses.isEmpty {
        let function = program.function(body.function, in: file)
        let unused =
          names.mayEmpty(body, program.knowledge[.takesAll])
          ? Self.handedToNobody(facts[body.function], facts.code, program.knowledge) : []
        for use in names.uses[body.uses] where declared.contains(use.name) && !unused.contains(use.expression.index) {
          allInBodies[use.name, default: []].append(Place(function: function, expression: use.expression))
        }
      }
      for name in names.elsewhere where declared.contains(name) { allElsewhere.insert(name) }
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
  private var allAssignments: [Symbol: [Setting]] = [:]
  private var allElsewhere: Set<Symbol> = []
  private var allKeyPaths: Set<Symbol> = []
  /// Where what is asked is noted.
  nonisolated(unsafe) private var reads: Reads?

  struct Setting: Equatable, Sendable {
    var function: FunctionID
    var assignment: ExpressionID
    var value: ExpressionID
  }

  var assignments: UsesOfNames<[Setting]> { UsesOfNames(allAssignments, reads) }
  /// Names that are bound, passed to be changed, or written in a key path.
  var elsewhere: UsedNames { UsedNames(allElsewhere, reads) }
  var keyPaths: UsedNames { UsedNames(allKeyPaths, reads) }

  /// The same, asked by somebody of whom that is noted.
  func noting(_ reads: Reads?) -> PropertyUses {
    var uses = self
    uses.reads = reads
    return uses
  }

  /// O(expressions).
  init(_ program: Program) {
    for (file, _, names) in program.namesInProduction {
      for body in names.bodies {
        let function = program.function(body.function, in: file)
        for setting in names.settings[body.settings] {
          allAssignments[setting.name, default: []].append(
            Setting(function: function, assignment: setting.assignment, value: setting.value))
        }
      }
      allElsewhere.formUnion(names.changed)
      allKeyPaths.formUnion(names.keyPaths)
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
    for (file, _, names) in program.namesInProduction {
      for one in names.bodies {
        let function = program.function(one.function, in: file)
        for name in names.names[one.names] { body(Int(name.id >> 2), function) }
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
