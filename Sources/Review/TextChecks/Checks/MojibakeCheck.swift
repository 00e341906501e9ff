import Basics

extension Check {
  /// Warns of UTF-8 that a program read as Windows-1252: `Ã©` for `é`, `â€™` for `’`.
  static let mojibake = Check("character.mojibake", .warning) { text in
    guard text.scannedProposal.has(.nonASCII), let found = Self.first(in: text.proposal),
      text.source.map({ Self.first(in: $0) == nil }) ?? true
    else { return [] }
    return [CheckFinding("check.encoding", token: found)]
  }

  /// The first characters that are really the bytes of one character; nil if there are none.
  private static func first(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    for index in scalars.indices {
      guard let length = bytesOfOne(in: scalars[index...].prefix(4)) else { continue }
      let end = index + length
      let before = index > 0 ? scalars[index - 1] : nil
      let after = end < scalars.count ? scalars[end] : nil
      let isFault =
        isTelling(scalars[index])
        ? !mayBeMeant(scalars[index..<end], before: before, after: after)
        : bytesOfOne(in: scalars[end...].prefix(4)) != nil
      if isFault { return String(String.UnicodeScalarView(scalars[index..<end])) }
    }
    return nil
  }

  /// The number of characters at the start that are really the UTF-8 bytes of one character; nil if they are not.
  private static func bytesOfOne(in scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    guard let first = scalars.first, (0xC2...0xF4).contains(first.value) else { return nil }
    let lead = UInt8(first.value)
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard scalars.count >= length else { return nil }
    let bytes = [lead] + scalars.dropFirst().prefix(length - 1).compactMap(WindowsCodePage.byte(of:))
    return bytes.count == length && String(validating: bytes, as: UTF8.self) != nil ? length : nil
  }

  /// Whether one occurrence proves mojibake. These characters are the first bytes of European letters, punctuation, the
  /// byte order mark and emoji. Other first bytes belong to other scripts, whose letters come several in a row; one of
  /// them alone is text, as in "320 × 180", "KRÍŽOVÉ" and "Ç’po".
  private static func isTelling(_ lead: Unicode.Scalar) -> Bool { "ÂÃÄÅÈáâïð".unicodeScalars.contains(lead) }

  /// Whether the characters may be the last letter of a word and the mark after it: `Ã…` in "AMANHÃ…", `Å”` in "“Å”".
  private static func mayBeMeant(_ run: ArraySlice<Unicode.Scalar>, before: Unicode.Scalar?, after: Unicode.Scalar?)
    -> Bool
  {
    guard let lead = run.first, let last = run.last, let before, run.dropFirst().allSatisfy(mayFollowWord),
      last.properties.isWhitespace || after?.properties.isAlphabetic != true
    else { return false }
    if lead.properties.isLowercase { return before.properties.isAlphabetic }
    switch before.properties.generalCategory {
    case .uppercaseLetter, .initialPunctuation, .openPunctuation: return true
    default: return false
    }
  }

  /// Whether a character is a space or punctuation. Symbols such as `¥` do not follow a letter, so "PÃ¥" is mojibake.
  private static func mayFollowWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .otherPunctuation, .dashPunctuation: return true
    default: return false
    }
  }
}
