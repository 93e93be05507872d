import Platform

/// The root of a host's interface, and what every request to it carries.
public struct Address: Sendable, Equatable {
  /// Without a slash at the end.
  public var root: String
  /// The header that proves who asks; nil where a proxy adds it.
  public var authorization: (name: String, value: String)?
  public var proxy: String?

  public init(
    root: String, authorization: (name: String, value: String)? = nil, proxy: String? = nil
  ) {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
    self.authorization = authorization
    self.proxy = proxy
  }

  public static func == (left: Address, right: Address) -> Bool {
    (left.root, left.proxy, left.authorization?.name, left.authorization?.value)
      == (right.root, right.proxy, right.authorization?.name, right.authorization?.value)
  }

  /// Whether an absolute address is at the same scheme, host and port, so that the token may go there.
  func isHome(_ url: String) -> Bool {
    guard let origin = Self.origin(root) else { return false }
    return Self.origin(url) == origin
  }

  /// Whether what is sent there can be read on the way: it is no `https`, and not this machine.
  public var isInClear: Bool {
    guard let parts = URLComponents(string: root) else { return true }
    let local = ["localhost", "127.0.0.1", "::1", "[::1]"]
    return parts.scheme?.lowercased() != "https" && !local.contains(parts.host?.lowercased() ?? "")
  }

  static func origin(_ url: String) -> String? {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), parts.user == nil
    else { return nil }
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host):\(parts.port ?? usual)"
  }
}

/// One call of a host's interface, without the host.
public struct Call: Sendable, Equatable {
  public var method: String
  /// Below the root, beginning with a slash; or absolute, for the next page of a list.
  public var path: String
  public var body: JSONValue?
  /// Whether doing it twice leaves the host as doing it once does.
  public var isRepeatable: Bool

  public init(_ method: String, _ path: String, _ body: JSONValue? = nil, isRepeatable: Bool? = nil) {
    self.method = method
    self.path = path
    self.body = body
    self.isRepeatable = isRepeatable ?? (method != "POST")
  }
}
