import SwiftFacts

/// Lists of views whose rows are filled by closures, and not by the methods of a data source.
extension Evaluation {
  /// The list that a closure is given which makes or fills the views of its rows: the one that the call around it
  /// names, or else the one that the object has.
  func servedList(_ parameter: LocalID, _ closure: ClosureID) -> [ObjectID] {
    guard let list = inference.type(of: parameter, in: frame).nominal,
      program.knowledge[.asksDataSource].types.contains(program[list].name),
      inference.listType(of: closure, in: frame, asking: parameter) != nil
    else { return [] }
    if let call = facts.code[closure].call, case .call(_, let arguments) = facts.code[call] {
      for argument in facts.code[arguments] where isList(argument.value, list) { return value(of: argument.value) }
    }
    return ownList(program[list].name)
  }

  /// `CellRegistration { cell, indexPath, item in … }`: the list that uses it keeps what it fills.
  func keepFilled(_ name: Symbol, _ arguments: ArraySlice<Argument>, at id: ExpressionID) {
    guard let row = program.knowledge[.fillsReused][name].first, let list = row.type else { return }
    let step = Step(saying: .knownKeep(name), span: nil, proof: .known)
    for argument in arguments {
      guard case .closure(let closure) = facts.code[argument.value],
        let parameter = facts.code[closure].parameters.first
      else { continue }
      for holder in ownList(list) {
        for cell in value(ofLocal: parameter) { keep(holder, .element, cell, .known, at: id, steps: [step]) }
      }
    }
  }

  private func isList(_ id: ExpressionID, _ list: NominalID) -> Bool {
    guard let type = inference.type(of: id, in: frame).nominal else { return false }
    return type == list || program.inherits(type, from: program[list].name)
  }

  /// The one list of a kind that the object has.
  private func ownList(_ list: Symbol) -> [ObjectID] {
    guard let context = frame.context, !frame.declaration.isStatic,
      let name = program.knowledge[.asksDataSource].names(of: list).first,
      let known = slot(keeping: list, context, called: name)
    else { return [] }
    switch program.valueMember(known, of: context) {
    case .property(let property): return [field(property, of: selfObject)]
    case .known(let entry): return [field(entry, known, owner: context, of: selfObject)]
    default: return []
    }
  }
}
