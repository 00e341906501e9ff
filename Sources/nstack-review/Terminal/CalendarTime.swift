import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The wall clock.
enum CalendarTime {
  /// The time in UTC, as ISO 8601 to the second; `SOURCE_DATE_EPOCH` stands in for it where it is set.
  static func now() -> String {
    var seconds = time(nil)
    if let epoch = EnvironmentVariables.value("SOURCE_DATE_EPOCH").flatMap({ Int($0) }) { seconds = time_t(epoch) }
    return text(Double(seconds))
  }

  /// A time in seconds since 1970 in UTC, as ISO 8601 to the second.
  static func text(_ time: Double) -> String {
    UTCTime.text(secondsSince1970: Int(exactly: time.rounded(.towardZero)) ?? 0)
  }
}
