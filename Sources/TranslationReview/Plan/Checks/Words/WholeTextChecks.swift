import NStackAPI

/// Refuses the name of the text in place of a text: NStack serves `__key` for a text that is missing.
struct KeyAsTextCheck: Check {
  let id = "text.key"
  let severity = Diagnostic.Severity.error
  let isIndispensable = true

  func findings(in text: CheckedText) -> [CheckFinding] {
    // White space around it makes no text of it.
    let proposal = ReviewColumn.trimmed(text.proposal)
    guard proposal.hasPrefix("__") else { return [] }
    let name = proposal.dropFirst(2).utf8
    guard name.elementsEqual(text.text.key.utf8) || name.elementsEqual("\(text.text.section).\(text.text.key)".utf8)
    else { return [] }
    return [
      CheckFinding("This is what NStack serves for a missing text. Write the text itself.", token: proposal)
    ]
  }
}

/// Counts texts that are the same as their source text.
struct SameAsSourceCheck: Check {
  static let name = "text.source"

  let id = name
  let severity = Diagnostic.Severity.info
  let isCounted = true

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.bytes == text.scannedProposal.bytes,
      text.proposal.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return [] }
    return [CheckFinding("The proposal is the same as the source text.")]
  }
}

/// Tells of a text that a spreadsheet program may run as a formula, if the source text does not begin so.
struct FormulaStartCheck: Check {
  let id = "formula.start"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let first = text.scannedProposal.bytes.first, "=+-@".utf8.contains(first),
      text.scannedSource?.bytes.first != first
    else { return [] }
    return [
      CheckFinding(
        "A spreadsheet program may read a text that begins so as a formula. Check that it is the text that was meant.",
        token: text.scannedProposal.part(0..<1))
    ]
  }
}
