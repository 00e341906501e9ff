/// Refuses control characters, which no keyboard types into a text.
struct ControlCharacterCheck: Check {
  let id = "character.control"
  let severity = Diagnostic.Severity.error
  let isIndispensable = true

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has([.control, .complex]),
      let found = ControlCharacter.first(in: text.proposal, besides: text.currentValue)
    else { return [] }
    return [CheckFinding("The proposal contains \(found), which no text needs. Type it again.")]
  }
}

/// Refuses U+FFFD, which programs write for characters that they cannot read.
struct ReplacementCharacterCheck: Check {
  let id = "character.replacement"
  let severity = Diagnostic.Severity.error
  let isIndispensable = true

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.complex), text.proposal.unicodeScalars.contains("\u{FFFD}"),
      !text.currentValue.unicodeScalars.contains("\u{FFFD}")
    else { return [] }
    return [
      CheckFinding(
        "The proposal contains U+FFFD, which programs write for characters that they cannot read. Type the text again.")
    ]
  }
}

/// Refuses half of a character, which arrives spelled out: `\ud83d` from JSON, `_xD83D_` from a workbook.
struct LoneSurrogateCheck: Check {
  let id = "character.surrogate"
  let severity = Diagnostic.Severity.error
  let isIndispensable = true

  func findings(in text: CheckedText) -> [CheckFinding] {
    let surrogates = Self.surrogates(in: text.scannedProposal)
    guard !surrogates.isEmpty, Self.surrogates(in: ScannedText(text.currentValue)).isEmpty else { return [] }
    return surrogates.map {
      CheckFinding(
        "This is half of a character that a program could not keep, such as an emoji. Type it again.", token: $0)
    }
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
