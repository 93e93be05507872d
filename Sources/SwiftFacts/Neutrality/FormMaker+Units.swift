import SwiftSyntax

/// A declaration that no others lie in, besides those of its body.
struct FormUnit {
  var bytes: Range<UInt32>
  /// What stands around it, as far as its normal form depends on that.
  var surroundings: Int
  var parts: [Form.ID]
  /// What it says.
  var says: Int
  /// Whether that follows from types that are written elsewhere in the file.
  var readsTypes: Bool

  /// What a declaration's normal form follows from, where no local is known around it.
  struct Key: Hashable {
    var text: Int
    var surroundings: Int
  }

  /// One of the things that a declaration declares.
  struct Part {
    var strict: Int
    var full: Int
    var identity: Int
  }
}

extension FormMaker {
  /// Notes what a declaration says, unless it is a frame around others, which are looked at by themselves.
  func noteUnit(_ node: Syntax, _ parts: [Form.ID]) {
    guard !node.is(IfConfigDeclSyntax.self), node.asProtocol((any DeclGroupSyntax).self) == nil else { return }
    units.append(
      FormUnit(
        bytes: bytes(of: node), surroundings: surroundings, parts: parts, says: parts.map { form[$0].full }.hashValue,
        readsTypes: readsTypes))
    if scopes.isEmpty { readsTypes = false }
  }

  /// What no hunk touches says the same in both versions, where what is around it does.
  func unchanged(_ bytes: Range<UInt32>) -> Form.ID {
    let text = Self.hash(UnsafeBufferPointer(rebasing: text(bytes)))
    let surroundings = surroundings
    var place = Hasher()
    place.combine(surroundings)
    // git may take the lines of a type's member for those of a member, spelled alike, of a type inside it.
    place.combine(typeDepth)
    untouched[text, default: 0] &+= place.finalize()
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(surroundings)
    let hash = hasher.finalize()
    return form.addLeaf(.made(.unchanged), strict: hash, full: hash, bytes: bytes)
  }

  /// What a declaration was made into in another version, where it stands there to the letter; nil where it does not.
  func recalled(_ bytes: Range<UInt32>) -> [Form.ID]? {
    guard !known.isEmpty, scopes.isEmpty, verbatim == 0 else { return nil }
    let key = FormUnit.Key(text: Self.hash(UnsafeBufferPointer(rebasing: text(bytes))), surroundings: surroundings)
    return known[key].map { parts in
      parts.map { part in
        let id = form.addLeaf(.made(.unchanged), strict: part.strict, full: part.full, bytes: bytes)
        form.identify(id, as: part.identity)
        return id
      }
    }
  }

  private var surroundings: Int {
    var hasher = Hasher()
    hasher.combine(extensionAccess)
    hasher.combine(isHidden)
    hasher.combine(isIndirect)
    hasher.combine(hasStrings)
    hasher.combine(typeDepth == 0)
    hasher.combine(bodyDepth == 0)
    hasher.combine(scopes.isEmpty)
    return hasher.finalize()
  }

  static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }
}
