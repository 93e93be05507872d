import SwiftFacts

/// The calls of a program that do not name what they make, `.init()`, with what that is.
struct UnnamedMakings: Sendable {
  /// One of them, in the function that it stands in.
  struct Call: Sendable {
    var site: CallIndex.Site
    /// Nil where nothing tells what it makes.
    var type: NominalID?
  }

  /// In the order of the source.
  let all: [Call]
  /// Those of which it is known what they make, by that.
  let byType: [NominalID: [CallIndex.Site]]

  /// O(such calls). Found out file by file, so that a later program asks again only where it may hear something else.
  init(_ program: Program, _ calls: CallIndex, threads: Int) {
    let sites = Dictionary(grouping: calls.sites[Names.init_] ?? []) { program.file(of: $0.function) }
    all = program.foundByFile(
      .unnamedMakings, tables: sites, isDearToNote: true, isEarly: true, threads: threads, state: { $0 }
    ) { program, inference, file in
      let facts = program[file].facts
      let own = program.lookUp(\[FileID: [CallIndex.Site]].self, file, in: sites) { $0[$1] ?? [] }
      return Self.find(among: own, in: facts.code, inference)
    }
    var byType: [NominalID: [CallIndex.Site]] = [:]
    for call in all {
      if let type = call.type { byType[type, default: []].append(call.site) }
    }
    self.byType = byType
  }

  private static func find(among sites: [CallIndex.Site], in code: Code, _ inference: Inference) -> [Call] {
    let frames = Frames(of: inference.program)
    return sites.compactMap { site in
      guard case .call(let callee, _) = code[site.call], case .implicitMember = code[callee] else { return nil }
      return Call(site: site, type: inference.type(of: site.call, in: frames[site.function]).nominal)
    }
  }
}
