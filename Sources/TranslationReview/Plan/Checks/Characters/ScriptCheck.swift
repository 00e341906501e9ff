import NStackAPI

/// Tells of a text without a letter of its language's script, which may be left untranslated.
struct ScriptCheck: Check {
  let id = "character.script"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    // A text that is the same as its source is counted as such.
    guard !text.isSource, text.proposal != text.source, let ranges = WritingSystem.letters(of: text.text.locale) else {
      return []
    }
    let plain = TextWithoutTokens(text.scannedProposal).string
    guard plain.unicodeScalars.contains(where: \.properties.isAlphabetic),
      !plain.unicodeScalars.contains(where: { scalar in ranges.contains { $0.contains(scalar.value) } })
    else { return [] }
    return [CheckFinding("The text has no letter of the script of \(text.text.locale). Check that it is translated.")]
  }
}

/// Tells of characters that Unicode also has as one code point, as `e` and an accent are `é`.
struct NormalizationCheck: Check {
  let id = "character.normalization"
  let severity = Diagnostic.Severity.info

  /// The letters of Latin, Greek and Cyrillic that are one code point. Swift compares them by what they mean.
  private static let composed: Set<Character> = {
    let values = [0xC0...0x24F, 0x386...0x3CE, 0x400...0x4FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF, 0xAC00...0xD7A3]
    return Set(values.joined().compactMap(Unicode.Scalar.init).map(Character.init))
  }()

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.complex) else { return [] }
    let found = text.proposal.filter { $0.unicodeScalars.count > 1 && Self.composed.contains($0) }
    return Array(found).withoutRepeats.map {
      CheckFinding("This is written as several code points and exists as one. Both look the same.", token: String($0))
    }
  }
}
