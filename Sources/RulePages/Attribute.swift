/// A word of a condition: one thing that can be known of a candidate, by itself or of something it has to do with.
///
/// Words belong to no rule. Each is independent of the others, and a page combines them as it likes.
public enum Attribute: String, CaseIterable, Sendable {
  // Of the thing itself.
  case kind, name, callee, type, inherits
  case conformsTo = "conforms-to"
  case module, attribute, access, label
  case `is`, role
  case declaredIn = "declared-in"
  case held, edges, joins, ended, runs, lives, times, when
  case sameAs = "same-as"
  case compares, ignores
  case mayBe = "may-be"
  case metBy = "met-by"
  case changed
  // Of what it has to do with.
  case captured
  case givenTo = "given-to"
  case keptBy = "kept-by"
  case cycle, answer, receiver, inside, has, calls
  case calledBy = "called-by"
  case after, before, misses, repeats, without
  // Of a change.
  case was, now
  // Of its file.
  case `in`, path
}

/// What follows a word.
public enum Shape: Sendable {
  /// One word of a closed list, or a list of them: any one will do.
  case choice([ChosenWord])
  /// A name or a list of names; `*` stands for any letters.
  case names(String)
  case globs
  /// Conditions on something else. A bare word stands for `short: word`.
  case entity(Kind?, short: Attribute)
}

/// One word of a choice, with its sentence.
public struct ChosenWord: Sendable {
  let word: String
  let says: String

  static func all<C: Choice>(of type: C.Type) -> [ChosenWord] {
    C.allCases.map { ChosenWord(word: $0.rawValue, says: $0.says) }
  }
}

extension Attribute {
  /// What it asks, in one sentence.
  public var says: String {
    switch self {
    case .kind: "What kind of thing it is, where there may be several."
    case .name: "Its name, without labels, or with all of them: `load(from:)`. An initialiser is called `init`."
    case .callee:
      "What is called: `start`, or `Engine.start` on an `Engine`; as it is written, `Engine.shared.start`; "
        + "`Timer.init` makes one; `EventBus.*`."
    case .type: "The type of the value, or the name of the type that it is."
    case .inherits: "A class that its type inherits from, at any distance."
    case .conformsTo: "A protocol that its type conforms to, at any distance."
    case .module: "The module that its file belongs to."
    case .attribute: "An attribute it is declared with, or that a text is given to: `objc`, `Published`, `MainActor`."
    case .access: "Who may use it."
    case .label: "The label of the argument that it is, or is a part of; `_` where there is none."
    case .is: "What is true of it in itself."
    case .role: "What it is there for."
    case .declaredIn: "Whose the type is."
    case .held: "How it is held, or how a property holds its object."
    case .edges: "How sure each link of the ring is: the least sure of them counts."
    case .joins: "Whether what one link ends with is the very object that the next begins with."
    case .ended: "How what it starts, or keeps, comes to its end."
    case .runs: "When it runs."
    case .lives: "How long it lives."
    case .times: "How often it happens."
    case .when: "On what occasion it happens."
    case .sameAs: "What it is the same as."
    case .compares: "What two values are taken for equal by."
    case .ignores: "What it is given and does not look at."
    case .mayBe: "What it may turn out to be, with nothing that asks."
    case .metBy: "What meets the requirement, or takes the case."
    case .changed: "What of it is not as it was."
    case .captured: "An object that the closure captures."
    case .givenTo: "The call that it is an argument of, by itself or by the name of a `let`."
    case .keptBy: "What keeps it alive."
    case .cycle: "The cycle of objects that it closes: each keeps the next."
    case .answer: "What becomes of what the call answers with."
    case .receiver: "What the call is made on."
    case .inside: "Something around it, at any distance."
    case .has: "A part or a member of it."
    case .calls: "A call in its body."
    case .calledBy: "A function that calls it, or the code it stands in, at any distance."
    case .after: "A call that has been made on every way that leads here."
    case .before: "A call that is made on every way that goes on from here."
    case .misses: "A call that has not been made on this way."
    case .repeats: "A call that is made twice on this way; with `without`, with no such call in between."
    case .without: "A call that does not come in between."
    case .was: "What was so before the change."
    case .now: "What is so after the change."
    case .in: "Which files are looked into: `production` where nothing is said."
    case .path: "The file it stands in."
    }
  }

  /// What follows it.
  public var shape: Shape {
    switch self {
    case .kind: .choice(ChosenWord.all(of: Value.ScopeKind.self))
    case .name: .names("thing")
    case .callee: .names("call")
    case .type, .inherits, .conformsTo: .names("type")
    case .module: .names("module")
    case .attribute: .names("attribute")
    case .label: .names("label")
    case .access: .choice(ChosenWord.all(of: Value.Access.self))
    case .is: .choice(ChosenWord.all(of: Value.Quality.self))
    case .role: .choice(ChosenWord.all(of: Value.Role.self))
    case .declaredIn: .choice(ChosenWord.all(of: Value.Origin.self))
    case .held: .choice(ChosenWord.all(of: Value.Hold.self))
    case .edges: .choice(ChosenWord.all(of: Value.Sureness.self))
    case .joins: .choice(ChosenWord.all(of: Value.Joint.self))
    case .ended: .choice(ChosenWord.all(of: Value.Ending.self))
    case .runs: .choice(ChosenWord.all(of: Value.Moment.self))
    case .lives: .choice(ChosenWord.all(of: Value.Life.self))
    case .times: .choice(ChosenWord.all(of: Value.Times.self))
    case .when: .choice(ChosenWord.all(of: Value.Occasion.self))
    case .sameAs: .choice(ChosenWord.all(of: Value.Sameness.self))
    case .compares: .choice(ChosenWord.all(of: Value.Compared.self))
    case .ignores: .choice(ChosenWord.all(of: Value.Ignored.self))
    case .mayBe: .choice(ChosenWord.all(of: Value.Possibility.self))
    case .metBy: .choice(ChosenWord.all(of: Value.Witness.self))
    case .changed: .choice(ChosenWord.all(of: Value.Altered.self))
    case .captured: .entity(.object, short: .held)
    case .givenTo: .entity(.call, short: .callee)
    case .keptBy: .entity(.object, short: .is)
    case .cycle: .entity(.cycle, short: .edges)
    case .answer: .entity(.object, short: .held)
    case .receiver: .entity(.object, short: .is)
    case .inside: .entity(.scope, short: .name)
    case .has: .entity(.member, short: .name)
    case .calls: .entity(.call, short: .callee)
    case .calledBy: .entity(.function, short: .name)
    case .after, .before: .entity(.call, short: .role)
    case .misses, .repeats: .entity(.call, short: .role)
    case .without: .entity(.call, short: .callee)
    case .was, .now: .entity(nil, short: .is)
    case .in: .choice(ChosenWord.all(of: Value.Files.self))
    case .path: .globs
    }
  }

  /// The kinds of which source alone says it, without an analysis of its own.
  public var readOff: Set<Kind> {
    switch self {
    case .kind: Set(Kind.allCases)
    case .name: [.property, .function, .type, .parameter, .enumCase, .object, .scope, .member]
    case .callee: [.call]
    case .type: [.property, .type, .parameter, .object, .member, .scope]
    case .inherits, .conformsTo: [.property, .type, .object, .scope, .member, .parameter]
    case .inside: Set(Kind.findable).union([.scope, .member])
    case .in, .path, .module: Set(Kind.findable)
    case .attribute: [.property, .function, .type, .text, .scope, .member]
    case .access: [.property, .function, .type, .member, .scope]
    case .is: [.property, .function, .text, .object, .member, .scope]
    case .held: [.property, .object]
    case .captured: [.closure, .object]
    case .runs: [.closure, .scope, .call]
    case .givenTo: [.closure, .text, .scope]
    case .label: [.closure, .text]
    case .receiver: [.call]
    case .has: [.type, .scope]
    case .calls: [.function, .closure, .type, .property, .scope, .member]
    case .after, .before, .without: [.call]
    case .misses, .repeats, .when: [.path]
    default: []
    }
  }

  /// The words of its list that are read off the source of a kind of thing; nil where all are.
  public func readOffWords(of kind: Kind) -> Set<String>? {
    func words<C: Choice>(_ choices: C...) -> Set<String> { Set(choices.map(\.rawValue)) }
    typealias Is = Value.Quality
    switch (self, kind) {
    case (.is, .property):
      return words(Is.optional, .static, .lazy, .constant, .stored, .computed, .override)
    case (.is, .function): return words(Is.static, .async, .throws_, .override)
    case (.is, .text): return words(Is.literal, .interpolated, .empty, .key)
    case (.is, .object): return words(Is.literal, .interpolated, .constant, .empty)
    case (.is, .member), (.is, .scope):
      return words(Is.optional, .static, .lazy, .constant, .stored, .computed, .override, .async, .throws_)
    case (.when, .path): return words(Value.Occasion.failing, .leaves, .runsOut)
    case (.held, _): return words(Value.Hold.strongly, .weakly, .unowned, .byValue)
    case (.ended, .call): return words(Value.Ending.never, .notWithOwner, .withOwner)
    case (.runs, .closure), (.runs, .scope): return words(Value.Moment.inPlace, .later, .drawing)
    case (.runs, .call): return words(Value.Moment.drawing)
    default: return nil
    }
  }
}
