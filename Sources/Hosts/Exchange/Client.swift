import Platform
import Quoting

/// Makes calls at one host: tries again where that does no harm, waits as long as it is told, and lets
/// the token go nowhere else.
public final class Client {
  /// How patient to be.
  public struct Patience: Sendable {
    /// How often a call is tried in all.
    public var attempts = 5
    /// The first pause in seconds; each one after it is twice as long.
    public var firstPause = 1.0
    /// The longest that a host may make one call wait, in seconds.
    public var longestPause = 90.0
    /// The longest that a run waits in all, in seconds.
    public var budget = 300.0

    public init() {}
  }

  let address: Address
  private let transport: any HTTPTransport
  private let headers: [(name: String, value: String)]
  private let patience: Patience
  private let pause: (Double, String) -> Void
  private let now: () -> Double
  private var waited = 0.0

  /// - Parameters:
  ///   - headers: What every request carries beside the token.
  ///   - pause: Waits for a number of seconds, and may say why: for people, in one line.
  ///   - now: Seconds since 1970.
  public init(
    _ address: Address, through transport: any HTTPTransport,
    headers: [(name: String, value: String)] = [], patience: Patience = Patience(),
    pause: @escaping (Double, String) -> Void, now: @escaping () -> Double
  ) {
    self.address = address
    self.transport = transport
    self.headers = headers
    self.patience = patience
    self.pause = pause
    self.now = now
  }

  /// Makes a call and returns what came of it.
  ///
  /// - Throws: `HostError`; of kind `answerLost` only for calls that are not repeatable.
  @discardableResult
  func send(_ call: Call) throws(HostError) -> HTTPResponse {
    var url = absolute(call.path)
    var (hops, attempt) = (0, 1)
    while true {
      let trouble: Trouble
      do throws(TransportFailure) {
        let response = try transport.send(request(for: call, at: url))
        if 200...299 ~= response.status { return response }
        if 300...399 ~= response.status, let target = response.headers["location"] {
          url = try destination(target, from: url, call, hops: hops).get()
          hops += 1
          continue
        }
        trouble = judge(response, to: call)
      } catch {
        trouble = judge(error, of: call)
      }
      guard trouble.isPassing, attempt < patience.attempts,
        wait(trouble.pause ?? backOff(after: attempt), for: trouble.error.summary)
      else { throw trouble.error }
      attempt += 1
    }
  }

  /// The elements of a list, of all its pages.
  ///
  /// - Parameter key: The member that holds the elements, where a page is an object.
  func list(_ path: String, key: String? = nil) throws(HostError) -> [JSONValue] {
    var next: String? = path
    var found: [JSONValue] = []
    var pages = 0
    while let path = next {
      let call = Call("GET", path)
      let response = try send(call)
      guard let page = JSONValue(response.body) else {
        throw HostError(.unexpected, "the answer to GET \(path) is no JSON")
      }
      found += key.map { page[$0].elements } ?? page.elements
      pages += 1
      next = pages < 100 ? nextPage(response, after: path) : nil
    }
    return found
  }

  /// The document that a call answers with.
  func document(_ call: Call) throws(HostError) -> JSONValue {
    let response = try send(call)
    guard let document = JSONValue(response.body) else {
      throw HostError(.unexpected, "the answer to \(call.method) \(call.path) is no JSON")
    }
    return document
  }
}

// MARK: - What an answer means

/// What went wrong with one attempt, and whether another is worth it.
private struct Trouble {
  var error: HostError
  var isPassing = false
  /// How long the host wants to be left alone, in seconds; nil if it does not say.
  var pause: Double?
}

extension Client {
  private func judge(_ failure: TransportFailure, of call: Call) -> Trouble {
    let what = "\(call.method) \(shown(call.path)): "
    switch failure {
    case .notSent(let reason):
      return Trouble(
        error: HostError(
          .unreachable, what + reason, advice: "Look whether this machine reaches \(home)"),
        isPassing: true)
    case .answerLost(let reason):
      guard call.isRepeatable else { return Trouble(error: HostError(.answerLost, what + reason)) }
      return Trouble(
        error: HostError(.unreachable, what + reason, advice: "Run the job again later"),
        isPassing: true)
    case .impossible(let reason):
      return Trouble(
        error: HostError(.unreachable, what + reason, advice: "Mend it on the machine that runs the job"))
    }
  }

  private func judge(_ response: HTTPResponse, to call: Call) -> Trouble {
    let said = Self.words(of: response)
    let what =
      "\(call.method) \(shown(call.path)) was answered with \(response.status)"
      + (said.isEmpty ? "" : ": \(said)")
    if isLimit(response) {
      return Trouble(
        error: HostError(.limited, what, advice: "Run the job again later"), isPassing: true,
        pause: delay(asked: response))
    }
    switch response.status {
    case 401, 403, 404: return Trouble(error: HostError(.denied, what))
    case 400...499: return Trouble(error: HostError(.refused, what))
    case 500...599 where call.isRepeatable:
      return Trouble(
        error: HostError(.unreachable, what, advice: "Run the job again later"), isPassing: true,
        pause: delay(asked: response))
    // It may have been done all the same.
    case 500...599: return Trouble(error: HostError(.answerLost, what))
    default: return Trouble(error: HostError(.unexpected, what))
    }
  }

  /// GitHub says "secondary rate limit" with 403; the others say 429.
  private func isLimit(_ response: HTTPResponse) -> Bool {
    if response.status == 429 { return true }
    guard response.status == 403 else { return false }
    return response.headers["retry-after"] != nil || response.headers["x-ratelimit-remaining"] == "0"
      || Self.words(of: response).lowercased().contains("rate limit")
  }

  private func delay(asked response: HTTPResponse) -> Double? {
    if let seconds = response.headers["retry-after"].flatMap({ Double($0) }) { return max(0, seconds) }
    guard response.headers["x-ratelimit-remaining"] == "0",
      let reset = response.headers["x-ratelimit-reset"].flatMap({ Double($0) })
    else { return nil }
    return max(0, reset - now()) + 1
  }

  private func backOff(after attempt: Int) -> Double {
    patience.firstPause * Double(1 << min(attempt - 1, 10))
  }

  /// - Returns: Whether there was so much time.
  private func wait(_ seconds: Double, for reason: String) -> Bool {
    guard seconds <= patience.longestPause, waited + seconds <= patience.budget else { return false }
    waited += seconds
    pause(seconds, reason)
    return true
  }

  /// Waits before something is looked up again whose answer was lost.
  func breathe(_ attempt: Int) { _ = wait(backOff(after: attempt), for: "the answer was lost") }

  /// What a host says in the body of an error: one line, and not much of it.
  static func words(of response: HTTPResponse) -> String {
    let text: String
    if let body = JSONValue(response.body) {
      let errors = body["errors"].elements.map { $0.text ?? $0["message"].text ?? $0["code"].text ?? "" }
      let message =
        body["message"].text ?? body["error"]["message"].text ?? body["error"].text
        ?? (body["message"] == .null ? "" : String(decoding: body["message"].bytes, as: UTF8.self))
      text = ([message] + errors).filter { !$0.isEmpty }.joined(separator: "; ")
    } else {
      text = ""
    }
    return text.onOneLine.first(scalars: 300)
  }
}

// MARK: - Where requests go

extension Client {
  private var home: String { Address.origin(address.root) ?? address.root }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? address.root + path : path
  }

  /// Without the query, which says nothing to a reader.
  private func shown(_ path: String) -> String { String(path.prefix { $0 != "?" }) }

  private func request(for call: Call, at url: String) -> HTTPRequest {
    var all = headers
    // Wherever the address came from, the token stays at home.
    if let authorization = address.authorization, address.isHome(url), !address.isInClear { all.append(authorization) }
    if call.body != nil { all.append(("Content-Type", "application/json")) }
    return HTTPRequest(
      method: call.method, url: url, headers: all, body: call.body?.bytes, proxy: address.proxy)
  }

  private func destination(
    _ target: String, from url: String, _ call: Call, hops: Int
  ) -> Result<String, TransportFailure> {
    guard let base = URL(string: url), let next = URL(string: target, relativeTo: base)?.absoluteString
    else { return .failure(.impossible("it is redirected to `\(target)`, which is no address")) }
    guard address.isHome(next) else {
      let other = Address.origin(next) ?? "another host"
      return .failure(
        .impossible("it is redirected to \(other), and the token is for \(home) alone"))
    }
    guard hops < 5 else { return .failure(.impossible("it is redirected in circles")) }
    return .success(next)
  }

  /// The address of the next page, by the header that names it; nil on the last page.
  private func nextPage(_ response: HTTPResponse, after path: String) -> String? {
    for part in (response.headers["link"] ?? "").split(separator: ",") {
      guard part.contains("rel=\"next\""), let start = part.firstIndex(of: "<"),
        let end = part.firstIndex(of: ">"), start < end
      else { continue }
      let next = String(part[part.index(after: start)..<end])
      return next
    }
    return nil
  }
}
