import Basics

/// The client's source of time and random numbers, which a test can replace.
package struct RetryClock: Sendable {
  /// The monotonic time since an arbitrary start; never negative.
  package var now: @Sendable () -> Duration
  /// The calendar's time in seconds since 1970, to interpret dates in answers.
  package var calendarNow: @Sendable () -> Double
  /// Waits for some time. It throws early if the task is cancelled.
  package var sleep: @Sendable (_ duration: Duration) async throws -> Void
  /// A random number in `0..<1`.
  package var random: @Sendable () -> Double
  /// The time since the boot, which other processes share; nil if the system does not report it.
  package var moment: @Sendable () -> SystemMoment?

  package init(
    now: @escaping @Sendable () -> Duration, calendarNow: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void, random: @escaping @Sendable () -> Double,
    moment: @escaping @Sendable () -> SystemMoment? = { nil }
  ) {
    (self.now, self.calendarNow, self.sleep, self.random) = (now, calendarNow, sleep, random)
    self.moment = moment
  }

  package static let system: RetryClock = {
    let start = ContinuousClock.now
    return RetryClock(
      now: { ContinuousClock.now - start },
      calendarNow: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }, sleep: { try await Task.sleep(for: min($0, .longest)) }, random: { Double.random(in: 0..<1) },
      moment: { SystemMoment.now() })
  }()
}

extension Duration {
  /// The longest duration that ``seconds(clamping:)`` returns: 100 years, which every clock of the system can add to its
  /// time.
  package static let longest = Duration.seconds(3_155_760_000 as Int64)

  /// Returns a duration of some seconds, between zero and 100 years. A number from outside may be negative, infinite or NaN,
  /// and `Duration.seconds(_:)` would trap on it.
  package static func seconds(clamping seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return seconds < longest.inSeconds ? .seconds(seconds) : longest
  }

  /// The duration in seconds, for messages and files.
  package var inSeconds: Double { self / .seconds(1) }
}
