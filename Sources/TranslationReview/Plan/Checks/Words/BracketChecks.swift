/// Warns of a bracket or quotation mark without its partner, if those of the source text have theirs.
struct BracketBalanceCheck: Check {
  let id = "bracket.balance"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    let proposal = text.scannedProposal
    guard proposal.has([.bracket, .quote, .nonASCII]) else { return [] }
    let source = text.source ?? ""
    return Brackets.all.compactMap { kind in
      guard Brackets.isBalanced(kind, in: source), !Brackets.isBalanced(kind, in: text.proposal) else { return nil }
      let isUnclosed = Brackets.difference(kind, in: text.proposal) > 0
      let token = String(isUnclosed ? kind.open : kind.close)
      return CheckFinding("This mark has no partner. Write the other one, or remove it.", token: token)
    }
  }
}

/// Tells of another number of brackets than in the source text.
struct BracketCountCheck: Check {
  let id = "bracket.count"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, source.has(.bracket) || text.scannedProposal.has([.bracket, .nonASCII])
    else { return [] }
    let wanted = Brackets.count(in: source.string)
    let found = Brackets.count(in: text.proposal)
    guard wanted != found else { return [] }
    return [
      CheckFinding("The source text has \(Counted.text(wanted, "opening bracket")), and the proposal has \(found).")
    ]
  }
}

/// Tells of straight quotation marks where the source text has curved ones, or the other way round.
struct QuoteStyleCheck: Check {
  let id = "quote.style"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource else { return [] }
    let curved: Set<Unicode.Scalar> = ["“", "”", "„", "«", "»", "「", "」"]
    let isCurved = { (string: String) in string.unicodeScalars.contains(where: curved.contains) }
    let isStraight = source.has(.quote) && !isCurved(source.string)
    guard isStraight || isCurved(source.string) && !source.has(.quote),
      isStraight ? isCurved(text.proposal) : text.scannedProposal.has(.quote)
    else { return [] }
    return [CheckFinding("The source text has \(isStraight ? "straight" : "curved") quotation marks.")]
  }
}

/// Pairs of brackets and quotation marks.
private enum Brackets {
  struct Kind: Sendable {
    let open: Unicode.Scalar
    let close: Unicode.Scalar
    /// Other forms of the two, as for full width.
    var others: [(Unicode.Scalar, Unicode.Scalar)] = []
  }

  static let all = [
    Kind(open: "(", close: ")", others: [("（", "）")]), Kind(open: "[", close: "]", others: [("［", "］")]),
    Kind(open: "{", close: "}"), Kind(open: "«", close: "»"), Kind(open: "「", close: "」"),
    Kind(open: "\"", close: "\""),
  ]

  static func isBalanced(_ kind: Kind, in text: String) -> Bool {
    if kind.open == kind.close { return text.utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2) }
    return difference(kind, in: text) == 0
  }

  /// The number of opening marks less the number of closing ones; 1 for a mark that opens and closes.
  static func difference(_ kind: Kind, in text: String) -> Int {
    if kind.open == kind.close { return 1 }
    return text.unicodeScalars.reduce(0) { sum, scalar in
      if scalar == kind.open || kind.others.contains(where: { $0.0 == scalar }) { return sum + 1 }
      return scalar == kind.close || kind.others.contains { $0.1 == scalar } ? sum - 1 : sum
    }
  }

  /// The number of opening brackets.
  static func count(in text: String) -> Int {
    text.unicodeScalars.count { "([{（［".unicodeScalars.contains($0) }
  }
}
