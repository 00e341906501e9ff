import Basics
import NStackAPI

extension PlanDisplay {
  /// Returns the report of an import as lines of text: the rows that are not unchanged, the counts, the last reading.
  ///
  /// - Parameter showsTexts: Whether rows that were carried out are shown with their texts, as all others are.
  package func lines(
    of report: SubmissionReport, _ extent: ReportExtent = .everything, showsTexts: Bool = true
  ) -> [String] {
    let changeset = report.changeset
    var lines = self.lines(of: extent.diagnostics(changeset.diagnostics))
    if extent != .summary {
      lines += self.lines(
        of: changeset.items.indices.filter { extent == .everything || report.isProblem(itemAt: $0) }.map { index in
          shownRow(report, index, showsTexts: showsTexts)
        })
    }
    if extent == .everything { lines += changeset.notes.flatMap { self.lines(of: $0) } }
    return lines
      + self.lines(ofCounts: changeset.countLines + (report.callsLine.map { [$0] } ?? []) + report.verificationLines)
  }

  private func shownRow(_ report: SubmissionReport, _ index: Int, showsTexts: Bool) -> ShownRow {
    let item = report.changeset.items[index]
    guard let outcome = report.outcome(ofItemAt: index) else {
      return ShownRow(item: item, words: item.verdict.rawValue, message: item.message)
    }
    let reasons = [outcome.message, report.overrodeMessage(ofItemAt: index)].filter { !$0.isEmpty }
    return ShownRow(
      item: item, words: "\(item.verdict.rawValue) \(outcome.name)", message: reasons.joined(separator: " "),
      showsTexts: showsTexts || !outcome.isDone)
  }
}

extension SubmissionReport {
  /// Whether a person should look at a row: its rules or its call ended badly, or it overrode another proposal.
  fileprivate func isProblem(itemAt index: Int) -> Bool {
    if changeset.items[index].isProblem || !overrodeMessage(ofItemAt: index).isEmpty { return true }
    return outcome(ofItemAt: index).map { !$0.isDone } ?? false
  }
}
