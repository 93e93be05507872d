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

  /// What it stands for on a page with this search, in one sentence.
  public func says(in search: Search.Kind) -> String {
    switch (self, search) {
    case (.captured, _): "The object that is held, as the source calls it: `self`."
    case (.keeper, .find(.call)): "What keeps the object, or would keep the answer: `Timer`."
    case (.keeper, .find(.property)): "What is put into the property and owns the owner: `Viewer`."
    case (.keeper, _): "What keeps the closure, as the source calls it: `downloader`."
    case (.cycle, _):
      "Who keeps whom, round to where it begins: `Viewer ─downloader→ Downloader ─onDone→ closure ─self→ Viewer`."
    case (.fate, _): "What becomes of its objects, and which way out frees them, if one does: neither is ever freed."
    case (.slot, _): "Where it keeps it: `onDone`."
    case (.declaration, _): "The declaration around the finding: `Viewer.start()`."
    case (.property, _): "The property's name: `delegate`."
    case (.owner, .find(.index)): "What answers with it where there is no index: `-1`."
    case (.owner, .find(.division)): "What may be zero: `scores.count`."
    case (.owner, .find(.assignment)): "The type of the object: `Loader`."
    case (.owner, .find(.call)): "The type that has to do with it: `Worker`."
    case (.owner, .find(.method)): "The protocol, or the type of the objects, that it has to do with: `UploadDelegate`."
    case (.owner, .find(.object)): "The object's class: `Logger`."
    case (.other, .find(.call)): "Why it does not end, or end in time, in words."
    case (.name, .find(.call)): "What it is about, as the source calls it: the notification, the stream, the property."
    case (.other, .find(.object)): "The weak property, or the function that it is made for: `player.delegate`."
    case (.name, .find(.object)): "The object, in words: `logger`, or what `makeLogger` makes."
    case (.other, .find(.property)): "What its object is made by: `Model()`."
    case (.other, _): "What it is held against, as the source calls it: `upload(_:didFail:)`."
    case (.owner, _): "The type that has the property: `Downloader`."
    case (.type, .find(.property)): "The property's own type: `DownloaderDelegate`."
    case (.type, .find(.conformance)): "The type that conforms: `URLSession`."
    case (.type, .find(.type)): "The type's name: `Uploader`."
    case (.type, .find(.typeChain)): "What the value is declared to be: `Post`."
    case (.type, _): "The type around the finding: `Viewer`."
    case (.name, .find(.assertion)): "What is asserted or expected, as the source calls it: `wasCalled`."
    case (.name, .find(.setter)): "What the setter calls the value it is given: `newValue`."
    case (.value, .find(.assertion)): "What it is on every run: `true`."
    case (.callee, .find(.assertion)): "The function that runs the closure later: `async`."
    case (.count, .find(.branch)): "How many branches there are: `2`."
    case (.name, .compare): "What was lost, gained or changed, as the source calls it: `retryCount`."
    case (.name, .find(.path)): "What is or is not called, as the source calls it: `completion`."
    case (.name, _): "What was found, as the source calls it: `onDone`."
    case (.before, _): "What stood there before the change."
    case (.after, _): "What stands there after the change."
    case (.affected, _): "Where it makes a difference, in words: `A`, `B` and 3 more."
    case (.protocol, _): "The protocol's name: `Fetching`."
    case (.parameter, _): "The parameter's name inside the function: `completion`."
    case (.value, .find(.typeChain)): "The value, as the source calls it: `post`."
    case (.value, _): "The type of the value, without `?`: `Receipt`."
    case (.error, _): "The type of the error, without `?`: `Error`."
    case (.case, _): "The case with its enum: `Event.tapped`."
    case (.count, _): "How many values it has: `4`."
    case (.list, .find(.type)): "The closures, each in backticks: `title` and `image`."
    case (.list, _): "The types asked for, each in backticks: `TextPost`, `ImagePost` and `LinkPost`."
    case (.callee, _): "The function that is called: `async`."
    case (.path, .find(.path)): "Where the way leaves the others, in words: where this `guard` leaves."
    case (.path, _): "How `deinit` gets there, in words: `deinit`, or `deinit` by way of `stop()`."
    case (.service, _): "The class that has the shared object: `Downloads`."
    case (.metavariable(let name), _): "The source that `$\(name)` matched."
    }
  }
}

extension Search {
  /// What a message of the page may name.
  public var placeholders: [Placeholder] {
    switch self {
    case .find(let subject): return subject.placeholders
    case .compare(let comparison): return comparison.placeholders
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
