import Foundation
import ReviewReports
import Testing
import TranslationReview

@testable import ReviewPage

/// How drafts follow the rows of returned sheets that are given again.
@Suite("Sheets that are given again")
struct GivenSheetsTests {
  private static func edited(_ page: PageFixture) async throws -> EditedSheet {
    var sheet = try await page.exported()
    sheet.set("Proposal", of: "save", to: "Gem nu")
    return sheet
  }

  @Test(
    "a draft that the page did not change goes once its row asks for nothing, whatever the row says",
    arguments: [("Action", "skip", []), ("Proposal", "Gem", []), ("Action", "explode", ["unknown-action"])])
  func takenBack(column: String, value: String, problems: [String]) async throws {
    try await PageFixture.with(sheets: { try await Self.edited($0).read($0) }) { page in
      #expect(try await page.text("save")["draft"]["value"].string == "Gem nu")
      var sheet = try await Self.edited(page)
      sheet.set(column, of: "save", to: value)
      let returned = try sheet.read(page)
      await page.close()
      try await page.open(sheets: returned)
      #expect(try await page.text("save")["draft"].isNull)
      let found = try await page.get("/api/review").json["files"].array.first?["problems"].array
      #expect(try found?.map { try $0["verdict"].string } == problems)
    }
  }

  @Test("exported rows that did not come back are told")
  func missingRows() async throws {
    try await PageFixture.with(sheets: { page in
      var sheet = try await Self.edited(page).read(page)
      sheet.files[0].exportedRowCount = sheet.rowCount + 2
      return sheet
    }) { page in
      let remarks = try await page.get("/api/review").json["remarks"].array.map { try $0.string }
      #expect(remarks.count == 1 && remarks.first?.contains("so 2 rows are missing.") == true)
    }
  }

  @Test("the draft to delete a proposal goes when the row no longer asks for it")
  func deletionTakenBack() async throws {
    try await PageFixture.with(sheets: { page in
      var sheet = try await page.exported()
      sheet.set("Action", of: "newsletter", to: "delete")
      return try sheet.read(page)
    }) { page in
      #expect(try await page.text("newsletter")["draft"]["kind"].string == "withdraw")
      var sheet = try await page.exported()
      sheet.set("Action", of: "newsletter", to: "skip")
      let returned = try sheet.read(page)
      await page.close()
      try await page.open(sheets: returned)
      #expect(try await page.text("newsletter")["draft"].isNull)
    }
  }

  @Test("a note is about the row's own text, is told, and follows the row")
  func note() async throws {
    let read = { (page: PageFixture, note: String) async throws -> ReturnedSheet in
      var sheet = try await page.exported(keys: ["total"])
      sheet.set("Proposal", of: "total", to: "I alt")
      sheet.set("Note", of: "total", to: note)
      return try sheet.read(page)
    }
    try await PageFixture.with(sheets: { try await read($0, "ignore: printf.missing") }) { page in
      let text = try await page.text("total")
      #expect(try text["findings"].array.isEmpty)
      #expect(try text["draft"]["fromFile"].isTrue)
      #expect(try text["draft"]["remarks"].array.count == 1)
      #expect(try text["draft"]["remarks"].array[0].string.hasPrefix("Ignored, as Note asks: "))

      let other = try await page.propose("Sammenlagt", for: "total").json["text"]
      #expect(try other["findings"].array.map { try $0["rule"].string } == ["printf.missing"])
      #expect(try other["draft"]["remarks"].array.isEmpty)
      #expect(try other["draft"]["fromFile"].isTrue == false)
      #expect(try other["draft"]["place"].isNull)

      _ = try await page.propose("I alt", for: "total")
      let returned = try await read(page, "")
      await page.close()
      try await page.open(sheets: returned)
      #expect(try await page.text("total")["findings"].array.map { try $0["rule"].string } == ["printf.missing"])
    }
  }
}
