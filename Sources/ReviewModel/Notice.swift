/// Something about the review itself that its reader is told, though it is no finding.
public enum Notice: Hashable, Sendable {
  /// The change brings an allow-comment; `reason` is what stands after the dash.
  case newlyAllowed(rules: [String], reason: String, at: Place)
  /// An allow-comment that allows nothing any more.
  case allowsNothing(rules: [String], at: Place)
  /// An allow-comment that is not followed by a reason, and so allows nothing.
  case reasonMissing(rules: [String], at: Place)
  /// The change touches the configuration, a rule page or a knowledge table of the team.
  case configurationChanged(path: String)
  /// What a reader has to know about how the review was made, in one sentence, and where that is to be seen, if it is
  /// of one place: the sentence names it.
  case remark(String, at: Place? = nil)
}

extension Notice {
  /// What an audit tells, each once: what stands at a place by place, then the rest.
  ///
  /// It does not matter in which order it was found, or on how many machines.
  public static func ordered(_ notices: [Notice]) -> [Notice] {
    var seen: Set<Notice> = []
    return notices.filter { seen.insert($0).inserted }.map { (key: $0.key, notice: $0) }.sorted { $0.key < $1.key }.map(
      \.notice)
  }

  /// Characters compare by what they mean, which is the same everywhere.
  private var key: (Int, String, Int, String) {
    switch self {
    case .newlyAllowed(let rules, _, let place): (0, place.path, place.span.start.line, "0" + rules.joined())
    case .reasonMissing(let rules, let place): (0, place.path, place.span.start.line, "1" + rules.joined())
    case .allowsNothing(let rules, let place): (0, place.path, place.span.start.line, "2" + rules.joined())
    case .configurationChanged(let path): (1, path, 0, "")
    case .remark(let text, _): (2, text, 0, "")
    }
  }
}
