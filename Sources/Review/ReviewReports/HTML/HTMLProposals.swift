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
    HTMLReportPage.write(
      title: title, sandbox: isSandbox ? "these are from a test server" : nil,
      counts.isEmpty ? "There are none" : counts, facts, entries.lazy.map(Self.markup), to: &output)
  }

  private static func markup(of entry: Entry) -> String {
    var proposed = HTMLText.Highlighted.pair(old: entry.current ?? "", new: entry.proposal.value)
    if entry.current?.isEmpty != false {
      proposed = (HTMLText.Highlighted(""), HTMLText.Highlighted(entry.proposal.value))
    }
    let current = entry.current == nil ? "no longer exists" : "not translated"
    let texts = [
      entry.source.map { ("Source", HTMLText.Highlighted($0).markup) },
      ("Current", proposed.old.isEmpty ? "<span class=\"none\">\(current)</span>" : proposed.old.markup),
      ("Proposed", proposed.new.markup),
    ]
    let place = "proposal \(entry.proposal.id)" + (entry.firstSeen.map { ", first seen \($0)" } ?? "")
    return HTMLReportPage.row(
      entry.proposal.canDelete ? "yours" : "proposed", entry.proposal.text, place, texts.compactMap(\.self),
      findings: entry.remarks)
  }
}
