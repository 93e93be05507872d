@_spi(RawSyntax) import SwiftSyntax

/// What a call of a function may do besides returning.
public struct Effects: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is declared `async`.
  public static let suspends = Effects(rawValue: 1)
  /// It is declared `throws` or `rethrows`.
  public static let throws_ = Effects(rawValue: 2)
  /// It is an initialiser, and what it makes may be `nil`: `init?`, `init!`.
  public static let fails = Effects(rawValue: 4)
}

extension Effects {
  init(_ specifiers: RawFunctionEffectSpecifiersSyntax?) {
    self = []
    if specifiers?.asyncSpecifier != nil { insert(.suspends) }
    if specifiers?.throwsClause != nil { insert(.throws_) }
  }
}
