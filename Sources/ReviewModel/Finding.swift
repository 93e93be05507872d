/// One rule met at one place in one program.
public struct Finding: Sendable, Equatable {
  /// The name of the rule's page, such as `closure-retain-cycle`.
  public var rule: String
  public var level: Level
  public var trait: Trait
  public var place: Place
  /// The declaration that contains the place, outermost first: `Viewer.start()`.
  public var declaration: String
  /// One sentence: the fact, then its consequence.
  public var message: String
  /// The chain of facts that makes the finding true, in the order they are to be read.
  public var why: [Reason]
  /// The changed line that brought the finding about, where the place is not itself part of the change.
  public var cause: Place?
  public var fix: Fix?
  /// The cycle that it tells of; nil if it is about something else.
  public var cycle: RetainCycle?
  public var fingerprint: Fingerprint
  /// The fingerprints of the findings that are told along with it, for they have the same cause.
  public var others: [Fingerprint] = []

  public init(
    rule: String, level: Level, trait: Trait, place: Place, declaration: String, message: String,
    why: [Reason] = [], cause: Place? = nil, fix: Fix? = nil, cycle: RetainCycle? = nil, fingerprint: Fingerprint
  ) {
    self.rule = rule
    self.level = level
    self.trait = trait
    self.place = place
    self.declaration = declaration
    self.message = message
    self.why = why
    self.cause = cause
    self.fix = fix
    self.cycle = cycle
    self.fingerprint = fingerprint
  }

  /// The order of every report: by place, then by rule.
  public static func reportingOrder(_ left: Finding, _ right: Finding) -> Bool {
    (left.place, left.rule, left.fingerprint.text) < (right.place, right.rule, right.fingerprint.text)
  }
}

/// One link of a chain of reasons.
public struct Reason: Hashable, Sendable {
  /// Where the source says it; nil where it is known from a table.
  public var place: Place?
  public var says: String
  public var certainty: Certainty

  public init(place: Place?, says: String, certainty: Certainty) {
    self.place = place
    self.says = says
    self.certainty = certainty
  }
}

/// What a finding is recognised by in another run, at another place, in another layout.
public struct Fingerprint: Hashable, Sendable {
  /// 16 lower-case hexadecimal digits.
  public var text: String

  public init(text: String) { self.text = text }

  /// 64-bit FNV-1a of a text: the same on every machine and in every run.
  public init(hashing text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    self.init(text: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
