struct HoverParams: Decodable {
  var textDocument: TextDocumentIdentifier
  var position: TextPosition
}

struct Hover: Encodable {
  struct Contents: Encodable {
    enum Kind: String, Encodable { case markdown, plaintext }

    var kind: Kind
    var value: String
  }

  var contents: Contents
  var range: TextRange
}

struct CodeActionParams: Decodable {
  struct Context: Decodable { var only: [String]? }

  var textDocument: TextDocumentIdentifier
  var range: TextRange
  var context: Context
}

struct CodeAction: Encodable {
  struct Disabled: Encodable { var reason: String }
  /// What an extension of an editor may want to know.
  struct Data: Encodable {
    /// The rule that the action allows: its edit ends where the reason belongs, before the end of the line.
    var allows: String
  }

  static let quickFix = "quickfix"

  var title: String
  var kind = quickFix
  var diagnostics: [Diagnostic]
  /// Nil for a client that does not care.
  var isPreferred: Bool?
  var disabled: Disabled?
  var edit: WorkspaceEdit?
  var data: Data?
}

/// Changes to documents: with the version that each is for where the client understands that.
enum WorkspaceEdit: Encodable {
  struct DocumentEdit {
    var uri: String
    /// Nil where the document is not open, and so is as on the disk.
    var version: Int?
    var edits: [TextEdit]
  }

  case versioned([DocumentEdit])
  case plain([DocumentEdit])

  private enum Key: String, CodingKey { case documentChanges, changes }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .versioned(let documents): try members.encode(documents, forKey: .documentChanges)
    case .plain(let documents):
      let changes = Dictionary(documents.map { ($0.uri, $0.edits) }) { $0 + $1 }
      try members.encode(changes, forKey: .changes)
    }
  }
}

extension WorkspaceEdit.DocumentEdit: Encodable {
  private enum Key: String, CodingKey { case textDocument, edits }
  private enum IdentifierKey: String, CodingKey { case uri, version }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    var identifier = members.nestedContainer(keyedBy: IdentifierKey.self, forKey: .textDocument)
    try identifier.encode(uri, forKey: .uri)
    // Null is what says that it is not open.
    try identifier.encode(version, forKey: .version)
    try members.encode(edits, forKey: .edits)
  }
}

struct TextEdit: Encodable, Equatable {
  var range: TextRange
  var newText: String
}

struct CancelParams: Decodable {
  var id: RequestID
}
