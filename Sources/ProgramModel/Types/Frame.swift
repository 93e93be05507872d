import SwiftFacts
import Synchronization

/// One function seen from inside: where its names are looked up, and what has been inferred about it so far.
final class Frame {
  let program: Program
  let function: FunctionID
  let declaration: FunctionDeclaration
  let file: FileID
  let facts: FileFacts
  /// The type it is a member of.
  let context: NominalID?
  let generics: [Symbol: Type]
  private var types: PlacedValues<Type>
  private var targets: PlacedValues<CallTarget>
  /// What becomes of the value of an expression, by its index. Made when it is first asked for, O(expressions).
  private(set) lazy var uses: [ExpressionID: Use] = {
    guard declaration.endExpression - declaration.firstExpression > Self.longest else { return findUses() }
    if let known = program.derived.longUses.withLock({ $0[function] }) { return known }
    let made = findUses()
    program.derived.longUses.withLock { $0[function] = made }
    return made
  }()

  /// The one expression that the function answers with; nil where it is called without an answer, or has several.
  var onlyAnswer: ExpressionID? {
    let results = facts.code[declaration.results]
    return declaration.hasBody && results.count == 1 ? results.first : nil
  }

  /// How many expressions a function may have whose uses are found anew by each frame of it.
  private static let longest: Int32 = 1_024

  /// A use that says of which type a value has to be.
  enum Use: Sendable {
    case initializes(LocalID)
    case isAssigned(to: ExpressionID)
    /// By its place in the list.
    case isArgument(Int, of: ExpressionID)
    case isElement(of: ExpressionID)
    /// By a closure that is called where it stands.
    case isAnswer(of: ExpressionID)
  }

  init(_ function: FunctionID, in program: Program) {
    self.program = program
    self.function = function
    declaration = program.declaration(of: function)
    file = program.file(of: function)
    facts = program[file].facts
    context = program.owner(of: function)
    types = PlacedValues(from: declaration.firstExpression, to: declaration.endExpression)
    targets = PlacedValues(from: declaration.firstExpression, to: declaration.endExpression)
    generics = declaration.generics.isEmpty ? [:] : program.generics(of: declaration, in: file, context: context)
  }

  /// The type of an expression, as far as it has been inferred. O(1).
  func type(of id: ExpressionID) -> Type? { types[id.index] }
  func set(_ type: Type, of id: ExpressionID) { types.set(type, at: id.index) }

  /// What a call runs, as far as that has been found out. O(1).
  func target(of call: ExpressionID) -> CallTarget? { targets[call.index] }
  func set(_ target: CallTarget, of call: ExpressionID) { targets.set(target, at: call.index) }

  private func findUses() -> [ExpressionID: Use] {
    var result: [ExpressionID: Use] = [:]
    // The innermost use comes first.
    for index in declaration.firstExpression..<max(declaration.endExpression, declaration.firstExpression) {
      let id = ExpressionID(index: index)
      switch facts.code[id] {
      case .assign(let target, let value): if result[value] == nil { result[value] = .isAssigned(to: target) }
      case .call(let callee, let list):
        if case .closure(let closure) = facts.code[callee] {
          for answer in facts.code[facts.code[closure].results] where result[answer] == nil {
            result[answer] = .isAnswer(of: id)
          }
        }
        for (position, argument) in facts.code[list].enumerated() where result[argument.value] == nil {
          result[argument.value] = .isArgument(position, of: id)
        }
      case .array(let parts):
        for part in facts.code[parts] where result[part] == nil { result[part] = .isElement(of: id) }
      default: continue
      }
    }
    for index in declaration.firstLocal..<declaration.endLocal {
      let local = LocalID(index: index)
      if let value = facts.code[local].initializer, facts.code[local].type != nil {
        result[value] = .initializes(local)
      }
    }
    return result
  }

  func resolve(_ type: TypeID) -> Type {
    program.resolve(type, in: file, context: context, generics: generics)
  }

  /// What `self` is here: a value, or the type itself in static code.
  var selfType: Type {
    guard let context else { return .unknown }
    let type = Type.nominal(context, arguments: [])
    return declaration.isStatic ? .metatype(type) : type
  }
}

/// What a call runs.
struct CallTarget {
  enum Kind {
    /// Functions of the program that match the call; more than one where overloads cannot be told apart.
    case functions([FunctionID])
    /// The initialiser that the compiler writes for a struct.
    case memberwise(NominalID)
    case enumCase(CaseReference)
    /// A closure called where it stands, or a value of function type.
    case value(ExpressionID)
    /// Something outside the program: on a receiver of this type, if it is known.
    case foreign(on: NominalID?, Symbol, isInitializer: Bool)
  }

  enum Receiver {
    case none
    case expression(ExpressionID)
    /// The implicit `self`.
    case local(LocalID)
  }

  var kind: Kind
  var receiver: Receiver
}
