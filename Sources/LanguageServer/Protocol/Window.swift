/// A line for the person, or for the log.
struct MessageParams: Encodable {
  enum Kind: Int, Encodable {
    case error = 1
    case warning = 2
    case info = 3
    case log = 4
  }

  var type: Kind
  var message: String
}

struct ProgressCreateParams: Encodable {
  var token: String
}

struct ProgressParams: Encodable {
  struct Value: Encodable {
    enum Kind: String, Encodable { case begin, report, end }

    var kind: Kind
    /// Only where it begins.
    var title: String?
    var message: String?
  }

  var token: String
  var value: Value
}
