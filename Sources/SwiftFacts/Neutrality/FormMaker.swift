import ReviewModel
import SwiftParser
import SwiftSyntax

/// Brings one version of a file into its normal form. Used once, from one thread.
///
/// The parts: scopes, statements, declarations, members, expressions, patterns, types and literals, each in a file
/// of its own. What a part leaves out it must be sure of; whatever it does not know it keeps as it stands.
final class FormMaker {
  var form: Form
  /// Where something was left out or put in other words.
  var notes: [FormNote] = []

  let source: UnsafeBufferPointer<UInt8>
  /// Whether a change touches a line of these bytes; what none touches is compared as text.
  let isTouched: (Range<UInt32>) -> Bool

  /// Names that may be meant, innermost last.
  var scopes: [Scope] = []
  var nextLocal = 0
  /// The declarations that no others lie in, besides those of their bodies.
  var units: [FormUnit] = []
  /// What declarations of these texts, in these surroundings, were made into in another version of the file.
  let known: [FormUnit.Key: [FormUnit.Part]]
  /// By the text of a declaration that no hunk touches: its surroundings, added up where there is more than one.
  var untouched: [Int: Int] = [:]
  /// The locals that are spoken of.
  var used: Set<Int> = []
  /// Above 0 inside what a macro may look at: there everything is kept but layout.
  var verbatim = 0
  /// `let` or `var`, inside of a pattern that it stands in front of.
  var binding: String?
  /// Whether `self` is a value of the innermost type.
  var hasSelf = false
  /// The access that an extension gives to its members.
  var extensionAccess: String?
  /// Whether a closure in this place may be handed to a result builder.
  var mayBeBuilder = false
  /// Whether a name that is declared twice in one scope is the same local: in the patterns of one case.
  var isAlternative = false
  /// Whether names stand for members, which bear their names for good.
  var bindsMembers = false
  /// Whether what is declared has attributes that may make more names of it.
  var mayWrap = false
  /// Whether all cases of the enum are indirect.
  var isIndirect = false
  /// The type of which the next call makes a value, where it does not say so itself: `let a: A = .init()`.
  var implied: String?
  /// Whether the type around is not seen outside of its module, whatever its members say.
  var isHidden = false
  /// Whether the `if` or `switch` that is looked at next is all of a body that answers a value: then `return x` is `x`
  /// in it.
  var isAnswer = false
  /// Whether the raw values of the enum's cases are strings, which are the cases' names to begin with.
  var hasStrings = false
  /// Whether what no hunk touches is looked at all the same.
  let isForced: Bool
  /// The generic parameters that may as well be written as `some A` where they are spoken of, and what is asked of
  /// them.
  var opaque: [String: [TypeSyntax]] = [:]
  /// Whether the type of a parameter is looked at.
  var isParameter = false
  /// The `try` and `await` of the expression that is looked at; nil outside of all.
  var marks: Marks?
  /// What the branches of the `if` or `switch` that is looked at next are assigned to, and its type where that is
  /// written.
  var target: Target?
  /// The type of what the body around answers, where it is written.
  var answer: TypeSyntax?
  /// The name at the head of a chain of calls that an `if let` around it bound, and what it was bound to.
  var unwrapped: (head: SyntaxIdentifier, value: ExprSyntax?)?
  /// By closure, whether it does something that no result builder takes.
  var sayings: [SyntaxIdentifier: Bool] = [:]
  /// Whether what the declaration says follows from types that are written outside of it.
  var readsTypes = false
  /// The local whose first value is looked at, which does not mean itself there.
  var initialized: (name: String, scope: Int)?
  /// How many types, and how many bodies of functions, are around here.
  var typeDepth = 0
  var bodyDepth = 0
  var depth = 0
  static let depthLimit = 1200
  var isTooDeep = false
  let facts: NeutralFacts

  init(
    source: UnsafeBufferPointer<UInt8>, facts: NeutralFacts, isForced: Bool, known: [FormUnit.Key: [FormUnit.Part]],
    isTouched: @escaping (Range<UInt32>) -> Bool
  ) {
    self.source = source
    form = Form(expecting: source.count)
    self.facts = facts
    self.isForced = isForced
    self.known = known
    self.isTouched = isTouched
  }

  func make(_ node: some SyntaxProtocol) -> Form.ID { make(Syntax(node)) }

  func make(_ node: Syntax) -> Form.ID {
    guard depth < Self.depthLimit else {
      isTooDeep = true
      return form.addLeaf(.token, strict: 0, full: 0, bytes: 0..<0)
    }
    depth += 1
    defer { depth -= 1 }
    if let token = node.as(TokenSyntax.self) { return leaf(token) }
    if verbatim > 0 { return generic(node) }
    return marks == nil && node.is(ExprSyntax.self) ? expression(node) : normal(node)
  }

  /// A node whose parts say what it says.
  func generic(_ node: Syntax) -> Form.ID {
    var parts: [Form.ID] = []
    for child in node.children(viewMode: .sourceAccurate) {
      if let token = child.as(TokenSyntax.self) {
        guard verbatim > 0 ? !isTrailingComma(token, of: node) : !isSeparator(token) else { continue }
        parts.append(leaf(token))
      } else if child.kind.isSyntaxCollection, child.totalLength.utf8Length == 0 {
        continue
      } else {
        parts.append(make(child))
      }
    }
    return form.add(.syntax(node.kind), parts, bytes: 0..<0)
  }

  /// Commas and semicolons say nothing that the lists around them do not say.
  private func isSeparator(_ token: TokenSyntax) -> Bool {
    switch onlyByte(of: token) {
    case UInt8(ascii: ","): token.tokenKind == .comma
    case UInt8(ascii: ";"): token.tokenKind == .semicolon
    default: false
    }
  }

  /// Whether a comma stands behind the last of a list, where nobody asks for it.
  private func isTrailingComma(_ token: TokenSyntax, of node: Syntax) -> Bool {
    guard onlyByte(of: token) == UInt8(ascii: ","), token.tokenKind == .comma, let list = node.parent,
      list.kind.isSyntaxCollection
    else { return false }
    return node.endPosition == list.endPosition
  }

  func leaf(_ token: TokenSyntax) -> Form.ID {
    let range = bytes(of: token)
    if verbatim == 0, isBare(range) { return leaf(.token, UnsafeBufferPointer(rebasing: text(range)), bytes: range) }
    let text = word(token)
    if verbatim > 0,
      case .local(let index, true)? = lookUp(
        text.hasPrefix("$") || text.hasPrefix("_") ? String(text.dropFirst()) : text)
    {
      // A macro may show the name, and means the local.
      used.insert(index)
      return leaf(.token, text, full: hash(text, index), bytes: range)
    }
    return leaf(.token, text, bytes: range)
  }

  /// What stands for the bytes of `text`: two ways to write `é` are two things in a string, though `String` compares
  /// them equal.
  func leaf(_ tag: Form.Tag, _ text: String, full: Int? = nil, bytes: Range<UInt32>) -> Form.ID {
    var text = text
    return text.withUTF8 { leaf(tag, $0, full: full, bytes: bytes) }
  }

  private func leaf(_ tag: Form.Tag, _ text: UnsafeBufferPointer<UInt8>, full: Int? = nil, bytes: Range<UInt32>)
    -> Form.ID
  {
    var hasher = Hasher()
    hasher.combine(tag)
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let strict = hasher.finalize()
    return form.addLeaf(tag, strict: strict, full: full ?? strict, bytes: bytes)
  }

  func made(_ what: Form.Made, _ parts: [Form.ID], bytes: Range<UInt32> = 0..<0) -> Form.ID {
    form.add(.made(what), parts, bytes: bytes)
  }

  func hash<each Part: Hashable>(_ parts: repeat each Part) -> Int {
    var hasher = Hasher()
    repeat (each parts).hash(into: &hasher)
    return hasher.finalize()
  }

  func note(_ neutrality: Neutrality, _ node: some SyntaxProtocol) {
    notes.append(
      FormNote(neutrality: neutrality, byte: UInt32(clamping: node.positionAfterSkippingLeadingTrivia.utf8Offset)))
  }
}

/// Where the normal form left something out, or said it in other words.
struct FormNote {
  var neutrality: Neutrality
  var byte: UInt32
}
