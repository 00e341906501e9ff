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
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int32, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    return "\(day)T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))Z"
  }
}
