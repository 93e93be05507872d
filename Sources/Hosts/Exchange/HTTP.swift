/// One request, complete: nothing is added to it on its way.
public struct HTTPRequest: Sendable, Equatable {
  public var method: String
  /// Absolute.
  public var url: String
  /// In the order they are sent; a token is among them, so they are never printed.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]?
  /// The address of a proxy that this request alone takes; nil for what the machine is set up with.
  public var proxy: String?

  public init(
    method: String, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, proxy: String? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.proxy = proxy
  }

  public static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    (left.method, left.url, left.body, left.proxy)
      == (right.method, right.url, right.body, right.proxy)
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// The answer to a request, whatever its status.
public struct HTTPResponse: Sendable, Equatable {
  public var status: Int
  /// By name in lower case; of several of one name, the last.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// What carries requests to their hosts. It follows no redirect and tries nothing twice.
public protocol HTTPTransport {
  /// - Throws: `TransportFailure` where there is no answer.
  func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse
}

/// Why there is no answer to a request.
public enum TransportFailure: Error, Equatable, Sendable {
  /// The request did not leave: there is no connection. It may be tried again.
  case notSent(String)
  /// The connection broke after the request had left: the host may have done what it was asked.
  case answerLost(String)
  /// The request can never be sent from here: no program to send it, a certificate that is not trusted.
  case impossible(String)
}
