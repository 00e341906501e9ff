import Basics
import Foundation

/// A time as NStack writes it.
enum Timestamp {
  /// This moment.
  static var now: String { text(Int(Date().timeIntervalSince1970)) }

  /// ISO 8601 in UTC, such as `2026-01-31T10:00:00+00:00`.
  static func text(_ secondsSince1970: Int) -> String {
    UTCTime.text(secondsSince1970: secondsSince1970, zone: "+00:00")
  }

  /// The seconds since 1970; nil if the text is not ISO 8601.
  ///
  /// Clients write the offset with a colon, without one, or as `Z`, and parts of a second or none.
  static func seconds(_ text: String) -> Int? {
    let quoted = text.filter { $0 != "\"" }
    // A `+` that was not escaped in a query arrives as a space.
    let time = quoted.dropFirst(19).contains(" ") ? quoted.replacing(" ", with: "+") : quoted
    for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
      if let date = try? style.parse(time.replacing("+00:00", with: "Z").replacing("+0000", with: "Z")) {
        return Int(date.timeIntervalSince1970)
      }
    }
    return nil
  }
}
