import Foundation
import NIOHTTP1
import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewJournal
import Testing
import TranslationReview

/// A review on a page from its start to its end, on a sandbox.
@Suite(.page) struct ReviewPageTests {
  private let page = PageFixture.current

  // MARK: - What is shown

  @Test func `the review names its application, locales, counts and sections, and those of one locale only`()
    async throws
  {
    let review = try await page.get("/api/review?locale=da-DK").json
    #expect(review.has(["source": "en-GB", "isSandbox": true]))
    let locales = review["locales"].elements
    #expect(locales.map { $0["id"] } == ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"])
    #expect(locales.map { $0["direction"] } == ["ltr", "ltr", "ltr", "rtl", "ltr"])
    #expect(locales.map { $0["sections"] == .null } == [true, false, true, true, true])
    #expect(locales[1]["counts"].has(["texts": 46, "mine": 2]))
    let sections = locales[1]["sections"].elements
    #expect(sections.prefix(3).map { $0["name"] } == ["default", "start", "products"])
    #expect(sections.reduce(0) { $0 + ($1["counts"]["texts"].integer ?? 0) } == 46)
    #expect(review["new"] == .null, "nothing was marked as seen")
    try page.profile.markSeen([])
    _ = try await page.refresh()
    #expect(try await page.get("/api/review").json["new"]["count"] == 12)
  }

  @Test func `a list holds the texts of a section, of a filter and of a search, in parts and around a text`()
    async throws
  {
    func keys(_ query: String) async throws -> [FoundationJSON] {
      try await page.get("/api/texts?locale=da-DK&\(query)").json["texts"].all("key")
    }
    #expect(try await keys("section=default") == ["title", "ok", "cancel", "save", "back", "retry", "loading"])
    #expect(try await keys("section=default&limit=2&offset=3") == ["save", "back"])
    #expect(try await keys("filter=mine") == ["cardamomBun", "newsletter"])
    #expect(try await keys("q=KARDEMOMMEsnurre") == ["cardamomBun"])
    #expect(try await keys("q=products/cardamombun") == ["cardamomBun"], "a name is found as it is shown")
    #expect(try await keys("q=kardemommesnegl") == ["cardamomBun"], "a proposal is searched too")
    #expect(try await keys("q=save+gem&filter=all") == ["save"], "every word must occur, in the source text too")
    #expect(try await keys("section=none") == [])
    let id = try await page.id("back")
    let around = try await page.get("/api/texts?locale=da-DK&section=default&limit=3&around=\(id)").json
    #expect(around.has(["offset": 3, "total": 7]))
    #expect(try await page.get("/api/texts?locale=xx").code == "review.unknown-text")
    #expect(try await page.get("/api/texts?locale=da-DK&limit=501").code == "review.request")
    #expect(try await page.get("/api/texts?locale=da-DK&filter=x").code == "review.request")
  }

  @Test func `a text has its source, its current value, all proposals with one's own first, and a status`() async throws
  {
    let retry = try await page.text("retry", locale: "de-DE")
    #expect(retry["status"] == "proposed")
    let proposals = retry["proposals"].elements
    #expect(proposals.map { $0["value"] } == ["Noch einmal versuchen", "Nochmal versuchen"])
    #expect(proposals.map { $0["mine"] == true } == [true, false])
    #expect(try await page.text("retry", locale: "en-GB")["source"] == .null)
    #expect(try await page.text("title", locale: "da-DK")["source"] == "Crumb & Crust")
    #expect(try await page.text("deleteWarning", locale: "de-DE")["status"] == "proposed-by-others")
  }

  // MARK: - Deciding

  @Test func `a draft is kept, counted, changed, undone step by step, and cleared`() async throws {
    let answer = try await page.propose("Gem nu", for: "save").json
    #expect(answer["text"]["draft"].has(["value": "Gem nu", "state": "ready"]))
    #expect(answer["counts"]["proposals"] == 1)
    try await page.propose("Gem straks", for: "save")
    func undo() async throws -> PageFixture.Answer { try await page.decide(#""undo": true"#, about: "save") }
    #expect(try await undo().json["text"]["draft"]["value"] == "Gem nu")
    #expect(try await undo().json["text"]["draft"] == .null)
    #expect(try await undo().code == "review.nothing-to-undo")
    try await page.propose("Gem nu", for: "save")
    #expect(try await page.decide(#""clear": true"#, about: "save").json["counts"]["drafts"] == 0)
    #expect(try await undo().json["text"]["draft"]["value"] == "Gem nu", "clearing is undone as well")
    #expect(try await page.proposed("save") == [], "nothing has left")
  }

  @Test func `what NStack would refuse is refused at once, and nothing is kept`() async throws {
    #expect(try await page.propose("Kardemommesnegl", for: "cardamomBun").code == "review.already-proposed")
    #expect(
      try await page.propose("Nochmal versuchen", for: "retry", locale: "de-DE").code == "review.already-proposed")
    #expect(try await page.propose("Gem", for: "save").code == "review.same-as-current")
    #expect(try await page.propose(" \n", for: "save").code == "review.empty")
    let id = try await page.id("retry", locale: "de-DE")
    #expect(try await page.post("/api/drafts", ["text": id, "withdraw": "104"]).code == "review.not-own")
    #expect(try await page.post("/api/drafts", ["text": id, "withdraw": "101"]).code == "review.not-own")
    #expect(try await page.post("/api/drafts", ["text": id, "decide": "sheet"]).code == "review.no-conflict")
    #expect(try await page.count("drafts") == 0)
  }

  @Test func `checks judge while somebody types, and a text that a check refuses is kept and not sent`() async throws {
    let id = try await page.id("total")
    for (value, state, rule) in [
      ("I alt: %@ og %d", "refused", "printf.extra"), ("I alt", "refused", "printf.missing"),
      ("I alt:  %@", "ready", "space.double"),
    ] {
      let judged = try await page.post("/api/check", ["text": id, "value": value]).json
      #expect(judged["state"].string == state && judged["findings"].all("rule").contains(.string(rule)), "\(value)")
    }
    #expect(try await page.post("/api/check", ["text": id, "value": ""]).json["state"] == "refused")
    #expect(try await page.draft("total") == .null)
    let kept = try await page.propose("I alt: %@ og %d", for: "total").json
    #expect(kept["text"]["draft"]["state"] == "refused")
    #expect(kept["counts"]["findings"] == 1)
    let plan = try await page.get("/api/plan").json
    #expect(plan["proposals"] == 0)
    #expect(plan["refused"].all("outcome") == ["refused-by-check"])
    #expect(try await page.sendAll(proposals: 0, deletes: 0)["error"]["code"] == "review.nothing-to-send")
    #expect(try await page.get("/api/next?locale=da-DK").json["text"]["key"] == "total")
  }

  // MARK: - Sending

  @Test func `the server holds exactly what was decided after Send`() async throws {
    try await page.propose("Gem nu", for: "save")
    try await page.propose("Kardemommeknude", for: "cardamomBun")
    try await page.propose("Neu versuchen", for: "retry", locale: "de-DE")
    try await page.decide(#""withdraw": "102""#, about: "newsletter")
    #expect(try await page.get("/api/plan").json.has(["proposals": 3, "deletes": 1]))

    #expect(try await page.sendAll(proposals: 3, deletes: 0)["error"]["code"] == "review.plan-changed")
    #expect(try await page.proposed("save") == [], "other numbers than the plan's send nothing")

    let ended = try await page.sendAll(proposals: 3, deletes: 1)
    #expect(ended.has(["state": "done", "verified": true]))
    #expect(ended["outcomes"].all("outcome") == ["applied", "applied", "applied", "applied"])
    #expect(try await page.proposed("save") == ["Gem nu"])
    #expect(try await page.proposed("cardamomBun") == ["Kardemommeknude"])
    #expect(try await page.proposed("retry", locale: "de-DE") == ["Neu versuchen", "Nochmal versuchen"])
    #expect(try await page.proposed("newsletter") == [])
    #expect(try await page.count("drafts") == 0)
    #expect(try await page.post("/api/leave").json["drafts"] == 0)
  }

  @Test func `while another import has the journal, nothing is sent and the drafts stay`() async throws {
    try await page.propose("Gem nu", for: "save")
    let path = try #require(page.profile.journalPath)
    let journal = try #require(try ReviewJournal.open(path: path, for: .importing))
    let ended = try await page.sendAll(proposals: 1, deletes: 0)
    journal.close()
    #expect(ended.has(["state": "failed", "code": "journal.locked"]))
    #expect(try await page.draft("save")["value"] == "Gem nu")
    try await page.sent(1)
    #expect(try await page.proposed("save") == ["Gem nu"])
  }

  // MARK: - The server changes

  @Test func `a draft is in conflict when somebody else proposes meanwhile, and either side can be chosen`()
    async throws
  {
    for key in ["save", "back"] { try await page.propose("Mit forslag", for: key) }
    for key in ["save", "back"] { try await page.proposeAsStranger("Deres forslag", for: key) }
    #expect(try await page.refresh().json["counts"]["conflicts"] == 2)
    let text = try await page.text("save")
    #expect(text["draft"]["state"] == "conflict")
    #expect(text["conflict"].has(["kind": "other", "base": "", "server": "Deres forslag", "sheet": "Mit forslag"]))
    #expect(try await page.decide(#""decide": "sheet""#, about: "save").json["text"]["draft"]["state"] == "ready")
    #expect(try await page.decide(#""decide": "server""#, about: "back").json["text"]["draft"] == .null)
    try await page.sent(1)
    #expect(try await page.proposed("save") == ["Mit forslag", "Deres forslag"])
    #expect(try await page.proposed("back") == ["Deres forslag"])
  }

  @Test func `without the server a plain sentence is answered, and drafts are kept nevertheless`() async throws {
    try await page.propose("Gem nu", for: "save")
    await page.sandbox.stop()
    let answer = try await page.refresh()
    #expect(answer.status == 502 && answer.code == "net.unreachable")
    #expect(try answer.json["error"]["message"].string?.hasSuffix(".") == true)
    #expect(try await page.propose("Tilbage nu", for: "back").status == 200)
    #expect(try await page.sendAll(proposals: 2, deletes: 0).has(["state": "failed", "code": "net.unreachable"]))
    #expect(try await page.count("drafts") == 2)
  }

  // MARK: - Returned sheets

  @Test("rows of a returned sheet become drafts, conflicts and problems, and are sent with the sheet's name")
  func sheet() async throws {
    let edits = [
      ("Proposal", "save", "Gem nu"), ("Proposal", "back", "Retur"), ("Action", "newsletter", "delete"),
      ("Action", "retry", "explode"),
    ]
    try await PageFixture.with(sheets: { page in
      let sheet = try await PageFixture.returned(edits)(page)
      try await page.proposeAsStranger("Deres", for: "back")
      return sheet
    }) { page in
      let review = try await page.get("/api/review").json
      #expect(review["counts"].has(["drafts": 3, "conflicts": 1]))
      let file = try #require(review["files"].elements.first)
      let problems = file["problems"].elements
      #expect(problems.map { $0["verdict"] } == ["unknown-action"])
      #expect(problems.map { $0["key"] } == ["retry"])
      #expect(problems.map { $0["value"] } == [.null], "the row's text is the exported one")
      let draft = try await page.text("save")["draft"]
      #expect(draft["fromFile"] == true)
      #expect(draft["place"].string?.contains("returned.csv: row") == true)
      #expect(try await page.text("back")["conflict"].has(["sheet": "Retur", "server": "Deres"]))
      _ = try await page.propose("Tilbage igen", for: "back")
      try await page.sent(2, deletes: 1)
      #expect(try await page.proposed("save") == ["Gem nu"])
      #expect(try await page.proposed("back") == ["Tilbage igen", "Deres"])
      #expect(try await page.proposed("newsletter") == [])
      let typed = try page.profile.report(ofImport: page.profile.keptImport(named: "last").id).changeset.items.filter {
        !$0.row.place.file.hasSuffix("returned.csv")
      }
      #expect(typed.map(\.row.text.key) == ["back"], "this one came from the page")
    }
  }

  @Test func `rows with ok are kept as reviewed by Send, except for texts that the page decides otherwise`()
    async throws
  {
    let edits = [("Proposal", "save", "Gem nu"), ("Action", "back", "ok"), ("Action", "retry", "ok")]
    try await PageFixture.with(sheets: PageFixture.returned(edits)) { page in
      _ = try await page.propose("Igen", for: "retry")
      #expect(try page.profile.signOffs().isEmpty, "nothing is kept before Send")
      try await page.sent(2)
      #expect(try page.profile.signOffs().entries.map(\.signOff.text.key) == ["back"])
      #expect(try await page.proposed("retry") == ["Igen"])
    }
  }

  /// Decisions about a row that asks for "Gem nu" and was left out: whatever the page decides and takes back, the row does
  /// not come back when the sheet is given again, unless the page proposes its text or undoes the leaving out.
  private static let leftOut: [(decisions: [String], draft: String?)] = [
    ([#""clear": true"#], nil), ([#""clear": true"#, #""propose": "Gem straks""#, #""undo": true"#], nil),
    ([#""clear": true"#, #""propose": "Gem straks""#, #""clear": true"#], nil),
    ([#""clear": true"#, #""propose": "Gem nu""#, #""clear": true"#], nil),
    ([#""clear": true"#, #""propose": "Gem nu""#, #""undo": true"#], nil),
    ([#""propose": "Gem straks""#, #""clear": true"#], nil), ([#""clear": true"#, #""undo": true"#], "Gem nu"),
    ([#""propose": "Gem straks""#, #""clear": true"#, #""propose": "Gem nu""#], "Gem nu"),
  ]

  @Test("a row that was left out on the page does not come back when the sheet is given again", arguments: leftOut)
  func leavesOut(decisions: [String], draft: String?) async throws {
    let edits = [("Proposal", "save", "Gem nu"), ("Proposal", "back", "Retur")]
    try await PageFixture.with(sheets: PageFixture.returned(edits)) { page in
      for decision in decisions { #expect(try await page.decide(decision, about: "save").status == 200) }
      try await page.propose("Tilbage igen", for: "back")
      try await page.reopen()
      let found = try await page.draft("save")
      #expect(found["value"].string == draft && (draft != nil || found == .null))
      #expect(try await page.problems() == (draft == nil ? ["left-out"] : []))
      #expect(try await page.draft("back")["value"] == "Tilbage igen", "the page's own words stay")
    }
  }

  @Test func `a draft that the page did not change follows its row when the sheet is corrected`() async throws {
    let edits = [("save", "Gem nu"), ("back", "Retur"), ("retry", "Igen")].map { ("Proposal", $0, $1) }
    try await PageFixture.with(sheets: PageFixture.returned(edits)) { page in
      try await page.propose("Tilbage igen", for: "back")
      let corrected = [("Proposal", "save", "Gem straks"), ("Proposal", "back", "Til forsiden")]
      try await page.reopen(PageFixture.returned(corrected)(page))
      #expect(try await page.draft("save")["value"] == "Gem straks")
      #expect(try await page.draft("back")["value"] == "Tilbage igen", "the page's own words stay")
      #expect(try await page.draft("retry") == .null, "the row asks for nothing any more")
      #expect(try await page.problems() == ["decided-otherwise"])
    }
  }
}
