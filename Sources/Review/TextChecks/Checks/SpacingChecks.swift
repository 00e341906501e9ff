import Basics

extension Check {
  /// Warns of spaces at the start or end that the source text does not have, or that the proposal lacks.
  static let edgeSpace = Check("space.edge", .warning) { text in
    guard let source = text.translatedSource, !source.bytes.isEmpty else { return [] }
    let wanted = SpaceEdges(of: source.string)
    let found = SpaceEdges(of: text.proposal)
    return [(wanted.leading, found.leading, "start"), (wanted.trailing, found.trailing, "end")].compactMap {
      wanted, found, edge in
      // Any space counts: a language may need a no-break space where English does not.
      wanted.isEmpty == found.isEmpty
        ? nil
        : CheckFinding((found.isEmpty ? "check.space.missing." : "check.space.extra.") + edge, token: wanted + found)
    }
  }

  /// Warns of two or more spaces in a row that the source text does not have.
  static let doubleSpace = Check("space.double", .warning) { text in
    guard let run = SpaceRuns.first(in: text.scannedProposal), text.scannedSource.flatMap(SpaceRuns.first) == nil else {
      return []
    }
    return [CheckFinding("check.space.double", token: String(run.prefix(2)))]
  }

  /// Warns of a tab that the source text does not have.
  static let tab = Check("space.tab", .warning) { text in
    guard text.scannedProposal.has(.tab), text.scannedSource?.has(.tab) != true else { return [] }
    return [CheckFinding("check.space.tab", token: "\t")]
  }

  /// Reports French punctuation without the no-break space before it.
  static let frenchSpace = Check("space.french", .info) { text in
    guard text.language == "fr", text.locale.lowercased().hasSuffix("ca") == false else { return [] }
    let plain = TextWithoutTokens(text.scannedProposal)
    let scalars = Array(plain.string.unicodeScalars)
    for (index, scalar) in scalars.enumerated().dropFirst() where "?!;»".unicodeScalars.contains(scalar) {
      let before = scalars[index - 1]
      let isLast = index + 1 == scalars.count || scalars[index + 1].properties.isWhitespace
      guard isLast, before.properties.isAlphabetic || before == " " else { continue }
      return [CheckFinding("check.space.french", token: String(String.UnicodeScalarView(scalars[index - 1...index])))]
    }
    return []
  }

  /// Warns of line breaks at the start or end that differ from the source text's.
  static let lineEdge = Check("line.edge", .warning) { text in
    guard let source = text.translatedSource, source.has(.lineFeed) || text.scannedProposal.has(.lineFeed) else {
      return []
    }
    let pairs = [
      (source.bytes.first, text.scannedProposal.bytes.first, "start"),
      (source.bytes.last, text.scannedProposal.bytes.last, "end"),
    ]
    return pairs.compactMap { wanted, found, edge in
      (wanted == 0x0A) == (found == 0x0A)
        ? nil : CheckFinding((wanted == 0x0A ? "check.line.missing." : "check.line.extra.") + edge, token: "\n")
    }
  }

  /// Warns of a number of line breaks that differs from the source text's.
  static let lineCount = Check("line.count", .warning) { text in
    guard let source = text.translatedSource, source.has(.lineFeed) || text.scannedProposal.has(.lineFeed) else {
      return []
    }
    let (wanted, found) = (source.lineFeeds, text.scannedProposal.lineFeeds)
    guard wanted != found else { return [] }
    return [CheckFinding("check.line.count", counts: wanted, found, token: "\n")]
  }

  /// Warns of `\n` typed as two characters where the source text has a line break.
  static let typedLineBreak = Check("line.escaped", .warning) { text in
    guard let source = text.scannedSource, source.has(.lineFeed), text.scannedProposal.has(.backslash) else {
      return []
    }
    let typed = "\\n"
    guard !source.string.utf8Contains(Array(typed.utf8)), text.proposal.utf8Contains(Array(typed.utf8)) else {
      return []
    }
    return [CheckFinding("check.line.typed", token: typed)]
  }
}

extension ScannedText { fileprivate var lineFeeds: Int { bytes.count { $0 == 0x0A } } }
