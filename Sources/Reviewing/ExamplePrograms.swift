import Manifests
import ProgramModel
import ReviewModel
import RuleEngine
import RulePages
import SwiftFacts

/// The two programs of an example, and what the rules say of the change between them.
struct ExamplePrograms {
  private var before: [SourceFile]
  private var after: [SourceFile]
  private var lines: ChangedLines
  /// The source of the files after the change.
  private var sources: [String: String]
  /// What says which modules there are, the same before and after.
  private var manifests: [ManifestSource]

  /// - Parameter layout: Lays the source of a file out anew.
  init(_ example: Example, layout: (String) -> String = { $0 }) {
    // As in a review: equal content has the same facts.
    var known: [String: FileFacts] = [:]
    func facts(_ text: String) -> FileFacts {
      let facts = known[text] ?? FactsMaker().facts(of: Array(layout(text).utf8))
      known[text] = facts
      return facts
    }
    func files(_ side: KeyPath<ExampleFile, String?>) -> [SourceFile] {
      example.files.filter { $0.path.hasSuffix(".swift") }.compactMap { file in
        file[keyPath: side].map { SourceFile(path: file.path, facts: facts($0)) }
      }
    }
    before = files(\.before)
    after = files(\.after)
    manifests = example.files.compactMap { file in
      guard ManifestKind(path: file.path) != nil, let text = file.after ?? file.before else { return nil }
      return ManifestSource(path: file.path, bytes: Array(text.utf8))
    }
    sources = Dictionary(example.files.compactMap { file in file.after.map { (file.path, layout($0)) } }) { first, _ in
      first
    }
    lines = ChangedLines(
      Dictionary(
        example.files.map { file in
          let source = file.after ?? ""
          let changed = Self.changedLines(of: file).map {
            Self.line($0.lowerBound, of: source, in: layout)...Self.line($0.upperBound, of: source, in: layout)
          }
          return (file.path, changed)
        }
      ) { first, _ in first })
  }

  /// Where a line of a file comes to stand when its source is laid out.
  private static func line(_ line: Int, of source: String, in layout: (String) -> String) -> Int {
    guard line > 1 else { return line }
    let above = source.split(separator: "\n", omittingEmptySubsequences: false).prefix(line - 1)
    return layout(above.joined(separator: "\n")).count(where: { $0 == "\n" }) + 2
  }

  /// The first file that is no Swift that can be understood.
  var unreadablePath: String? { (after + before).first { $0.facts.obstacle != nil }?.path }

  func findings(_ inspector: Inspector, _ knowledge: Knowledge) -> ComparedFindings {
    compared(before, after, inspector, knowledge)
  }

  /// What is found where the change is taken back.
  func findingsOfReverse(_ inspector: Inspector, _ knowledge: Knowledge) -> ComparedFindings {
    compared(after, before, inspector, knowledge)
  }

  /// What came of the rules on a line of the program after the change.
  func traces(at path: String, line: Int, _ inspector: Inspector, _ knowledge: Knowledge) -> [Trace] {
    let program = Program(files: after, knowledge: knowledge, modules: map(of: after, knowledge))
    return inspector.traces(at: path, line: line, in: program, threads: 1)
  }

  /// The same change with a fix applied to what it leads to.
  ///
  /// - Returns: Nil if the edits overlap or lie outside of the files; or else the programs, and the first file that is
  ///   no longer whole Swift.
  func mended(by fix: Fix) -> (programs: ExamplePrograms, brokenPath: String?)? {
    var result = self
    var broken: String?
    for (path, edits) in Dictionary(grouping: fix.edits, by: \.place.path).sorted(by: { $0.key < $1.key }) {
      guard let source = sources[path], let bytes = EditedText.applying(edits, to: Array(source.utf8)),
        let index = after.firstIndex(where: { $0.path == path })
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      if broken == nil, FactsMaker.isSound(source), !FactsMaker.isSound(text) { broken = path }
      result.sources[path] = text
      result.after[index] = SourceFile(path: path, facts: FactsMaker().facts(of: bytes))
    }
    return (result, broken)
  }

  private func map(of files: [SourceFile], _ knowledge: Knowledge) -> ModuleMap {
    let read = Manifest.read(manifests)
    return ModuleMap(
      manifests: read, interfaces: Interfaces(manifests, beside: read), paths: files.map(\.path),
      isTestName: knowledge.isTestName)
  }

  private func compared(
    _ before: [SourceFile], _ after: [SourceFile], _ inspector: Inspector, _ knowledge: Knowledge
  ) -> ComparedFindings {
    let sides = [before, after].map { (files: $0, map: map(of: $0, knowledge)) }
    var nothing: KeptExaminations?
    return ComparedFindings(
      ProgramParts(sides, knowledge: knowledge), inspector: inspector, threads: 1, kept: &nothing,
      touched: lines.touched)
  }

  /// The lines that are new, and those around a gap where lines were taken away.
  private static func changedLines(of file: ExampleFile) -> [ClosedRange<Int>] {
    let old = Set(file.beforeLines)
    let new = Set(file.afterLines)
    var lines = file.afterLines.indices.filter { !old.contains(file.afterLines[$0]) }.map {
      $0 + 1...$0 + 1
    }
    for gone in file.beforeLines where !new.contains(gone) {
      let above = file.afterLines.count { $0 < gone }
      lines.append(max(above, 1)...above + 1)
    }
    return lines
  }
}

/// Another layout of the same source: indented, with comments and more empty lines.
enum OtherLayout {
  static func of(_ source: String) -> String {
    var result: [String] = []
    // What is added inside such a literal would be part of its value.
    var isInLiteral = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.components(between: "\"\"\"").isMultiple(of: 2) { isInLiteral.toggle() }
      result.append(line.isEmpty ? "" : "    " + line)
      // A comment that allows a finding speaks of the next line.
      guard !isInLiteral, !line.contains("nitless:allow") else { continue }
      result.append(line.isEmpty ? "" : "  // Laid out anew.")
      result.append("")
    }
    return result.joined(separator: "\n")
  }
}

extension Substring {
  /// How often a mark stands in the text.
  fileprivate func components(between mark: String) -> Int {
    var rest = self
    var count = 0
    while let range = rest.firstRange(of: mark) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
