import Basics

/// A date as HTTP headers write it. Source: RFC 9110, 5.6.7: the fixed form `Sun, 06 Nov 1994 08:49:37 GMT` and the two
/// obsolete ones.
package enum HTTPDate {
  /// The date in seconds since 1970; nil if the text is not in one of the three forms.
  package static func secondsSince1970(_ text: String) -> Double? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
    switch words.count {
    case 6 where words[5] == "gmt":  // Sun 06 Nov 1994 08:49:37 GMT, Sunday 06 Nov 94 08:49:37 GMT
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:  // Sun Nov 6 08:49:37 1994
      return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    default: return nil
    }
  }

  private static func seconds(day: String, month: String, year: String, time: String) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0, upTo: 60) }
    guard clock.count == 3, let hour = clock[0], hour < 24, let minute = clock[1], minute < 60, let second = clock[2],
      let day = number(day[...], upTo: 31), day > 0, let month = CivilDate.monthNames.firstIndex(of: month),
      var year = number(year[...], upTo: 9999)
    else { return nil }
    if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
    let days = CivilDate(year: year, month: month + 1, day: day).daysSince1970
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  private static func number(_ text: Substring, upTo most: Int) -> Int? {
    guard let value = Digits.integer(text.utf8), value <= most else { return nil }
    return value
  }
}
