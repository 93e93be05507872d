import SwiftFacts

/// A place where a value of the program's own making, or of the system's, is not treated as what it is.
public struct Hazard: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A reference that has to be released is taken as one that must not be.
    case leakedReference
    /// A reference that must not be released is taken as one that has to be.
    case overreleasedReference
    /// Memory is allocated, and nothing that the program says frees it.
    case unfreedMemory
    /// A value that stands for "none" is used as an index.
    case sentinelIndex
    /// A number that stands in where nothing was found is used as an index.
    case fallbackIndex
    /// A part is taken of a text that need not have it.
    case missingPart
    /// Several elements are asked for by plain numbers of a list that may have any number.
    case assumedElement
    /// An address of any scheme goes where only the web's may go.
    case anyAddress
    /// An empty text stands in for an address, and nobody hears of it.
    case emptyAddress
    /// A reused view keeps what it showed for what is of another type.
    case unfilledCell
    /// An outlet is touched before the view is loaded.
    case earlyOutlet
    /// A view is changed off the main thread.
    case backgroundUpdate
    /// What a table counts changes before its batch update, or after it.
    case countedBefore, countedAfter
    /// What an initialiser does not understand leaves an object with nothing in it.
    case emptyDecoder
    /// An index is held against one end of a list alone.
    case halfBound
    /// The same with a look at the other end, or at whether the list has any elements.
    case openBound
    /// A call does nothing but answer, and nobody takes the answer.
    case idleCall
    /// An object is made that nobody is given.
    case idleObject
    /// A call answers in a variable that it is given, and nobody reads that.
    case unreadAnswer
    /// Swift calls what stands in for a function of Swift's own where Objective-C calls.
    case shimCall
    /// A screen that a segue leads to is taken for one of a class, which no storyboard in sight says.
    case segueCast
    /// An index is let through that is the count of its list.
    case boundTooFar
    /// A value is compared with itself.
    case selfComparison
    /// An integer is divided by a count that nothing holds against zero.
    case zeroDivision
    /// A block that runs on a serial queue waits for that queue.
    case waitsForItself
    /// A callback is set after a call that may already have wanted it.
    case lateCallback
    /// What keeps nothing for later is listened to after a call that may already have sent something.
    case lateListener
    /// What a screen reads as its view is loaded is set after that.
    case lateDependency
    /// Something empty stands in for a value whose error is not looked at.
    case hiddenError
    /// A view that is used again is given something in some branches only.
    case staleReuse
    /// A view that is used again is given something when an answer comes, whatever it shows by then.
    case lateCell
    /// A requirement of a protocol has a parameter by which Objective-C hands something out.
    case bridgedParameter
    /// A lock is asked for where it is held.
    case locksAgain
    /// A loop goes on without a pause once its task is cancelled.
    case spinsWhenCancelled
    /// A property is emptied where its observer, which ends what it held, does not run.
    case deafObserver
  }

  public var kind: Kind
  public var span: SourceSpan
  /// What it is about, as the source calls it.
  public var name: String
  /// What it has to do with, as the source calls it.
  public var other = ""
  /// The declared type or property that it has to do with.
  public var owner = ""
  /// Places that show it.
  public var evidence: [SourceSpan] = []
  /// What makes it this one, whatever locals are called.
  public var essence = ""
  /// What would stand there instead.
  public var replacement: Replacement?

  public struct Replacement: Hashable, Sendable {
    public var span: SourceSpan
    public var text: String
  }
}

/// The code of one function, with the way from each expression to what it is a part of.
struct Body {
  let program: Program
  let function: FunctionID
  let file: FileID
  let code: Code
  let range: Range<Int>
  private let parents: Parents
  /// Which expressions, counted from the first, belong to a closure.
  private let isInClosure: [Bool]

  init(_ function: FunctionID, in program: Program) {
    self.program = program
    self.function = function
    file = program.file(of: function)
    code = program[file].facts.code
    range = program.expressions(of: function)
    parents = Parents(of: range, in: code, areFirst: true)
    var isInClosure = Array(repeating: false, count: range.count)
    for id in code.closures(in: range) {
      let closure = code[id]
      for index in closure.firstExpression..<max(closure.firstExpression, closure.endExpression)
      where range.contains(Int(index)) {
        isInClosure[Int(index) - range.lowerBound] = true
      }
    }
    self.isInClosure = isInClosure
  }

  /// Whether an expression belongs to a closure, or to a function declared in the body.
  func isInClosure(_ id: ExpressionID) -> Bool { isInClosure[Int(id.index) - range.lowerBound] }

  /// The statements of the body.
  var statements: Range<Int32> {
    let declaration = program.declaration(of: function)
    return declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)
  }

  /// Every `switch` in the body.
  var selections: [Selection] { code.selections(in: statements) }

  /// The expression that this one is a part of.
  func parent(of id: ExpressionID) -> ExpressionID? { parents[id] }

  var expressions: some Sequence<ExpressionID> { range.lazy.map { ExpressionID(index: Int32($0)) } }

  /// Where a local is named.
  func uses(of local: LocalID) -> [ExpressionID] { expressions.filter { code[$0] == .local(local) } }

  func span(of id: ExpressionID) -> SourceSpan { SourceSpan(file: file, bytes: code.span(of: id)) }
}

extension Code {
  /// The member that an expression is; empty for a local.
  func memberName(_ id: ExpressionID) -> String {
    switch self[id] {
    case .name(let name, _), .member(_, let name), .implicitMember(let name): name.text
    default: ""
    }
  }

  /// What a call calls, without what it is called on.
  func callee(of id: ExpressionID) -> Symbol? {
    guard case .call(let callee, _) = self[id] else { return nil }
    switch self[callee] {
    case .name(let name, _), .member(_, let name), .implicitMember(let name): return name
    case .type(let type):
      if case .named(let name, _) = types[Int(type.index)] { return name }
      return nil
    default: return nil
    }
  }
}

extension Program {
  /// The functions of production code in which one of these names stands: what most questions about calls begin with.
  func functions(mentioning names: Set<Symbol>) -> [FunctionID] {
    let index = nameIndex
    for name in names { reads?.note(.uses(name)) }
    if names.count == 1, let name = names.first { return Array(index[name]) }
    return Set(names.flatMap { index[$0] }).sorted()
  }

  /// The same of one file, of which alone this is read.
  func functions(mentioning names: Set<Symbol>, in file: FileID) -> [FunctionID] {
    if isTest(file) { return [] }
    let found = self[file].facts.namesInBodies
    return found.bodies.filter { found.names[$0.names].contains(where: names.contains) }
      .map { function($0.function, in: file) }.sorted()
  }

  /// Whether the program declares a function of its own with this name outside any type.
  func declaresFunction(_ name: Symbol) -> Bool { names.functions[name] != nil }
}
