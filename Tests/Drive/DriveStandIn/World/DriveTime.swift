import Basics
import Foundation

/// A moment, to the millisecond, as Drive writes it: RFC 3339 in UTC, such as `2026-01-31T10:00:00.000Z`.
package struct DriveTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  package var milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Reads a date, or a date and a time with an optional fraction and an optional offset; without one it is UTC.
  package init?(_ text: String) {
    let time = text.contains("T") ? text : text + "T00:00:00"
    let hasZone = time.hasSuffix("Z") || time.dropFirst(19).contains { $0 == "+" || $0 == "-" }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: time.contains("."))
    guard let date = try? style.parse(hasZone ? time : time + "Z") else { return nil }
    milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
  }

  package static func < (one: DriveTime, other: DriveTime) -> Bool { one.milliseconds < other.milliseconds }

  package var text: String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let fraction = String(rest)
    let padding = String(repeating: "0", count: 3 - fraction.utf8.count)
    return UTCTime.text(secondsSince1970: seconds, zone: ".\(padding)\(fraction)Z")
  }
}
