/// What became of a posting.
public struct Outcome: Sendable, Equatable {
  /// What could not be written for want of permission: `comments`, `summary`, `check`, each with what
  /// the host said.
  public var denied: [(what: String, said: String)] = []
  /// Whether annotations stand at the lines, so that none have to be printed.
  public var isAnnotated = false
  /// What was done, in a few words for the job's log.
  public var done: [String] = []
  /// Set if the pull request has moved on since: nothing was written.
  public var newerHead: String?

  public init() {}

  public static func == (left: Outcome, right: Outcome) -> Bool {
    left.denied.elementsEqual(right.denied, by: ==) && left.done == right.done
      && left.isAnnotated == right.isAnnotated && left.newerHead == right.newerHead
  }

  /// Does one part of a posting; where the token may not, the others are done all the same.
  mutating func attempt(_ what: String, _ part: () throws(HostError) -> [String]) throws(HostError) {
    do throws(HostError) {
      done += try part()
    } catch {
      guard error.kind == .denied else { throw error }
      denied.append((what, error.summary))
    }
  }
}

/// Repeats what converges: looks up how things stand, does what is missing, and starts over where the
/// answer to a call was lost.
func converge(_ client: Client, _ round: () throws(HostError) -> Void) throws(HostError) {
  var attempt = 1
  while true {
    do throws(HostError) {
      return try round()
    } catch {
      guard error.kind == .answerLost, attempt < 5 else {
        if error.kind == .answerLost {
          throw HostError(.unreachable, error.summary, advice: "Run the job again later")
        }
        throw error
      }
    }
    client.breathe(attempt)
    attempt += 1
  }
}
