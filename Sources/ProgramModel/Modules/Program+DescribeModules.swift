import Manifests
import SwiftFacts

extension Program {
  /// Whether nothing builds a file, though a project beside it names almost all others.
  public func isLeftOut(_ path: String) -> Bool { modules.map.isLeftOut(path) }

  /// The modules with their files, and what each module imports of the others, as text.
  public func describeModules() -> String {
    let text = modules.map.text(for: presentFiles.map(\.path))
    var seen: [Int: Set<Int>] = [:]
    for (index, own) in modules.ofFile.enumerated() {
      for module in own { seen[module, default: []].formUnion(modules.imported[index].map(\.module)) }
    }
    let lines = seen.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { module, others in
      "\(modules.map.modules[module].name) imports "
        + "\(others.sorted().map { modules.map.modules[$0].name }.joined(separator: " "))"
    }
    return ([text] + lines).joined(separator: "\n")
  }
}
