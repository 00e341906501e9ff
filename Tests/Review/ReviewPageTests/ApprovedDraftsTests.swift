import Foundation
import NStackAPI
import ProgramRuns
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

@testable import ReviewPage

@Suite("Drafts that are approved") struct ApprovedDraftsTests {
  private let edits = [("Proposal", "save", "Gem nu"), ("Proposal", "back", "Retur"), ("Action", "back", "ok")]

  @Test("where approval is required, Send takes what was approved on the page or in the sheet, and leaves the rest")
  func required() async throws {
    try await PageFixture.with(settings: { $0.planning.requiresApproval = true }, sheets: PageFixture.returned(edits)) {
      page in
      try await page.propose("Igen nu", for: "retry")
      #expect(try await page.draftState("save") == "waiting")
      #expect(try await page.draft("back")["approved"] == true)
      #expect(try await page.count("waiting") == 2)
      let approved = try await page.decide(#""ok": true"#, about: "retry").json["text"]["draft"]
      #expect(approved.has(["state": "ready", "approved": true]))
      #expect(try await page.decide(#""ok": true"#, about: "retry").code == "review.already-reviewed")
      #expect(try await page.get("/api/plan").json["refused"].all("outcome") == ["unapproved"])
      try await page.sent(2)
      #expect(try await page.proposed("retry") == ["Igen nu"])
      #expect(Set(try page.profile.signOffs().entries.map(\.signOff.text.key)) == ["retry", "back"])
      #expect(try await page.text("retry")["reviewed"] == true)
      #expect(try await page.draft("save")["value"] == "Gem nu", "it still waits")
      try await page.reopen()
      try await page.decide(#""ok": true"#, about: "save")
      try await page.sent(1)
      #expect(try await page.proposed("save") == ["Gem nu"])
      #expect(try await page.proposed("back") == ["Retur"])
    }
  }

  @Test("where another person has to approve, the page's person approves what the author of a sheet wrote") func other()
    async throws
  {
    let anna = { [edits] (page: PageFixture) async throws -> ReturnedSheet in
      var sheet = try await PageFixture.returned(edits)(page)
      sheet.attribute(to: "Anna")
      return sheet
    }
    try await PageFixture.with(
      settings: { ($0.planning.requiresApproval, $0.planning.requiresOther, $0.author) = (true, true, "Bo") },
      sheets: anna
    ) { page in
      #expect(try await page.draftState("back") == "waiting", "its author approved it")
      for key in ["save", "back"] {
        try await page.decide(#""ok": true"#, about: key)
        #expect(try await page.draftState(key) == "ready")
      }
      try await page.propose("Igen nu", for: "retry")
      try await page.decide(#""ok": true"#, about: "retry")
      #expect(try await page.draftState("retry") == "waiting", "who wrote it cannot approve it")
      try await page.sent(2)
    }
  }

  @Test("another text takes the approval back, and a row that is approved later approves its draft") func takenBack()
    async throws
  {
    try await PageFixture.with(sheets: PageFixture.returned(Array(edits.prefix(1)))) { page in
      #expect(try await page.draft("save")["approved"] == false)
      try await page.decide(#""ok": true"#, about: "save")
      try await page.reopen()
      #expect(try await page.draft("save")["approved"] == true, "the file of drafts keeps it")
      try await page.propose("Gem nu", for: "save")
      #expect(try await page.draft("save")["approved"] == false)
      try await page.reopen(PageFixture.returned([edits[0], ("Action", "save", "ok")])(page))
      #expect(try await page.draft("save")["approved"] == true)
      try await page.sent(1)
      #expect(try page.profile.signOffs().entries.map(\.signOff.text.key) == ["save"])
    }
  }

  @Test("an approved draft in conflict is not approved again before the conflict is decided") func conflict()
    async throws
  {
    try await PageFixture.with(sheets: PageFixture.returned(Array(edits.dropFirst()))) { page in
      #expect(try await page.draft("back")["approved"] == true)
      try await page.proposeAsStranger("Deres", for: "back")
      _ = try await page.refresh()
      #expect(try await page.draftState("back") == "conflict")
      #expect(try await page.decide(#""ok": true"#, about: "back").code == "review.undecidable")
      let kept = try await page.decide(#""decide": "sheet""#, about: "back").json["text"]["draft"]
      #expect(kept.has(["state": "ready", "approved": false]))
    }
  }

  @Test("rows of a returned sheet that are not chosen are left out, and their earlier drafts stay") func part()
    async throws
  {
    let edits = [("Proposal", "save", "Gem nu"), ("Proposal", "back", "Retur")]
    try await PageFixture.with(settings: { $0.selection.keys = ["back"] }, sheets: PageFixture.returned(edits)) {
      page in
      #expect(try await page.count("drafts") == 1)
      let remarks = try await page.get("/api/review").json["remarks"]
      #expect(remarks == ["1 edited row is outside the chosen part, and left out."])
    }
  }
}
