import SwiftFacts

extension Program {
  /// Objects of which a run of the program leaves more in a list that lasts each time that it does what it does; and
  /// those that are known already, without the ones of which it leaves none.
  func shown(_ known: [LastingSubscriber]) -> [LastingSubscriber] {
    let executed = executed
    let left = known.filter { subscriber in
      !(executed.isAll(of: subscriber.function, in: self) && executed.made.properties.contains(subscriber.list)
        && !executed.growingTypes.contains(subscriber.type))
    }
    return left
      + executed.piles.compactMap { pile in
        guard pile.closure == nil, let list = pile.list, let host = pile.host,
          !left.contains(where: { $0.type == pile.type && $0.list == pile.list })
        else { return nil }
        let isItself = owner(of: pile.site.function).map { lineage(of: pile.type).contains($0) } ?? false
        var subscriber = LastingSubscriber(
          function: pile.site.function, span: SourceSpan(pile.site, in: self), others: [], type: pile.type,
          kind: isItself ? .itself : pile.making == pile.site ? .made : .handed, host: host, list: list, leaving: nil)
        subscriber.isShown = true
        return subscriber
      }
  }
}
