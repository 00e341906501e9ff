import Basics

extension Check {
  /// Refuses control characters, which cannot be typed on a keyboard.
  static let controlCharacter = Check("character.control", .error, isIndispensable: true) { text in
    guard text.scannedProposal.has([.control, .complex]),
      let found = ControlCharacter.first(in: text.proposal, besides: text.currentValue)
    else { return [] }
    return [CheckFinding(found)]
  }

  /// Refuses U+FFFD, which programs write for characters that they cannot read.
  static let replacementCharacter = Check("character.replacement", .error, isIndispensable: true) { text in
    guard text.scannedProposal.has(.complex), text.proposal.unicodeScalars.contains("\u{FFFD}"),
      !text.currentValue.unicodeScalars.contains("\u{FFFD}")
    else { return [] }
    return [CheckFinding("check.character.replacement")]
  }

  /// Refuses half of a character, which arrives spelled out: `\ud83d` from JSON, `_xD83D_` from a workbook.
  static let loneSurrogate = Check("character.surrogate", .error, isIndispensable: true) { text in
    let surrogates = Self.surrogates(in: text.scannedProposal)
    guard !surrogates.isEmpty, Self.surrogates(in: ScannedText(text.currentValue)).isEmpty else { return [] }
    return surrogates.map { CheckFinding("check.character.surrogate", token: $0) }
  }

  /// The spelled-out surrogates of a text, in order.
  private static func surrogates(in text: ScannedText) -> [String] {
    guard text.has([.backslash, .underscore]) else { return [] }
    return text.bytes.indices.compactMap { start -> String? in
      let digits: Range<Int>
      let end: Int
      switch (text.bytes[start], text[start + 1]) {
      case (UInt8(ascii: "\\"), UInt8(ascii: "u")): (digits, end) = (start + 2..<start + 6, start + 6)
      case (UInt8(ascii: "_"), UInt8(ascii: "x")) where text[start + 6] == UInt8(ascii: "_"):
        (digits, end) = (start + 2..<start + 6, start + 7)
      default: return nil
      }
      guard digits.upperBound <= text.bytes.count, let unit = UInt16(text.part(digits), radix: 16),
        (0xD800...0xDFFF).contains(unit)
      else { return nil }
      return text.part(start..<end)
    }
  }
}

/// Control characters and Unicode's noncharacters, neither of which can be typed on a keyboard.
enum ControlCharacter {
  /// The reason to refuse the first such character in a text; nil if there is none.
  ///
  /// Tab, line feed and carriage return do not count. DEL and the characters after it, which some old encodings leave
  /// in texts, count only if `other` does not contain them.
  static func first(in text: String, besides other: String) -> Reason? {
    let found = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20: true
      case 0x7F..<0xA0: !other.unicodeScalars.contains(scalar)
      default: isNoncharacter(scalar) && !other.unicodeScalars.contains(scalar)
      }
    }
    guard let found else { return nil }
    return Reason("check.character.control", "U+\(found.value.padded(to: 4, radix: 16, uppercase: true))")
  }

  /// Whether a scalar is a noncharacter: the last two of each plane, and U+FDD0 to U+FDEF. This set is fixed, and a
  /// comparison is fast enough to run for every scalar.
  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}
