import ReviewModel
import SwiftSyntax

/// A parameter of which it is not known yet whether the body speaks of it.
struct ParameterParts {
  var parts: [Form.ID]
  var name: Form.ID
  /// Nil where it has to bear its name.
  var local: Int?
}

extension FormMaker {
  /// Makes a parameter known. One that nothing speaks of is the same as `_`.
  func parameter(_ token: TokenSyntax, _ parts: [Form.ID], isRenamable: Bool) -> ParameterParts {
    let next = nextLocal
    let name = declare(token, isRenamable: isRenamable)
    // `_` counts as well, so that the locals after it are the same in either form.
    if nextLocal == next { nextLocal += 1 }
    let isPlain = isRenamable && word(token) != "_" && word(token) != "self"
    return ParameterParts(parts: parts, name: name, local: isPlain ? next : nil)
  }

  /// A parameter, once its body was looked at.
  func made(_ parameter: ParameterParts) -> Form.ID {
    if let local = parameter.local, !used.contains(local) {
      let none = leaf(.made(.wildcard), "_", bytes: 0..<0)
      form.overrideFull(parameter.name, with: form[none].full)
    }
    return made(.parameter, [parameter.name] + parameter.parts)
  }

  func made(_ parameters: [ParameterParts], bytes: Range<UInt32>) -> Form.ID {
    form.add(.list, parameters.map { made($0) }, bytes: bytes)
  }
}
