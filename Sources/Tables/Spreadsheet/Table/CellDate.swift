import Basics

/// A date, a time of day, or both, as in a cell: in the Gregorian calendar and without a time zone.
public struct CellDate: Hashable, Sendable {
  /// The date in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00` or `10:00:00`.
  package let text: String
  /// The days since 30 December 1899, with the time as a fraction of a day; for dates before 1 March 1900, since 31
  /// December 1899.
  package let serialNumber: Double

  /// Creates a date from its text in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00` or `10:00:00`.
  ///
  /// - Returns: Nil if the text has another form, or is not a date from 1900 to 9999 and a time before midnight.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Only the form is checked here; the reader of dates checks the numbers, and also accepts other forms.
    let hasDate = bytes.count == 10 || bytes.count == 19
    let hasTime = bytes.count == 8 || bytes.count == 19
    guard hasDate || hasTime, let serial = bytes.withUnsafeBufferPointer({ ISODate.serial($0, usesDates1904: false) })
    else { return nil }
    if hasDate {
      // Spreadsheet programs count a nonexistent 29 February 1900.
      guard serial >= 1, text != "1900-02-29", !text.hasPrefix("1900-02-29T") else { return nil }
    }
    if hasTime {
      let time = bytes.suffix(8)
      guard time.prefix(2) != Array("24".utf8)[...], time.suffix(2) != Array("60".utf8)[...],
        bytes.count == 8 || bytes[10] == UInt8(ascii: "T")
      else { return nil }
    }
    self.text = text
    serialNumber = serial
  }

  /// Creates a date.
  ///
  /// - Returns: Nil if there is no such day from 1900 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    // A negative number, or one with more digits, gives a text of another form, which is refused.
    self.init("\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))")
  }
}

/// Dates in cells of type `d`, written as ISO 8601 text (ECMA-376 Part 1, 18.18.11).
enum ISODate {
  static func serial(_ text: UnsafeBufferPointer<UInt8>, usesDates1904: Bool) -> Double? {
    var fields = Fields(rest: text[...])
    var serial = 0.0
    let isTimeOnly = text.count > 2 && text[2] == UInt8(ascii: ":")
    if !isTimeOnly {
      guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
        let day = fields.number(2), (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year)
      else { return nil }
      serial = Double(days(CivilDate(year: year, month: month, day: day), usesDates1904: usesDates1904))
      if fields.rest.isEmpty { return serial }
      guard fields.skip("T") || fields.skip(" ") else { return nil }
    }
    guard let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2),
      hour < 24 || (hour == 24 && minute == 0), minute < 60
    else { return nil }
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

  /// The serial number of a date in the 1900 system. The stored number comes from a document that may count from 1904. It is
  /// used unless the text names a different day, because it has the document's full precision.
  static func serial(_ text: UnsafeBufferPointer<UInt8>, stored: Double) -> Double {
    guard text.count >= 10, let serial = Self.serial(text, usesDates1904: false) else { return stored }
    let difference = serial.rounded(.down) - stored.rounded(.down)
    // A time that rounds up to the next day may differ by one.
    return difference.magnitude <= 1 ? stored : stored + difference
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    // 1900 is a leap year to Excel, which has a serial number for its 29 February.
    year == 1900 && month == 2 ? 29 : CivilDate.length(ofMonth: month, year: year)
  }

  private static func days(_ date: CivilDate, usesDates1904: Bool) -> Int {
    let days = date.daysSince1970
    if usesDates1904 { return days + 24_107 }
    if date.year == 1900, date.month == 2, date.day == 29 { return 60 }
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
      return Digits.integer(UnsafeBufferPointer(rebasing: rest.prefix(digits)))
    }

    mutating func fraction() -> Double? {
      let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      rest = rest.dropFirst(digits.count)
      if digits.isEmpty { return nil }
      return digits.reversed().reduce(0.0) { ($0 + Double($1 - UInt8(ascii: "0"))) / 10 }
    }
  }
}
