import Basics

extension Check {
  /// Refuses the name of the text in place of a text: NStack serves `__key` for a text that is missing.
  static let keyAsText = Check("text.key", .error, isIndispensable: true) { text in
    guard text.scannedProposal.has(.underscore) else { return [] }
    let isSpace: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
    let proposal = String(text.proposal.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    guard proposal.hasPrefix("__") else { return [] }
    let name = proposal.dropFirst(2).utf8
    guard name.elementsEqual(text.key.utf8) || name.elementsEqual("\(text.section).\(text.key)".utf8) else { return [] }
    return [CheckFinding("check.text.key", token: proposal)]
  }

  /// Counts texts that are the same as their source text.
  static let sameAsSource = Check(CheckCounts.sameAsSource, .info, isCounted: true) { text in
    guard let source = text.translatedSource, source.bytes == text.scannedProposal.bytes,
      text.proposal.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return [] }
    return [CheckFinding("check.text.source")]
  }

  /// Reports a text that a spreadsheet program may run as a formula, if the source text does not begin so.
  static let formulaStart = Check("formula.start", .info) { text in
    guard let first = text.scannedProposal.bytes.first, "=+-@".utf8.contains(first),
      text.scannedSource?.bytes.first != first
    else { return [] }
    return [CheckFinding("check.text.formula", token: text.scannedProposal.part(0..<1))]
  }

  /// Reports a text without a letter of its language's script, which may be left untranslated.
  static let script = Check("character.script", .info) { text in
    // A text that is the same as its source is already counted.
    guard !text.isSource, text.proposal != text.source, let ranges = WritingSystem.letters(of: text.locale) else {
      return []
    }
    let plain = TextWithoutTokens(text.scannedProposal).string
    guard plain.unicodeScalars.contains(where: \.properties.isAlphabetic),
      !plain.unicodeScalars.contains(where: { scalar in ranges.contains { $0.contains(scalar.value) } })
    else { return [] }
    return [CheckFinding("check.text.script", text.locale)]
  }

  /// Refuses a text with more characters than its maximum length.
  static let maximumLength = Check("length.maximum", .error) { text in
    guard let most = text.maximumLength, text.scannedProposal.bytes.count > most else { return [] }
    let count = text.proposal.count
    guard count > most else { return [] }
    return [
      CheckFinding(
        "check.length.maximum", counts: count, most, count - most, token: String(text.proposal.dropFirst(most)))
    ]
  }

  /// Refuses a text that does not fit into a cell of a worksheet, because it could not be exported again.
  static let cellLength = Check("length.cell", .error) { text in
    guard text.scannedProposal.bytes.count > Self.most else { return [] }
    let count = text.proposal.utf16.count
    guard count > Self.most else { return [] }
    return [CheckFinding("check.length.cell", counts: count, Self.most)]
  }

  /// The UTF-16 code units that a cell holds (ECMA-376 and Excel's limits).
  private static let most = 32_767

  /// Warns of a text that is much longer or shorter than its source text.
  static let lengthRatio = Check("length.ratio", .warning) { text in
    guard let source = text.translatedSource, source.bytes.count >= Self.shortest else { return [] }
    let wanted = source.string.unicodeScalars.count
    let found = text.proposal.unicodeScalars.count
    guard wanted >= Self.shortest else { return [] }
    let least = WritingSystem.isDense(text.language) ? 20 : 10
    guard found > 3 * wanted || found * least < wanted else { return [] }
    return [CheckFinding("check.length.ratio", counts: found, wanted)]
  }

  /// The shortest source text, in characters, whose length is compared. The translation of a single word may well be
  /// three times as long.
  private static let shortest = 10
}
