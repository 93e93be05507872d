/// A comment thread on a line that nitless opened in an earlier run.
struct Thread: Equatable {
  /// How the host names the thread.
  var id: String
  /// How the host names its first comment.
  var comment: String
  /// Another name of the first comment, where the host has two.
  var commentNode = ""
  var body: String
  var marker: Marker
  var isResolved: Bool
  /// Whether the host folds the first comment away.
  var isFolded = false
}

/// What has to be done to the threads of a pull request so that they say what a review says.
struct Reconciliation: Equatable {
  struct Edit: Equatable {
    var thread: Thread
    var body: String
  }

  /// To be commented on for the first time.
  var new: [Posting.Entry] = []
  /// Threads whose finding is still there, in other words.
  var edited: [Edit] = []
  /// Threads whose finding is gone.
  var fixed: [Edit] = []
  /// Threads whose finding was gone and is back.
  var returned: [Edit] = []
  /// Findings that no line tells of.
  var unplaced: [Posting.Entry] = []

  /// The most comments on lines; the findings beyond it are told in the summary.
  static let most = 30

  /// - Parameters:
  ///   - threads: Of all scopes.
  ///   - declined: The fingerprints of entries whose lines the host does not take.
  init(_ posting: Posting, _ threads: [Thread], declined: Set<String> = [], text: CommentText) {
    let ours = threads.filter { $0.marker.scope == posting.scope && $0.marker.name != Marker.summary }
    let byName = Dictionary(ours.map { ($0.marker.name, $0) }) { first, _ in first }
    var left = Self.most - posting.entries.filter { byName[$0.fingerprint] != nil }.count
    for entry in posting.entries {
      if let thread = byName[entry.fingerprint] {
        let body = text.body(entry, scope: posting.scope)
        let edit = Edit(thread: thread, body: body)
        if thread.marker.isFixed {
          returned.append(edit)
        } else if !Self.isSame(thread.body, body) {
          edited.append(edit)
        }
      } else if left > 0, entry.anchor != nil, !declined.contains(entry.fingerprint) {
        left -= 1
        new.append(entry)
      } else {
        unplaced.append(entry)
      }
    }
    let present = Set(posting.entries.map(\.fingerprint))
    for thread in ours where !thread.marker.isFixed && !present.contains(thread.marker.name) {
      fixed.append(
        Edit(thread: thread, body: text.fixed(thread.body, thread.marker, at: posting.head)))
    }
  }

  /// Hosts change line breaks and the spaces at the end; and a link to the lines of an older commit
  /// leads where it did.
  static func isSame(_ one: String, _ other: String) -> Bool { one.normalized == other.normalized }
}

extension String {
  /// Without white space at the end, and with plain line breaks.
  fileprivate var normalized: String {
    var lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.joined(separator: "\n").replacing(/\/blob\/[0-9a-f]{40}\//, with: "/blob/")
  }
}
