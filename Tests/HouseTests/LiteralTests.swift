import Foundation
import SwiftParser
import SwiftSyntax
import Testing

/// What an API does stands in `Rules/Knowledge/`, and no list of API names stands in the rooms of the middle.
struct LiteralTests {
  /// Names in quotes, Swift's own words aside, that the rooms of the middle may have between them.
  private static let bound = 60

  @Test func `What an API does is said by tables`() throws {
    var counts: [String: [String]] = [:]
    for room in ["ProgramModel", "Flow", "Ownership", "ProgramDiff", "RuleEngine"] {
      for path in House.files(in: "Sources/\(room)", ending: ".swift") {
        let names = NameLiterals.all(in: try House.text(path)).filter { !Self.own.contains($0) }
        if !names.isEmpty { counts[path] = names }
      }
    }
    let total = counts.values.reduce(0) { $0 + $1.count }
    let most = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(5)
      .map { "\($0.key): \($0.value.prefix(5).joined(separator: ", ")), …" }
    #expect(
      total <= Self.bound,
      "\(total) names in quotes: put what they are for into Rules/Knowledge, as a role.\n\(most.joined(separator: "\n"))")
  }

  /// Words that Swift itself gives a meaning: of the grammar, of literals and their types, of what a compiler writes.
  private static let own = Set(
    """
    _ self Self super init deinit subscript nil true false default some any struct class enum protocol actor extension func
    var let get set willSet didSet newValue oldValue error weak unowned strong static in is as import try await throws async
    inout main objc escaping autoclosure Type Protocol Any AnyObject Never Void Optional Array Dictionary Set String Int Bool
    Double Error Codable Encodable Decodable CodingKeys CaseIterable allCases rawValue Equatable Hashable Comparable from
    hash into callAsFunction Swift catch case type of none available projectedValue
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The string literals of a file that hold nothing but a name, or names with dots between them.
private final class NameLiterals: SyntaxVisitor {
  private var found: [String] = []

  static func all(in source: String) -> [String] {
    let visitor = NameLiterals(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: source))
    return visitor.found
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.segments.count == 1, case .stringSegment(let segment)? = node.segments.first else { return .visitChildren }
    let text = segment.content.text
    let isName = text.first.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    if isName { found.append(text) }
    return .skipChildren
  }
}
