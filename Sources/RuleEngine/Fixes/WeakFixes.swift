import ProgramModel
import ReviewModel
import SwiftFacts

/// The ways out of cycles: something is held weakly.
extension Program {
  /// `capture-weakly`: the closure names what it captures in a capture list, and unwraps it first.
  ///
  /// - Parameters:
  ///   - kept: Of a value that is captured, its property for the object that keeps the closure.
  ///   - isRegistered: Whether the system keeps the closure until it is told to end, by a token that nobody has.
  ///   - cycle: The types of the objects that keep the closure, one by another.
  func weakCapture(
    of closure: RemoteClosure, ofType captured: Type, keeping kept: Symbol? = nil, isRegistered: Bool = false,
    keptBy cycle: [Type] = []
  ) -> Fix? {
    let title = "Capture `\(closure.captured)` weakly"
    guard isReference(captured) != false else {
      let weakly = kept.map { ", and `\($0)` weakly" } ?? ""
      return Fix(
        title: "Use what the closure needs of `\(closure.captured)`, not all of it\(weakly)",
        applicability: .template, edits: [])
    }
    guard let id = closure.closure else {
      if closure.captured == "self" {
        let sink = "in a `sink` that captures `self` weakly"
        let published = publishedTarget(of: closure.span)
        return Fix(
          title: "Assign " + (published.map { "with `assign(to: &$\($0))`, or \(sink)" } ?? sink),
          applicability: .template, edits: [])
      }
      let title = "Pass a closure that captures `self` weakly"
      return Fix(
        title: answers(closure.captured, in: closure)
          ? "\(title), and decide what it answers when that is gone: `\(unwrapping(Names.self_)) else { return … }`"
          : "\(title): `{ [weak self] in self?.\(closure.captured)(…) }`",
        applicability: .template, edits: [])
    }
    let file = closure.span.file
    let facts = self[file].facts
    let body = facts.code[id]
    let ground = FixGround(program: self, span: closure.span)
    let isOfTemporary =
      closure.captured == Names.self_ && (owner(of: closure.function).map(areKeptByNobody) ?? false)
    if isOfTemporary || isKeptByClosuresAlone(closure.captured, in: id, of: file) {
      return Fix(
        title: """
          Keep `\(closure.captured)` in a property, or take the closure away once it has done its work: nothing else \
          keeps `\(closure.captured)`, so that one which captures it weakly would find it gone
          """,
        applicability: .template, edits: [])
    }
    guard !body.isLocalFunction else { return Fix(title: title, applicability: .template, edits: []) }
    if facts.code.isGiven(closure.captured, notBefore: body) {
      if isCalledByOthers(body, in: file) {
        return Fix(
          title: """
            Set `\(closure.captured)` to `nil` where the closure ends and where it is not run, or let it refer to a \
            `weak var` beside it: a capture list would copy what is there before it is made
            """,
          applicability: .template, edits: [])
      }
      return Fix(
        title: """
          Hand the closure its `\(closure.captured)` where it is called: a capture list would copy what is there \
          before it is made
          """,
        applicability: .template, edits: [])
    }
    if closure.captured == Names.self_, isSelfAnObject(in: closure.function) == false {
      return weakCaptureOfConformer(by: closure, title)
    }
    let captures = CodeReader(program: self).captures(of: id, in: file)
    if let type = captures.first(where: { $0.name == closure.captured })?.type, isReference(type) == false {
      return Fix(
        title: "Use what the closure needs of `\(closure.captured)`, not all of it", applicability: .template, edits: []
      )
    }
    if let type = captures.first(where: { $0.name == closure.captured })?.type.nominal, unboundProtocol(type) != nil {
      return Fix(
        title: "\(title); `\(name(of: type))` has to be bound to classes for it", applicability: .template, edits: [])
    }
    if case .function? = captures.first(where: { $0.name == closure.captured })?.type {
      return Fix(
        title: "Capture weakly where `\(closure.captured)` is made, or let go of this closure once it has run",
        applicability: .template, edits: [])
    }
    // What else the closure keeps may own the object, and keeps it then all the same.
    let others = captures.filter { $0.name != closure.captured && $0.hold == .strong }
    let owners = others.filter { isReference($0.type) != false && propertyOwning(captured, in: $0.type) != nil }
      .map { "`\($0.name)`" }
    guard owners.isEmpty else {
      return Fix(
        title: "\(title), and \(owners.joined(separator: " and ")) as well, which may own it",
        applicability: .template, edits: [])
    }
    // A value that is captured is a copy, with all that it keeps.
    let copies = others.filter { isReference($0.type) == false }.compactMap { copy in
      ([captured] + cycle).lazy.compactMap { self.propertyOwning($0, in: copy.type) }.first
        .map { "`\(copy.name).\($0)`" }
    }
    guard copies.isEmpty else {
      return Fix(
        title: "\(title), and \(copies.joined(separator: " and ")) as well, which may keep the closure",
        applicability: .template, edits: [])
    }
    let answer = ground.answer(of: body)
    let edits = ground.weakCapture(of: closure.captured, in: body)
    if edits == nil, answer != .nothing, answer != .nothingInItself {
      let asks = answer == .unknown ? "if something is asked of the closure, " : ""
      // What is one expression answers without the word; a fork says itself where it answers.
      let isOneExpression =
        body.statementCount == 1
        && facts.code[body.results].contains { facts.code.span(of: $0).start == body.statementsStart }
      let again = isOneExpression ? ", with `return` before the line that follows" : ""
      return Fix(
        title: """
          \(title), and \(asks)decide what to answer when it is gone: \
          `\(unwrapping(closure.captured)) else { return … }`\(again)
          """,
        applicability: .template, edits: [])
    }
    if let call = body.call, case .call(let callee, _) = facts.code[call],
      let name = facts.code.calledType(of: callee), !knowledge[.repeatsWithBlock].rows(calling: name).isEmpty
    {
      // A timer whose closure does nothing goes on all the same.
      guard let edits = ground.weakCaptureEndingTimer(of: closure.captured, in: body) else {
        return Fix(
          title: "\(title), keep the timer, and end it where it is no longer wanted", applicability: .template,
          edits: [])
      }
      return Fix(title: "\(title), and end the timer once it is gone", applicability: .review, edits: edits)
    }
    guard var edits else { return Fix(title: title, applicability: .template, edits: []) }
    // The closures beside it keep the object as long.
    for other in ground.closuresBeside(body, capturing: closure.captured) {
      let beside = facts.code[other]
      guard let more = ground.weakCapture(of: closure.captured, in: beside) else {
        return Fix(
          title: "\(title), in the closures beside it as well, and decide what they answer when it is gone",
          applicability: .template, edits: [])
      }
      edits += more
    }
    // What is registered goes on all the same.
    let token = isRegistered ? ", and keep the token, to end the registration with" : ""
    return Fix(title: title + token, applicability: .review, edits: edits)
  }

  /// The property by which the value that a cycle goes through has the object that keeps the closure.
  func objectKept(byValueOf cycle: Cycle) -> Symbol? {
    guard isReference(cycle.captured) == false else { return nil }
    return cycle.links.lazy.compactMap { link -> Symbol? in
      guard link.type == cycle.captured, case .property(let property) = link.how else { return nil }
      return self.declaration(of: property).name
    }.first
  }

  /// The property that a call assigns to by a key path, where its type publishes it: of the `self` at a place.
  private func publishedTarget(of target: SourceSpan) -> Symbol? {
    let code = self[target.file].facts.code
    guard let type = self.type(at: target.bytes.start, in: target.file) else { return nil }
    for index in code.expressions.indices {
      guard case .call(_, let list) = code.expressions[index], let first = code[list].first,
        code[list].contains(where: { code.span(of: $0.value) == target.bytes }),
        case .keyPath(let name?) = code[first.value]
      else { continue }
      // One key alone: of `\.settings.title` nothing is published here.
      let isDirect = code.words[first.value]?.text.count { $0 == "." } == 1
      guard isDirect, let property = property(named: name, of: type) else { return nil }
      // What is put in by way of the publisher tells no observer of the property.
      return declaration(of: property).attributes.contains(where: knowledge[.publishes].contains)
        && !isObserved(property) ? name : nil
    }
    return nil
  }

  /// In a type that is no class, `self` can be captured weakly only if it is a protocol that is made to be for classes.
  private func weakCaptureOfConformer(by closure: RemoteClosure, _ title: String) -> Fix {
    guard let owner = owner(of: closure.function), unboundProtocol(owner) != nil else {
      return Fix(title: "Use what the closure needs of `self`, not all of it", applicability: .template, edits: [])
    }
    let value = valuesConforming(to: owner).first.map(name(of:))
    let values = value.map { ", and `\($0)`, which is none, conforms to it" } ?? ""
    return Fix(
      title: "\(title); `\(name(of: owner))` has to be bound to classes for it\(values)", applicability: .template,
      edits: [])
  }

  /// Whether the method that a reference names answers with something.
  private func answers(_ method: Symbol, in closure: RemoteClosure) -> Bool {
    guard let owner = owner(of: closure.function) else { return false }
    return lineage(of: owner).flatMap { functions(of: $0) }.contains {
      declaration(of: $0).name == method && declaration(of: $0).result != nil
    }
  }

  /// The property by which objects of a type have one of another type.
  private func propertyOwning(_ part: Type, in owner: Type) -> Symbol? {
    guard let owner = owner.nominal, part != .unknown else { return nil }
    return lineage(of: owner).flatMap { storedProperties(of: $0) }.first {
      declaration(of: $0).strength == .strong && typeName(of: $0) == name(of: part)
    }.map { declaration(of: $0).name }
  }

  /// `declare-weak`: the property no longer keeps its object.
  ///
  /// - Parameters:
  ///   - isKept: Whether its object is known to be kept by others.
  ///   - isKeptBeside: Whether another property, which may have to be weak as well, keeps the same object.
  func weakDeclaration(of property: PropertyID, isKept: Bool = false, isKeptBeside: Bool = false) -> Fix? {
    let declaration = self.declaration(of: property)
    let file = self.file(of: property)
    let title = "Declare `\(declaration.name)` weak"
    if declaration.isRequirement {
      // A protocol does not say how what it asks for is held.
      guard let stored = onlyStored(behind: property) else {
        return Fix(title: title + " in what conforms", applicability: .template, edits: [])
      }
      return weakDeclaration(of: stored, isKept: isKept, isKeptBeside: isKeptBeside)
    }
    if hasWrapper(property) {
      let wrapped =
        "Keep in `\(declaration.name)` what holds its object weakly: a property with a wrapper cannot be weak"
      return Fix(title: wrapped, applicability: .template, edits: [])
    }
    if holdsValue(property) {
      return Fix(
        title: "Let what `\(declaration.name)` carries refer to its object weakly: a value itself cannot be weak",
        applicability: .template, edits: [])
    }
    if holdsSeveral(property) {
      return Fix(
        title: """
          Keep each object of `\(declaration.name)` in a box that holds it weakly, or take it out where its owner \
          lets go
          """,
        applicability: .template, edits: [])
    }
    // Weak, it would be gone as soon as it is there.
    if !isKept, isGivenNewObject(property) || !mayBeKept(beside: property) {
      return Fix(
        title: title + (isKeptBeside ? "" : ", and let somebody else keep what is made for it"),
        applicability: .template, edits: [])
    }
    var binding = ""
    if unboundProtocol(of: property) != nil, let bound = protocolHeld(by: property) {
      binding = "; `\(name(of: bound))` has to be bound to classes"
      // What is no class cannot conform to it then.
      if let value = valuesConforming(to: bound).first {
        binding += ", and `\(name(of: value))`, which is none, conforms to it"
      }
    }
    guard let type = declaration.type, case .optional = self[file].facts.code[type], !declaration.isLet,
      declaration.attributes.isEmpty, canBeWeak(property)
    else {
      return Fix(title: title + " and optional" + binding, applicability: .template, edits: [])
    }
    let at = SourceSpan(
      file: file, bytes: ByteSpan(start: declaration.keywordSpan.start, end: declaration.keywordSpan.start))
    var edits = [Fix.Edit(place: place(at), text: "weak ")]
    if let bound = unboundProtocol(of: property) {
      edits.append(
        .init(
          place: place(SourceSpan(file: bound.file, bytes: ByteSpan(start: bound.byte, end: bound.byte))),
          text: bound.hasClause ? "AnyObject, " : ": AnyObject"))
    }
    return Fix(title: title + binding, applicability: .review, edits: edits)
  }
}

extension Code {
  /// Whether a closure captures a variable that is given its value no sooner than the closure is made.
  fileprivate func isGiven(_ name: Symbol, notBefore closure: Closure) -> Bool {
    let captured = (closure.firstExpression..<closure.endExpression).lazy.compactMap { index -> LocalID? in
      guard case .local(let local) = self[ExpressionID(index: index)], self[local].name == name,
        case .variable(isLet: false) = self[local].kind
      else { return nil }
      return local
    }.first
    guard let captured else { return false }
    return (closure.endExpression..<Int32(expressions.count)).contains { index in
      guard case .assign(let target, _) = self[ExpressionID(index: index)] else { return false }
      return self[target] == .local(captured)
    }
  }
}

extension Code {
  /// What is called, by its last name; of `Timer.init` the type.
  fileprivate func calledType(of callee: ExpressionID) -> Symbol? {
    if case .member(let type, Names.init_) = self[callee] { return lastName(of: type) }
    return lastName(of: callee)
  }
}
