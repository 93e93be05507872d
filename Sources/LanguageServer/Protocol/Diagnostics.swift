/// What is shown at a place of a document.
struct Diagnostic: Encodable, Equatable {
  enum Severity: Int, Encodable {
    case error = 1
    case warning = 2
    case information = 3
    case hint = 4
  }

  struct CodeDescription: Encodable, Equatable { var href: String }

  /// Another place that belongs to it, and why.
  struct Related: Encodable, Equatable {
    var location: Location
    var message: String
  }

  var range: TextRange
  var severity: Severity
  var code: String
  var codeDescription: CodeDescription?
  var source = "nitless"
  var message: String
  /// Nil for a client that shows none.
  var relatedInformation: [Related]?
}

struct Location: Encodable, Equatable {
  var uri: String
  var range: TextRange
}

struct PublishDiagnosticsParams: Encodable, Equatable {
  var uri: String
  /// Nil where the document is not open.
  var version: Int?
  var diagnostics: [Diagnostic]
}
