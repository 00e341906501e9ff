import Basics

/// Dates as spreadsheet programs store them, as days since an epoch, and as ISO 8601 writes them (ECMA-376 Part 1,
/// 18.17.4).
enum SerialDate {
  private static let millisecondsPerDay = 86_400_000

  /// More bytes than any date needs.
  static let longestText = 32

  /// Writes the text of a serial number.
  ///
  /// Whole days are `2026-01-31`, others `2026-01-31T10:00:00`, with up to three digits for a fraction of a second.
  /// Below one day the text is a time of day, `10:00:00`; elapsed time is `PT36000S`. The 1900 system contains a day
  /// that never existed, and so does the text: 60 is `1900-02-29`.
  ///
  /// - Parameter start: Room for ``longestText`` bytes.
  /// - Returns: The length of the text; nil for a number that no program shows as a date: below zero, or after 9999.
  static func write(
    _ serial: Double, meaning: NumberFormat.Meaning, usesDates1904: Bool, to start: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    // Beyond this, both systems are past the year 9999; elapsed time has the same limit.
    guard serial.magnitude < 2_958_466 else { return nil }
    var text = DateDigits(start: start)
    let milliseconds = Int((serial.magnitude * Double(millisecondsPerDay)).rounded())
    if meaning == .elapsed {
      if serial < 0, milliseconds > 0 { text.append("-") }
      text.append("P")
      text.append("T")
      text.append(milliseconds / 1000, digits: 1)
      text.appendFraction(milliseconds % 1000)
      text.append("S")
      return text.count
    }
    if serial < 0 { return nil }
    let (day, time) = milliseconds.quotientAndRemainder(dividingBy: millisecondsPerDay)
    if day > 0 {
      guard let date = date(ofDay: day, usesDates1904: usesDates1904) else { return nil }
      text.append(date.year, digits: 4)
      text.append("-")
      text.append(date.month, digits: 2)
      text.append("-")
      text.append(date.day, digits: 2)
      if time == 0 { return text.count }
      text.append("T")
    }
    let seconds = time / 1000
    text.append(seconds / 3600, digits: 2)
    text.append(":")
    text.append(seconds / 60 % 60, digits: 2)
    text.append(":")
    text.append(seconds % 60, digits: 2)
    text.appendFraction(time % 1000)
    return text.count
  }

  private static func date(ofDay day: Int, usesDates1904: Bool) -> CivilDate? {
    if !usesDates1904, day == 60 { return CivilDate(year: 1900, month: 2, day: 29) }
    let epoch = usesDates1904 ? -24_107 : day < 60 ? -25_568 : -25_569
    let date = CivilDate(daysSince1970: day + epoch)
    return date.year > 9999 ? nil : date
  }
}

private struct DateDigits {
  let start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  mutating func append(_ character: Unicode.Scalar) {
    start[count] = UInt8(ascii: character)
    count += 1
  }

  /// Adds a number with at least `digits` digits; no number has more than 12.
  mutating func append(_ number: Int, digits: Int) {
    var length = 1
    var bound = 10
    while length < digits || number >= bound {
      length += 1
      bound *= 10
    }
    var rest = number
    for place in (count..<count + length).reversed() {
      start[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += length
  }

  /// Adds milliseconds as a fraction of a second without trailing zeros.
  mutating func appendFraction(_ milliseconds: Int) {
    if milliseconds == 0 { return }
    append(".")
    append(milliseconds, digits: 3)
    while start[count - 1] == UInt8(ascii: "0") { count -= 1 }
  }
}
