/// A day of the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": eras of 400 years, and years that begin in
/// March, so that a leap day is the last day of a year.
package struct CivilDate: Hashable, Sendable {
  /// The year; 0 is 1 BC.
  package let year: Int
  package let month: Int
  package let day: Int

  /// The names of the months in English, cut to three letters.
  package static let monthNames = "jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec".commaSeparated

  /// Creates a date from its parts, which are not checked.
  package init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// Creates the date of a day, given as the number of days since 1 January 1970.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// The days from 1 January 1970 to this one; negative before it.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }
}

package enum UTCTime {
  /// A time in seconds since 1970 in ISO 8601, cut to the second; 1970 if it is out of range.
  package static func text(_ time: Double) -> String {
    text(secondsSince1970: Int(exactly: time.rounded(.towardZero)) ?? 0)
  }

  /// A time in ISO 8601, such as `2026-01-31T10:00:00Z`, with UTC spelled as `zone`.
  package static func text(secondsSince1970: Int, zone: String = "Z") -> String {
    let (days, seconds) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    let day = seconds < 0 ? days - 1 : days
    let second = seconds < 0 ? seconds + 86_400 : seconds
    let date = CivilDate(daysSince1970: day)
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return "\(date.year.padded(to: 4))-\(date.month.padded(to: 2))-\(date.day.padded(to: 2))"
      + "T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\((second % 60).padded(to: 2))\(zone)"
  }

  /// The seconds since 1970 of a text as ``text(secondsSince1970:zone:)`` writes it; nil for another text.
  package static func seconds(of text: String) -> Int? {
    let parts = text.utf8.split { $0 &- UInt8(ascii: "0") > 9 }.compactMap(Digits.integer)
    guard parts.count == 6 else { return nil }
    let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
    let seconds = date.daysSince1970 * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5]
    return self.text(secondsSince1970: seconds) == text ? seconds : nil
  }
}
