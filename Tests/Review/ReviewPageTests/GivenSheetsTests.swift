import Foundation
import ProgramRuns
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

@testable import ReviewPage

/// How drafts follow the rows of returned sheets that are given again.
struct GivenSheetsTests {
  private static let save = ("Proposal", "save", "Gem nu")

  @Test(
    "a draft that the page did not change goes once its row asks for nothing, whatever the row says",
    arguments: [
      (save, ("Action", "save", "skip"), []), (save, ("Proposal", "save", "Gem"), []),
      (save, ("Action", "save", "explode"), ["unknown-action"]),
      (("Action", "newsletter", "delete"), ("Action", "newsletter", "skip"), []),
    ]) func withdrawn(edit: (String, String, String), later: (String, String, String), problems: [FoundationJSON])
    async throws
  {
    try await PageFixture.with(sheets: PageFixture.returned([edit])) { page in
      #expect(try await page.draft(edit.1) != .null)
      try await page.reopen(PageFixture.returned([edit, later])(page))
      #expect(try await page.draft(edit.1) == .null)
      #expect(try await page.problems() == problems)
    }
  }

  @Test func `a row with somebody else's text over one's own proposal withdraws that, and typing it is refused`()
    async throws
  {
    func replaced(_ page: PageFixture) async throws -> ReturnedSheet {
      try await page.proposeAsStranger("Send mig brød", for: "newsletter", section: "account")
      return try await PageFixture.returned([("Proposal", "Send mig ugens brød", "Send mig brød")])(page)
    }
    try await PageFixture.with(sheets: replaced) { page in
      #expect(try await page.draft("newsletter").has(["kind": "withdraw", "ref": "102"]))
      try await page.decide(#""clear": true"#, about: "newsletter")
      #expect(try await page.propose("Send mig brød", for: "newsletter").code == "review.already-proposed")
      try await page.decide(#""withdraw": true"#, about: "newsletter")
      try await page.sent(deletes: 1)
      #expect(try await page.proposed("newsletter") == ["Send mig brød"])
    }
  }

  @Test(arguments: [true, false])
  func `what was sent and taken back becomes no draft when its sheet comes again, and is listed`(byPage: Bool)
    async throws
  {
    try await PageFixture.with(sheets: PageFixture.returned([("Proposal", "save", "Gem nu")])) { page in
      let sheet = try ReviewSheetReader.read(["\(page.folder)/returned.csv"])
      if byPage { try await page.sent(1) }
      await page.close()
      let profile = try page.anotherRun()
      try await ImportSession.open(profile, PageFixture.Listener()) { session in
        if !byPage { _ = try await session.run(ImportRequest(.sheets(sheet, PlanningOptions()))) }
        _ = try await session.undo(profile.keptImport(named: "last").id)
      }
      try await page.open(sheets: ReviewSheetReader.read(["\(page.folder)/returned.csv"]))
      #expect(try await page.draft("save") == .null)
      #expect(try await page.problems() == ["conflict"])
      #expect(try await page.proposed("save") == [])
      // Whoever means it writes it on the page.
      try await page.propose("Gem nu", for: "save")
      try await page.sent(1)
      #expect(try await page.proposed("save") == ["Gem nu"])
    }
  }

  /// Two returned sheets that propose different texts for `save`.
  private func disagreeing(_ page: PageFixture) async throws -> ReturnedSheet {
    var paths: [String] = []
    for (name, text) in [("berlin", "Gem nu"), ("tokyo", "Gem det")] {
      var sheet = try await page.exported()
      try sheet.set("Proposal", of: "save", to: text)
      _ = try sheet.read(page)
      paths.append("\(page.folder)/\(name).csv")
      try? FileManager.default.removeItem(atPath: paths[paths.count - 1])
      try FileManager.default.moveItem(atPath: "\(page.folder)/returned.csv", toPath: paths[paths.count - 1])
    }
    return try ReviewSheetReader.read(paths)
  }

  @Test func `sheets that disagree are both shown, one of them is chosen and sent, and the choice stays`() async throws
  {
    try await PageFixture.with(sheets: disagreeing) { page in
      #expect(try await page.draft("save") == .null)
      #expect(try await page.problems() == ["disagreement"])
      let conflict = try await page.text("save")["conflict"]
      #expect(conflict["kind"] == "sheets")
      #expect(conflict["alternatives"].all("value") == ["Gem nu", "Gem det"])
      #expect(conflict["alternatives"][1]["place"].string?.contains("tokyo.csv: row") == true)
      #expect(try await page.count("conflicts") == 1)
      #expect(try await page.decide(#""choose": "7""#, about: "save").code == "review.no-conflict")
      let decided = try await page.decide(#""choose": "1""#, about: "save").json["text"]
      #expect(decided["draft"].has(["value": "Gem det", "fromFile": true]))
      #expect(decided["conflict"] == .null)
      #expect(try await page.problems() == [])
      try await page.decide(#""undo": true"#, about: "save")
      #expect(try await page.text("save")["conflict"]["kind"] == "sheets", "the question is back")
      try await page.decide(#""choose": "1""#, about: "save")
      try await page.reopen(disagreeing(page))
      #expect(try await page.draft("save")["value"] == "Gem det")
      try await page.sent(1)
      #expect(try await page.proposed("save") == ["Gem det"])
    }
  }

  @Test func `that none of the sheets' texts is sent is kept, and another text can be written`() async throws {
    try await PageFixture.with(sheets: disagreeing) { page in
      let decided = try await page.decide(#""decide": "server""#, about: "save").json["text"]
      #expect(decided.has(["conflict": .null, "draft": .null]))
      try await page.reopen(disagreeing(page))
      #expect(try await page.text("save")["conflict"] == .null)
      #expect(try await page.problems() == [])
      #expect(try await page.count("conflicts") == 0)
      #expect(try await page.decide(#""undo": true"#, about: "save").code == "review.nothing-to-undo")
      try await page.propose("Gem alt", for: "save")
      try await page.sent(1)
    }
  }

  @Test func `exported rows that did not come back are reported`() async throws {
    try await PageFixture.with(sheets: { page in
      var sheet = try await PageFixture.returned([Self.save])(page)
      sheet.files[0].exportedRowCount = sheet.rowCount + 2
      return sheet
    }) { page in
      let remarks = try await page.get("/api/review").json["remarks"]
      #expect(remarks.elements.count == 1 && remarks[0].string?.contains("so 2 rows are missing.") == true)
    }
  }

  @Test func `a note is about the row's own text, is shown, and follows the row`() async throws {
    let read = { (page: PageFixture, note: String) async throws -> ReturnedSheet in
      var sheet = try await page.exported(keys: ["total"])
      try sheet.set("Proposal", of: "total", to: "I alt")
      try sheet.set("Note", of: "total", to: note)
      return try sheet.read(page)
    }
    try await PageFixture.with(sheets: { try await read($0, "ignore: printf.missing") }) { page in
      let text = try await page.text("total")
      #expect(text["findings"] == [])
      #expect(text["draft"]["fromFile"] == true)
      #expect(text["draft"]["remarks"].elements.count == 1)
      #expect(text["draft"]["remarks"][0].string?.hasPrefix("Ignored, as Note asks: ") == true)

      let other = try await page.propose("Sammenlagt", for: "total").json["text"]
      #expect(other["findings"].all("rule") == ["printf.missing"])
      #expect(other["draft"].has(["remarks": [], "fromFile": false, "place": .null]))

      _ = try await page.propose("I alt", for: "total")
      try await page.reopen(read(page, ""))
      #expect(try await page.text("total")["findings"].all("rule") == ["printf.missing"])
    }
  }
}
