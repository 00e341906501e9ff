#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Time and chance as the client sees them, so that a test can be the clock.
public struct RetryClock: Sendable {
  /// The monotonic time since some start; never negative.
  public var now: @Sendable () -> Duration
  /// Seconds since 1970 by the calendar, to understand dates in answers.
  public var calendarNow: @Sendable () -> Double
  /// Waits for some time; ends early, throwing, when the task is cancelled.
  public var sleep: @Sendable (_ duration: Duration) async throws -> Void
  /// A random number in `0..<1`.
  public var random: @Sendable () -> Double
  /// The moment as another process of the same boot understands it; nil where the system does not tell.
  public var moment: @Sendable () -> SystemMoment?

  /// Makes a clock of its functions.
  public init(
    now: @escaping @Sendable () -> Duration, calendarNow: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void, random: @escaping @Sendable () -> Double,
    moment: @escaping @Sendable () -> SystemMoment? = { nil }
  ) {
    self.now = now
    self.calendarNow = calendarNow
    self.sleep = sleep
    self.random = random
    self.moment = moment
  }

  /// The system's clocks and its random numbers.
  public static let system: RetryClock = {
    let start = ContinuousClock.now
    return RetryClock(
      now: { ContinuousClock.now - start },
      calendarNow: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      },
      sleep: { try await Task.sleep(for: min($0, .longest)) },
      random: { Double.random(in: 0..<1) }, moment: { SystemMoment.now() })
  }()
}
