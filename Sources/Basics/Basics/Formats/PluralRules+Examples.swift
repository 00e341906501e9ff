extension PluralRules {
  /// The last number that is tried. Every pattern of CLDR's rules for everyday numbers is there twice.
  private static let lastTried = 320
  private static let mostRuns = 2

  /// Numbers of each category, as a person reads them: `2–4, 22–24, …`.
  package var examples: [PluralCategory: String] {
    var runs: [PluralCategory: [ClosedRange<Int>]] = [:]
    for number in 0...Self.lastTried {
      let category = category(of: number)
      let start = runs[category]?.last.flatMap { $0.upperBound == number - 1 ? $0.lowerBound : nil }
      if start != nil { runs[category]?.removeLast() }
      runs[category, default: []].append((start ?? number)...number)
    }
    var examples = runs.mapValues(Self.text)
    // In Romance languages only millions have `many`; in Polish only fractions have `other`.
    for number in ["1000000", "1.5"] where examples[category(of: number)] == nil {
      examples[category(of: number)] = "\(number), …"
    }
    return examples
  }

  private static func text(of runs: [ClosedRange<Int>]) -> String {
    let isEndless = runs.last?.upperBound == lastTried
    var parts = runs.prefix(mostRuns).map { run in
      run.upperBound == lastTried || run.count < 3
        ? run.prefix(3).map(String.init).joined(separator: ", ") : "\(run.lowerBound)–\(run.upperBound)"
    }
    if isEndless || runs.count > mostRuns { parts.append("…") }
    return parts.joined(separator: ", ")
  }
}
