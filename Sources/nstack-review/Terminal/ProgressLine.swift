import Synchronization

/// The progress of long work: a line that is redrawn on a terminal, and nothing elsewhere.
final class ProgressLine: Sendable {
  private struct State {
    var shown = -1
    var lastDrawn = ContinuousClock.now
  }

  private let what: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ output: OutputOptions, what: String) {
    self.what = what
    // The progress would overwrite the lines of calls.
    isShown = !output.quiet && !output.verbose && !output.noProgress && Terminal.isErrorATerminal
    if isShown { draw("\(what) …") }
  }

  /// Shows the number of finished steps.
  func advance(to done: Int, of total: Int) {
    guard isShown, total > 0 else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard done > state.shown, done == total || now - state.lastDrawn > .milliseconds(100) else { return false }
      state.shown = done
      state.lastDrawn = now
      return true
    }
    guard isDue else { return }
    let seconds = Double((now - start).components.seconds) + 1e-18 * Double((now - start).components.attoseconds)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let left = rate > 0 ? Int(Double(total - done) / rate) : 0
    let width = 24
    let filled = done * width / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    draw("\(what) \(bar) \(done)/\(total), \(Int(rate))/s, \(left) s left")
  }

  /// Removes the line.
  func end() {
    if isShown { draw("") }
  }

  private func draw(_ text: String) {
    Terminal.overwrite(text)
  }
}

/// Counts finished steps from several tasks.
final class Counter: Sendable {
  private let count = Mutex(0)

  /// The number of steps with this one.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
