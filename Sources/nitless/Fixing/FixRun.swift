import Platform
import Git
import Quoting
import Reporters
import ReviewModel

/// The safe fixes of a review, put into the files of the work tree.
///
/// A file that is not what was reviewed is never written: then none is.
struct FixRun {
  /// The top of the work tree.
  var root: String
  /// The findings whose fixes are applied.
  private(set) var applied: [Finding] = []
  /// Findings whose fixes stand in the way of another's; a second run may apply them.
  private(set) var postponed: [Finding] = []
  /// How many findings have a fix that is for a person to read first.
  private(set) var unasked = 0
  /// How many findings there are.
  private let told: Int
  private let isAudit: Bool
  /// The command that asks of each fix.
  private let asking: String
  /// Whether a person was asked.
  private let isAsked: Bool
  /// How many findings have none.
  private(set) var unfixable = 0
  /// Findings whose fix is words.
  private(set) var unwritten: [Finding] = []
  private var edits: [String: [Fix.Edit]] = [:]

  /// - Parameters:
  ///   - chosen: The findings whose fixes a person has chosen; nil to apply the safe ones.
  ///   - asking: The command that asks of each fix.
  init(
    _ review: Review, root: String, taking chosen: [Finding]? = nil, asking: String = "nitless fix --review"
  ) {
    self.asking = asking
    self.root = root
    told = review.told.count
    isAudit = review.isAudit
    isAsked = chosen != nil
    unfixable = review.told.count { $0.fix == nil }
    unwritten = review.told.filter { $0.fix.map(\.edits.isEmpty) ?? false }
    for finding in chosen ?? review.told {
      guard let fix = finding.fix, !fix.edits.isEmpty else { continue }
      guard chosen != nil || fix.applicability == .safe else {
        unasked += 1
        continue
      }
      let new = fix.edits.filter { edit in !(edits[edit.place.path] ?? []).contains(edit) }
      if new.contains(where: { edit in (edits[edit.place.path] ?? []).contains { $0.touches(edit) } }) {
        postponed.append(finding)
      } else {
        applied.append(finding)
        for edit in new { edits[edit.place.path, default: []].append(edit) }
      }
    }
  }

  /// Applies the safe fixes of a review, and says on standard error what was done.
  ///
  /// - Returns: Whether any file was written.
  /// - Throws: `Failure` if it could not be done; no file is then written.
  static func apply(fixesOf review: Review, in repository: Repository) throws -> Bool {
    guard let root = repository.workTree else {
      throw Failure("a bare repository has no work tree to fix anything in", advice: "Leave --fix out, or fix a clone")
    }
    let run = FixRun(review, root: root)
    try run.write(reviewed: review.sources)
    let isWritten = !run.applied.isEmpty
    try Output.error.write(run.account)
    return isWritten
  }

  /// Writes all files, or none.
  ///
  /// - Throws: `Failure` if a file is not what was reviewed, or cannot be written.
  func write(reviewed sources: SourceBook) throws {
    guard !edits.isEmpty else { return }
    var problems: [String] = []
    var swaps: [FileSwap] = []
    for (path, own) in edits.sorted(by: { $0.key < $1.key }) {
      do throws(FileSwap.Refusal) {
        let swap = try FileSwap(path, below: root)
        guard let text = sources.text(of: path, side: .after), Self.isSame(swap.old, Array(text.utf8)) else {
          problems.append("`\(path)` is not what was reviewed")
          continue
        }
        guard let new = EditedText.applying(own, to: swap.old) else {
          problems.append("the fixes of `\(path)` do not fit together")
          continue
        }
        swaps.append(swap.replaced(by: new))
      } catch {
        problems.append(error.says)
      }
    }
    guard problems.isEmpty else {
      throw Failure(
        problems.joined(separator: "; "),
        advice: "Nothing was written; stage or put aside what is not staged, and review again")
    }
    do throws(FileSwap.Refusal) {
      try FileSwap.perform(swaps)
    } catch {
      throw Failure(error.says, advice: "Every file is as it was before")
    }
  }

  /// Whether the bytes on the disk are those reviewed, but for line breaks that git converts.
  private static func isSame(_ disk: [UInt8], _ reviewed: [UInt8]) -> Bool {
    disk == reviewed || disk.withoutCarriageReturns == reviewed
  }

  /// What was done, for a person.
  var account: String {
    var lines: [String] = []
    if applied.isEmpty {
      if postponed.isEmpty { lines.append(nothing) }
    } else {
      let files = Set(applied.flatMap { $0.fix?.edits.map(\.place.path) ?? [] }).count
      lines.append("fixed \(counted(applied.count, "finding")) in \(counted(files, "file")):")
      lines += applied.map { finding in
        "  \(finding.place.path.visible):\(finding.place.span.start.line)  \(finding.rule): "
          + "\((finding.fix?.title ?? "").visible)"
      }
    }
    if !applied.isEmpty { lines.append("they are in the work tree; `git add` stages them") }
    if !postponed.isEmpty {
      lines.append("\(counted(postponed.count, "fix", "fixes")) would touch the same lines: run it once more")
    }
    if unasked > 0 {
      lines.append(
        "\(counted(unasked, "fix", "fixes")) left for you to read first: `\(asking)` asks, `--diff` shows")
    }
    if !unwritten.isEmpty {
      lines.append("\(counted(unwritten.count, "fix", "fixes")) in words, which say where to begin:")
      lines += unwritten.map { finding in
        "  \(finding.place.path.visible):\(finding.place.span.start.line)  \(finding.rule): "
          + "\((finding.fix?.title ?? "").visible)"
      }
    }
    if unfixable > 0 {
      let command = isAudit ? "audit" : "review"
      lines.append("\(counted(unfixable, "finding")) without a fix, which `nitless \(command)` shows")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var nothing: String {
    guard isAsked else { return "no safe fix to apply" }
    return unfixable + unwritten.count < told ? "no fix was chosen" : "no fix to ask about"
  }

  private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
  }
}

extension Fix.Edit {
  /// Whether the two cannot both be made, or not in a known order.
  fileprivate func touches(_ other: Fix.Edit) -> Bool {
    let (one, two) = (place.span, other.place.span)
    return one.start < two.end && two.start < one.end || one.start == two.start
  }
}

extension [UInt8] {
  /// The bytes as git keeps the text, whatever breaks lines on the disk.
  var withoutCarriageReturns: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (index, byte) in enumerated() {
      let isBeforeBreak = index + 1 < count && self[index + 1] == UInt8(ascii: "\n")
      if byte != UInt8(ascii: "\r") || !isBeforeBreak { result.append(byte) }
    }
    return result
  }
}
