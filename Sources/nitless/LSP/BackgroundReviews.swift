import Platform
import Dispatch
import Git
import LanguageServer
import ReviewModel
import Reviewing
import RulePages
import Synchronization

/// Reviews work trees one after another, on a thread of its own.
///
/// What is asked for while a review of the same work tree waits is one with it; asked for while it runs, it
/// is done anew. A review takes every core, so two at once would only make both late.
final class BackgroundReviews: Sendable {
  private struct State {
    /// In the order in which they were asked for.
    var waiting: [String] = []
    /// When the last review of each work tree began.
    var begun: [String: Date] = [:]
    /// What the last review of each work tree read.
    var stores: [String: FactsStore] = [:]
    /// What came of the review that has just ended.
    var outcome: ReviewOutcome?
    /// The rules that are built in, once a review has read them.
    var builtIn: BuiltInRules?
  }

  private let options: RepositoryOptions
  private let runsPrograms: Bool
  private let tell: @Sendable (ReviewNews) -> Void
  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)
  private let ruleFiles = RuleFiles()

  /// How long to wait for more of the same, in seconds: a save of all files is one change.
  private static let patience = 0.015
  /// What the times of a file system may be off by, in seconds.
  private static let tolerance = 0.02

  init(_ options: RepositoryOptions, runsPrograms: Bool, tell: @escaping @Sendable (ReviewNews) -> Void) {
    self.options = options
    self.runsPrograms = runsPrograms
    self.tell = tell
    DeepThread.detach { [self] in
      while true {
        bell.wait()
        sleep(seconds: Self.patience)
        while let root = next() { review(root) }
      }
    }
  }

  /// Has a work tree reviewed.
  ///
  /// - Parameter path: The one file because of which, if it has changed since the last review began.
  func ask(for root: String, ifTouched path: String?) {
    let isAsked = state.withLock { state in
      if state.waiting.contains(root) { return false }
      if let path, let begun = state.begun[root], !Self.isTouched(root + "/" + path, since: begun) { return false }
      state.waiting.append(root)
      return true
    }
    if isAsked { bell.signal() }
  }

  private static func isTouched(_ file: String, since begun: Date) -> Bool {
    let date = (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
    // A file that is not there is written when it is saved, and is told of then.
    return date.map { $0 > begun - tolerance } ?? false
  }

  private func next() -> String? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      let root = state.waiting.removeFirst()
      state.begun[root] = Date()
      return root
    }
  }

  private func builtIn() -> BuiltInRules {
    if let known = state.withLock({ $0.builtIn }) { return known }
    let read = options.builtInRules()
    state.withLock { $0.builtIn = read }
    return read
  }

  private func review(_ root: String) {
    tell(.began(root: root))
    defer { state.withLock { $0.stores[root] }?.tidyUp() }
    // Whoever is told that it has ended may end the program: what the review has taken is given back by then.
    DeepThread.apart { [self] in
      let outcome = outcome(of: root)
      state.withLock { $0.outcome = outcome }
    }
    guard let outcome = state.withLock({ $0.outcome.take() }) else { return }
    tell(.ended(root: root, outcome))
  }

  private func outcome(of root: String) -> ReviewOutcome {
    let start = ContinuousClock.now
    do {
      let repository = try RepositoryOptions.repository(at: root, runsItsPrograms: runsPrograms)
      var workplace = try options.workplace(of: repository, builtIn: builtIn())
      guard workplace.problems.isEmpty else { return misconfigured(workplace.problems) }
      workplace.store = state.withLock { state in
        let store = state.stores[root] ?? workplace.store ?? FactsStore()
        store.beginSession()
        state.stores[root] = store
        return store
      }
      let reviewer = workplace.reviewer(of: repository, threads: options.threads, progress: { [tell] in
        tell(.progressed(root: root, $0))
      })
      let review = try reviewer.review(
        .workTree, defaultBranch: workplace.configuration.defaultBranch, isMeasured: false)
      // What is wrong with a folder's configuration shows once something is said about its files.
      let problems = workplace.policy.problems
      guard problems.isEmpty else { return misconfigured(problems) }
      let met = Set(review.introduced.map(\.rule))
      let pages = Dictionary(
        workplace.rules.rules.filter { met.contains($0.page.id) }.map { ($0.page.id, ruleFiles.text(of: $0)) }
      ) { first, _ in first }
      let tenths = Int((ContinuousClock.now - start) / .milliseconds(100))
      return .reviewed(review, pages: pages, remark: "\(tenths / 10).\(tenths % 10) s")
    } catch {
      return .failed(Failure(error)?.text ?? "\(error)")
    }
  }

  private func misconfigured(_ problems: [PageProblem]) -> ReviewOutcome {
    .misconfigured(
      problems.map {
        ConfigurationProblem(
          path: Paths.absolute($0.path), position: $0.position, says: $0.clause, line: $0.description)
      },
      advice: Failure(problems).advice)
  }
}

extension PageProblem {
  /// What it says without its place.
  fileprivate var clause: String {
    String(description.dropFirst("\(path):\(position.line):\(position.column): ".count))
  }
}
