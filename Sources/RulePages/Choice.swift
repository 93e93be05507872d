public import ReviewModel

/// A closed list of words, one of which stands as a value on a page.
///
/// The case is what the engine switches over; the raw value is what stands on the page, so that the
/// front matter reads as a sentence: `kept-by: the captured object`.
public protocol Choice: CaseIterable, RawRepresentable, Hashable, Sendable
where RawValue == String {
  /// What the word means, in one sentence.
  var says: String { get }
}

extension Level: Choice {
  public var says: String {
    switch self {
    case .bug: "Wrong on some run of the program, every link of the reason shown."
    case .risk: "Wrong unless something outside the source prevents it."
    case .design: "Works today, and makes a named later change or test harder."
    }
  }
}

extension Trait: Choice {
  public var says: String {
    switch self {
    case .memory: "What lives too long, or not long enough."
    case .crash: "What ends the program."
    case .correctness: "What gives a wrong result."
    case .concurrency: "What depends on the order in which things happen to run."
    case .data: "What loses or damages what people have stored."
    case .exhaustiveness: "What no longer notices that a case is missing."
    case .testability: "What a test cannot reach, or what a test cannot fail on."
    case .coupling: "What makes one part change whenever another does."
    }
  }
}
