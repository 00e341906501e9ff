import Foundation

/// A time as NStack writes it.
enum Timestamp {
  /// ISO 8601 in UTC, such as `2026-01-31T10:00:00+00:00`.
  static func text(_ secondsSince1970: Int) -> String {
    let style = Date.ISO8601FormatStyle()
    return Date(timeIntervalSince1970: Double(secondsSince1970)).formatted(style).replacing("Z", with: "+00:00")
  }

  /// The seconds since 1970; nil where the text is not ISO 8601.
  static func seconds(_ text: String) -> Int? {
    guard let date = try? Date(text.replacing("+00:00", with: "Z"), strategy: .iso8601) else { return nil }
    return Int(date.timeIntervalSince1970)
  }
}
