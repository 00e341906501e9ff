import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

@Suite("The column Status") struct StatusColumnTests {
  private let catalog = Fixture.catalog(
    title: nil, proposals: [.own(7, "button", "Log på"), .other(8, "title", "Hej")])

  @Test(arguments: SheetLayout.allCases)
  func `says whether a text is missing, translated, proposed or proposed by others`(layout: SheetLayout) throws {
    var found: [String] = []
    _ = try EditedSheet(catalog: self.catalog, layout: layout).read { tables in
      for table in tables {
        for (column, header) in table.cells[0].enumerated() where header.hasPrefix("Status") {
          if layout == .rows { #expect(table.cells[0][column - 1] == "Deletable") }
          found += table.cells.dropFirst().map { $0[column] }
        }
      }
    }
    #expect(found.sorted() == ["missing", "proposed", "proposed by others", "translated", "translated", "translated"])
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `loses nothing where it was removed`(name: String) throws {
    let without = try EditedSheet(catalog: self.catalog, name: name).read { try $0[0].removeColumn("Status") }
    #expect(without.rows.isEmpty)
    #expect(without.diagnostics.isEmpty)
    #expect(without.unchangedCounts.values.reduce(0, +) == 6)
  }

  @Test func `is brought up to date in a copy of the sheet, unless it holds the reviewer's words`() throws {
    let catalog = Fixture.catalog(title: "Velkommen", proposals: [])
    let after = Fixture.catalog(title: "Velkommen", proposals: [.own(9, "title", "Hej")])
    for (shown, expected) in [("translated", "proposed"), ("checked by Anna", nil), (nil, nil)] as [(String?, String?)]
    {
      let row = try Fixture.row("title", of: catalog) {
        $0.proposal = "Hej"
        $0.shownStatus = shown
      }
      let item = Changeset.Item(row: row, verdict: .alreadyProposed, serverValue: "Velkommen", serverProposal: nil)
      let result = RowResult(item: 0, kind: .alreadyThere, reasons: [])
      let refreshed = RowRenewal(catalog: after, scope: Fixture.scope).cells(
        of: item, result, outcome: nil, restored: [:])
      #expect(refreshed.texts[.status] == expected)
      #expect(refreshed.texts[.deletable] == "yes")
    }
  }
}
