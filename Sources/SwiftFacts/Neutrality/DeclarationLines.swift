import ReviewModel
import SwiftSyntax

/// Some lines that lie in one declaration.
struct HeldLines: Sendable {
  var name: String
  var part: TouchedDeclaration.Part
  /// The first of the lines.
  var line: Int
  var count: Int
}

/// Which declarations some lines of a file belong to.
struct DeclarationLines {
  private struct Entry {
    var name: String
    var lines: ClosedRange<Int>
    /// Where what it does begins; nil where all of it is seen by others.
    var body: Int?
    var isType: Bool
  }

  /// Those that hold the lines that are asked for: those around others come first, and then those above.
  private var entries: [Entry] = []
  private let lines: LineTable
  private let source: [UInt8]
  private let wanted: [ClosedRange<Int>]

  /// - Parameter wanted: The lines that will be asked for, in order.
  init(_ tree: SourceFileSyntax, _ lines: LineTable, _ source: [UInt8], wanted: [ClosedRange<Int>]) {
    self.lines = lines
    self.source = source
    self.wanted = wanted
    guard !wanted.isEmpty else { return }
    for item in tree.statements {
      if case .decl(let declaration) = item.item { add(declaration, in: []) }
    }
  }

  /// The declarations that hold some lines, each with how many. Lines that say nothing count where there are no others.
  func holding(_ range: ClosedRange<Int>) -> [HeldLines] {
    var held: [HeldLines] = []
    let speaking = range.filter(says)
    var next = entries.startIndex
    var around: [Entry] = []
    for line in speaking.isEmpty ? Array(range) : speaking {
      while next < entries.endIndex, entries[next].lines.lowerBound <= line {
        around.append(entries[next])
        next += 1
      }
      while let last = around.last, last.lines.upperBound < line { around.removeLast() }
      let entry = around.last
      let part: TouchedDeclaration.Part =
        entry.map { entry in entry.isType ? .type : entry.body.map { line > $0 ? .body : .signature } ?? .signature }
        ?? .file
      let name = entry?.name ?? "the file"
      if let index = held.firstIndex(where: { $0.name == name }) {
        held[index].count += 1
        held[index].part = min(held[index].part, part)
      } else {
        held.append(HeldLines(name: name, part: part, line: line, count: 1))
      }
    }
    // An empty line beside a declaration is not worth a mention.
    let named = held.filter { $0.part != .file }
    return named.isEmpty ? held : named
  }

  /// Whether there is more on a line than white space and a comment to its end.
  private func says(_ line: Int) -> Bool {
    let text = lines.bytes(of: line, 1, in: source).drop {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
    return !(text.isEmpty || text.first == UInt8(ascii: "\n") || text.starts(with: "//".utf8))
  }

  private func line(_ node: some SyntaxProtocol) -> Int {
    lines.line(of: UInt32(clamping: node.positionAfterSkippingLeadingTrivia.utf8Offset))
  }

  private mutating func add(_ node: DeclSyntax, in types: [String]) {
    let first = line(node)
    let last = lines.line(of: UInt32(clamping: max(0, node.endPositionBeforeTrailingTrivia.utf8Offset - 1)))
    let range = first...max(first, last)
    guard LineTable.overlaps(range, wanted) else { return }
    func note(_ name: String, body: (some SyntaxProtocol)?) {
      entries.append(
        Entry(name: (types + [name]).joined(separator: "."), lines: range, body: body.map { line($0) }, isType: false))
    }
    if let group = node.asProtocol((any DeclGroupSyntax).self) {
      let name: String
      if let own = node.as(ExtensionDeclSyntax.self) {
        name = spelling(own.extendedType)
      } else {
        name = node.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "type"
      }
      entries.append(Entry(name: (types + [name]).joined(separator: "."), lines: range, body: nil, isType: true))
      for member in group.memberBlock.members { add(member.decl, in: types + [name]) }
    } else if let function = node.as(FunctionDeclSyntax.self) {
      note("\(function.name.text)(\(Self.labels(function.signature.parameterClause)))", body: function.body)
    } else if let initializer = node.as(InitializerDeclSyntax.self) {
      note("init(\(Self.labels(initializer.signature.parameterClause)))", body: initializer.body)
    } else if let own = node.as(SubscriptDeclSyntax.self) {
      note("subscript(\(Self.labels(own.parameterClause)))", body: own.accessorBlock)
    } else if let own = node.as(DeinitializerDeclSyntax.self) {
      note("deinit", body: own.body)
    } else if let variable = node.as(VariableDeclSyntax.self), let binding = variable.bindings.first {
      if let accessors = binding.accessorBlock {
        note(spelling(binding.pattern), body: accessors)
      } else {
        note(spelling(binding.pattern), body: TokenSyntax?.none)
      }
    } else if let condition = node.as(IfConfigDeclSyntax.self) {
      for clause in condition.clauses {
        switch clause.elements {
        case .decls(let list)?: for member in list { add(member.decl, in: types) }
        case .statements(let list)?:
          for item in list { if case .decl(let declaration) = item.item { add(declaration, in: types) } }
        default: break
        }
      }
    }
  }

  private func spelling(_ node: some SyntaxProtocol) -> String {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return String(decoding: source[start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)], as: UTF8.self)
  }

  private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
    clause.parameters.map { "\($0.firstName.text):" }.joined()
  }
}
