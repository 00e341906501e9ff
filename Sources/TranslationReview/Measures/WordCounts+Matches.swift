extension WordCounts {
  /// How well a memory knows the source texts that are counted together. The ranges of scores are those by which
  /// agencies bill.
  public enum Match: Hashable, Sendable {
    /// The source text is the same, in the locale or another one of its language.
    case exact
    /// The source text differs in case and white space only.
    case folded
    /// The source text is similar, with a score in per cent.
    case similar(ClosedRange<Int>)

    /// The lowest scores of the ranges, the highest first.
    private static let steps = [95, 85, 75, 50]

    /// The matches that a search finds, the most exact first.
    ///
    /// - Parameter threshold: The lowest score that was asked for; nil if only the same texts count.
    static func all(threshold: Int?) -> [Match] {
      var all = [Match.exact, .folded]
      guard let threshold else { return all }
      var highest = 99
      for step in steps where highest >= threshold {
        all.append(.similar(max(step, threshold)...highest))
        highest = step - 1
      }
      return all
    }

    /// Whether a suggestion is counted here.
    func includes(_ match: SheetSuggestions.Match) -> Bool {
      switch (self, match) {
      case (.exact, .exact), (.exact, .language), (.folded, .folded): true
      case (.similar(let scores), .fuzzy(let score)): scores.contains(score)
      default: false
      }
    }

    /// The name in machine output: `exact`, `folded`, or the scores as `85-94`.
    var name: String {
      switch self {
      case .exact: "exact"
      case .folded: "folded"
      case .similar(let scores):
        scores.count == 1 ? "\(scores.lowerBound)" : "\(scores.lowerBound)-\(scores.upperBound)"
      }
    }

    /// The name above a column.
    var heading: String {
      if case .similar = self { "\(name) %" } else { name }
    }
  }
}
