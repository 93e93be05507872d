import Platform
import Hosts
import Quoting

/// Sends requests with `curl`, which every CI host has, with the proxies and certificates the machine is
/// set up with.
///
/// Foundation's own session needs the headers of libcurl to be linked into a program that carries Swift's
/// libraries along, and costs each start of it; this costs nothing until something is posted. The token
/// goes through a pipe, never through the arguments, which other processes may read.
final class CurlTransport: HTTPTransport {
  private let program: String?
  private let folder: URL

  /// - Parameter path: Where programs are looked for: the variable `PATH`.
  init(path: String) throws {
    program = Programs.find("curl", in: path)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("nitless-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
    guard let program else {
      throw .impossible("there is no `curl` on the PATH: install it (apt-get install curl)")
    }
    let (answer, head, body) = (file("answer"), file("head"), file("body"))
    for place in [answer, head] { try? FileManager.default.removeItem(at: place) }
    do {
      if let bytes = request.body { try Data(bytes).write(to: body) }
      guard
        let outcome = Programs.run(
          program, ["-q", "--config", "-"], input: configuration(of: request, answer, head, body))
      else { throw TransportFailure.impossible("curl could not be run: \(lastSystemError)") }
      guard outcome.status == 0 else {
        throw Self.failure(outcome.status, outcome.errors, request)
      }
      return HTTPResponse(
        status: Int(outcome.text) ?? 0,
        headers: Self.headers((try? Data(contentsOf: head)) ?? Data()),
        body: Array((try? Data(contentsOf: answer)) ?? Data()))
    } catch let failure as TransportFailure {
      throw failure
    } catch {
      throw .impossible("curl could not be run: \(error.systemReason)")
    }
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func configuration(of request: HTTPRequest, _ answer: URL, _ head: URL, _ body: URL) -> String {
    var lines: [(String, String)] = [
      ("url", request.url), ("request", request.method), ("output", answer.path),
      ("dump-header", head.path), ("write-out", "%{http_code}"), ("connect-timeout", "20"),
      ("max-time", "120"), ("proto", "=http,https"), ("header", "Expect:"),
    ]
    lines += request.headers.map { ("header", "\($0.name): \($0.value)") }
    if request.body != nil { lines.append(("data-binary", "@\(body.path)")) }
    if let proxy = request.proxy { lines += [("proxy", proxy), ("noproxy", "")] }
    return "silent\nshow-error\n"
      + lines.map { "\($0) = \($1.curlValue)\n" }.joined()
  }

  /// See "EXIT CODES" in curl's manual.
  private static func failure(_ status: Int32, _ errors: String, _ request: HTTPRequest) -> TransportFailure {
    // `curl: (6) Could not resolve host: api.github.com`, of which the front is for curl's manual.
    let line = errors.filledLines.first.map { String($0.trimmingPrefix(#/curl: \(\d+\) /#)) }
    let said = line ?? "curl ended with \(status)"
    return switch status {
    case 5, 6, 7, 35, 97: .notSent(said)
    case 1, 2, 3, 4, 23, 26, 27, 41, 43, 48, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: .impossible(said)
    default: .answerLost(said)
    }
  }

  /// Of the last answer: a proxy's, or one that asks for the rest, may come before it.
  private static func headers(_ data: Data) -> [String: String] {
    var headers: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).filledLines {
      if line.hasPrefix("HTTP/") {
        headers = [:]
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        headers[line[..<colon].lowercased()] = String(value)
      }
    }
    return headers
  }
}
