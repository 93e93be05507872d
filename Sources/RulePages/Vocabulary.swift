import ReviewModel

/// All the words of a rule page's front matter.
///
/// It is closed: a rule that cannot be said in it needs one new word here and its meaning in the
/// engine, never an escape to code from a page.
public enum Vocabulary {
  /// What may stand in `where`.
  static let conditions: [Word<Condition>] = [
    Word(
      "captures", of: [.find(.closure)], "How the closure holds the object it uses.",
      .choice { Condition.captures($0) }),
    Word(
      "kept-by", of: [.find(.closure)], "What keeps the closure alive.",
      .choice { Condition.keptBy($0) }),
    Word(
      "runs", of: [.find(.closure)], "When the closure runs.",
      .choice { Condition.runs($0) }),
    Word(
      "made", of: [.find(.closure)], "On what occasion the closure is made.",
      .choice { Condition.made($0) }),
    Word(
      "ownership", of: [.find(.property)], "How the property holds its object.",
      .choice { Condition.ownership($0) }),
    Word(
      "keeps", of: [.find(.property)], "What the object in the property keeps in turn.",
      .choice { Condition.keeps($0) }),
    Word(
      "role", of: [.find(.property)], "What the property is there for.",
      .choice { Condition.role($0) }),
    Word(
      "of", of: [.find(.conformance)], "Which type conforms.",
      .choice { Condition.of($0) }),
    Word(
      "to", of: [.find(.conformance)], "Which protocol it conforms to.",
      .choice { Condition.to($0) }),
    Word(
      "requirements", of: [.find(.conformance)], "What meets the protocol's requirements.",
      .choice { Condition.requirements($0) }),
    Word(
      "takes", of: [.find(.parameter)], "What the parameter takes.",
      .choice { Condition.takes($0) }),
    Word(
      "payload", of: [.find(.enumCase)], "The values that go with the case.",
      .choice { Condition.payload($0) }),
    Word(
      "asks", of: [.find(.type)], "How the type asks for what it needs.",
      .choice { Condition.asks($0) }),
    Word(
      "over", of: [.find(.typeChain)], "Which types are asked for.",
      .choice { Condition.over($0) }),
    Word(
      "service", of: [.find(.sharedCall)], "Whose shared object it is.",
      .choice { Condition.service($0) }),
    Word(
      "answer", of: [.find(.call)], "What becomes of the answer of the call.",
      .choice { Condition.answer($0) }),
    Word(
      "gives", of: [.find(.call)], "What the call is given.",
      .choice { Condition.gives($0) }),
    Word(
      "host", of: [.find(.call)], "The type of what keeps it.",
      .typeNames { Condition.host($0) }),
    Word(
      "comes-from", of: [.find(.index)], "What it is, where it is not an index.",
      .choice { Condition.comesFrom($0) }),
    Word(
      "by", of: [.find(.division)], "What it divides by.",
      .choice { Condition.by($0) }),
    Word(
      "waits", of: [.find(.call)], "What it waits for.",
      .choice { Condition.waits($0) }),
    Word(
      "goes-on", of: [.find(.call)], "When it is called over and over.",
      .choice { Condition.goesOn($0) }),
    Word(
      "sets", of: [.find(.assignment)], "What it sets.",
      .choice { Condition.sets($0) }),
    Word(
      "comes", of: [.find(.assignment)], "When it comes.",
      .choice { Condition.comes($0) }),
    Word(
      "hides", of: [.find(.closure)], "What nobody learns of who gets its result.",
      .choice { Condition.hides($0) }),
    Word(
      "meets", of: [.find(.method)], "What it all but does.",
      .choice { Condition.meets($0) }),
    Word(
      "redeclares", of: [.find(.method)], "What it declares once more.",
      .choice { Condition.redeclares($0) }),
    Word(
      "ignores", of: [.find(.method), .find(.setter)], "What it does not look at.",
      .choice { Condition.ignores($0) }),
    Word(
      "compares", of: [.find(.method)], "What it takes two values for equal by.",
      .choice { Condition.compares($0) }),
    Word(
      "observes", of: [.find(.property)], "What it watches.",
      .choice { Condition.observes($0) }),
    Word(
      "shows", of: [.find(.text)], "What it has in it.",
      .choice { Condition.shows($0) }),
    Word(
      "depends-on", of: [.find(.dateFormat)], "What its meaning turns on.",
      .choice { Condition.dependsOn($0) }),
    Word(
      "asserts", of: [.find(.assertion)], "What it claims.",
      .choice { Condition.asserts($0) }),
    Word(
      "unawaited", of: [.find(.assertion)], "What the test is over before.",
      .choice { Condition.unawaited($0) }),
    Word(
      "same-as", of: [.find(.branch)], "Which other branches do the same.",
      .choice { Condition.sameAs($0) }),
    Word(
      "misses", of: [.find(.path)], "What is called on other ways and not on this one.",
      .choice { Condition.misses($0) }),
    Word(
      "repeats", of: [.find(.path)], "What is called twice on this way.",
      .choice { Condition.repeats($0) }),
    Word(
      "when", of: [.find(.path)], "On what occasion the way is taken.",
      .choice { Condition.when($0) }),
    Word(
      "ends", of: [.find(.path)], "What is over on this way, and when.",
      .choice { Condition.ends($0) }),
    Word(
      "holds", of: [.find(.path)], "What is held on this way where it calls what others have handed over.",
      .choice { Condition.holds($0) }),
    Word(
      "lost", of: .comparisons, "What it had before the change and no longer has.",
      .choice { Condition.lost($0) }),
    Word(
      "gained", of: .comparisons, "What it has since the change.",
      .choice { Condition.gained($0) }),
    Word(
      "changed", of: .comparisons, "What is not as it was before the change.",
      .choice { Condition.changed($0) }),
    Word(
      "inside", "What surrounds the finding; all of it must.",
      .enclosures { Condition.inside($0) }),
    Word(
      "not-inside", "What does not surround the finding: the opposite of `inside`.",
      .enclosures { Condition.notInside($0) }),
    Word(
      "in", "Which files the rule looks into; all of them where this is not said.",
      .choice { Condition.in($0) }),
    Word(
      "path", "The files the rule looks into, by path.",
      .globs { Condition.path($0) }),
    Word(
      "unless", "Conditions under which there is no finding; of a list of groups, any one group.",
      .conditionGroups { Condition.unless($0) }),
  ] + lifetimes

  /// What may stand in `inside` and `not-inside`.
  static let enclosures: [Word<Enclosure>] = [
    Word(
      "subclass-of", "A class that inherits from it, at any distance.",
      .typeNames { Enclosure.subclassOf($0) }),
    Word(
      "type", "The type of this name, or an extension of it.",
      .typeNames { Enclosure.type($0) }),
    Word(
      "function",
      "A function of this name: `start`, or exactly `load(from:)`; also `init` and `deinit`.",
      .functionNames { Enclosure.function($0) }),
    Word(
      "closure", "Whether a closure stands between the finding and its function.",
      .flag { Enclosure.closure($0) }),
  ]

  /// The keys of the front matter, in the order in which they read as a sentence.
  enum Key: String, Choice {
    case level, trait, enabled, find, pattern, compare, `where`, message, fix, rewrite, remedy

    var says: String {
      switch self {
      case .level: "How sure and how bad a finding is."
      case .trait:
        "What a finding affects. Only where the page's folder is not named after a trait."
      case .enabled: "Whether the rule is on by itself. It is, unless this says `false`."
      case .find: "What to look for in the program."
      case .pattern:
        "The code to look for, with `$NAMES` for what varies; or a list of alternatives."
      case .compare: "What to look for in the declarations before and after a change."
      case .where: "What must be true of it."
      case .message: "One sentence with `{placeholders}`: the fact, then its consequence."
      case .fix: "The change to the source that the rule offers."
      case .rewrite:
        "What a `pattern` page offers in place of what it matched, with the pattern's own `$NAMES` in their order."
      case .remedy:
        "The way out in words, with `{placeholders}`, for findings whose way out cannot be written as a change."
      }
    }

    var shape: Shape {
      switch self {
      case .level: .choice(ChosenWord.all(of: Level.self))
      case .trait: .choice(ChosenWord.all(of: Trait.self))
      case .enabled: .flag
      case .find: .choice(ChosenWord.all(of: Subject.self))
      case .pattern: .patterns
      case .compare: .choice(ChosenWord.all(of: Comparison.self))
      case .where: .conditions
      case .message, .rewrite, .remedy: .text
      case .fix: .choice(ChosenWord.all(of: FixWord.self))
      }
    }
  }
}
