import NStackAPI
import Synchronization

/// The progress of long work: a line that is redrawn on a terminal, and nothing elsewhere.
///
/// While it is shown, it is the terminal's status line: every line that is printed goes above it.
final class ProgressLine: Sendable {
  private struct State {
    var done = -1
    var total = 0
    var lastDrawn = ContinuousClock.now
    /// The end of the pause that the server asked for.
    var pausedUntil: ContinuousClock.Instant?
    var isTicking = false
  }

  private static let current = Mutex<ProgressLine?>(nil)

  private let what: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ output: OutputOptions, what: String) {
    self.what = what
    // The progress would overwrite the lines of calls.
    isShown = !output.quiet && !output.verbose && Terminal.isErrorATerminal && output.isOn("progress")
    guard isShown else { return }
    Self.current.withLock { $0 = self }
    Terminal.show(status: "\(what) …")
  }

  func advance(to done: Int, of total: Int) {
    guard isShown, total > 0 else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard done > state.done else { return false }
      (state.done, state.total) = (done, total)
      guard done == total || now - state.lastDrawn > .milliseconds(100) else { return false }
      state.lastDrawn = now
      return true
    }
    if isDue { draw(now) }
  }

  /// Shows in the line that calls wait, as the server asked.
  static func wait(_ time: Duration) {
    guard let line = current.withLock(\.self) else { return }
    let now = ContinuousClock.now
    let mustTick = line.state.withLock { state in
      state.pausedUntil = max(state.pausedUntil ?? now, now + time)
      defer { state.isTicking = true }
      return !state.isTicking
    }
    line.draw(now)
    guard mustTick else { return }
    Task.detached { await line.tick() }
  }

  private func tick() async {
    while true {
      try? await Task.sleep(for: .seconds(1))
      let now = ContinuousClock.now
      let isOver = state.withLock { state in
        guard let end = state.pausedUntil, end > now else {
          (state.pausedUntil, state.isTicking) = (nil, false)
          return true
        }
        return false
      }
      guard Self.current.withLock({ $0 === self }) else { return }
      draw(now)
      if isOver { return }
    }
  }

  func end() {
    guard isShown else { return }
    Self.current.withLock { if $0 === self { $0 = nil } }
    Terminal.show(status: nil)
  }

  private func draw(_ now: ContinuousClock.Instant) {
    let state = state.withLock(\.self)
    let pause = state.pausedUntil.map { $0 - now }
    Terminal.show(
      status: Self.text(
        what, done: max(0, state.done), of: state.total, after: now - start, pause: pause, width: Terminal.width))
  }

  /// The line: a bar with the count, the rate and the time left, and the wait that the server asked for. The total is 0 if
  /// it is not known yet. What does not fit into the width is left out, as a line that breaks cannot be redrawn.
  static func text(_ what: String, done: Int, of total: Int, after time: Duration, pause: Duration?, width: Int)
    -> String
  {
    var parts = [what]
    if total > 0 {
      let seconds = max(0.001, time.inSeconds)
      let rate = Double(done) / seconds
      let cells = 24
      let filled = min(cells, done * cells / total)
      parts[0] += " " + String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
      parts[0] += " \(done)/\(total)"
      if done > 0 {
        parts.append(rate >= 10 ? "\(Int(rate))/s" : "\((rate * 10).rounded() / 10)/s")
        parts.append("\(Int((Double(total - done) / rate).rounded(.up))) s left")
      }
    }
    if let pause, pause > .zero {
      parts.append("waiting \(Int(pause.inSeconds.rounded(.up))) s for the server")
    } else if total == 0 {
      parts[0] += " …"
    }
    while parts.count > 1, parts.joined(separator: ", ").count >= width { parts.remove(at: 1) }
    return String(parts.joined(separator: ", ").prefix(max(1, width - 1)))
  }
}
