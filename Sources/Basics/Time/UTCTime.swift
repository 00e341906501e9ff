/// A time in UTC, to the second.
package enum UTCTime {
  /// A time in seconds since 1970 in ISO 8601, cut to the second; 1970 if it is out of range.
  package static func text(_ time: Double) -> String {
    text(secondsSince1970: Int(exactly: time.rounded(.towardZero)) ?? 0)
  }

  /// A time in ISO 8601, such as `2026-01-31T10:00:00Z`.
  ///
  /// - Parameter zone: How the text spells the time zone, which is UTC.
  package static func text(secondsSince1970: Int, zone: String = "Z") -> String {
    let (days, seconds) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    let day = seconds < 0 ? days - 1 : days
    let second = seconds < 0 ? seconds + 86_400 : seconds
    let date = CivilDate(daysSince1970: day)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(zone)"
  }

  /// The seconds since 1970 of a text as ``text(secondsSince1970:zone:)`` writes it; nil for another text.
  package static func seconds(of text: String) -> Int? {
    let parts = text.utf8.split { $0 &- UInt8(ascii: "0") > 9 }.compactMap(Digits.integer)
    guard parts.count == 6 else { return nil }
    let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
    let seconds = date.daysSince1970 * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5]
    return self.text(secondsSince1970: seconds) == text ? seconds : nil
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
