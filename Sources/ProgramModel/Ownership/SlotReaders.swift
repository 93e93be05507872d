import SwiftFacts

/// Who may call the closures that slots hold.
final class SlotReaders {
  /// A place that reads a slot.
  struct Reader: Hashable {
    var function: FunctionID
    /// The innermost closure around it.
    var closure: ClosureID?
  }

  private let program: Program
  private let calls: CallIndex
  private let inference: Inference
  private let frames: Frames
  private var known: [Slot: [Reader]] = [:]

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    inference = Inference(program: program)
    frames = Frames(of: program)
  }

  /// Where a slot is read, in the order of the source: not where something is put in, or taken out and dropped.
  /// O(expressions of the functions that name it), once for each slot.
  func readers(of slot: Slot) -> [Reader] {
    if let readers = known[slot] { return readers }
    var result: [Reader] = []
    for function in functions(naming: slot.name) {
      let code = program[program.file(of: function)].facts.code
      let mentions = program.expressions(of: function).map { ExpressionID(index: Int32($0)) }.filter {
        isMention($0, of: slot.name, code)
      }
      guard !mentions.isEmpty else { continue }
      let uses = ValueUses(of: function, in: program)
      for mention in mentions where isRead(mention, uses, code) && mayMean(slot, mention, in: function) {
        let reader = Reader(function: function, closure: code.innermostClosure(around: mention))
        if !result.contains(reader) { result.append(reader) }
      }
    }
    known[slot] = result
    return result
  }

  /// In order; all of them where a key path has the name, which no index knows.
  private func functions(naming name: Symbol) -> [FunctionID] {
    if program.propertyUses(calls).keyPaths.contains(name) { return calls.functions }
    return program.functions(mentioning: [name])
  }

  private func isMention(_ id: ExpressionID, of name: Symbol, _ code: Code) -> Bool {
    switch code[id] {
    case .name(name, _), .member(_, name), .keyPath(name): true
    default: false
    }
  }

  private func isRead(_ id: ExpressionID, _ uses: ValueUses, _ code: Code) -> Bool {
    guard let parent = uses.parent(of: id) else { return true }
    switch code[parent] {
    case .assign(let target, _): return target != id
    case .mutate(let target, _): return target != id
    case .tuple:
      guard let whole = uses.parent(of: parent), case .assign(parent, _) = code[whole] else { return true }
      return false
    case .subscripted(let base, _): return base != id || isRead(parent, uses, code)
    case .member(_, let name):
      guard let call = uses.parent(of: parent), case .call(parent, _) = code[call] else { return true }
      if program.knowledge[.addsElement].contains(name) || program.knowledge[.takesAll].contains(name) { return false }
      return !program.knowledge[.takesOut].begins(name) || !uses.isDropped(call)
    default: return true
    }
  }

  private func mayMean(_ slot: Slot, _ mention: ExpressionID, in function: FunctionID) -> Bool {
    guard let owner = slot.owner else { return true }
    let frame = frames[function]
    func isRelated(_ type: NominalID) -> Bool {
      program[type].kind == .protocol || program.lineage(of: type).contains(owner)
        || program.lineage(of: owner).contains(type)
    }
    switch frame.facts.code[mention] {
    case .name: return program.scopes(from: frame.context).contains(where: isRelated)
    case .member(let base, _): return inference.type(of: base, in: frame).nominal.map(isRelated) ?? true
    default: return true
    }
  }
}
