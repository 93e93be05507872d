/// In what a client counts columns.
enum PositionEncoding: String, Codable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

/// A point in a document: line and character count from 0.
struct TextPosition: Codable, Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A stretch of a document, up to but not including `end`.
struct TextRange: Codable, Hashable {
  var start: TextPosition
  var end: TextPosition

  /// Whether they have a point in common, be it the end of the one and the start of the other.
  func touches(_ other: TextRange) -> Bool { start <= other.end && other.start <= end }
}

struct TextDocumentIdentifier: Codable {
  var uri: String
}

struct DidOpenParams: Decodable {
  struct Item: Decodable {
    var uri: String
    var version: Int
    var text: String
  }

  var textDocument: Item
}

struct DidChangeParams: Decodable {
  struct Identifier: Decodable {
    var uri: String
    var version: Int
  }

  struct Change: Decodable {
    /// Nil where `text` is all of the document.
    var range: TextRange?
    var text: String
  }

  var textDocument: Identifier
  var contentChanges: [Change]
}

struct DidSaveParams: Decodable {
  var textDocument: TextDocumentIdentifier
  var text: String?
}

struct DidCloseParams: Decodable {
  var textDocument: TextDocumentIdentifier
}

struct DidChangeFoldersParams: Decodable {
  struct Event: Decodable {
    var added: [WorkspaceFolder]
    var removed: [WorkspaceFolder]
  }

  var event: Event
}

struct DidChangeFilesParams: Decodable {
  struct Change: Decodable {
    var uri: String
    /// 1 created, 2 changed, 3 deleted.
    var type: Int
  }

  var changes: [Change]
}
