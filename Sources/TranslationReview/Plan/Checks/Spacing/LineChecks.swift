import Basics

/// Warns of line breaks at the start or end that differ from the source text's.
struct LineEdgeCheck: Check {
  let id = "line.edge"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.has(.lineFeed) || text.scannedProposal.has(.lineFeed) else {
      return []
    }
    let pairs = [
      (source.bytes.first, text.scannedProposal.bytes.first, "begins"),
      (source.bytes.last, text.scannedProposal.bytes.last, "ends"),
    ]
    return pairs.compactMap { wanted, found, verb in
      guard (wanted == 0x0A) != (found == 0x0A) else { return nil }
      return wanted == 0x0A
        ? CheckFinding("The source text \(verb) with a line break, and the proposal does not. Add it.", token: "\n")
        : CheckFinding("The proposal \(verb) with a line break, and the source text does not. Remove it.", token: "\n")
    }
  }
}

/// Warns of another number of line breaks than in the source text.
struct LineCountCheck: Check {
  let id = "line.count"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.has(.lineFeed) || text.scannedProposal.has(.lineFeed) else {
      return []
    }
    let wanted = Self.count(source)
    let found = Self.count(text.scannedProposal)
    guard wanted != found else { return [] }
    return [
      CheckFinding(
        "The source text has \(Counted.text(wanted, "line break")), and the proposal has \(found). Check that it is meant.",
        token: "\n")
    ]
  }

  private static func count(_ text: ScannedText) -> Int { text.bytes.count { $0 == 0x0A } }
}

/// Warns of `\n` typed as two characters where the source text has a line break.
struct TypedLineBreakCheck: Check {
  let id = "line.escaped"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.scannedSource, source.has(.lineFeed), text.scannedProposal.has(.backslash) else {
      return []
    }
    let typed = "\\n"
    guard !source.string.utf8Contains(Array(typed.utf8)), text.proposal.utf8Contains(Array(typed.utf8)) else {
      return []
    }
    return [CheckFinding("This shows as two characters. Write a line break, as the source text has it.", token: typed)]
  }
}
