import SwiftFacts

/// What a screen or a view asks the system for its surroundings.
extension Evaluation {
  /// The list in which an object keeps the one it was asked of: `self.navigationController` keeps `self` among
  /// its `viewControllers` while it is shown.
  func shownList(of id: ObjectID) -> Symbol? {
    guard case .field(_, let slot) = self[id].kind, let owner = slot.owner,
      let row = program.knowledge[.keptInListOf][slot.name].first, case .known? = program.member(slot.name, of: owner)
    else { return nil }
    return row.argument
  }

  /// `UINavigationController(rootViewController: screen)`: the first screen goes only with the whole, and the whole
  /// never where it is a tab or made by what lives as long as the process.
  func noteRoots(_ arguments: ArraySlice<Argument>) {
    for argument in arguments where isFirstScreen(argument) { noteRoot(argument.value) }
  }

  func isFirstScreen(_ argument: Argument) -> Bool {
    argument.label.map(program.knowledge[.firstScreenArgument].contains) ?? false
  }

  /// `navigation.viewControllers = [screen, …]`, where the function makes the navigation controller.
  func noteRoots(_ value: ExpressionID, in list: Symbol, of holders: [ObjectID]) {
    guard program.knowledge[.screenStack].contains(list), !holders.isEmpty, holders.allSatisfy(isConstructed),
      case .array(let screens) = facts.code[value], let first = facts.code[screens].first
    else { return }
    noteRoot(first)
  }

  private func noteRoot(_ screen: ExpressionID) {
    if let context = frame.context,
      program.livesForever(context) || program.inherits(context, fromAny: .rootScreenClass)
    {
      return
    }
    for screen in value(of: screen) { if let type = self[screen].type.nominal { roots.insert(type) } }
  }
}
