import SwiftFacts

extension FunctionDeclaration {
  /// Which parameter each argument of a call is for, in the order of the arguments;
  /// nil if the call cannot be to this function.
  func match(_ arguments: ArraySlice<Argument>) -> [Int]? {
    var result: [Int] = []
    var position = 0
    for argument in arguments {
      if argument.isTrailingClosure, argument.label == nil {
        // The first trailing closure goes to the next parameter that can take one.
        guard let found = parameterForTrailingClosure(from: position) else { return nil }
        result.append(found)
        position = found + 1
        continue
      }
      var found: Int?
      // A variadic parameter takes further unlabelled arguments.
      if let last = result.last, parameters[last].isVariadic, argument.label == nil, position == last + 1,
        !(position < parameters.count && parameters[position].label == nil)
      {
        found = last
      }
      if found == nil {
        var candidate = position
        while candidate < parameters.count {
          if parameters[candidate].label == argument.label {
            found = candidate
            break
          }
          guard parameters[candidate].defaultValue != nil || parameters[candidate].isVariadic else { break }
          candidate += 1
        }
      }
      guard let found else { return nil }
      result.append(found)
      position = max(position, found + 1)
    }
    guard
      position >= parameters.count || parameters[position...].allSatisfy({ $0.defaultValue != nil || $0.isVariadic })
    else { return nil }
    return result
  }

  /// The first that is sure to take a closure, or else the first that may; those passed over have defaults.
  private func parameterForTrailingClosure(from position: Int) -> Int? {
    var possible: Int?
    for index in position..<max(position, parameters.count) {
      switch parameters[index].closureKind {
      case .always: return index
      case .perhaps: possible = possible ?? index
      case .never: break
      }
      guard parameters[index].defaultValue != nil || parameters[index].isVariadic else { break }
    }
    return possible
  }
}
