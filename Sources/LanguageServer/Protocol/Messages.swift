import Platform

/// What a request is answered under.
enum RequestID: Hashable, Codable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    }
  }
}

/// What a message from the client is, before its parameters are looked at.
enum Incoming {
  case request(RequestID, method: String)
  case notification(method: String)
  /// The answer to a request of ours.
  case response(RequestID, isError: Bool)
  /// Something else, and why it is none of these.
  case malformed(RefusalCode, String)

  init(_ content: [UInt8]) {
    // The decoder would guess at other encodings, which the protocol has none of.
    guard String(validating: content, as: UTF8.self) != nil else {
      self = .malformed(.parseError, "the content of a message is not UTF-8")
      return
    }
    do {
      let head = try JSONDecoder().decode(Head.self, from: Data(content))
      self = head.kind
    } catch let DecodingError.dataCorrupted(context) where context.codingPath.isEmpty {
      self = .malformed(.parseError, "the content of a message is not JSON")
    } catch {
      self = .malformed(.invalidRequest, "a message is an object with `method`, `id` or both")
    }
  }

  private struct Head: Decodable {
    var kind: Incoming

    private enum Key: String, CodingKey { case id, method, result, error }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      let method = try members.decodeIfPresent(String.self, forKey: .method)
      let id = try members.decodeIfPresent(RequestID.self, forKey: .id)
      switch (method, id) {
      case (let method?, let id?): kind = .request(id, method: method)
      case (let method?, nil): kind = .notification(method: method)
      case (nil, let id?) where members.contains(.result) || members.contains(.error):
        kind = .response(id, isError: members.contains(.error))
      default: kind = .malformed(.invalidRequest, "a message has neither `method` nor an answer to a request")
      }
    }
  }
}

/// Why a request is refused: the codes of JSON-RPC and of the protocol.
enum RefusalCode: Int, Encodable {
  case parseError = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case serverNotInitialized = -32002
  case requestCancelled = -32800
}

/// A message with parameters, of which only these are read.
struct Parameters<Value: Decodable>: Decodable {
  var params: Value
}

/// Stands for parameters, or a result, that say nothing.
struct Nothing: Codable {
  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encodeNil()
  }

  init() {}
  init(from decoder: any Decoder) throws {}
}

/// The answer to a request of the client.
struct Answer<Result: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: RequestID
  var result: Result
}

/// The refusal of a request, or of something that was to be one.
struct Refusal: Encodable {
  struct Reason: Encodable {
    var code: RefusalCode
    var message: String
  }

  /// Nil where it could not be read.
  var id: RequestID?
  var error: Reason

  private enum Key: String, CodingKey { case jsonrpc, id, error }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode("2.0", forKey: .jsonrpc)
    // Even an unknown id has to be there.
    try members.encode(id, forKey: .id)
    try members.encode(error, forKey: .error)
  }
}

/// Something that the client is told.
struct Notification<Params: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var method: String
  var params: Params
}

/// Something that the client is asked for.
struct Request<Params: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: RequestID
  var method: String
  var params: Params
}
