import Basics
import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct ProposalTableTests {
  private func table() throws -> ProposalTable {
    let proposals = [Proposal.own(4, "title", "=Velkommen  igen"), Proposal.other(6, "gone", "Væk")]
    return try ProposalTable(
      proposals, of: Fixture.catalog(), firstSeen: [4: 1_700_000_000], checks: ProposalChecks(CheckSettings()))
  }

  @Test func `CSV has the texts, the age where it is known, and what checks find`() throws {
    let output = MemoryOutput()
    try table().write(to: output, as: .csv)
    let lines = String(decoding: output.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(
      lines[0]
        == "\u{FEFF}\"Section\",\"Key\",\"Locale\",\"Source\",\"Current\",\"Proposed\",\"Mine\",\"ID\",\"First seen\",\"Findings\""
    )
    #expect(
      lines[1].hasPrefix(
        "\"login\",\"title\",\"da-DK\",\"Welcome\",\"Velkommen\",\"'=Velkommen  igen\",\"yes\",\"4\","
          + "\"2023-11-14T22:13:20Z\",\"space.double"))
    #expect(lines[2].hasPrefix("\"login\",\"gone\",\"da-DK\",\"\",\"\",\"Væk\",\"no\",\"6\",\"\","))
  }

  @Test func `a source locale that the application does not have is refused`() throws {
    #expect(throws: SelectionError.self) {
      _ = try ProposalTable([], of: Fixture.catalog(), sourceLocale: "fr-FR", checks: ProposalChecks(CheckSettings()))
    }
  }

  @Test func `JSON has the members of a list, and more`() throws {
    let text = try table().json.text
    for part in [
      "\"deletable\": true", "\"source\": \"Welcome\"", "\"current\": \"Velkommen\"",
      "\"firstSeen\": \"2023-11-14T22:13:20Z\"", "\"current\": null", "\"findings\": []",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test func `the page shows each proposal with its source, what it changes, and what checks find`() throws {
    var text = ""
    try table().writeHTML(title: "New <b>", to: &text)
    for part in [
      "<h1>New &lt;b&gt;</h1>\n<p>da-DK: 2.</p>", "    Source: Welcome\n", "<ins>=</ins>Velkommen", "<b>yours</b> ",
      "proposal 4, first seen 2023-11-14T22:13:20Z", "space.double", "    Current value: (no longer exists)\n",
      "    Proposed: Væk\n",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `a text that is longer than a cell does not stop the table`() throws {
    let table = try ProposalTable(
      [Proposal.other(5, "button", String(repeating: "a", count: 40_000))], of: Fixture.catalog(), firstSeen: [:],
      checks: ProposalChecks(CheckSettings()))
    let output = MemoryOutput()
    try table.write(to: output, as: .csv)
    #expect(String(decoding: output.bytes, as: UTF8.self).contains("[TOO LONG FOR A CELL: 40000 characters"))
    try table.write(to: MemoryOutput(), as: .xlsx)
  }
}
