import BundledRules
import Foundation
import ProgramModel
import RuleEngine
import SwiftFacts

let root = CommandLine.arguments[1]
nonisolated(unsafe) var t = Date()
func lap(_ s: String) { FileHandle.standardError.write("\(s) \(Date().timeIntervalSince(t))\n".data(using: .utf8)!); t = Date() }
var paths: [String] = []
for case let p as String in FileManager.default.enumerator(atPath: root)! where p.hasSuffix(".swift") { paths.append(p) }
let all = paths
lap("list")
let files = Workers.map(count: all.count, threads: 2, state: { 0 }) { _, i in
  SourceFile(path: all[i], facts: FileFacts(source: Array(FileManager.default.contents(atPath: root + "/" + all[i]) ?? Data())))
}
lap("facts")
var reader = KnowledgeReader()
for k in BundledRules.knowledge { reader.read(String(describing: k.text), path: k.path) }
for p in reader.problems { print(p) }
lap("knowledge")
let program = Program(files: files, knowledge: reader.knowledge)
lap("link")
let own = Ownership(of: program, threads: 2)
lap("ownership")
func place(_ s: SourceSpan?) -> String { guard let s else { return "" }; let f = program[s.file]; let p = f.facts.position(of: s.bytes.start); return "\(f.path):\(p.line):\(p.column)" }
for c in own.cycles {
  switch c.closing {
  case .closure(let r): print("CLOSURE", place(r.span), r.captured, c.proof, c.isKeptForGood)
  case .property(let p): let d = program.declaration(of: p); print("PROPERTY", place(SourceSpan(file: program.file(of: p), bytes: d.nameSpan)), d.name, c.proof)
  }
  for l in c.links { 
    var how = "\(l.how)"
    if case .property(let p) = l.how { how = "property \(program.declaration(of: p).name)" }
    if case .store(let s) = l.how { how = "store \(s.owner.map { program[$0].name.text } ?? "?").\(s.name)" }
    print("    ", l.object, how, l.proof, place(l.span), l.steps.map { "\($0.saying) \(place($0.span))" }.joined(separator: " ; ").prefix(300))
  }
}
