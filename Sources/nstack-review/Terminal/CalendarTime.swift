import NStackAPI

/// The wall clock.
enum CalendarTime {
  /// The time in seconds since 1970, or `SOURCE_DATE_EPOCH` if that variable is set.
  @Sendable static func seconds() -> Double {
    if let epoch = EnvironmentVariables.value("SOURCE_DATE_EPOCH").flatMap({ Int($0) }) { return Double(epoch) }
    return RetryClock.system.calendarNow()
  }
}
