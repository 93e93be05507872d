import Dispatch
import Synchronization

/// One line on a terminal that says what is being done, for work that takes longer than a blink.
final class StatusLine: Sendable {
  private struct State {
    var text = ""
    var isDue = false
    var isShown = false
    var isOver = false
  }

  /// Nil where no line can be taken back.
  private let width: Int?
  private let state = Mutex(State())

  private let timings: Timings?

  /// - Parameter timings: Where to keep when each thing began; they are printed when the line's owner is done.
  init(timed timings: Timings? = nil) {
    self.timings = timings
    width = Terminal.rewritableWidth
    guard width != nil else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300)) { [weak self] in
      self?.state.withLock { state in
        state.isDue = true
        self?.draw(&state)
      }
    }
  }

  deinit {
    end()
    if let timings { try? Output.error.write(timings.table) }
  }

  func show(_ text: String) {
    timings?.begin(text)
    state.withLock { state in
      state.text = text
      draw(&state)
    }
  }

  /// Something to say of the run beside where its time went.
  func note(_ text: String) { timings?.note(text) }

  /// Takes the line back. Nothing is shown from here on.
  func end() {
    state.withLock { state in
      if !state.isOver { timings?.begin("reporting") }
      if state.isShown { try? Output.error.write("\r\u{1B}[K") }
      state.isShown = false
      state.isOver = true
    }
  }

  private func draw(_ state: inout State) {
    guard let width, state.isDue, !state.isOver, !state.text.isEmpty else { return }
    state.isShown = true
    try? Output.error.write("\r\u{1B}[K" + String("\(state.text) …".prefix(width - 1)))
  }
}
