import Basics
import NStackAPI

/// Plans, reports and statuses in lines.
///
/// On a terminal, the rows of a plan are grouped under their file, worksheet and locale. Elsewhere, each row's line has
/// its full place, so that `grep` finds it.
package struct ReportDisplay: Sendable {
  /// The width of the terminal in cells; nil if there is none.
  let width: Int?
  let usesColor: Bool

  /// A display for files and pipes: no line is wrapped, and nothing is coloured.
  static let plain = ReportDisplay(width: nil, usesColor: false)

  package init(width: Int?, usesColor: Bool) { (self.width, self.usesColor) = (width, usesColor) }

  struct ShownRow {
    let item: Changeset.Item
    /// The verdict; after an import, followed by the outcome.
    var words: String
    /// The reason, in sentences; empty if the words say everything.
    var message: String
    /// Whether the texts are shown below the row.
    var showsTexts = true
  }

  /// Returns a plan as lines of text: the rows that are not unchanged, the notes, then the counts.
  package func lines(of changeset: Changeset, _ extent: ReportExtent = .everything, showsNotes: Bool = true) -> [String]
  {
    let items = changeset.items.filter { extent == .everything || $0.isProblem }
    return lines(of: changeset, items.map(shownRow), extent, showsNotes: showsNotes, ending: changeset.countLines())
  }

  private func lines(
    of changeset: Changeset, _ rows: @autoclosure () -> [ShownRow], _ extent: ReportExtent, showsNotes: Bool = true,
    ending: [String]
  ) -> [String] {
    var lines = self.lines(of: extent.diagnostics(changeset.diagnostics))
    if extent != .summary { lines += self.lines(of: rows()) }
    if showsNotes { lines += extent.hidden(changeset.notes) ?? changeset.notes.flatMap { self.lines(of: $0) } }
    return lines + ending.flatMap { self.lines(ofSentence: $0, indent: 0) }
  }

  func lines(of note: ReturnedSheet.Note) -> [String] { self.lines(ofSentence: note.line, indent: 0) }

  /// Returns one row of a plan as lines of text.
  package func lines(of item: Changeset.Item) -> [String] {
    let row = shownRow(item)
    guard width != nil else { return lines(of: [row]) }
    let group = RowGroup(rows: 0..<1, table: item.row.place.table, locale: item.row.text.locale)
    return [styled(group.heading, "1")] + head(of: row, in: group) + details(of: row)
  }

  /// Returns the conflicting requests of rows for one text: its source and exported text, then each request with its
  /// number, its rows and its differences from the exported text.
  package func lines(ofRivals requests: [[Changeset.Item]]) -> [String] {
    guard let first = requests.first?.first else { return [] }
    let shared = requests.lazy.compactMap(\.first).map { $0.sides.filter { $0.label != .sheet } }
    var lines = [styled(name(of: first), "1")]
    lines += (shared.first { !$0.isEmpty } ?? []).flatMap { self.lines(of: $0, indent: 4) }
    for (number, items) in requests.enumerated() {
      let places = items.map { $0.row.place.description + $0.row.place.byline }.joined(separator: "; ")
      lines += self.lines(ofSentence: "[\(number + 1)] \(places)", indent: 2)
      guard let item = items.first else { continue }
      let sides = item.sides.filter { $0.label == .sheet }
      lines += sides.flatMap { self.lines(of: $0, indent: 4) }
      if sides.isEmpty {
        lines += self.lines(
          ofSentence: item.row.intent == .signOff
            ? "reviewed, stays as it is"
            : item.row.intent.isRejection ? "rejects the proposal" : "deletes the proposal", indent: 4)
      }
    }
    return lines
  }

  /// The name of a row's text. On a terminal it is isolated, so that its direction does not affect the line.
  package func name(of item: Changeset.Item) -> String { name(item.row.text.reportName) }

  private func shownRow(_ item: Changeset.Item) -> ShownRow {
    ShownRow(item: item, words: item.verdict.rawValue, message: "\(item.reasonNamingRivals)")
  }

  /// Returns remarks as lines of text. On a terminal, an empty line follows.
  func lines(of diagnostics: [Diagnostic]) -> [String] {
    let lines = diagnostics.map(\.line)
    guard width != nil, !lines.isEmpty else { return lines }
    return lines.flatMap { self.lines(ofSentence: $0, indent: 0) } + [""]
  }

  // MARK: - Rows

  /// Returns rows as lines of text, grouped on a terminal.
  func lines(of rows: [ShownRow]) -> [String] {
    guard width != nil else { return rows.flatMap { [$0.item.line($0.words, $0.message)] + details(of: $0) } }
    return RowGroup.groups(of: rows.map(\.item.row)).flatMap { group in
      [styled("\(group.heading) (\(Counted.text(group.rows.count, "row")))", "1")]
        + rows[group.rows].flatMap { head(of: $0, in: group) + details(of: $0) } + [""]
    }
  }

  private func head(of row: ShownRow, in group: RowGroup) -> [String] {
    let text = row.item.row.text
    let name = group.locale == nil ? text.reportName : "\(Visible.text(text.section))/\(Visible.text(text.key))"
    let place = styled("row \(row.item.row.place.row)", "2")
    let words = styled(row.words, Self.style(of: row.item.verdict))
    var lines = ["  \(place)  \(words)  \(styled(self.name(name), "1"))\(row.item.row.place.byline)"]
    let isToldBelow = row.item.findings.contains { isInMessage($0, of: row) }
    if !row.message.isEmpty, !isToldBelow { lines += self.lines(ofSentence: row.message, indent: 4) }
    return lines
  }

  /// The texts, findings and notes below a row.
  private func details(of row: ShownRow) -> [String] {
    let item = row.item
    var lines = row.showsTexts ? item.sides.flatMap { self.lines(of: $0, indent: 4) } : []
    let told = Set(item.findings.map(\.reason))
    for finding in item.findings where width != nil || !isInMessage(finding, of: row) {
      let style = finding.severity == .error ? "31" : finding.severity == .warning ? "33" : ""
      lines += self.lines(ofSentence: "\(finding.severity.rawValue): \(finding.sentence)", indent: 4, style: style)
    }
    for note in item.notes where !told.contains(note) { lines += self.lines(ofSentence: "note: \(note)", indent: 4) }
    return lines
  }

  /// Whether a finding is already in the row's message: a refused row's message consists of its errors.
  private func isInMessage(_ finding: TextFinding, of row: ShownRow) -> Bool {
    row.item.verdict == .refusedByCheck && finding.severity == .error
  }

  private static func style(of verdict: Verdict) -> String {
    if verdict.isRefusal { return "31" }
    return verdict == .conflict || verdict == .unapproved
      ? "33" : verdict == .delete ? "35" : verdict.isChange ? "32" : "2"
  }
}

extension ReturnedSheet.Note {
  /// The note on one line, after the place of its row.
  var line: String { "\(place): \(isQuestion ? "question" : "note")\(place.byline): \(Visible.text(note, limit: 400))" }
}

extension [Diagnostic] {
  /// The lines for errors only.
  package var errorLines: [String] { ReportExtent.summary.diagnostics(self).map(\.line) }
}

extension ReportExtent {
  /// The diagnostics to show. Errors are always shown, because they may say that a file was left out.
  package func diagnostics(_ all: [Diagnostic]) -> [Diagnostic] {
    switch self {
    case .everything: all
    case .problems: all.filter { $0.severity != .info }
    case .summary: all.filter { $0.severity == .error }
    }
  }
}

extension Changeset.Item {
  /// Whether a person should look at the row, because it is refused or in conflict, or because a check warns about its
  /// text.
  var isProblem: Bool {
    verdict.isRefusal || [.conflict, .notChosen, .unapproved].contains(verdict)
      || findings.contains { $0.severity != .info }
  }
}

extension ReportDisplay {
  /// Returns the report of an import as lines of text: the rows that are not unchanged, the counts, and the result of
  /// the last reading.
  ///
  /// - Parameter showsTexts: Whether rows that were carried out are shown with their texts, as all other rows are.
  package func lines(of report: SubmissionReport, _ extent: ReportExtent = .everything, showsTexts: Bool = true)
    -> [String]
  {
    let changeset = report.changeset
    let items = changeset.items.indices.filter { extent == .everything || report.isProblem(itemAt: $0) }
    return lines(
      of: changeset, items.map { shownRow(report, $0, showsTexts: showsTexts) }, extent,
      ending: changeset.countLines(report) + [report.callsLine].compactMap(\.self) + report.verificationLines)
  }

  private func shownRow(_ report: SubmissionReport, _ index: Int, showsTexts: Bool) -> ShownRow {
    let item = report.changeset.items[index]
    guard let outcome = report.outcome(ofItemAt: index) else { return shownRow(item) }
    return ShownRow(
      item: item, words: "\(item.verdict.rawValue) \(outcome.name)",
      message: "\(outcome.reason + report.overrodeReason(ofItemAt: index))", showsTexts: showsTexts || !outcome.isDone)
  }
}

extension SubmissionReport {
  /// Whether a person should look at a row, because it was refused, failed, or overrode another proposal.
  fileprivate func isProblem(itemAt index: Int) -> Bool {
    if changeset.items[index].isProblem || !overrodeReason(ofItemAt: index).isEmpty { return true }
    return outcome(ofItemAt: index).map { !$0.isDone } ?? false
  }
}

/// How much a plan or a report shows in lines.
public enum ReportExtent: String, CaseIterable, Sendable {
  /// All rows that are not unchanged, and the counts.
  case everything = "all"
  /// The rows that were refused, are in conflict, failed, or have warnings, and the counts.
  case problems
  /// The counts, and errors that are not about a single row.
  case summary

  /// A line that says how many of the reviewers' notes are left out; nil if they are shown.
  func hidden(_ notes: [ReturnedSheet.Note]) -> [String]? {
    guard self != .everything else { return nil }
    return notes.isEmpty ? [] : ["not shown: \(Counted.text(notes.count, "reviewer's note", "reviewers' notes"))"]
  }
}
