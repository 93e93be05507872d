@_spi(RawSyntax) import SwiftSyntax

/// What stands beside an expression and leaves it what it is, but not what it does.
public struct ExpressionMarks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `x!`
  public static let unwrapped = ExpressionMarks(rawValue: 1)
  /// `x?`, with more of the chain after it.
  public static let chained = ExpressionMarks(rawValue: 2)
  /// `&x`
  public static let `inout` = ExpressionMarks(rawValue: 4)
  /// The one value between `\(` and `)`, with nothing that formats it.
  public static let interpolated = ExpressionMarks(rawValue: 8)
  /// A cast that answers with `nil`: `x as? T`.
  public static let conditional = ExpressionMarks(rawValue: 16)
  /// A cast that ends the program: `x as! T`.
  public static let forced = ExpressionMarks(rawValue: 32)
  /// A value of an enum case that a pattern takes by its label: `.sent(to: let name)`.
  public static let labelled = ExpressionMarks(rawValue: 64)
}

extension ExpressionMarks {
  /// The mark of a cast, by the sign after `as`.
  static func cast(_ sign: RawTokenSyntax?) -> ExpressionMarks {
    switch sign?.tokenKind {
    case .postfixQuestionMark?: .conditional
    case .exclamationMark?: .forced
    default: []
    }
  }
}
