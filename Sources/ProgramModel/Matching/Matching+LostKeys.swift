import SwiftFacts

/// Keys by which something came from one place to another, and that nobody sends any more.
extension Matching {
  /// What is sent by another key than before the change, where somebody reads the old one still; and events that are
  /// sent by another name, where somebody listens to the old one.
  public func lostKeys() -> [Alteration] {
    guard changedFilesBefore.contains(where: { !before.isTest($0) && before.hasDictionariesOrTexts($0) }) else {
      return []
    }
    return lostPayloadKeys() + lostEventNames()
  }

  private func lostPayloadKeys() -> [Alteration] {
    let now = after.payloadTraffic(threads: 1)
    guard !now.read.isEmpty else { return [] }
    let was = before.payloadTraffic(threads: 1)
    let earlier = Dictionary(
      was.written.map { (before.label(of: $0.key), Set($0.value.map(\.key))) }, uniquingKeysWith: { $0.union($1) })
    let told = Set(after.deafKeys(threads: 1).map(\.span))
    var result: [Alteration] = []
    for (channel, reads) in now.read {
      guard !now.open.contains(channel), let sent = now.written[channel], let old = earlier[after.label(of: channel)],
        case let keys = Set(sent.map(\.key)), let new = sent.first(where: { !old.contains($0.key) }) ?? sent.first
      else { continue }
      var seen: Set<String> = []
      for one in reads
      where old.contains(one.key) && !keys.contains(one.key) && !told.contains(one.span)
        && seen.insert(one.key).inserted
      {
        let reader = after.declarationName(at: one.span.bytes.start, in: one.span.file)
        result.append(
          Alteration(
            kind: .lostKey, span: new.span, name: one.key, after: new.key, affected: [reader], evidence: [one.span]))
      }
    }
    return result.sorted { $0.span < $1.span }
  }

  private func lostEventNames() -> [Alteration] {
    // Where no text is gone, no name is, and nobody has to look through both programs.
    guard hasFewerTexts else { return [] }
    let now = after.eventNames()
    guard !now.heard.isEmpty else { return [] }
    let was = before.eventNames()
    var result: [Alteration] = []
    for (way, sent) in now.sent.sorted(by: { ($0.key.type, $0.key.method) < ($1.key.type, $1.key.method) }) {
      guard !now.open.contains(way), let old = was.sent[way] else { continue }
      let names = Set(sent.map(\.name))
      for name in Set(old.map(\.name)).subtracting(names).sorted() {
        guard let listeners = now.heard[way.type]?.filter({ $0.name == name }), let listener = listeners.first,
          was.heard[way.type]?.contains(where: { $0.name == name }) == true,
          let new = sent.first(where: { one in !old.contains { $0.name == one.name } })
        else { continue }
        let reader = after.declarationName(at: listener.span.bytes.start, in: listener.span.file)
        result.append(
          Alteration(
            kind: .lostKey, span: new.span, name: name, after: new.name, affected: [reader], evidence: [listener.span]))
      }
    }
    return result
  }
}

extension Matching {
  /// Whether some text stands in the changed files less often than before. O(expressions of these files).
  private var hasFewerTexts: Bool {
    var counts: [Symbol: Int] = [:]
    for file in changedFilesBefore { for text in before[file].facts.code.texts { counts[text, default: 0] += 1 } }
    for file in changedFiles { for text in after[file].facts.code.texts { counts[text, default: 0] -= 1 } }
    return counts.values.contains { $0 > 0 }
  }
}

extension Code {
  fileprivate var texts: some Sequence<Symbol> {
    expressions.lazy.compactMap { if case .literal(.string(let text?)) = $0 { text } else { nil } }
  }
}

/// The names by which a type's objects are told something, and by which others listen to them.
struct EventNames {
  struct Way: Hashable {
    var type: String
    var method: String
  }

  struct Mention {
    var name: String
    var span: SourceSpan
  }

  var sent: [Way: [Mention]] = [:]
  var heard: [String: [Mention]] = [:]
  /// Ways on which something is sent whose name is not in sight.
  var open: Set<Way> = []
}

extension Program {
  fileprivate func hasDictionariesOrTexts(_ file: FileID) -> Bool {
    self[file].facts.code.expressions.contains { expression in
      switch expression {
      case .dictionary, .literal(.string): true
      default: false
      }
    }
  }

  /// A way by its names, which are the same before a change and after it.
  fileprivate func label(of channel: Payloads.Channel) -> String {
    switch channel {
    case .notification(let symbol, let owner): "notification \(symbol) \(owner.map { name(of: $0) } ?? "")"
    case .object(let type): "object \(name(of: type))"
    case .slot(let type, let slot): "slot \(name(of: type)) \(slot)"
    case .outsider(let type): "outsider \(type)"
    }
  }

  /// Methods of the program's types that are called with a text first: with a closure besides, somebody listens.
  fileprivate func eventNames() -> EventNames {
    let inference = Inference(program: self)
    var result = EventNames()
    for function in productionFunctions {
      let code = self[file(of: function)].facts.code
      var frame: Frame?
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        guard case .call(let callee, let list) = code[id], case .member(_, let method) = code[callee],
          let first = code[list].first
        else { continue }
        let here = frame ?? Frame(function, in: self)
        frame = here
        guard case .functions(let targets) = inference.target(of: id, in: here).kind, targets.count == 1,
          declaration(of: targets[0]).kind == .function, let owner = owner(of: targets[0]),
          let type = declaration(of: targets[0]).parameters.first?.type,
          case .named(Words.String, _) = self[file(of: targets[0])].facts.code[type]
        else { continue }
        let listens = code[list].dropFirst().contains { argument in
          if case .closure = code[argument.value] { true } else { false }
        }
        let way = EventNames.Way(type: name(of: owner), method: method.text)
        guard case .literal(.string(let text?)) = code[first.value] else {
          if !listens { result.open.insert(way) }
          continue
        }
        let mention = EventNames.Mention(
          name: text.text, span: SourceSpan(file: file(of: function), bytes: code.span(of: first.value)))
        if listens {
          result.heard[way.type, default: []].append(mention)
        } else {
          result.sent[way, default: []].append(mention)
        }
      }
    }
    return result
  }
}
