/// Tells dates from other numbers by their number format (ECMA-376 Part 1, 18.8.30 and 18.8.31).
enum NumberFormat {
  /// The kind of value that a number format shows.
  enum Meaning: UInt8 {
    case number
    /// A day, a time of day, or both.
    case date
    /// A span of time in hours, minutes or seconds, which may exceed a day.
    case elapsed
  }

  /// The code of a built-in format, which workbooks do not write out; nil for an ID without one.
  static func builtIn(_ id: Int) -> String? {
    switch id {
    case 0: "General"
    case 1: "0"
    case 2: "0.00"
    case 3: "#,##0"
    case 4: "#,##0.00"
    case 9: "0%"
    case 10: "0.00%"
    case 11: "0.00E+00"
    case 12: "# ?/?"
    case 13: "# ??/??"
    case 14: "mm-dd-yy"
    case 15: "d-mmm-yy"
    case 16: "d-mmm"
    case 17: "mmm-yy"
    case 18: "h:mm AM/PM"
    case 19: "h:mm:ss AM/PM"
    case 20: "h:mm"
    case 21: "h:mm:ss"
    case 22: "m/d/yy h:mm"
    case 37: "#,##0 ;(#,##0)"
    case 38: "#,##0 ;[Red](#,##0)"
    case 39: "#,##0.00;(#,##0.00)"
    case 40: "#,##0.00;[Red](#,##0.00)"
    case 45: "mm:ss"
    case 46: "[h]:mm:ss"
    case 47: "mmss.0"
    case 48: "##0.0E+0"
    case 49: "@"
    default: nil
    }
  }

  /// The kind of value that a number format shows.
  ///
  /// - Parameters:
  ///   - id: The ID of the format.
  ///   - code: Its code, if the workbook writes one out; it takes precedence over the ID.
  static func meaning(id: Int, code: String?) -> Meaning {
    if let code { return meaning(of: code) }
    return switch id {
    case 46: .elapsed
    // 27–36 and 50–58 are dates in Chinese, Japanese and Korean programs, 71–81 in Thai ones; elsewhere they are not
    // used.
    case 14...22, 27...36, 45, 47, 50...58, 71...81: .date
    default: .number
    }
  }

  /// The kind of value that a format code shows: a date if it has a letter for a part of a date, outside of texts,
  /// escapes and conditions.
  static func meaning(of code: String) -> Meaning {
    var meaning = Meaning.number
    var bytes = Array(code.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte | 0x20 {
      // The sections after the first are for negative numbers, zero and text.
      case _ where byte == UInt8(ascii: ";"): return meaning
      case _ where byte == UInt8(ascii: "\""): bytes = bytes.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      // The next character is literal, sets a width, or is repeated.
      case _ where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "*"):
        bytes = bytes.dropFirst()
      case _ where byte == UInt8(ascii: "["):
        let inside = bytes.prefix { $0 != UInt8(ascii: "]") }
        bytes = bytes.dropFirst(inside.count + 1)
        if isElapsed(inside) { return .elapsed }
      case UInt8(ascii: "g") where bytes.starts(with: "eneral".utf8): bytes = bytes.dropFirst(6)
      // A/P or a/p, the short form of AM/PM.
      case UInt8(ascii: "a") where bytes.prefix(2).map { $0 | 0x20 } == Array("/p".utf8): meaning = .date
      case UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "y"), UInt8(ascii: "h"), UInt8(ascii: "s"):
        meaning = .date
      default: break
      }
    }
    return meaning
  }

  /// `h`, `mm` and the like: one letter, once or several times.
  private static func isElapsed(_ inside: ArraySlice<UInt8>) -> Bool {
    guard let first = inside.first.map({ $0 | 0x20 }), "hms".utf8.contains(first) else { return false }
    return inside.allSatisfy { $0 | 0x20 == first }
  }
}
