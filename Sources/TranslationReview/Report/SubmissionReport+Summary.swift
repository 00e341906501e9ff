import Basics

extension SubmissionReport {
  /// The number of rows with each verdict and of calls with each outcome, on one line.
  public var summaryLine: String {
    let counts = outcomeCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "\(changeset.summaryLine); \(Counted.text(outcomes.count, "call")): \(counts.joined(separator: ", "))"
      + overrodeWords
  }
}
