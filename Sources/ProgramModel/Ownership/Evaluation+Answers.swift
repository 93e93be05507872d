import SwiftFacts

/// What closures answer with that somebody else has made: a function that is given one, or calls what is in a slot,
/// tells its callers where the answer goes.
extension Evaluation {
  /// The closures that a value is, or that this function puts into the slot which it is the content of.
  func closures(in id: ObjectID) -> [ObjectID] {
    switch self[id].kind {
    case .closure: [id]
    case .field(let base, let slot):
      keeps.filter { $0.holder == base && $0.slot == slot && $0.closure == nil }.map(\.value).filter { value in
        if case .closure = self[value].kind { true } else { false }
      }
    default: []
    }
  }

  /// What a closure answers with; of one that is out of sight, its answer, which this function's callers may know.
  func answers(of id: ObjectID) -> [ObjectID] {
    let found = closures(in: id)
    guard found.isEmpty else {
      return union(
        found.map { object -> [ObjectID] in
          guard case .closure(let closure) = self[object].kind else { return [] }
          return union(facts.code[facts.code[closure].results].map(value(of:)))
        })
    }
    switch self[id].kind {
    case .parameter, .field: return [object(.field(id, .answer), type: .unknown)]
    default: return []
    }
  }

  /// The closure, given to this function or in a slot, that has answered with an object.
  func asked(for id: ObjectID) -> ObjectID? {
    guard case .fresh(let site) = self[id].kind, case .call = facts.code[site],
      case .value(let function) = inference.target(of: site, in: frame).kind
    else { return nil }
    let called = value(of: function)
    guard called.count == 1, let only = called.first else { return nil }
    switch self[only].kind {
    case .parameter, .field: return only
    default: return nil
    }
  }

  /// Whether all that a case of an enum carries is data.
  func carriesData(_ made: CaseReference) -> Bool {
    let file = made.declaration.file
    let facts = program[file].facts
    return facts[made.declaration.type].cases[Int(made.index)].payload.allSatisfy {
      isPlain(program.resolve($0.type, in: file, context: made.owner))
    }
  }

  /// Whether a function makes what it answers with, and puts into that no more than data: `storage.copy()`.
  func answersWithNewThatKeepsNothing(_ function: FunctionID) -> Bool {
    callees.insert(function)
    guard let summary = summary(of: function), summary.makesResult, summary.results.isEmpty,
      summary.effects.allSatisfy({ effect in
        effect.holder.root != .result || property(of: effect.slot).map { isPlain(inference.type(of: $0)) } ?? false
      }),
      let type = program.declaration(of: function).result.map({ Frame(function, in: program).resolve($0) })?.nominal
    else { return false }
    return program[type].kind == .class
  }
}

extension Program {
  /// Whether a parameter for which nothing is given holds nothing: `completion: (() -> Void)? = nil`.
  func isNothing(defaultOf parameter: Int, of function: FunctionID) -> Bool {
    guard let value = declaration(of: function).parameters[parameter].defaultValue else { return false }
    return self[file(of: function)].facts.code[value] == .literal(.null)
  }
}
