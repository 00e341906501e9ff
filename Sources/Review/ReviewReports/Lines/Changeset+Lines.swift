import Basics
import NStackAPI

extension Changeset: CustomStringConvertible {
  /// Returns the plan as lines of text: the rows that are not unchanged, then the counts. Each row has its texts and
  /// their differences from the exported text.
  ///
  /// - Parameters:
  ///   - extent: How much is shown.
  ///   - limit: The maximum number of rows to list.
  package func lines(_ extent: ReportExtent = .everything) -> [String] { ReportDisplay.plain.lines(of: self, extent) }

  /// The problems, as lines of text: errors in files or the import, then refused and conflicting rows.
  package var problemLines: [String] {
    diagnostics.errorLines
      + items.filter { $0.verdict.isRefusal || $0.verdict == .conflict }.map { "error: \($0.line)" }
  }

  package var callsLine: String { "\(proposeCount) to propose, \(deleteCount) to delete" }

  /// The calls, and how many rows ask for them: rows with the same request share one.
  package var planLine: String {
    changes.isEmpty ? "plan: \(callsLine)" : "plan: \(callsLine) (\(rowsAndCalls("ask")))"
  }

  /// How many rows ask for the calls of one kind, as in ` for 97 rows`; empty if it is one row for each call.
  package func askingWords(deletes: Bool) -> String {
    let calls = changes.filter { $0.isDelete == deletes }
    let rows = calls.reduce(0) { $0 + $1.items.count }
    return rows == calls.count ? "" : " for \(Counted.text(rows, "row"))"
  }

  /// How many rows ask for how many calls, as in `115 rows ask for 110 calls`.
  func rowsAndCalls(_ verb: String) -> String {
    let rows = changes.reduce(0) { $0 + $1.items.count }
    let verb = rows == 1 && verb == "ask" ? "asks" : verb
    return "\(Counted.text(rows, "row")) \(verb) for \(Counted.text(changes.count, "call"))"
  }

  /// The number of rows by result, on one line.
  public var description: String { RowCounts(self).line }

  /// How many texts no person read; empty if somebody read all.
  var unreadLines: [String] { unreadCount == 0 ? [] : ["\(Counted.text(unreadCount, "text")) that no person read"] }

  /// The counts, one on each line: for each file if there are several, for all rows, for findings, and for the errors
  /// that reviewers noted.
  package func countLines(_ report: SubmissionReport? = nil) -> [String] {
    fileLines(report) + [RowCounts(self, report).line] + (checkLine.map { [$0] } ?? []) + unreadLines
      + qualityLines(report)
  }

  /// The edited rows of each file; empty for one file.
  private func fileLines(_ report: SubmissionReport?) -> [String] {
    guard files.count > 1 else { return [] }
    let indices = Dictionary(grouping: items.indices) { items[$0].row.place.fileIndex }
    return files.enumerated().map { index, file in
      "\(Visible.path(file.path)): \(Counted.text(file.rowCount, "row")), "
        + (RowCounts(self, report, ofItemsAt: indices[index] ?? []).list ?? "no edit")
    }
  }

  /// The findings by severity and check; nil if there are none.
  private var checkLine: String? {
    let findings = items.flatMap(\.findings)
    guard !findings.isEmpty else { return nil }
    let parts = [Severity.error, .warning, .info].compactMap { severity -> String? in
      let same = findings.filter { $0.severity == severity }
      guard !same.isEmpty else { return nil }
      let counts = same.reduce(into: [:]) { $0[$1.check, default: 0] += 1 }
      let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
      let name = severity == .info ? "remark" : severity.rawValue
      return "\(Counted.text(same.count, name)) (\(list.joined(separator: ", ")))"
    }
    return "checks: \(parts.joined(separator: ", "))"
  }
}

extension Changeset.Item {
  /// The row on one line: place, verdict, text, reason.
  var line: String { line(verdict.rawValue, "\(reasonNamingRivals)") }

  /// The row on one line, with its result and the reason.
  func line(_ words: String, _ reason: String) -> String {
    "\(row.place): \(words) \(row.text.reportName)\(row.place.byline)\(reason.isEmpty ? "" : ": \(reason)")"
  }
}
