import SwiftFacts

/// What becomes of memory that is allocated by hand.
struct Allocations {
  let program: Program

  enum Fate { case kept, freed, unknown }

  // MARK: Where memory is allocated

  /// The call that allocates what an expression is; nil if it is anything else.
  func allocation(_ id: ExpressionID, of type: TypeID?, in code: Code) -> ExpressionID? {
    switch code[id] {
    case .call(let callee, _):
      switch code[callee] {
      case .name(let name, _):
        return Self.allocators.contains(name) && !program.declaresFunction(name) ? id : nil
      case .implicitMember("allocate"):
        guard let type, let name = pointerName(type, in: code), Self.pointers.contains(name) else { return nil }
        return id
      case .member(let base, let name):
        if name == "allocate" {
          switch code[base] {
          case .name(let type, _): return Self.pointers.contains(type) ? id : nil
          case .type(let type): return pointerName(type, in: code).map(Self.pointers.contains) == true ? id : nil
          default: return nil
          }
        }
        return name == "assumingMemoryBound" || name == "bindMemory" ? allocation(base, of: nil, in: code) : nil
      default: return nil
      }
    case .cast(let value, _): return allocation(value, of: nil, in: code)
    default: return nil
    }
  }

  private func pointerName(_ type: TypeID, in code: Code) -> Symbol? {
    switch code[type] {
    case .named(let name, _): name
    case .optional(let wrapped): pointerName(wrapped, in: code)
    default: nil
    }
  }

  static let allocators: Set<Symbol> = ["malloc", "calloc", "strdup"]
  static let pointers: Set<Symbol> = [
    "UnsafeMutablePointer", "UnsafeMutableRawPointer", "UnsafeMutableBufferPointer", "UnsafeMutableRawBufferPointer", "os_unfair_lock_t",
  ]

  // MARK: Where it goes

  /// What becomes of memory that a local holds, as far as the local's own function tells.
  func fate(of local: LocalID, in body: Body) -> Fate {
    var fate = Fate.kept
    for use in body.uses(of: local) {
      switch self.fate(of: use, in: body) {
      case .freed: return .freed
      case .unknown: fate = .unknown
      case .kept: break
      }
    }
    return fate
  }

  /// What one use of a pointer means for the memory.
  func fate(of use: ExpressionID, in body: Body) -> Fate {
    let code = body.code
    if isAnswer(use, in: body) { return .unknown }
    if let alias = local(startingAs: use, in: body) { return self.fate(of: alias, in: body) }
    guard let parent = body.parent(of: use) else { return .kept }
    switch code[parent] {
    case .member(_, let name):
      if Self.freeing.contains(where: { name.text.lowercased().contains($0) }) { return .freed }
      if Self.neutral.contains(name) { return .kept }
      if Self.deriving.contains(name) {
        guard let call = body.parent(of: parent), case .call(parent, _) = code[call] else { return fate(of: parent, in: body) }
        return fate(of: call, in: body)
      }
      return .unknown
    case .subscripted(let base, _): return base == use ? .kept : .unknown
    case .call(let callee, let list): return callee == use ? .unknown : fate(ofArgument: use, of: parent, callee, list, in: body)
    case .operation(let name, _):
      if ["==", "!=", "<", ">"].contains(name.text) { return .kept }
      return fate(of: parent, in: body)
    case .cast: return fate(of: parent, in: body)
    default: return .unknown
    }
  }

  private func fate(ofArgument use: ExpressionID, of call: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList, in body: Body) -> Fate {
    let code = body.code
    guard let name = code.callee(of: call) else { return .unknown }
    let text = name.text.lowercased()
    if Self.freeing.contains(where: text.contains) { return .freed }
    let labels = code[list].compactMap { $0.label?.text.lowercased() }
    if labels.contains(where: { $0.contains("nocopy") || $0.contains("dealloc") || $0.contains("freewhen") }) { return .unknown }
    let label = code[list].first { $0.value == use }?.label
    switch code[callee] {
    case .name, .type:
      if name.text.hasPrefix("Unsafe") { return fate(of: call, in: body) }
      if Self.copying.contains(name) { return label.map { Self.copied.contains($0) } == true ? .kept : .unknown }
      // A function of C that keeps what it is given says so by its name, as a rule.
      guard !program.declaresFunction(name), !name.isCapitalized, !Self.keeping.contains(where: text.contains) else { return .unknown }
      return .kept
    case .member: return Self.filling.contains(name) && (list.count > 1 || label != nil) ? .kept : .unknown
    default: return .unknown
    }
  }

  /// Whether an expression is what its function or a closure answers with.
  private func isAnswer(_ id: ExpressionID, in body: Body) -> Bool {
    body.code[body.program.declaration(of: body.function).results].contains(id)
      || body.code.closures.contains { body.range.contains(Int($0.firstExpression)) && body.code[$0.results].contains(id) }
  }

  /// The local whose first value an expression is, and under whose name it goes on.
  private func local(startingAs id: ExpressionID, in body: Body) -> LocalID? {
    let declaration = body.program.declaration(of: body.function)
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
      .first { body.code.locals[Int($0)].initializer == id }.map { LocalID(index: $0) }
  }

  private static let freeing = ["dealloc", "free", "destroy", "release"]
  private static let keeping = ["create", "add", "register", "attach", "context", "push", "append", "install"]
  private static let neutral: Set<Symbol> = [
    "pointee", "initialize", "update", "assign", "deinitialize", "storeBytes", "load", "copyMemory", "move", "hashValue", "count",
    "moveInitialize", "moveUpdate", "moveAssign", "indices", "isEmpty", "distance", "copyBytes", "withMemoryRebound", "first", "last",
  ]
  private static let deriving: Set<Symbol> = [
    "assumingMemoryBound", "bindMemory", "advanced", "successor", "predecessor", "initializeMemory", "baseAddress",
  ]
  /// Types whose initialisers copy what they are given.
  private static let copying: Set<Symbol> = ["String", "Data", "NSData", "NSString", "Array", "DispatchData"]
  private static let copied: Set<Symbol> = ["cString", "bytes", "decoding", "utf8String", "validatingUTF8", "validatingCString", "data", "buffer"]
  /// Methods of the system that read from a pointer or write to it.
  private static let filling: Set<Symbol> = ["read", "write", "copyBytes", "append", "getBytes", "getCString", "getCharacters", "copyMemory"]
}
