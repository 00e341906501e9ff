import Basics

/// Refuses a text with more characters than its maximum length.
struct MaximumLengthCheck: Check {
  let id = "length.maximum"
  let severity = Diagnostic.Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let most = text.context?.maximumLength, text.scannedProposal.bytes.count > most else { return [] }
    let count = text.proposal.count
    guard count > most else { return [] }
    return [
      CheckFinding(
        "The text has \(Counted.text(count, "character")) and may have \(most). Shorten it by \(count - most).",
        token: String(text.proposal.dropFirst(most)))
    ]
  }
}

/// Refuses a text that does not fit into a cell of a worksheet, so that no sheet could carry it again.
struct CellLengthCheck: Check {
  let id = "length.cell"
  let severity = Diagnostic.Severity.error

  /// The UTF-16 code units that a cell holds (ECMA-376 and Excel's limits).
  private static let most = 32_767

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.bytes.count > Self.most else { return [] }
    let count = text.proposal.utf16.count
    guard count > Self.most else { return [] }
    return [CheckFinding("The text has \(count) UTF-16 code units, and a cell holds \(Self.most). Shorten it.")]
  }
}

/// Warns of a text that is much longer or shorter than its source text.
struct LengthRatioCheck: Check {
  let id = "length.ratio"
  let severity = Diagnostic.Severity.warning

  /// The characters of a source text from which lengths are compared; a word may well be three times as long.
  private static let shortest = 10

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.bytes.count >= Self.shortest else { return [] }
    let wanted = source.string.unicodeScalars.count
    let found = text.proposal.unicodeScalars.count
    guard wanted >= Self.shortest else { return [] }
    let least = WritingSystem.isDense(text.language) ? 20 : 10
    guard found > 3 * wanted || found * least < wanted else { return [] }
    return [
      CheckFinding(
        "The text has \(Counted.text(found, "character")), and the source text has \(wanted). Check that it is the "
          + "right text.")
    ]
  }
}
