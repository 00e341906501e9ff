/// A date, a time of day, or both, as a cell has it: in the Gregorian calendar and without a time zone.
public struct CellDate: Hashable, Sendable {
  /// The date in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00` or `10:00:00`.
  public let text: String
  /// The days since 30 December 1899, with the time as a fraction of a day; below 1 March 1900, since the day after.
  public let serialNumber: Double

  /// Creates a date from its text in ISO 8601: `2026-01-31`, `2026-01-31T10:00:00` or `10:00:00`.
  ///
  /// - Returns: Nil if the text has another form, or is not a date from 1900 to 9999 and a time before midnight.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    // The form is checked here, and the numbers by the reader of dates, which also takes other forms.
    let hasDate = bytes.count == 10 || bytes.count == 19
    let hasTime = bytes.count == 8 || bytes.count == 19
    guard hasDate || hasTime, let serial = bytes.withUnsafeBufferPointer({ ISODate.serial($0, usesDates1904: false) })
    else { return nil }
    if hasDate {
      // Spreadsheet programs count a day that never was.
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
    self.init("\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))")
  }

  /// Creates a date with a time of day.
  ///
  /// - Returns: Nil if there is no such day from 1900 to 9999, or no such time.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
    self.init(
      "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        + "T\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))")
  }

  /// Creates a time of day.
  ///
  /// - Returns: Nil if there is no such time.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    self.init("\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))")
  }

  /// A number with leading zeros; one that is negative or has more digits makes a text of another form.
  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
