import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// Names that came into being together and go together.
  struct Scope {
    struct Entry {
      var name: String
      var index: Int
      /// Whether another name in all places would do as well.
      var isRenamable: Bool
      /// As it is written; nil where it is not.
      var type: TypeSyntax?
    }

    private(set) var entries: [Entry] = []
    private var names = ScopeNames()
    /// Names that the block declares further down.
    var later = ScopeNames()
    /// Those that it declares more than once.
    var repeated = ScopeNames()
    /// Whether what is outside is further away than the members of the type that begins here.
    let isTypeBoundary: Bool
    /// Whether a macro may have declared names that are not written here.
    var mayHoldMore = false

    init(isTypeBoundary: Bool = false) { self.isTypeBoundary = isTypeBoundary }

    /// The last that bears a name.
    subscript(name: String) -> Entry? { names.last(name).map { entries[$0] } }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      names.append(entry.name)
    }

    /// Says how the type of the last that bears a name is written.
    mutating func type(_ name: String, as type: TypeSyntax?) {
      if let place = names.last(name) { entries[place].type = type }
    }
  }

  enum Meaning {
    /// A local that is in scope, and whether it may bear any name.
    case local(Int, isRenamable: Bool)
    /// A local further down, or one around the type: what it means depends on more than is known here.
    case unclear
  }

  /// What a name means; nil if no local bears it.
  func lookUp(_ name: String) -> Meaning? {
    var isBehindBoundary = false
    for index in scopes.indices.reversed() {
      if let entry = scopes[index][name] {
        return isBehindBoundary ? .unclear : .local(entry.index, isRenamable: entry.isRenamable)
      }
      if scopes[index].mayHoldMore { return .unclear }
      if !scopes[index].later.isEmpty, scopes[index].later.contains(name) {
        // In `let x = x` it is not the local that is meant.
        let isInitialized = initialized.map { $0.name == name && $0.scope == index } ?? false
        if !isInitialized || scopes[index].repeated.contains(name) { return .unclear }
      }
      if scopes[index].isTypeBoundary { isBehindBoundary = true }
    }
    return nil
  }

  func scoped<Result>(_ body: () -> Result) -> Result {
    scopes.append(Scope())
    defer { scopes.removeLast() }
    return body()
  }

  /// Makes a name known from here on.
  func declare(_ token: TokenSyntax, isRenamable: Bool = true) -> Form.ID {
    let name = word(token)
    guard name != "_" else { return leaf(.made(.wildcard), "_", bytes: bytes(of: token)) }
    return declare(name, isRenamable: isRenamable, bytes: bytes(of: token))
  }

  func declare(_ name: String, isRenamable: Bool = true, bytes: Range<UInt32>) -> Form.ID {
    if scopes.isEmpty || bindsMembers { return leaf(.made(.declaredLocal), name, bytes: bytes) }
    let isRenamable = isRenamable && !mayWrap
    let last = scopes.count - 1
    let index: Int
    if let known = scopes[last][name], !known.isRenamable || isAlternative {
      index = known.index
    } else {
      index = nextLocal
      nextLocal += 1
      scopes[last].append(.init(name: name, index: index, isRenamable: isRenamable && name != "self"))
    }
    let isPlain = isRenamable && name != "self"
    return leaf(.made(.declaredLocal), name, full: isPlain ? hash(Form.Made.declaredLocal, index) : nil, bytes: bytes)
  }

  /// A name by itself: a local, or what is found outside of the function.
  func reference(_ name: String, bytes: Range<UInt32>) -> Form.ID {
    let wrapped = name.count > 1 && (name.hasPrefix("$") || name.hasPrefix("_")) ? String(name.dropFirst()) : nil
    switch lookUp(name) {
    case .local(let index, let isRenamable):
      used.insert(index)
      return leaf(.made(.local), name, full: isRenamable ? hash(Form.Made.local, index) : nil, bytes: bytes)
    case .unclear: return leaf(.made(.raw), name, bytes: bytes)
    case nil:
      if let wrapped, case .local(let index, _)? = lookUp(wrapped) {
        used.insert(index)
        return leaf(.made(.local), name, full: hash(name, index), bytes: bytes)
      }
      return leaf(.made(.name), name, bytes: bytes)
    }
  }

  /// Runs `body` for a member of a type, or something at the top of a file: its locals are its own.
  func unit<Result>(hasSelf: Bool, _ body: () -> Result) -> Result {
    let saved = (nextLocal, self.hasSelf, binding, mayBeBuilder, used)
    let savedFrame = (initialized, target, marks, opaque)
    (initialized, target, marks, opaque) = (nil, nil, nil, [:])
    let savedAnswer = answer
    answer = nil
    nextLocal = 0
    used = []
    self.hasSelf = hasSelf
    (binding, mayBeBuilder) = (nil, false)
    scopes.append(Scope(isTypeBoundary: true))
    defer {
      scopes.removeLast()
      (nextLocal, self.hasSelf, binding, mayBeBuilder, used) = saved
      (initialized, target, marks, opaque) = savedFrame
      answer = savedAnswer
    }
    return body()
  }
}
