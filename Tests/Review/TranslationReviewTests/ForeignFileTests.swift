import Basics
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct ForeignFileTests {
  private static let sheet = "Section,Key,Locale,Current value,Proposal,Deletable\nlogin,title,da-DK,Velkommen,Hej,\n"
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A sheet with one edit between two files that are no sheets.
  private func read() throws -> (sheet: ReturnedSheet, first: String, last: String) {
    let first = try folder.write("Name,Street\nAnna,Strandvejen\n", to: "addresses.csv")
    let middle = try folder.write(Self.sheet, to: "sheet.csv")
    let last = try folder.write("Item,Price\nBun,12\n", to: "prices.csv")
    return (try ReviewSheetReader.read([first, middle, last], leavesOutForeignFiles: true), first, last)
  }

  @Test func `they are named and left out, and the others are read as if they were alone`() throws {
    let (sheet, first, last) = try read()
    #expect(sheet.foreignFiles.map(\.path) == [first, last])
    #expect(sheet.files.map(\.rowCount) == [1])
    #expect(sheet.rows.map(\.place.fileIndex) == [0])
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.foreign", "sheet.foreign"])
    #expect(
      sheet.diagnostics.first?.line.hasPrefix("error: \(first): left out because it cannot be read as a review sheet: ")
        == true)
    #expect(SheetCheck(sheet).hasErrors)
  }

  @Test func `an empty file and a document of another kind are left out too, and count as no row`() throws {
    let empty = try folder.write("", to: "empty.csv")
    let page = try folder.write("<html><body>Prices</body></html>", to: "page.xlsx")
    let good = try folder.write(Self.sheet, to: "sheet.csv")
    let sheet = try ReviewSheetReader.read([empty, good, page], leavesOutForeignFiles: true)
    #expect(sheet.foreignFiles.map(\.path) == [empty, page])
    #expect(sheet.rows.count == 1)
    #expect(SheetCheck(sheet).countLine == "1 row in 1 file: 1 edited, 0 refused; 2 other files left out")
  }

  @Test func `one that is alone is an error, and so are several without a sheet`() throws {
    let foreign = try folder.write("Name,Street\nAnna,Strandvejen\n", to: "addresses.csv")
    for paths in [[foreign], [foreign, foreign]] {
      let error = #expect(throws: SpreadsheetError.self) {
        try ReviewSheetReader.read(paths, leavesOutForeignFiles: true)
      }
      #expect(error?.code.rawValue == "sheet.no-header")
    }
  }

  @Test func `one that cannot be read, or that lacks a column, ends the reading`() throws {
    let good = try folder.write(Self.sheet, to: "sheet.csv")
    let broken = try folder.write("Name,\"Street\nAnna,Strandvejen\n", to: "broken.csv")
    let incomplete = try folder.write("Section,Key,Locale,Current value,Proposal\n", to: "incomplete.csv")
    for (path, code) in [(broken, "csv.unterminated-quote"), (incomplete, "sheet.missing-column")] {
      let error = #expect(throws: SpreadsheetError.self) {
        try ReviewSheetReader.read([good, path], leavesOutForeignFiles: true)
      }
      #expect(error?.code.rawValue == code)
    }
  }

  @Test func `a plan, a saved plan and a report keep them`() async throws {
    let (sheet, first, last) = try read()
    let catalog = Fixture.catalog()
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.foreignFiles.map(\.path) == [first, last])
    #expect(plan.json.text.contains("\"foreignFiles\": [\n    {\n      \"file\": \"\(first)\""))

    let provenance = Fixture.provenance
    let saved = PlanFile(plan, scope: Fixture.scope, guid: "me", provenance: provenance)
    let again = try PlanFile(text: saved.text).changeset(against: catalog, scope: Fixture.scope, guid: "me")
    #expect(again.foreignFiles == plan.foreignFiles)
    #expect(again.diagnostics.map(\.code.rawValue) == ["sheet.foreign", "sheet.foreign"])

    let report = try await Submission.submit(again, to: FakeService())
    #expect(report.outcomeCounts == ["applied": 1])
    #expect(report.isIncomplete)
  }

  @Test func `a plan without them is written as before`() throws {
    let sheet = try ReviewSheetReader.read([try folder.write(Self.sheet, to: "sheet.csv")])
    let plan = Fixture.plan(sheet, against: Fixture.catalog())
    let provenance = Fixture.provenance
    let text = PlanFile(plan, scope: Fixture.scope, guid: "me", provenance: provenance).text
    #expect(!text.contains("foreignFiles"))
    #expect(try PlanFile(text: text).foreignFiles == [])
  }

  @Test func `under strict nothing is sent`() async throws {
    let plan = Fixture.plan(try read().sheet, against: Fixture.catalog())
    var options = SubmissionOptions()
    options.isStrict = true
    let service = FakeService()
    let error = await #expect(throws: SubmissionRefusal.self) {
      try await Submission.submit(plan, to: service, options: options)
    }
    #expect(
      error?.message == "2 files are not a review sheet, and a strict import sends all or nothing; nothing was sent.")
    #expect(service.calls == [])
  }
}
