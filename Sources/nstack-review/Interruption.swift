import Dispatch
import Synchronization
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C and the like while something is being sent: the first stops between calls, the second leaves at once.
enum Interruption {
  private static let received = Mutex<Int32?>(nil)

  /// The signal that interrupted the program; nil for none.
  static var signalReceived: Int32? { received.withLock { $0 } }

  /// Runs `body`; the first SIGINT or SIGTERM gives it the stop signal.
  ///
  /// A reader of the output that went away does not end the program meanwhile: what is in flight is to be kept.
  static func stopping<Result>(_ stop: StopSignal, _ body: () async throws -> Result) async throws -> Result {
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let isSecond = received.withLock { received in
          defer { received = number }
          return received != nil
        }
        if isSecond { _exit(128 + number) }
        stop.stop()
        Terminal.note("interrupted: waiting up to 10 s for the calls in flight; once more to leave at once")
      }
      source.resume()
      return source
    }
    signal(SIGPIPE, SIG_IGN)
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM, SIGPIPE] { signal(number, SIG_DFL) }
    }
    return try await body()
  }
}
