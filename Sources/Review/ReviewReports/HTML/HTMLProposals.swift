import Basics
import NStackAPI

extension ProposalTable {
  /// Writes the table as a page.
  ///
  /// - Parameters:
  ///   - facts: Facts to show on the page, such as the server.
  package func writeHTML(
    title: String = "Proposals", _ facts: [(name: String, value: String)] = [], isSandbox: Bool = false,
    to output: inout some TextOutputStream
  ) {
    let locales = Dictionary(grouping: entries, by: \.proposal.text.locale).mapValues(\.count)
    let counts = locales.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ")
    var page = ReportPage(title: title)
    page.sandbox = isSandbox ? "these are from a test server" : nil
    page.top = [(nil, counts.isEmpty ? "There are none." : "\(counts).")]
    page.facts = facts
    page.write(entries.lazy.map(Self.row), to: &output)
  }

  private static func row(of entry: Entry) -> ReportRow {
    let current = entry.current ?? ""
    let texts =
      current.isEmpty
      ? (MarkedText(""), MarkedText(entry.proposal.value)) : MarkedText.pair(old: current, new: entry.proposal.value)
    let lines = [
      entry.source.map { ReportRow.Line("source", MarkedText($0)) },
      current.isEmpty
        ? ReportRow.Line("current", none: entry.current == nil ? "no longer exists" : "not translated")
        : ReportRow.Line("current", texts.0), ReportRow.Line("Proposed", texts.1),
    ]
    return ReportRow(
      kind: entry.proposal.canDelete ? "yours" : "proposed", text: entry.proposal.text,
      place: "proposal \(entry.proposal.id)" + (entry.firstSeen.map { ", first seen \($0)" } ?? ""),
      lines: lines.compactMap(\.self), findings: entry.remarks.map { ("", .warning, nil, $0) })
  }
}
