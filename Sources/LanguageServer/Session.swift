import Platform

/// A conversation with one client: what arrives goes in, what is to be done comes out.
///
/// It waits for nothing and touches nothing: reviews are asked for, and their results come in as news. So it
/// answers at once whatever is being reviewed.
public struct Session {
  /// What is to be done.
  public enum Effect: Equatable, Sendable {
    /// These characters go to the client, as they are.
    case send(String)
    /// Review a work tree; with a path, only if that file has changed since the last review began.
    case review(root: String, ifTouched: String?)
    /// The conversation is over; it is clean if the client asked for it first.
    case end(isClean: Bool)
  }

  enum Phase { case waiting, running, shutDown }

  /// A folder that the client has open.
  struct Folder {
    var uri: String
    /// As the client spells it, and without symbolic links.
    var path: String
    var canonical: String
    /// The top of the work tree that it is in; nil if it is in none.
    var root: String?
  }

  /// A document that the client has open.
  struct Document {
    /// As the client spells it.
    var uri: String
    /// Absolute, without symbolic links.
    var path: String
    /// The work tree that it is in.
    var root: String
    var version: Int
    var text: DocumentText
  }

  let surroundings: Surroundings
  let version: String
  var phase = Phase.waiting
  var features = Features()
  var folders: [Folder] = []
  /// By the client's URI.
  var documents: [String: Document] = [:]
  /// By the top of the work tree.
  var trees: [String: ReviewedTree] = [:]
  /// Requests of ours that wait for an answer, with what comes then.
  var questions: [RequestID: Question] = [:]
  var questionCount = 0
  /// By the top of the work tree that is being reviewed.
  var progress: [String: Progress] = [:]
  /// The tops of work trees whose review was asked for and is not over.
  var underWay: Set<String> = []
  /// Folders outside of any repository that the log names already.
  var namedOutside: Set<String> = []
  private var effects: [Effect] = []

  /// A conversation that has yet to begin.
  ///
  /// - Parameter version: Of nitless, which the client is told.
  public init(surroundings: Surroundings, version: String) {
    self.surroundings = surroundings
    self.version = version
  }

  /// Takes what has arrived from the client, all at once, so that what is cancelled already is not begun.
  ///
  /// - Throws: `EncodingError`, for a message of ours that JSON cannot say.
  public mutating func receive(_ pieces: [MessageReader.Piece]) throws -> [Effect] {
    let messages = pieces.map { piece -> (Incoming, [UInt8]) in
      switch piece {
      case .content(let content): (Incoming(content), content)
      case .broken(let why): (Incoming.malformed(.parseError, why), [])
      }
    }
    let cancelled = Set(
      messages.compactMap { message, content in
        if case .notification("$/cancelRequest") = message {
          Self.parameters(CancelParams.self, of: content)?.id
        } else {
          nil
        }
      })
    for (message, content) in messages {
      switch message {
      case .request(let id, _) where phase == .running && cancelled.contains(id):
        try refuse(id, .requestCancelled, "it was cancelled")
      case .request(let id, let method): try answer(id, method, content)
      case .notification(let method): try take(method, content)
      case .response(let id, let isError): try take(answerTo: id, isError: isError)
      case .malformed(let code, let why): try refuse(nil, code, why)
      }
    }
    return takeEffects()
  }

  /// Takes what is new of a review.
  ///
  /// - Throws: `EncodingError`, for a message of ours that JSON cannot say.
  public mutating func receive(_ news: ReviewNews) throws -> [Effect] {
    guard phase == .running else { return [] }
    switch news {
    case .began(let root): try beginProgress(root)
    case .progressed(let root, let words): try reportProgress(root, words)
    case .ended(let root, let outcome):
      try endProgress(root)
      try take(outcome, of: root)
    }
    return takeEffects()
  }

  private mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }
}

extension Session {
  /// The parameters of a message; nil if they are not what its method has.
  static func parameters<Value: Decodable>(_ type: Value.Type, of content: [UInt8]) -> Value? {
    try? JSONDecoder().decode(Parameters<Value>.self, from: Data(content)).params
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  /// Has a work tree reviewed.
  ///
  /// - Parameter path: The one file because of which, if it has changed since the last review began.
  mutating func review(_ root: String, ifTouched path: String? = nil) {
    if path == nil { underWay.insert(root) }
    emit(.review(root: root, ifTouched: path))
  }

  mutating func send(_ message: some Encodable) throws { emit(.send(try Frame.text(of: message))) }

  mutating func refuse(_ id: RequestID?, _ code: RefusalCode, _ why: String) throws {
    try send(Refusal(id: id, error: .init(code: code, message: why)))
  }

  mutating func log(_ kind: MessageParams.Kind, _ text: String) throws {
    try send(Notification(method: "window/logMessage", params: MessageParams(type: kind, message: text)))
  }

  mutating func show(_ kind: MessageParams.Kind, _ text: String) throws {
    try send(Notification(method: "window/showMessage", params: MessageParams(type: kind, message: text)))
  }
}
