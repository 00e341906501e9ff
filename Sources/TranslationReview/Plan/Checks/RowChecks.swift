import Basics
import NStackAPI

/// The checks of a plan, run on one proposal after the other (rule 16).
struct RowChecks: Sendable {
  /// What the checks say about one proposal, each finding in a sentence that begins with the check's id.
  struct Outcome {
    /// The findings that refuse the row, in the order of the checks; empty if it may be sent.
    private(set) var errors: [String] = []
    /// The other findings, in the same order.
    private(set) var notes: [String] = []

    /// The reason to refuse the row; nil if it may be sent.
    var refusal: String? { errors.isEmpty ? nil : errors.joined(separator: " ") }

    fileprivate mutating func add(_ finding: CheckFinding, of check: any Check) {
      let token = finding.token.map { " (\"\(Visible.text($0))\")" } ?? ""
      let sentence = "\(check.id)\(token): \(finding.message)"
      if check.severity == .error { errors.append(sentence) } else { notes.append(sentence) }
    }
  }

  let checks: [any Check]

  /// Judges the proposal of a row.
  func outcome(of row: ReturnedRow, against catalog: Catalog) -> Outcome {
    var outcome = Outcome()
    // Looking up the source text would cost time for every proposal.
    guard !checks.isEmpty else { return outcome }
    let text = CheckedText(
      text: catalog.canonical(row.text), proposal: LineEnds.normalized(row.proposal), source: source(of: row, catalog),
      currentValue: catalog.value(of: row.text) ?? "", context: row.context)
    for check in checks {
      for finding in check.findings(in: text) { outcome.add(finding, of: check) }
    }
    return outcome
  }

  private func source(of row: ReturnedRow, _ catalog: Catalog) -> String? {
    let value = catalog.languages.firstIndex(where: \.isDefault).flatMap { language in
      catalog.keyIndex(of: TextKey(row.text)).map { catalog.value(ofKeyAt: $0, inLanguageAt: language) }
    }
    return [value, row.sourceValue].compactMap(\.self).first { !$0.isEmpty }
  }
}
