import SwiftSyntax

/// The normal form of a file, or of the parts of it that were asked for: a tree without layout and without
/// whatever does not change what the program does.
///
/// Two pieces of source with equal normal forms behave alike. Every node knows the bytes it came from.
struct Form {
  /// Names a node.
  typealias ID = Int32

  enum Tag: Hashable {
    case token
    case syntax(SyntaxKind)
    /// Children whose order says nothing; sorted.
    case set
    /// Children in their order, as many as there are: what is inserted among them moves the others.
    case list
    /// Something that more than one spelling stands for.
    case made(Made)
  }

  /// What the normal form says in its own words.
  enum Made: Hashable {
    case unchanged, local, declaredLocal, name, bind, wildcard, text, capture, parameter, ternary, assignment
    case ifStatement, not, call, argument, optional, array, dictionary, void, getter, stored, type, file
    case extensionGroup, raw, elsewhere, pattern, closureParameters, optionalBinding, tuple, position, conjunction,
      opaque, effects, keyPath
  }

  struct Node {
    var tag: Tag
    /// Equal for nodes that say the same with the same names.
    var strict: Int
    /// Equal for nodes that say the same up to the names of locals.
    var full: Int
    var firstChild: Int32
    var childCount: Int32
    var bytes: Range<UInt32>
    /// What a member is recognised by when its content differs; 0 for other nodes.
    var identity: Int = 0
  }

  private(set) var nodes: [Node] = []
  private var childTable: [ID] = []
  var root: ID = 0

  /// - Parameter bytes: How long the file is.
  init(expecting bytes: Int) {
    nodes.reserveCapacity(bytes / 32)
    childTable.reserveCapacity(bytes / 32)
  }

  subscript(id: ID) -> Node { nodes[Int(id)] }

  func children(of id: ID) -> ArraySlice<ID> {
    let node = self[id]
    return childTable[Int(node.firstChild)..<Int(node.firstChild + node.childCount)]
  }

  /// Adds a node without children. `strict` and `full` are what it says, hashed.
  mutating func addLeaf(_ tag: Tag, strict: Int, full: Int, bytes: Range<UInt32>) -> ID {
    nodes.append(Node(tag: tag, strict: strict, full: full, firstChild: 0, childCount: 0, bytes: bytes))
    return ID(nodes.count - 1)
  }

  /// Adds a node above others. Its bytes are theirs and `bytes` together.
  mutating func add(_ tag: Tag, _ children: [ID], bytes: Range<UInt32>) -> ID {
    var children = children
    if tag == .set {
      children.sort { (self[$0].full, self[$0].bytes.lowerBound) < (self[$1].full, self[$1].bytes.lowerBound) }
    }
    var strict = Hasher()
    var full = Hasher()
    strict.combine(tag)
    full.combine(tag)
    strict.combine(children.count)
    full.combine(children.count)
    if tag == .set {
      // The order of the one hash is not that of the other.
      for hash in children.map({ self[$0].strict }).sorted() { strict.combine(hash) }
    } else {
      for child in children { strict.combine(self[child].strict) }
    }
    var covered = bytes
    for child in children {
      full.combine(self[child].full)
      let own = self[child].bytes
      guard !own.isEmpty else { continue }
      covered =
        covered.isEmpty ? own : min(covered.lowerBound, own.lowerBound)..<max(covered.upperBound, own.upperBound)
    }
    let first = Int32(childTable.count)
    childTable.append(contentsOf: children)
    nodes.append(
      Node(
        tag: tag, strict: strict.finalize(), full: full.finalize(), firstChild: first,
        childCount: Int32(children.count), bytes: covered))
    return ID(nodes.count - 1)
  }

  /// Makes a node recognisable by what it declares.
  mutating func identify(_ id: ID, as identity: Int) { nodes[Int(id)].identity = identity }

  /// Replaces the hash that tells a node's names apart.
  mutating func overrideFull(_ id: ID, with hash: Int) { nodes[Int(id)].full = hash }
}
