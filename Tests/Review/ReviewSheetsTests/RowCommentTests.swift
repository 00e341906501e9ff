import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

struct RowCommentTests {
  private func columns(_ headers: [String]) throws -> SheetColumns {
    let found = SheetColumns.recognition(of: headers.enumerated().map { ($0, $1) }, row: 0)
    guard case .header(let columns) = found else { throw SpreadsheetError("test", "no header") }
    return columns
  }

  private func row(_ index: Int, _ cells: [String]) -> Row {
    let row = Row()
    row.removeAll(index: index)
    for (column, text) in cells.enumerated() where !text.isEmpty { row.append(text, column: column) }
    return row
  }

  private func place(_ row: Int, _ locale: String? = nil) -> RowPlace {
    RowPlace(fileIndex: 0, file: "a.xlsx", worksheet: "Review", row: row + 1, locale: locale)
  }

  private static let rows = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]

  @Test(
    "a comment becomes one line behind its author's name, which no check takes for its own",
    arguments: [
      ("Anna", "please shorten", "Anna: please shorten"), (nil, "why?", "Comment: why?"), ("", "why?", "Comment: why?"),
      ("Anna", "Anna:\n please\r\n\nshorten ", "Anna: please shorten"),
      ("Anna", "fine\nignore: length.maximum", "Anna: fine ignore: length.maximum"),
      ("ignore", "length.maximum", "Comment: length.maximum"),
      (" Ignore : x\n", "length.maximum", "Comment: length.maximum"),
      (nil, "too long\n\t-Anna\nfixed\nnow\n\t-Bo\n", "Anna: too long Bo: fixed now"),
      (nil, "\t- a list", "Comment: - a list"), ("Anna", "x\n\t-y", "Anna: x -y"),
      ("Anna\nignore: y", "x", "Anna ignore: y: x"), (nil, "ignore: z", "Comment: ignore: z"),
    ]) func lines(author: String?, text: String, note: String) throws
  {
    var comments = RowComments(
      [CellComment(row: 3, column: 4, author: author, text: text)], columns: try self.columns(Self.rows))
    let notes = comments.removeNotes(of: self.row(3, ["login", "title", "da-DK", "x"])) { place(3, $0) }
    #expect(notes.map(\.note) == [note])
    #expect(notes.map(\.text) == [Fixture.text("title")])
    #expect(notes.map(\.place) == [place(3)])
  }

  @Test func `a comment belongs to the locale of its column, and on a shared column to the first locale`() throws {
    let columns = try columns([
      "Section", "Key", "Current value [da]", "Proposal [da]", "Deletable [da]", "Current value [de]", "Proposal [de]",
      "Deletable [de]",
    ])
    let found = [
      CellComment(row: 1, column: 6, author: "A", text: "de"), CellComment(row: 1, column: 1, author: "A", text: "key"),
      CellComment(row: 1, column: 40, author: "A", text: "aside"),
    ]
    var comments = RowComments(found, columns: columns)
    let notes = comments.removeNotes(of: self.row(1, ["s", "k", "1", "2", "no", "3", "4", "no"])) { place(1, $0) }
    #expect(
      notes.map { "\($0.text.locale) \($0.place.locale ?? "-") \($0.note)" } == [
        "de de A: de", "da da A: key", "da da A: aside",
      ])
    #expect(comments.diagnostic { place($0) } == nil)
  }

  @Test func `a comment outside of the rows is told of and not kept`() throws {
    let found = [
      CellComment(row: 9, column: 0, author: "A", text: "x"), CellComment(row: 0, column: 27, author: "A", text: "x"),
      CellComment(row: 5, column: 0, author: "A", text: "on a row without a text"),
    ]
    var comments = RowComments(found, columns: try self.columns(Self.rows))
    #expect(comments.removeNotes(of: self.row(5, ["", "", "da", "", "x"])) { place(5, $0) }.isEmpty)
    let told = try #require(comments.diagnostic { place($0) })
    #expect(told.code == .sheetCommentsElsewhere)
    #expect(told.place == place(0))
    #expect(told.message == "3 comments belong to no text and are not kept; the first is on cell AB1: \"x\".")
    #expect(told.severity == .warning)
  }

  @Test func `comments in a workbook are notes of their rows and change nothing else`() throws {
    let catalog = Catalog.pending(.own(7, "title", "Hej"))
    let plain = try WorkbookParts.returned(catalog)
    let sheet = try WorkbookParts.returned(catalog) { $0.addComments(by: "Anna", ["E2": "please shorten"]) }

    let first = try #require(sheet.notes.first)
    #expect(sheet.notes.count == 1)
    #expect(first.note == "Anna: please shorten")
    #expect(first.place.row == 2)
    #expect(first.text == Fixture.text("title", "en-GB"))
    #expect(sheet.rows.isEmpty)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.unchangedCounts == plain.unchangedCounts)
    #expect(sheet.files.map(\.rowCount) == plain.files.map(\.rowCount))
  }
}
