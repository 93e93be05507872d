import SwiftFacts

/// A key of a dictionary that goes from one place to another, and that one side has and the other has not.
public struct DeafKey: Hashable, Sendable {
  public enum Flaw: Hashable, Sendable {
    /// It is not sent, and another one, perhaps, is.
    case unsent(instead: String?)
    case otherType(sent: String, read: String)
    /// Nobody asks for it, nor for anything else that it is sent with.
    case unheard(asked: String)
    /// Others send it as it is asked for, and this one does not.
    case oddType(sent: String, read: String)
  }

  public var key: String
  public var flaw: Flaw
  /// Where it is read; where it is sent, if that is what is wrong.
  public var span: SourceSpan
  /// Where what is read is sent, or what is sent is read.
  public var other: SourceSpan

  /// Whether it is told where it is sent.
  public var isOfSender: Bool {
    switch flaw {
    case .unsent, .otherType: false
    case .unheard, .oddType: true
    }
  }
}

/// Whether two keys may be meant for one: one is the other with words more before or behind, or parted otherwise, or a
/// letter is wrong.
private func isAlike(_ one: String, _ other: String) -> Bool {
  if isMisspelled(one, other) { return true }
  let (one, other) = (one.words, other.words)
  return one.joined() == other.joined() || one.starts(with: other) || other.starts(with: one)
    || one.reversed().starts(with: other.reversed()) || other.reversed().starts(with: one.reversed())
}

/// Whether two keys of several words begin alike, and end in two forms of one word: `refundTap`, `refundTapped`.
private func isAkin(_ one: String, _ other: String) -> Bool {
  let (one, other) = (one.words, other.words)
  guard one.count == other.count, one.count > 1, one.dropLast() == other.dropLast(), let last = one.last,
    let end = other.last
  else { return false }
  return last.starts(with: end) || end.starts(with: last)
}

/// Whether two long keys differ in one letter, which one of them lacks or has wrong; a number counts, and is no slip.
private func isMisspelled(_ one: String, _ other: String) -> Bool {
  let (short, long) = one.utf8.count <= other.utf8.count ? (one, other) : (other, one)
  let (first, second) = (Array(short.utf8), Array(long.utf8))
  guard first.count > 5, second.count - first.count <= 1 else { return false }
  let start = zip(first, second).prefix { $0 == $1 }.count
  let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
  guard start > 0, start + end >= second.count - 1, start < second.count else { return false }
  let wrong = [second[start]] + (first.count == second.count ? [first[start]] : [])
  return wrong.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
}

extension Program {
  /// All that goes from one place to another in dictionaries. Worked out once.
  func payloadTraffic(threads: Int) -> Payloads.Traffic {
    reads?.note(.everything)
    return derived.payloads.known {
      unnoted.foundByFile(.deafKeys, threads: threads, state: { Payloads($0) }) { _, payloads, file in
        payloads.traffic(of: file).map { [$0] } ?? []
      }.reduce(into: Payloads.Traffic()) { $0.add($1) }
    }
  }

  /// Keys that are read from what another place sends, and are never there as they are read.
  public func deafKeys(threads: Int) -> [DeafKey] {
    let payloads = payloadTraffic(threads: threads)
    var result: [DeafKey] = []
    // By where it is read, what is sent there on any of the ways that lead there.
    var sent: [SourceSpan: Set<String>] = [:]
    for (channel, reads) in payloads.read {
      let keys = Set((payloads.written[channel] ?? []).map(\.key))
      for one in reads { sent[one.span, default: []].formUnion(keys) }
    }
    for (channel, reads) in payloads.read {
      guard !payloads.open.contains(channel), let writes = payloads.written[channel], let first = writes.first else {
        continue
      }
      let keysRead = Set(reads.map(\.key))
      for one in reads {
        let twins = writes.filter { $0.key == one.key }
        if twins.isEmpty {
          if sent[one.span]?.contains(one.key) == true { continue }
          let like = writes.first { sent in
            !keysRead.contains(sent.key)
              && (sent.key.lowercased() == one.key.lowercased()
                || payloads.relays.contains(channel) && (isAlike(sent.key, one.key) || isAkin(sent.key, one.key)))
          }
          // Through an object other things may go as well: there only a slip of the key counts.
          if like == nil {
            guard case .notification = channel else { continue }
          }
          result.append(
            DeafKey(key: one.key, flaw: .unsent(instead: like?.key), span: one.span, other: (like ?? first).span))
        } else if case .outsider = channel {
          // It may be another object of the same type that is told.
          continue
        } else if let read = one.type?.name.text, twins.allSatisfy({ $0.type.map { !$0.mayBe(read) } ?? false }),
          let sent = twins[0].type?.name.text
        {
          result.append(
            DeafKey(key: one.key, flaw: .otherType(sent: sent, read: read), span: one.span, other: twins[0].span))
        }
      }
    }
    for (channel, writes) in payloads.written { result += unheardKeys(writes, on: channel, payloads) }
    return result.sorted { ($0.span.file, $0.span.bytes.start) < ($1.span.file, $1.span.bytes.start) }
  }

  /// What is sent on a way, all receivers of which are in sight, and taken by none of them.
  private func unheardKeys(
    _ writes: [Payloads.Entry], on channel: Payloads.Channel, _ payloads: Payloads.Traffic
  ) -> [DeafKey] {
    guard payloads.relays.contains(channel), !payloads.unclear.contains(channel), let reads = payloads.read[channel],
      let first = reads.min(by: { $0.span < $1.span })
    else { return [] }
    let asked = Dictionary(grouping: reads, by: \.key)
    /// What all who ask for a key ask for it as.
    func type(askedFor key: String) -> String? {
      guard let types = asked[key]?.map(\.type?.name.text), let one = types[0], types.allSatisfy({ $0 == one }) else {
        return nil
      }
      return one
    }
    var result: [DeafKey] = []
    for (_, entries) in Dictionary(grouping: writes, by: \.whole) {
      guard let entry = entries.min(by: { $0.span < $1.span }) else { continue }
      if entries.allSatisfy({ asked[$0.key] == nil }) {
        // Told where it is read, if somebody reads what nobody sends.
        guard asked.keys.allSatisfy({ key in writes.contains { $0.key == key } }) else { continue }
        result.append(
          DeafKey(key: entry.key, flaw: .unheard(asked: first.key), span: entry.span, other: first.span))
      }
      for one in entries {
        guard let read = type(askedFor: one.key), let sent = one.type, !sent.mayBe(read),
          writes.contains(where: { $0.key == one.key && $0.type?.mayBe(read) != false }),
          let reader = asked[one.key]?.min(by: { $0.span < $1.span })
        else { continue }
        result.append(
          DeafKey(
            key: one.key, flaw: .oddType(sent: sent.name.text, read: read), span: one.span, other: reader.span))
      }
    }
    return result
  }
}
