import Basics

/// Warns of a bracket or quotation mark without its partner, if those of the source text have theirs.
struct BracketBalanceCheck: Check {
  let id = "bracket.balance"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    let proposal = text.scannedProposal
    guard proposal.has([.bracket, .quote, .nonASCII]) else { return [] }
    let found = Brackets.differences(in: proposal)
    guard found.contains(where: { $0 != 0 }) else { return [] }
    let known = text.scannedSource.map(Brackets.differences) ?? []
    return Brackets.all.indices.compactMap { kind in
      guard found[kind] != 0, known.isEmpty || known[kind] == 0 else { return nil }
      let token = String(found[kind] > 0 ? Brackets.all[kind].open : Brackets.all[kind].close)
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

/// Pairs of brackets and quotation marks, with their forms for full width.
private enum Brackets {
  /// The marks as messages show them, kind by kind.
  static let all: [(open: Character, close: Character)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("«", "»"), ("「", "」"), ("\"", "\""),
  ]

  /// The place of the mark that opens and closes.
  private static let quote = 5

  /// For each kind, the number of opening marks less the number of closing ones; for the mark that opens and closes, 1 if
  /// one has no partner.
  static func differences(in text: ScannedText) -> [Int] {
    var sums = [Int](repeating: 0, count: all.count)
    guard text.has([.bracket, .quote, .nonASCII]) else { return sums }
    for scalar in text.string.unicodeScalars {
      guard let (kind, change) = step(scalar) else { continue }
      sums[kind] = kind == quote ? 1 - sums[kind] : sums[kind] + change
    }
    return sums
  }

  /// The kind of a mark, and 1 if it opens, -1 if it closes; nil for any other character.
  private static func step(_ scalar: Unicode.Scalar) -> (kind: Int, change: Int)? {
    switch scalar {
    case "(", "（": (0, 1)
    case ")", "）": (0, -1)
    case "[", "［": (1, 1)
    case "]", "］": (1, -1)
    case "{": (2, 1)
    case "}": (2, -1)
    case "«": (3, 1)
    case "»": (3, -1)
    case "「": (4, 1)
    case "」": (4, -1)
    case "\"": (quote, 1)
    default: nil
    }
  }

  /// The number of opening brackets.
  static func count(in text: String) -> Int {
    text.unicodeScalars.count { "([{（［".unicodeScalars.contains($0) }
  }
}
