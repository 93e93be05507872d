import BundledRules
import ProgramModel
import ReviewModel
import RuleEngine
import RulePages
import SwiftFacts
import SwiftParser
import SwiftSyntax
import Testing

/// What is said of memory depends on what a program does, and not on what its own functions and properties are called.
@Suite struct RenamingTests {
  /// What hands an object in is told by its name there, which is a guess and called one.
  private static let guessing: Set<String> = ["screen-kept-by-shared-object"]
  private static let pages = BundledPagesTests.pages.filter { $0.trait == .memory && !guessing.contains($0.id) }
  private static let inspector = Inspector(rules: pages)

  /// Every identifier of the tables: names that somebody else gave, or that are guessed by.
  private static let tableNames: Set<Substring> = BundledRules.knowledge.reduce(into: []) { names, table in
    names.formUnion(table.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }

  @Test(arguments: pages)
  func `Names of a program's own decide nothing`(page: RulePage) {
    for example in page.examples {
      let files = example.files.compactMap { file in file.after.map { (path: file.path, text: $0) } }
      let renaming = Renaming(files.map(\.text), leaving: Self.tableNames)
      let renamed = files.map { (path: $0.path, text: renaming.rewritten($0.text)) }
      guard renamed.map(\.text) != files.map(\.text) else { continue }
      #expect(
        Self.findings(renamed) == Self.findings(files),
        "\(page.id), the example of line \(example.line), by other names:\n\(renamed.map(\.text).joined(separator: "\n"))")
    }
  }

  /// Rules, levels and lines: columns and messages have names in them.
  private static func findings(_ files: [(path: String, text: String)]) -> [String] {
    let program = Program(
      files: files.map { SourceFile(path: $0.path, facts: FactsMaker().facts(of: Array($0.text.utf8))) }, knowledge: BundledPagesTests.knowledge)
    return inspector.findings(in: program, threads: 1).map { found in
      let finding = found.finding
      return "\(finding.rule) \(finding.level) \(finding.place.path):\(finding.place.span.lines.lowerBound)"
    }.sorted()
  }
}

/// Gives functions and properties that some sources declare for themselves names that say nothing.
private struct Renaming {
  private var names: [String: String] = [:]

  init(_ sources: [String], leaving known: Set<Substring>) {
    let finder = DeclaredNames()
    for source in sources { finder.walk(Parser.parse(source: source)) }
    for name in finder.functions.subtracting(finder.left).sorted() where !known.contains(Substring(name)) {
      names[name] = "f\(names.count)"
    }
    for name in finder.properties.subtracting(finder.left).sorted() where !known.contains(Substring(name)) && names[name] == nil {
      names[name] = "p\(names.count)"
    }
  }

  func rewritten(_ source: String) -> String {
    var result = ""
    for token in Parser.parse(source: source).tokens(viewMode: .sourceAccurate) {
      let text = token.text
      // What a wrapper projects, and the wrapper itself, go by the name of their property.
      let isWrapped = text.first == "$" || text.first == "_" && names[text] == nil
      let mark = isWrapped ? String(text.prefix(1)) : ""
      let name = String(text.dropFirst(mark.count))
      result += token.leadingTrivia.description + (names[name].map { mark + $0 } ?? text) + token.trailingTrivia.description
    }
    return result
  }
}

/// The names of what is declared in sources, and those that are no free choice there.
private final class DeclaredNames: SyntaxVisitor {
  private(set) var functions: Set<String> = []
  private(set) var properties: Set<String> = []
  /// Names that stand for something else as well: labels, overrides, what the system asks for.
  private(set) var left: Set<String> = []

  init() { super.init(viewMode: .sourceAccurate) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isOperator = !(node.name.text.first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? true)
    let isAsked = isOperator || node.modifiers.contains { $0.name.text == "override" } || !node.attributes.isEmpty
      || node.signature.parameterClause.parameters.first?.firstName.text == "_"
    if isAsked { left.insert(node.name.text) } else { functions.insert(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isOverride = node.modifiers.contains { $0.name.text == "override" }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      if isOverride || name.lowercased().hasSuffix("delegate") { left.insert(name) } else { properties.insert(name) }
    }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if let label = node.label?.text { left.insert(label) }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    left.insert(node.firstName.text)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    left.insert(node.name.text)
    return .visitChildren
  }
}
