import SwiftFacts

/// A closure that is given to something outside the program, and what the tables say becomes of it.
public struct ForeignClosure: Sendable {
  /// As a table would name it: `Type.name(label:_:)`; `*` for a receiver whose type is not known.
  public var api: String
  /// The call's.
  public var span: SourceSpan
  /// nil where no table tells.
  public var lifetime: Knowledge.Lifetime?
}

extension Program {
  /// The closures of a file that are given to calls of something outside the program, in the order of the source.
  ///
  /// A closure is a closure expression or a function that is named without being called. O(expressions).
  ///
  /// - Parameter line: Where the name of what is called stands, counted from 1; all of the file without it.
  public func foreignClosures(in file: FileID, line: Int? = nil) -> [ForeignClosure] {
    let code = self[file].facts.code
    let inference = Inference(program: self)
    var found: [ForeignClosure] = []
    for function in bodies(in: file, line: nil) {
      let frame = Frame(function, in: self)
      for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
        let call = ExpressionID(index: index)
        guard case .call(let callee, let list) = code[call] else { continue }
        let end = self[file].facts.position(of: code.span(of: callee).end).line
        guard line == nil || line == end else { continue }
        let arguments = code[list]
        let closures = arguments.filter { isFunction($0.value, in: frame, inference) }
        guard !closures.isEmpty,
          case .foreign(let owner, let name, let isMade) = inference.target(of: call, in: frame).kind
        else { continue }
        let foreign = inference.foreignCall(name, on: owner, isMade, callee, arguments, in: frame)
        let span = SourceSpan(file: file, bytes: code.span(of: callee))
        for closure in closures {
          let lifetime = Knowledge.lookUp(foreign, label: closure.label, in: self)
          found.append(ForeignClosure(api: spelling(of: foreign), span: span, lifetime: lifetime))
        }
      }
    }
    return found.sorted { ($0.span.bytes.start, $0.span.bytes.end) < ($1.span.bytes.start, $1.span.bytes.end) }
  }

  private func isFunction(_ value: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    if case .closure = frame.facts.code[value] { return true }
    if case .function = inference.type(of: value, in: frame) { return true }
    return false
  }

  private func spelling(of call: ForeignCall) -> String {
    let labels = call.labels.map { ($0?.text ?? "…") + ":" }.joined()
    return (call.typeName?.text ?? "*") + ".\(call.name)(\(labels))"
  }
}
