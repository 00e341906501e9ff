import Basics

extension Check {
  /// Warns of a direction of writing that a text starts but does not end.
  static let bidi = Check("character.bidi", .warning) { text in
    guard text.scannedProposal.has(.complex) else { return [] }
    var embeddings: [Unicode.Scalar] = []
    var isolates: [Unicode.Scalar] = []
    for scalar in text.proposal.unicodeScalars {
      switch scalar.value {
      case 0x202A, 0x202B, 0x202D, 0x202E: embeddings.append(scalar)
      case 0x2066...0x2068: isolates.append(scalar)
      case 0x202C where embeddings.popLast() == nil: return [CheckFinding("check.direction.end", token: String(scalar))]
      case 0x2069 where isolates.popLast() == nil: return [CheckFinding("check.direction.end", token: String(scalar))]
      default: break
      }
    }
    return (embeddings + isolates).map { scalar in
      let end = scalar.value < 0x2066 ? "U+202C" : "U+2069"
      return CheckFinding("check.direction.open", end, token: String(scalar))
    }
  }

  /// Warns of invisible characters without a purpose that the source text does not have.
  static let invisibleCharacter = Check("character.invisible", .warning) { text in
    guard text.scannedProposal.has(.complex) else { return [] }
    let found = IdleCharacters.tokens(in: text.proposal, language: text.language)
    guard !found.isEmpty else { return [] }
    let known = text.source.map { IdleCharacters.tokens(in: $0, language: text.language) } ?? []
    return found.filter { !known.contains($0) }.map { CheckFinding(Self.code(of: $0), token: $0) }
  }

  private static func code(of token: String) -> String {
    switch token.unicodeScalars.first?.value ?? 0 {
    case 0x2028, 0x2029: "check.invisible.break"
    case 0xE0000...0xE007F: "check.invisible.tags"
    default: "check.invisible"
    }
  }

  /// Warns of direction marks in a language that is written from left to right.
  static let directionMark = Check("character.direction", .warning) { text in
    guard text.scannedProposal.has(.complex), !WritingSystem.isRightToLeft(text.language) else { return [] }
    let marks = text.proposal.unicodeScalars.filter { [0x61C, 0x200E, 0x200F].contains($0.value) }
    return Array(marks).withoutRepeats.filter { text.source?.unicodeScalars.contains($0) != true }.map {
      CheckFinding("check.direction.mark", text.locale, token: String($0))
    }
  }
}

/// The invisible characters of a text that serve no purpose where they are.
///
/// Characters that scripts and emoji need are left alone: joiners and variation selectors next to what they modify, the
/// tags of a flag, and a soft hyphen within a word. Direction marks have separate checks.
private enum IdleCharacters {
  /// The characters, each once, in order; a run of tags is one entry.
  static func tokens(in text: String, language: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [String] = []
    var index = 0
    while index < scalars.count {
      let start = index
      index += 1
      guard scalars[start].value >= 0x80, scalars[start].isDisplayedAsNothing else { continue }
      if scalars[start].isTag {
        while index < scalars.count, scalars[index].isTag { index += 1 }
        if Self.isFlag(scalars, start..<index) { continue }
      } else if Self.isUseful(scalars, start, language) {
        continue
      }
      tokens.append(String(String.UnicodeScalarView(scalars[start..<index])))
    }
    return tokens.withoutRepeats
  }

  /// Languages without spaces between words, in which U+200B marks where a line may break.
  private static let withZeroWidthSpaces: Set<String> = ["th", "km", "lo", "my", "bo", "dz", "ja", "zh"]

  /// Whether tags complete the flag of a region, as of Scotland: a black flag, letters and digits, and the end.
  ///
  /// Source: Unicode Technical Standard #51, ED-14a, `emoji_tag_sequence`.
  private static func isFlag(_ scalars: [Unicode.Scalar], _ tags: Range<Int>) -> Bool {
    guard tags.lowerBound > 0, scalars[tags.lowerBound - 1].value == 0x1F3F4, tags.count > 1,
      scalars[tags.upperBound - 1].value == 0xE007F
    else { return false }
    return scalars[tags.dropLast()].allSatisfy {
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
  }

  private static func isUseful(_ scalars: [Unicode.Scalar], _ index: Int, _ language: String) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200B: return withZeroWidthSpaces.contains(language)
    case 0xAD: return before?.properties.isAlphabetic == true && after?.properties.isAlphabetic == true
    case 0x200C, 0x200D: return joins(before, after)
    case 0xFE0E, 0xFE0F: return before?.properties.isEmoji == true || before?.isBeyondLatin == true
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return before?.isBeyondLatin == true
    // Mongolian variation selectors and vowel separator.
    case 0x180B...0x180F: return before.map { (0x1800...0x18AF).contains($0.value) } ?? false
    // U+034F keeps combining marks apart, or in order.
    case 0x34F: return [before, after].contains { $0?.isMark == true }
    // A syllable of old Korean that lacks its first letter or its vowel.
    case 0x115F, 0x1160: return [before, after].contains { $0.map { (0x1100...0x11FF).contains($0.value) } ?? false }
    // Marks of direction.
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default: return false
    }
  }

  /// Whether a joiner or non-joiner is between parts of an emoji, between letters, or beside a letter of a script that
  /// joins.
  private static func joins(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    if before.isBeyondLatin || after?.isBeyondLatin == true { return true }
    return before.properties.isAlphabetic && after?.properties.isAlphabetic == true
  }
}

extension Unicode.Scalar {
  /// Whether a character is invisible when it is alone, or looks different in different programs.
  fileprivate var isDisplayedAsNothing: Bool {
    switch value {
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isTag: Bool { (0xE0000...0xE007F).contains(value) }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a character is a visible one from U+0590 (Hebrew) on: a letter of such a script, an emoji or another sign.
  fileprivate var isBeyondLatin: Bool {
    let choosesForm = (0xFE00...0xFE0F).contains(value)
    return value >= 0x590 && !isDisplayedAsNothing && !properties.isWhitespace || choosesForm
  }
}
