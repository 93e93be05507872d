import SwiftFacts

/// The blocks of a body, named by what leads into them, so that those of two versions can be told to be the same.
struct BlockNames {
  struct Block {
    var name: String
    var statement: Int32

    /// What leads into it from the block around it, behind a slash.
    var lastStep: Substring { name[(name.lastIndex(of: "/") ?? name.startIndex)...] }
  }

  private(set) var blocks: [Block] = []
  private let facts: FileFacts
  private var counts: [String: Int] = [:]

  init(_ declaration: FunctionDeclaration, in facts: FileFacts) {
    self.facts = facts
    guard declaration.firstStatement < declaration.endStatement else { return }
    visit(declaration.firstStatement, "")
  }

  private mutating func visit(_ statement: Int32, _ outer: String) {
    let code = facts.code
    let this = code.statements[Int(statement)]
    var path = outer
    switch this.kind {
    case .closure(let id): path += "/closure \(callee(of: id))"
    case .branch, .guarding, .ternary: path += "/if \(question(of: statement))"
    case .selectionCase: path += "/case \(label(of: statement))"
    case .catching: path += "/catch"
    case .attempt: path += "/do"
    case .loop: path += "/loop"
    case .deferred: path += "/defer"
    case .compilation: path += "/#if"
    default: break
    }
    switch this.kind {
    case .closure, .block:
      let count = counts[path, default: 0]
      counts[path] = count + 1
      if this.kind == .block { path += count == 0 ? "" : "#\(count)" }
      blocks.append(Block(name: count == 0 || this.kind == .block ? path : "\(path)#\(count)", statement: statement))
    default: break
    }
    var next = statement + 1
    while next < this.end {
      visit(next, path)
      next = max(next + 1, code.statements[Int(next)].end)
    }
  }

  private func callee(of id: ClosureID) -> String {
    guard let call = facts.code[id].call, case .call(let callee, _) = facts.code[call] else { return "" }
    return facts.code.calledName(callee)?.text ?? ""
  }

  private func question(of statement: Int32) -> String {
    let code = facts.code
    var result: [String] = []
    var next = statement + 1
    while next < code.statements[Int(statement)].end {
      if case .condition(let kind, let value) = code.statements[Int(next)].kind {
        let spelled = value.map { code.spelling(of: $0) } ?? ""
        // What a `guard` does, it does where the test fails: `guard isReady else` is `if !isReady`.
        let isRefused = kind == .test && code.statements[Int(statement)].kind == .guarding
        result.append(isRefused ? spelled.hasPrefix("!") ? String(spelled.dropFirst()) : "!" + spelled : spelled)
      }
      next = max(next + 1, code.statements[Int(next)].end)
    }
    return result.joined(separator: ", ")
  }

  private func label(of selectionCase: Int32) -> String {
    let code = facts.code
    return code.inner(of: selectionCase).compactMap { item -> String? in
      guard case .matching(let pattern, _, _) = code.statement(item).kind else { return nil }
      return code[pattern].caseName?.text
    }.joined(separator: ", ")
  }

  /// The innermost block that another one stands in.
  func block(around statement: Int32) -> Block? {
    blocks.last { $0.statement < statement && statement < facts.code.statements[Int($0.statement)].end }
  }

  /// The block of an `if` where what it asks is so, of the one where it is not.
  func other(than block: Block, in code: Code) -> Block? {
    let first = block.name.withoutNumber
    guard let around = code.branch(of: block.statement) else { return nil }
    return blocks.first { one in
      one.statement != block.statement && one.name.withoutNumber == first && code.branch(of: one.statement) == around
    }
  }

  /// The innermost closure that a block is, or stands in.
  func closure(around statement: Int32) -> Closure? {
    var next: Int32? = statement
    while let here = next {
      if case .closure(let id) = facts.code.statements[Int(here)].kind { return facts.code[id] }
      next = block(around: here)?.statement
    }
    return nil
  }

  /// The innermost block that an expression runs in.
  func block(holding expression: Int32) -> Block? {
    blocks.last { block in
      let statement = facts.code.statements[Int(block.statement)]
      return statement.firstExpression <= expression && expression < statement.endExpression
    }
  }
}

extension Code {
  /// The `if` that a block belongs to.
  fileprivate func branch(of block: Int32) -> Int32? {
    let around = (0..<block).last { statements[Int($0)].end > block }
    guard let around, case .branch = statement(around).kind else { return nil }
    return around
  }
}

extension String {
  /// The name of a block without what tells it from others of the same name: `/if isOn` of `/if isOn#1`.
  var withoutNumber: String {
    guard let at = lastIndex(of: "#"), case let number = self[index(after: at)...], !number.isEmpty,
      number.allSatisfy(\.isNumber)
    else { return self }
    return String(self[..<at])
  }
}
