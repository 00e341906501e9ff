extension Duration {
  /// The longest duration that ``seconds(clamping:)`` returns: 100 years, which every clock of the system can add to its
  /// time.
  package static let longest = Duration.seconds(3_155_760_000)

  /// Returns a duration of some seconds, between zero and 100 years. A number from outside may be negative, infinite or NaN,
  /// and `Duration.seconds(_:)` would trap on it.
  package static func seconds(clamping seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return seconds < longest.inSeconds ? .seconds(seconds) : longest
  }

  /// The duration in seconds, for messages and files.
  package var inSeconds: Double { self / .seconds(1) }
}
