import SwiftFacts

/// Subscriptions to what an object of the function tells: they end with that object.
extension Evaluation {
  /// Whether a way round leads through a subscription to the streams of objects alone that are made here, and that
  /// nothing on the way round keeps: `popup.button.rx.tap.bind { self.leave() }.disposed(by: bag)` is over when the
  /// popup is.
  func endsWithItsSource(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)], in graph: Graph) -> Bool {
    path.contains { step in
      guard case .keep(let index) = step.edge, isFunction(step.to), let sources = roots(ofStreamsBehind: keeps[index])
      else { return false }
      return sources.allSatisfy { source in
        isConstructed(source) && way(from: step.to, to: source, in: graph) == nil
      }
    }
  }

  /// The objects whose events are what a closure is kept for; nil for one that is kept for anything else.
  private func roots(ofStreamsBehind keep: Keep) -> Set<ObjectID>? {
    guard keep.steps.contains(where: { if case .knownFunction(_, .token) = $0.saying { true } else { false } }),
      let call = existing(.fresh(keep.site)), upstream(of: call) != nil
    else { return nil }
    var result: Set<ObjectID> = []
    var seen: Set<ObjectID> = []
    var queue = [call]
    while let next = queue.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let sources = upstream(of: next).map(feeders), !sources.isEmpty {
        queue += sources
      } else if let root = root(of: next) {
        result.insert(root)
      } else {
        return nil
      }
    }
    return result.isEmpty ? nil : result
  }

  /// The object whose events a stream tells for as long as it is there; nil for any other stream.
  private func root(of stream: ObjectID) -> ObjectID? {
    var (here, isOfEvents) = (stream, false)
    while case .field(let base, let slot) = self[here].kind {
      isOfEvents = isOfEvents || program.knowledge[.tellsUntilFreed].contains(slot.name)
      here = base
    }
    return isOfEvents ? here : nil
  }
}
