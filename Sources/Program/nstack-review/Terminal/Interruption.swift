import Basics
import NStackAPI
import Synchronization

/// Ctrl-C, Ctrl-\, SIGTERM and a closed terminal. While calls are made, the first one stops after the current calls,
/// and the second one ends the program at once. At all other times the first one ends the program.
///
/// A separate thread handles the signals, so the program can end whatever its other threads wait for.
enum Interruption {
  private struct State {
    var received: Int32?
    var receivedAt = ContinuousClock.now
    var ignored: Set<Int32> = []
    var leaveGently: (@Sendable (Int32) -> Void)?
  }

  private static let state = Mutex(State())
  /// Created before the first signal can come; nil if there are no descriptors for it.
  private static let signalPipe: (reading: Int32, writing: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // More signals than the pipe takes must not block the program.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// Both the kernel and the shell report a closed terminal; together they count as one signal.
  private static let hangUpsAreOneWithin = Duration.milliseconds(200)

  static var signalReceived: Int32? { state.withLock(\.received) }

  /// Handles the signals from now on. The program calls it first, before there are other threads.
  static func watch() {
    // A failed write gives a better error than the signal, and calls in flight must be journaled.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    guard let signalPipe else { return }
    let thread = WorkerThread {
      var number: UInt8 = 0
      while true {
        let count = read(signalPipe.reading, &number, 1)
        if count == 1 { receive(Int32(number)) } else if count == 0 || errno != EINTR { return }
      }
    }
    // Without the thread a signal ends the program as it does by default.
    guard thread != nil else { return }
    for number in signals {
      let before = signal(number) { Interruption.pass($0) }
      guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
      if number == SIGHUP {
        // Under `nohup` the terminal may close.
        signal(number, SIG_IGN)
      } else {
        state.withLock { _ = $0.ignored.insert(number) }
      }
    }
  }

  /// Passes a signal on to the thread. A signal handler is allowed to do nothing else.
  private static func pass(_ number: Int32) {
    let kept = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let signalPipe { _ = write(signalPipe.writing, &byte, 1) }
    errno = kept
  }

  /// From now on the first signal only stops between calls.
  static func beginStopping(_ stop: StopSignal) {
    setLeaving { _ in
      stop.stop()
      Terminal.noteUnlessFull(
        "interrupted: waiting up to 10 s for the calls in flight; interrupt again to leave at once")
    }
  }

  /// From now on the first signal ends the program again.
  static func endStopping() { setLeaving(nil) }

  /// Gives one element when the first signal comes.
  static func first() -> AsyncStream<Int32> {
    AsyncStream { continuation in
      setLeaving { number in
        continuation.yield(number)
        continuation.finish()
      }
    }
  }

  /// Runs another program. Meanwhile only that program reacts to Ctrl-C.
  static func ignoringKeyboard<Result>(_ body: () -> Result) -> Result {
    let isNew = state.withLock { $0.ignored.insert(SIGINT).inserted }
    defer { if isNew { state.withLock { _ = $0.ignored.remove(SIGINT) } } }
    return body()
  }

  private static func setLeaving(_ leaveGently: (@Sendable (Int32) -> Void)?) {
    state.withLock { $0.leaveGently = leaveGently }
  }

  private static func receive(_ number: Int32) {
    let now = ContinuousClock.now
    let nothing: @Sendable (Int32) -> Void = { _ in }
    var isSecond = false
    let leaveGently = state.withLock { state -> (@Sendable (Int32) -> Void)? in
      if let first = state.received {
        let isSameHangUp = first == SIGHUP && number == SIGHUP && now - state.receivedAt < hangUpsAreOneWithin
        isSecond = !isSameHangUp
        return isSameHangUp ? nothing : nil
      }
      guard let leaveGently = state.leaveGently else { return state.ignored.contains(number) ? nothing : nil }
      (state.received, state.receivedAt) = (number, now)
      return leaveGently
    }
    if let leaveGently { return leaveGently(number) }
    TemporaryFolder.removeAll()
    Browser.forgetAll()
    if isSecond { _exit(128 + number) }
    die(of: number)
  }

  /// Ends the program as the signal does by default, so that the parent process sees the signal.
  private static func die(of number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // A signal does not end the first process of a container.
    _exit(128 + number)
  }
}
