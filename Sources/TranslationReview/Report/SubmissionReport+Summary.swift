extension SubmissionReport {
  /// The rows and the calls in one line.
  public var summaryLine: String {
    let counts = outcomeCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "\(changeset.summaryLine); \(outcomes.count) calls: \(counts.joined(separator: ", "))"
  }
}
