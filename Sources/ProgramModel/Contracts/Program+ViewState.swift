import SwiftFacts

extension Program {
  /// Properties that observe an object which is made anew with each value of their type: `@ObservedObject var x = X()`.
  public func objectsMadeInline() -> [Breach] {
    var result: [Breach] = []
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id) else { continue }
      for (at, property) in file.facts.properties.enumerated() where property.attributes.contains("ObservedObject") {
        guard let parent = property.parent, let value = property.initialValue,
          let made = file.facts.code[file.facts[value].results].first, case .call(let callee, _) = file.facts.code[made]
        else { continue }
        let type = nominal(of: parent, in: id)
        guard self[type].kind == .struct || self[type].kind == .foreign, !self[type].name.text.contains("Preview") else { continue }
        let name: Symbol
        switch file.facts.code[callee] {
        case .name(let own, _), .member(_, let own): name = own
        default: continue
        }
        // A function may hand out one object again and again.
        guard name.isCapitalized || name == Names.init_ else { continue }
        result.append(
          Breach(
            span: span(of: self.property(PropertyIndex(index: Int32(at)), in: id)), name: property.name.text,
            other: file.facts.code.spelling(of: made), owner: self.name(of: type)))
      }
    }
    return result
  }
}
