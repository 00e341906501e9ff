import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct RowGroupTests {
  private func row(_ locale: String, _ worksheet: String?, file: String = "a.xlsx", index: Int = 0) -> ReturnedRow {
    ReturnedRow(
      place: RowPlace(fileIndex: index, file: file, worksheet: worksheet, row: 2),
      cells: ReviewRow(text: Fixture.text("title", locale)), isProposalChanged: false)
  }

  private func headings(_ rows: [ReturnedRow]) -> [String] { RowGroup.groups(of: rows).map(\.heading) }

  @Test func `each file and worksheet is a group, and each locale if the locales follow each other`() {
    let rows = [row("da-DK", "R"), row("da-DK", "R"), row("de-DE", "R"), row("da-DK", nil, file: "b.csv", index: 1)]
    #expect(headings(rows) == ["a.xlsx: worksheet \"R\" [da-DK]", "a.xlsx: worksheet \"R\" [de-DE]", "b.csv [da-DK]"])
    #expect(RowGroup.groups(of: rows).map(\.rows) == [0..<2, 2..<3, 3..<4])
  }

  @Test func `files with one name are two groups`() {
    #expect(headings([row("da-DK", nil), row("da-DK", nil, index: 1)]).count == 2)
    #expect(headings([]) == [])
  }
}
