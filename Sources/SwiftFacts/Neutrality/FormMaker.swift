import SwiftParser
import SwiftSyntax

/// Brings one version of a file into its normal form. Used once, from one thread.
final class FormMaker {
  var form = Form()

  static func form(of source: [UInt8]) -> Form {
    source.withUnsafeBufferPointer { bytes in
      let maker = FormMaker()
      maker.form.root = maker.make(Syntax(Parser.parse(source: bytes)))
      return maker.form
    }
  }

  func make(_ node: Syntax) -> Form.ID {
    if let token = node.as(TokenSyntax.self) { return leaf(token) }
    return generic(node)
  }

  /// A node whose parts say what it says.
  func generic(_ node: Syntax) -> Form.ID {
    form.add(.syntax(node.kind), node.children(viewMode: .sourceAccurate).map { make($0) }, bytes: 0..<0)
  }

  func leaf(_ token: TokenSyntax) -> Form.ID {
    let hash = token.text.hashValue
    return form.addLeaf(.token, strict: hash, full: hash, bytes: bytes(of: token))
  }

  func bytes(of token: TokenSyntax) -> Range<UInt32> {
    let start = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
    return UInt32(clamping: start)..<UInt32(clamping: token.endPosition.utf8Offset - token.trailingTriviaLength.utf8Length)
  }
}
