import Basics
import NStackAPI

/// Proposals as one self-contained HTML page, in the look of ``HTMLReport``: a digest for people who decide about them.
package struct HTMLProposals: Sendable {
  /// What the page says of the proposals as a whole.
  package var title = "Proposals"
  /// Facts about the list, such as the profile and the time, each with a name and a value.
  package var facts: [(name: String, value: String)] = []
  /// Whether the proposals are of a server for trials.
  package var isSandbox = false
  private let table: ProposalTable

  /// Creates the page of a table's proposals, in the order of its rows.
  package init(_ table: ProposalTable) { self.table = table }

  /// Writes the page, in HTML, piece by piece.
  package func write(to output: inout some TextOutputStream) {
    let locales = Dictionary(grouping: table.entries, by: \.proposal.text.locale).mapValues(\.count)
    let counts = locales.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ")
    let title = HTMLText.escaped(title)
    output.write(HTMLReportPage.start(title: title) + "<header>\n")
    if isSandbox { output.write("<p class=\"sandbox\">Sandbox: these are of a server for trials.</p>\n") }
    output.write("<h1>\(title)</h1>\n")
    output.write("<p>\(HTMLText.escaped(counts.isEmpty ? "There are none" : counts)).</p>\n")
    output.write(HTMLReportPage.list(of: facts) + "</header>\n<main id=\"main\">\n")
    for entry in table.entries { output.write(Self.markup(of: entry)) }
    output.write("</main>\n\(HTMLReportPage.end)")
  }

  private static func markup(of entry: ProposalTable.Entry) -> String {
    var proposed = HTMLText.Marked.pair(old: entry.current ?? "", new: entry.proposal.value)
    if entry.current?.isEmpty != false { proposed = (HTMLText.Marked(""), HTMLText.Marked(entry.proposal.value)) }
    let current = entry.current == nil ? "no longer exists" : "not translated"
    let texts = [
      entry.source.map { ("Source", HTMLText.Marked($0).markup) },
      ("Current", proposed.old.isEmpty ? "<span class=\"none\">\(current)</span>" : proposed.old.markup),
      ("Proposed", proposed.new.markup),
    ]
    let place = "proposal \(entry.proposal.id)" + (entry.firstSeen.map { ", first seen \($0)" } ?? "")
    return HTMLReportPage.row(
      entry.proposal.canDelete ? "yours" : "proposed", entry.proposal.text, place, texts.compactMap(\.self),
      findings: entry.findings)
  }
}
