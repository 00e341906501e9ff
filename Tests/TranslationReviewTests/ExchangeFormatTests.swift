import Foundation
import NStackAPI
import Spreadsheet
import Testing

@testable import TranslationReview

/// A format of one JSON array of strings for each row: section, key, locale, current value, proposal, base.
private struct LinesCoding: ExchangeCoding {
  let name = "lines"

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    var text = sheet.id.text + "\n"
    var count = 0
    for language in sheet.sheet.languages {
      try sheet.sheet.forEachRow(inLanguageAt: language) { row in
        let cells = [
          row.text.section, row.text.key, row.text.locale, row.currentValue, row.proposal, row.base?.text ?? "",
        ]
        text += String(decoding: try JSONEncoder().encode(cells), as: UTF8.self) + "\n"
        count += 1
      }
    }
    try output.write(Array(text.utf8))
    try output.finish()
    return count
  }

  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> ExchangedFile {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    for (index, line) in lines.enumerated().dropFirst() {
      let cells = try JSONDecoder().decode([String].self, from: Data(line.utf8))
      try #require(cells.count == 6)
      let base = RowBase(text: cells[5])
      try body(
        ExchangedRow(
          number: index + 1,
          cells: ReviewRow(
            text: TextIdentity(section: cells[0], key: cells[1], locale: cells[2]), currentValue: cells[3],
            proposal: cells[4], proposalID: base?.proposalID, base: base)))
    }
    return ExchangedFile(sheetID: lines.first.map(String.init))
  }
}

/// A format that is not a table goes out and comes back through the same list of formats, and means the same.
@Suite("Exchange formats")
struct ExchangeFormatTests {
  private static let formats = SheetFormat.allCases + [SheetFormat(LinesCoding())]
  private static let catalog = Fixture.catalog(proposals: [Fixture.proposal(7, "button", "Log på", mine: true)])

  private static func exported(to folder: AnnotationFolder) throws -> (path: String, summary: ReviewSheetWriter.Summary)
  {
    let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope)
    let path = folder.file("sheet.LINES")
    let format = try #require(SheetFormat(extensionOf: path, among: formats))
    let writer = ReviewSheetWriter(sheet, provenance: SheetProvenance(profile: "test", exportedAt: nil, tool: "test"))
    return (path, try writer.write(to: OutputFile(path: path), as: format))
  }

  private static func read(_ path: String) throws -> ReturnedSheet {
    try ReviewSheetReader.read(
      [path], csv: CSVReadingOptions(), limits: SpreadsheetLimits(), formats: formats, afterRows: { _ in })
  }

  private static func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("a sheet that nobody edited plans nothing")
  func untouched() throws {
    let folder = try AnnotationFolder()
    let (path, summary) = try Self.exported(to: folder)
    #expect(summary.rows == 6)
    let sheet = try Self.read(path)
    #expect(sheet.rows.isEmpty)
    #expect(sheet.rowCount == 6)
    #expect(sheet.files.map(\.sheetID) == [summary.sheetID])
    let plan = ChangesetPlanner.plan(sheet, against: Self.catalog, scope: Fixture.scope)
    #expect(plan.counts == [.unchanged: 6])
  }

  @Test("an edit, a conflict and a damaged cell mean the same as in a table")
  func edits() throws {
    let folder = try AnnotationFolder()
    let (path, _) = try Self.exported(to: folder)
    try Self.edit(path, #""Log ind","Log på""#, #""Log ind","Ind""#)
    let sheet = try Self.read(path)
    #expect(sheet.rows.map(\.intent) == [.propose])
    #expect(sheet.rows.map(\.place.row) == [6])
    let plan = ChangesetPlanner.plan(sheet, against: Self.catalog, scope: Fixture.scope)
    #expect(plan.changes.map(\.operation) == [.propose(value: "Ind")])
    let moved = ChangesetPlanner.plan(sheet, against: Fixture.catalog(button: "Andet"), scope: Fixture.scope)
    #expect(moved.items.map(\.verdict) == [.conflict])
    try Self.edit(path, #""Log ind","Ind""#, #""Logind","Ind""#)
    let damaged = ChangesetPlanner.plan(try Self.read(path), against: Self.catalog, scope: Fixture.scope)
    #expect(damaged.items.map(\.verdict) == [.damaged])
  }

  @Test("the format of a file name is looked up in one list")
  func names() {
    #expect(SheetFormat(extensionOf: "a/sheet.XLSX") == .xlsx)
    #expect(SheetFormat(extensionOf: "sheet.csv") == .csv)
    #expect(SheetFormat(extensionOf: "sheet.tsv") == .tsv)
    #expect(SheetFormat(extensionOf: "sheet.lines") == nil)
    #expect(SheetFormat(extensionOf: "xlsx") == nil)
    #expect(SheetFormat(extensionOf: "folder.csv/sheet") == nil)
    #expect(SheetFormat.allCases.map(\.name) == ["xlsx", "csv", "tsv", "xlf", "po"])
    #expect(SheetFormat(extensionOf: "sheet.lines", among: Self.formats)?.name == "lines")
  }
}
