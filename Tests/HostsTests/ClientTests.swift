import Testing

@testable import Hosts

/// Answers in order, and remembers what it was asked.
private final class Script: HTTPTransport {
  var answers: [Result<HTTPResponse, TransportFailure>]
  var asked: [HTTPRequest] = []

  init(_ answers: [Result<HTTPResponse, TransportFailure>]) { self.answers = answers }

  func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
    asked.append(request)
    return try answers.removeFirst().get()
  }
}

private func answer(_ status: Int, _ headers: [String: String] = [:], _ body: String = "{}") -> Result<HTTPResponse, TransportFailure> {
  .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
}

struct ClientTests {
  private func attempt(
    _ call: Call, _ answers: [Result<HTTPResponse, TransportFailure>]
  ) -> (kind: HostError.Kind?, asked: [HTTPRequest], pauses: [Double]) {
    let script = Script(answers)
    var pauses: [Double] = []
    let client = Client(
      Address(root: "https://api.example/v3/", authorization: ("Authorization", "Bearer secret")), through: script,
      pause: { seconds, _ in pauses.append(seconds) }, now: { 1000 })
    do throws(HostError) {
      try client.send(call)
      return (nil, script.asked, pauses)
    } catch {
      #expect(!error.summary.contains("secret"))
      return (error.kind, script.asked, pauses)
    }
  }

  @Test func `A question is asked again, with longer and longer pauses`() {
    let outcome = attempt(Call("GET", "/x"), [answer(502), .failure(.answerLost("")), .failure(.notSent("")), answer(200)])
    #expect(outcome.kind == nil && outcome.pauses == [1, 2, 4])
    #expect(outcome.asked.allSatisfy { $0.url == "https://api.example/v3/x" })
  }

  @Test func `Before it asks again, it hands on what went wrong`() throws {
    let script = Script([.failure(.notSent("Could not resolve host: api.example")), answer(502), answer(200)])
    var reasons: [String] = []
    let client = Client(
      Address(root: "https://api.example/v3"), through: script, pause: { _, reason in reasons.append(reason) },
      now: { 0 })
    try client.send(Call("GET", "/x"))
    #expect(reasons == ["GET /x: Could not resolve host: api.example", "GET /x was answered with 502"])
  }

  @Test func `What may have been done is not done again blindly`() {
    #expect(attempt(Call("POST", "/x"), [.failure(.answerLost(""))]).kind == .answerLost)
    #expect(attempt(Call("POST", "/x"), [answer(502)]).kind == .answerLost)
    #expect(attempt(Call("POST", "/x"), [.failure(.notSent("")), answer(201)]).kind == nil)
  }

  @Test func `A host is given the time it asks for, within bounds`() {
    let limited = #"{"message": "You have exceeded a secondary rate limit"}"#
    #expect(attempt(Call("POST", "/x"), [answer(403, ["retry-after": "7"], limited), answer(200)]).pauses == [7])
    #expect(attempt(Call("POST", "/x"), [answer(429), answer(200)]).pauses == [1])
    let reset = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1010"]
    #expect(attempt(Call("GET", "/x"), [answer(403, reset), answer(200)]).pauses == [11])
    let long = attempt(Call("GET", "/x"), [answer(429, ["retry-after": "4000"])])
    #expect(long.kind == .limited && long.pauses.isEmpty)
  }

  @Test func `A refusal is no reason to ask again`() {
    #expect(attempt(Call("GET", "/x"), [answer(403, [:], #"{"message": "Resource not accessible by integration"}"#)]).kind == .denied)
    #expect(attempt(Call("POST", "/x"), [answer(422)]).kind == .refused)
  }

  @Test func `The token goes to its own host alone`() {
    for target in ["https://evil.example/v3/x", "http://api.example/v3/x", "https://api.example:444/x", "https://api.example@evil.example/"] {
      let outcome = attempt(Call("GET", "/x"), [answer(302, ["location": target])])
      #expect(outcome.kind == .unreachable && outcome.asked.count == 1, "\(target)")
    }
    let moved = attempt(Call("GET", "/x"), [answer(301, ["location": "/v3/y"]), answer(200)])
    #expect(moved.kind == nil && moved.asked.last?.url == "https://api.example/v3/y")
    let circle = attempt(Call("GET", "/x"), Array(repeating: answer(301, ["location": "/v3/x"]), count: 6))
    #expect(circle.kind == .unreachable)
    // A page of a list that lies elsewhere is asked for without it.
    let elsewhere = attempt(Call("GET", "https://evil.example/page"), [answer(200)])
    #expect(elsewhere.asked.first?.headers.contains { $0.name == "Authorization" } == false)
  }

  @Test func `A list has all of its pages`() throws {
    let next = ["link": #"<https://api.example/v3/x?page=2>; rel="next", <https://api.example/v3/x?page=9>; rel="last""#]
    let script = Script([answer(200, next, "[1, 2]"), answer(200, [:], "[3]")])
    let client = Client(Address(root: "https://api.example/v3"), through: script, pause: { _, _ in }, now: { 0 })
    #expect(try client.list("/x") == [1, 2, 3])
    #expect(script.asked.last?.url == "https://api.example/v3/x?page=2")
  }
}
