import SwiftFacts

/// Which of several functions of one name a call runs.
extension Inference {
  /// Those that take arguments with these labels and, where their types are known, of these types; nil if none does.
  /// Of very many it may be any.
  func overloads(_ functions: [FunctionID], _ arguments: ArraySlice<Argument>, in frame: Frame) -> [FunctionID]? {
    guard functions.count <= Limits.overloads else { return Limits.hit(.overloads) ?? functions }
    let labelled = functions.compactMap { function in
      program.declaration(of: function).match(arguments).map { Candidate(function: function, places: $0) }
    }
    guard let first = labelled.first else { return nil }
    if arguments.isEmpty { return labelled.map(\.function) }
    if labelled.count == 1 { return isSurelyNotMeant(first, arguments, in: frame) ? nil : [first.function] }
    let given = arguments.map { type(given: $0, in: frame) }
    let fitting = labelled.filter { candidate in
      zip(given, candidate.places).allSatisfy { type, place in
        type.isUnknown || wanted(at: place, of: candidate.function).map { mayBe(type, $0) } ?? true
      }
    }
    return askingForFunctions(fitting.isEmpty ? labelled : fitting, arguments, in: frame).map(\.function)
  }

  /// Of several that may take a closure, those that ask for a function: one whose parameter may be of any type takes
  /// what no other does.
  private func askingForFunctions(
    _ candidates: [Candidate], _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    var left = candidates
    for (offset, argument) in arguments.enumerated() {
      guard case .closure = frame.facts.code[argument.value] else { continue }
      let asking = left.filter { candidate in
        if case .function = wanted(at: candidate.places[offset], of: candidate.function) { return true }
        return false
      }
      let open = left.filter { candidate in
        if case .parameter = wanted(at: candidate.places[offset], of: candidate.function) { return true }
        return false
      }
      if !asking.isEmpty, asking.count + open.count == left.count { left = asking }
    }
    return left
  }

  /// A function whose labels fit.
  private struct Candidate {
    var function: FunctionID
    /// By argument, the parameter that it is for.
    var places: [Int]
  }

  private func type(given argument: Argument, in frame: Frame) -> Type {
    // What a closure answers with is told by its context, which is what is asked for here.
    if case .closure = frame.facts.code[argument.value] { return .function(parameters: [], result: .unknown) }
    if case .literal = frame.facts.code[argument.value] { return .unknown }
    return type(of: argument.value, in: frame)
  }

  /// The type of what a parameter is given; nil where it has none of its own.
  private func wanted(at place: Int, of function: FunctionID) -> Type? {
    let type = declaredType(at: place, of: function)
    // What an autoclosure is given is what it answers with.
    if case .function(_, let result) = type, program.declaration(of: function).parameters[place].isAutoclosure {
      return result
    }
    return type
  }

  /// Whether a call is of a function out of sight, that the system has beside the program's: what is given is no object
  /// of the class that this one takes.
  private func isSurelyNotMeant(_ candidate: Candidate, _ arguments: ArraySlice<Argument>, in frame: Frame) -> Bool {
    guard hasSystemAncestor(program.owner(of: candidate.function)) else { return false }
    return zip(arguments, candidate.places).contains { argument, place in
      guard let wanted = wanted(at: place, of: candidate.function), let type = wanted.nominal,
        program[type].kind == .class
      else { return false }
      return isSurelyOther(self.type(given: argument, in: frame), than: wanted)
    }
  }

  /// Whether a type has members of the system's beside those that the program gives it.
  private func hasSystemAncestor(_ type: NominalID?) -> Bool {
    guard let type else { return false }
    return program.lineage(of: type).contains {
      program[$0].kind == .foreign || !program[$0].foreignSupertypes.isEmpty
    }
  }

  /// Whether an object of the system's, or of another class, is given where one of the program's is wanted.
  private func isSurelyOther(_ given: Type, than wanted: Type) -> Bool {
    guard case .nominal(let wanted, _) = wanted, program[wanted].kind == .class else { return false }
    let lineage = program.lineage(of: wanted)
    switch given {
    case .foreign(let name): return !lineage.contains { program[$0].foreignSupertypes.contains(name) }
    case .nominal(let id, _):
      guard program[id].kind == .foreign || program[id].kind == .class else { return false }
      return !program.lineage(of: id).contains(wanted) && !lineage.contains(id)
        && !lineage.contains { program[$0].foreignSupertypes.contains(program[id].name) }
    default: return false
    }
  }

  /// Whether a value of one type can be given where another is wanted; true where that is not known.
  private func mayBe(_ given: Type, _ wanted: Type) -> Bool {
    switch (given, wanted) {
    case (.nominal(let one, _), .nominal(let other, _)):
      if program.lineage(of: one).contains(other) || program.lineage(of: other).contains(one) { return true }
      // What the system's types are to each other is not known here, nor what a protocol's value really is.
      return program[one].kind == .foreign || program[other].kind == .foreign || program[one].kind == .protocol
    case (.nominal(let one, _), .parameter(_, let bound?)): return mayMeet(one, bound)
    case (.nominal(let id, _), .array), (.nominal(let id, _), .dictionary), (.nominal(let id, _), .tuple),
      (.nominal(let id, _), .function):
      return program[id].kind == .foreign
    case (.function, .foreign(Words.Void)): return false
    case (.array, .nominal(let id, _)), (.dictionary, .nominal(let id, _)), (.tuple, .nominal(let id, _)),
      (.function, .nominal(let id, _)):
      return program[id].kind == .foreign || program[id].kind == .protocol
    case (.array(let one), .array(let other)): return mayBe(one, other)
    case (.function, .array), (.function, .dictionary), (.function, .tuple), (.array, .function),
      (.dictionary, .function):
      return false
    default: return true
    }
  }

  /// Whether a type may meet what is asked of a generic parameter. A class says so, by what it or its superclasses
  /// inherit or conform to; what other types are without a word is not known here.
  private func mayMeet(_ type: NominalID, _ bound: Type) -> Bool {
    let lineage = program.lineage(of: type)
    guard program[type].kind == .class,
      program[type].declarations.allSatisfy({ program[$0.file].facts[$0.type].attributes.isEmpty })
    else { return true }
    switch bound {
    case .nominal(let wanted, _) where program[wanted].kind == .protocol: return lineage.contains(wanted)
    case .foreign(let name):
      return name == Words.AnyObject || lineage.contains { !program[$0].foreignSupertypes.isEmpty }
    case .nominal(let wanted, _) where program[wanted].kind == .foreign:
      return lineage.contains(wanted) || lineage.contains { !program[$0].foreignSupertypes.isEmpty }
    default: return true
    }
  }
}
