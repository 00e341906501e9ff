/// Characters that control devices, or that Unicode keeps from ever being characters. No keyboard types them into a text.
enum ControlCharacter {
  /// The first such character in a text, as messages name it: `the control character U+0000`.
  ///
  /// Tab, line feed and carriage return do not count. DEL and the characters after it, which some old encodings leave
  /// in texts, count only if `other` does not contain them.
  static func first(in text: String, besides other: String) -> String? {
    let found = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20: true
      case 0x7F..<0xA0: !other.unicodeScalars.contains(scalar)
      default: isNoncharacter(scalar) && !other.unicodeScalars.contains(scalar)
      }
    }
    guard let found else { return nil }
    let digits = String(found.value, radix: 16, uppercase: true)
    let kind = isNoncharacter(found) ? "noncharacter" : "control character"
    return "the \(kind) U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether Unicode keeps a scalar from ever being a character: the last two of each plane, and U+FDD0 to U+FDEF. Those
  /// are all, for ever, and every scalar of a text is asked about.
  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}
