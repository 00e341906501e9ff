import Basics

/// A moment, to the millisecond, as Drive writes it: RFC 3339 in UTC, such as `2026-01-31T10:00:00.000Z`.
package struct DriveTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  package var milliseconds: Int

  package init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Reads a date, or a date and a time with an optional fraction and an optional offset; without one it is UTC.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Digits.integer(bytes[0..<4]), let month = Digits.integer(bytes[5..<7]),
      let day = Digits.integer(bytes[8..<10]), (1...12).contains(month),
      (1...CivilDate.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    guard let time = Self.millisecondsOfDay(bytes[10...]) else { return nil }
    milliseconds = days * 86_400_000 + time
  }

  package static func < (one: DriveTime, other: DriveTime) -> Bool { one.milliseconds < other.milliseconds }

  package var text: String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let fraction = String(rest)
    let padding = String(repeating: "0", count: 3 - fraction.utf8.count)
    return UTCTime.text(secondsSince1970: seconds, zone: ".\(padding)\(fraction)Z")
  }

  private static func millisecondsOfDay(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.isEmpty { return 0 }
    let start = bytes.startIndex
    guard bytes.count >= 9, bytes[start] == UInt8(ascii: "T"), bytes[start + 3] == UInt8(ascii: ":"),
      bytes[start + 6] == UInt8(ascii: ":"), let hour = Digits.integer(bytes[(start + 1)..<(start + 3)]),
      let minute = Digits.integer(bytes[(start + 4)..<(start + 6)]),
      let second = Digits.integer(bytes[(start + 7)..<(start + 9)]), hour < 24, minute < 60, second < 61
    else { return nil }
    var rest = bytes[(start + 9)...]
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- UInt8(ascii: "0") < 10 }
      guard let value = Digits.integer((digits.prefix(3) + Array(repeating: UInt8(ascii: "0"), count: 3)).prefix(3))
      else { return nil }
      fraction = digits.isEmpty ? 0 : value
      rest = rest[digits.endIndex...]
    }
    guard let offset = offsetMinutes(rest) else { return nil }
    return (hour * 3600 + (minute - offset) * 60 + second) * 1000 + fraction
  }

  private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let sign = bytes.first else { return 0 }
    if sign == UInt8(ascii: "Z"), bytes.count == 1 { return 0 }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: ":"))
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
      let hours = Digits.integer(parts[0]), let minutes = Digits.integer(parts[1])
    else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
