import SwiftFacts

/// What a way round is told as, once it is known to be one.
extension Evaluation {
  /// At least one object on the way must be one that is shared rather than copied.
  func isReal(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    guard !takesCopy(path) else { return false }
    // Closures that call each other through variables keep each other; one that calls itself matters for what else it
    // keeps.
    let closures = path.compactMap { step in
      if case .closure(let closure) = self[step.to].kind, !facts.code[closure].isLocalFunction { closure } else { nil }
    }
    if closures.count == path.count {
      return path.count > 1
        || captures(of: closures[0]).contains {
          program.isReference(self[$0.object].type) == true && !isFunction($0.object)
        }
    }
    return path.contains { step in
      switch self[step.to].kind {
      case .closure, .method, .system, .global, .process: return false
      case .field(let base, _) where self[base].kind == .process: return false
      default:
        return !neverChanges(step.to) && (program.isReference(self[step.to].type) ?? isTreatedAsReference(step.to))
      }
    }
  }

  /// Whether an object is as it was made: it can keep nothing that has been made after it, as a colour cannot what is
  /// made of it.
  private func neverChanges(_ object: ObjectID) -> Bool {
    guard let type = self[object].type.nominal else { return false }
    return program.knowledge[.neverChanges].contains(program[type].name)
  }

  /// Whether something is put into a value of this function after a copy of it was put away.
  private func takesCopy(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    path.indices.contains { index in
      guard case .keep(let into) = path[index].edge, case .keep(let from) = path[(index + 1) % path.count].edge,
        isMadeHere(path[index].to), isValue(self[path[index].to].type)
      else { return false }
      return keeps[into].site < keeps[from].site
    }
  }

  /// Where the type tells nothing, the use may: something of the system keeps things in it, or it is given a
  /// closure although it is a constant.
  private func isTreatedAsReference(_ id: ObjectID) -> Bool {
    keeps.contains { keep in
      keep.holder == id
        && keep.steps.contains { step in
          switch step.saying {
          case .unknownProperty, .knownProperty, .knownFunction, .knownKeep: true
          default: false
          }
        }
    }
  }

  func cycle(_ closing: Cycle.Closing, _ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Cycle? {
    var links: [Cycle.Link] = []
    for step in path {
      let name = describe(step.from)
      let type = self[step.from].type
      switch step.edge {
      case .same: continue
      case .part(let field):
        guard let slot = self[field].kind.place?.slot, case .strong(let proof) = self[field].hold else { return nil }
        let how: Cycle.How =
          slot == .element
          ? .element
          : slot.isPart ? .store(slot) : property(of: slot).map { .property($0) } ?? .knownProperty(slot.name)
        links.append(.init(object: name, type: type, how: how, proof: proof, span: nil, steps: []))
      case .keep(let index):
        let keep = keeps[index]
        links.append(
          .init(
            object: name, type: type, how: .store(keep.slot), proof: keep.proof,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: keep.site)), steps: keep.steps))
      case .capture(let closure, let position):
        let capture = captures(of: closure)[position]
        links.append(
          .init(
            object: name, type: type, how: .capture(capture.name), proof: .proven,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: capture.site)), steps: []))
      case .shows(let list):
        links.append(.init(object: name, type: type, how: .knownProperty(list), proof: .guessed, span: nil, steps: []))
      case .owns(let slot):
        let step = Step(saying: .backReference(slot), span: nil, proof: .guessed)
        links.append(.init(object: name, type: type, how: .store(.element), proof: .guessed, span: nil, steps: [step]))
      case .method:
        guard case .method(_, let method, let site) = self[step.from].kind else { continue }
        links.append(
          .init(
            object: name, type: type, how: .methodReference(method), proof: .proven,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)), steps: []))
      }
    }
    guard !links.isEmpty else { return nil }
    var cycle = Cycle(closing: closing, function: function, links: links)
    let captured = path.first { step in
      switch step.edge {
      case .capture, .method: !isFunction(step.to)
      default: false
      }
    }
    cycle.captured = captured.map { self[$0.to].type } ?? path.first.map { self[$0.from].type } ?? .unknown
    cycle.tokenSlots = endedSlots(of: path)
    return cycle
  }

  /// Where else an object is kept that lets its closures go as it is told to end: whoever ends it there ends the cycle.
  private func endedSlots(of path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> [Slot] {
    path.flatMap { step -> [Slot] in
      guard case .keep(let index) = step.edge, self[step.from].kind.place == nil, isFunction(step.to),
        keeps[index].steps.contains(where: { step in
          if case .knownFunction(let name, _) = step.saying {
            program.knowledge[.keepsUntilCancelled].calledNames.contains(name)
          } else {
            false
          }
        })
      else { return [] }
      return keeps.filter { $0.value == step.from && $0.slot != .element }.map(\.slot)
    }
  }
}
