/// Dates in cells of type `d`, written as ISO 8601 text (ECMA-376 Part 1, 18.18.11).
enum ISODate {
  /// The serial number of a date, a time of day, or both.
  ///
  /// - Returns: Nil if the text is none of them.
  static func serial(_ text: UnsafeBufferPointer<UInt8>, usesDates1904: Bool) -> Double? {
    var fields = Fields(rest: text[...])
    var serial = 0.0
    let isTimeOnly = text.count > 2 && text[2] == UInt8(ascii: ":")
    if !isTimeOnly {
      guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
        let day = fields.number(2), (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year)
      else { return nil }
      serial = Double(days(year, month, day, usesDates1904: usesDates1904))
      if fields.rest.isEmpty { return serial }
      guard fields.skip("T") || fields.skip(" ") else { return nil }
    }
    guard let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2),
      hour < 24 || (hour == 24 && minute == 0), minute < 60
    else {
      return nil
    }
    var seconds = Double(hour * 3600 + minute * 60)
    if fields.skip(":") {
      guard let whole = fields.number(2), whole <= 60 else { return nil }
      seconds += Double(whole)
      if fields.skip(".") {
        guard let fraction = fields.fraction() else { return nil }
        seconds += fraction
      }
    }
    _ = fields.skip("Z")
    return fields.rest.isEmpty ? serial + seconds / 86_400 : nil
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    // 1900 is a leap year to Excel, which has a serial number for its 29 February.
    case 2: year == 1900 || (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int, usesDates1904: Bool) -> Int {
    // Days since 1970 in the Gregorian calendar, by Howard Hinnant's `days_from_civil`; years are not negative here.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    if usesDates1904 { return days + 24_107 }
    if year == 1900, month == 2, day == 29 { return 60 }
    return days + 25_569 < 61 ? days + 25_568 : days + 25_569
  }

  private struct Fields {
    var rest: Slice<UnsafeBufferPointer<UInt8>>

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: byte) else { return false }
      rest = rest.dropFirst()
      return true
    }

    mutating func number(_ digits: Int) -> Int? {
      guard rest.count >= digits else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return ASCIIDigits.number(UnsafeBufferPointer(rebasing: rest.prefix(digits)))
    }

    mutating func fraction() -> Double? {
      let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      rest = rest.dropFirst(digits.count)
      if digits.isEmpty { return nil }
      return digits.reversed().reduce(0.0) { ($0 + Double($1 - UInt8(ascii: "0"))) / 10 }
    }
  }
}
