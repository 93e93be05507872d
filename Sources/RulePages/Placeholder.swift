/// A name in braces that a message leaves for the finding to fill in: `{captured}`.
public enum Placeholder: Hashable, Sendable {
  case captured, keeper, cycle, slot, declaration, property, type, owner, `protocol`
  case parameter, value, error, `case`, count, list, service, callee, path
  case name, other, before, after, affected, fate
  /// What `$VIEW` matched: `{view}`.
  case metavariable(String)

  /// As it stands between the braces.
  public var name: String {
    switch self {
    case .captured: "captured"
    case .keeper: "keeper"
    case .cycle: "cycle"
    case .slot: "slot"
    case .declaration: "declaration"
    case .property: "property"
    case .type: "type"
    case .owner: "owner"
    case .protocol: "protocol"
    case .parameter: "parameter"
    case .value: "value"
    case .error: "error"
    case .case: "case"
    case .count: "count"
    case .list: "list"
    case .service: "service"
    case .callee: "callee"
    case .path: "path"
    case .name: "name"
    case .other: "other"
    case .before: "before"
    case .after: "after"
    case .affected: "affected"
    case .fate: "fate"
    case .metavariable(let name): name.lowercased()
    }
  }

  /// What it stands for on a page that looks for this, in one sentence.
  ///
  /// - Parameter isOfChange: Whether the page says `compare:`.
  public func says(of kind: Kind, isOfChange: Bool = false) -> String {
    switch (self, kind) {
    case (.name, _) where isOfChange: "What was lost, gained or changed, as the source calls it: `retryCount`."
    case (.captured, _): "The object that is held, as the source calls it: `self`."
    case (.keeper, .call): "What keeps the object, or would keep the answer: `Timer`."
    case (.keeper, .property): "What is put into the property and owns the owner: `Viewer`."
    case (.keeper, _): "What keeps the closure, as the source calls it: `downloader`."
    case (.cycle, _):
      "Who keeps whom, round to where it begins: `Viewer ─downloader→ Downloader ─onDone→ closure ─self→ Viewer`."
    case (.fate, _): "What becomes of its objects, and what frees them, if anything does: neither is ever freed."
    case (.slot, _): "Where it keeps it: `onDone`."
    case (.declaration, _): "The declaration around the finding: `Viewer.start()`."
    case (.property, _): "The property's name: `delegate`."
    case (.owner, .subscript): "What answers with it where there is no index: `-1`."
    case (.owner, .operation): "What may be zero: `scores.count`."
    case (.owner, .assignment): "The type of the object: `Loader`."
    case (.owner, .call): "The type that has to do with it: `Worker`; of an object that is made, its class."
    case (.owner, .function): "The protocol, or the type of the objects, that it has to do with: `UploadDelegate`."
    case (.owner, .conformance): "Whose the type is: Apple."
    case (.owner, _): "The type that has it: `Downloader`."
    case (.other, .call): "Why it does not end in time, in words; of an object that is made, the weak property."
    case (.other, .property): "What its object is made by: `Model()`."
    case (.other, .path): "What is left out, in words: what `BaseController` does there."
    case (.other, _): "What it is held against, as the source calls it: `upload(_:didFail:)`."
    case (.name, .call): "What it is about, as the source calls it: the notification, the stream, the property."
    case (.name, .assertion): "What is asserted or expected, as the source calls it: `wasCalled`."
    case (.name, .accessor): "What the setter calls the value it is given: `newValue`."
    case (.name, .path): "What is or is not called, as the source calls it: `completion`."
    case (.name, _): "What was found, as the source calls it: `onDone`."
    case (.type, .property): "The property's own type: `DownloaderDelegate`."
    case (.type, .conformance): "The type that conforms: `URLSession`."
    case (.type, .type): "The type's name: `Uploader`."
    case (.type, .switch): "What the value is declared to be: `Post`."
    case (.type, _): "The type around the finding: `Viewer`."
    case (.value, .assertion): "What it is on every run: `true`."
    case (.value, .switch): "The value, as the source calls it: `post`."
    case (.value, _): "The type of the value, without `?`: `Receipt`."
    case (.before, _): "What stood there before the change."
    case (.after, _): "What stands there after the change."
    case (.affected, _): "Where it makes a difference, in words: `A`, `B` and 3 more."
    case (.protocol, _): "The protocol's name: `Fetching`."
    case (.parameter, _): "The parameter's name inside the function: `completion`."
    case (.error, _): "The type of the error, without `?`: `Error`."
    case (.case, _): "The case with its enum: `Event.tapped`."
    case (.count, .branch): "How many branches there are: `2`."
    case (.count, _): "How many values it has: `4`."
    case (.list, .conformance): "What it requires with pointers in it, each in backticks: `fileExists`."
    case (.list, .type): "The closures, each in backticks: `title` and `image`."
    case (.list, _): "The types asked for, each in backticks: `TextPost`, `ImagePost` and `LinkPost`."
    case (.callee, _): "The function that is called: `async`."
    case (.path, .path): "Where the way leaves the others, in words: where this `guard` leaves."
    case (.path, .call), (.path, .assignment): "What it is done to, as the source calls it: `lock`."
    case (.path, _): "How `deinit` gets there, in words: `deinit`, or `deinit` by way of `stop()`."
    case (.service, _): "The class that has the shared object: `Downloads`."
    case (.metavariable(let name), _): "The source that `$\(name)` matched."
    }
  }
}

extension Kind {
  /// Whether source alone says where there is one: a page may look for it without an analysis.
  var isReadOff: Bool {
    switch self {
    case .closure, .property, .function, .type, .parameter, .enumCase, .call, .text, .path: true
    default: false
    }
  }

  /// What a message may name of one that source alone has.
  var placeholders: [Placeholder] {
    switch self {
    case .closure: [.captured, .callee, .type, .declaration]
    case .property: [.property, .name, .owner, .type, .declaration]
    case .function, .type, .text: [.name, .type, .declaration]
    case .parameter: [.parameter, .name, .type, .declaration]
    case .enumCase: [.case, .name, .type, .declaration]
    case .call: [.callee, .name, .type, .declaration]
    case .path: [.type, .declaration]
    default: []
    }
  }

  /// What messages may name on some page that looks for it.
  func allPlaceholders(isOfChange: Bool) -> [Placeholder] {
    var result = isOfChange ? [] : placeholders
    for source in Source.allCases where source.isOfChange == isOfChange && source.kinds.contains(self) {
      result += source.placeholders.filter { !result.contains($0) }
    }
    return result
  }
}

extension Search {
  /// What a message of the page may name, if its conditions allow it.
  public var placeholders: [Placeholder] {
    switch self {
    case .find(let kinds), .compare(let kinds):
      return kinds.reduce(into: []) { all, kind in
        all += kind.allPlaceholders(isOfChange: isComparison).filter { !all.contains($0) }
      }
    case .pattern(let alternatives):
      // What only some alternatives match could be empty in a message.
      let common = alternatives.dropFirst().reduce(alternatives.first?.metavariables ?? []) {
        names, next in
        names.filter { name in next.metavariables.contains { $0.name == name.name } }
      }
      return common.map { .metavariable($0.name) } + CodePattern.placeholders
    }
  }
}
