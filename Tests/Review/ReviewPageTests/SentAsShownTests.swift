import Basics
import Foundation
import NIOHTTP1
import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewJournal
import ReviewReports
import Synchronization
import Testing
import TranslationReview

@testable import ReviewPage

/// What is sent is what the person saw and agreed to.
@Suite(.page) struct SentAsShownTests {
  private let page = PageFixture.current

  private static func text(_ key: String) -> TextIdentity {
    TextIdentity(section: "default", key: key, locale: "da-DK")
  }

  @Test func `if as many other drafts can be sent as were agreed to, nothing is sent`() async throws {
    try await page.propose("Gem nu", for: "save")
    try await page.propose("Retur", for: "back")
    let stranger = try page.stranger()
    _ = try await stranger.client.propose("Deres", for: Self.text("back"))
    try await page.refresh()
    #expect(try await page.get("/api/plan").json["items"].all("key") == ["save"])
    // The conflict moves from one draft to the other, and the numbers stay the same.
    let theirs = try #require(
      try await stranger.client.proposalList(state: .unaccepted).proposals.first { $0.value == "Deres" })
    _ = try await stranger.client.deleteProposal(id: theirs.id)
    _ = try await stranger.client.propose("Deres", for: Self.text("save"))
    #expect(try await page.sendAll(proposals: 1, deletes: 0).has(["state": "failed", "code": "review.plan-changed"]))
    #expect(try await page.proposed("back") == [])
    #expect(try await page.proposed("save") == ["Deres"])
    #expect(try await page.get("/api/plan").json["items"].all("key") == ["back"], "the page shows the other plan")
  }

  @Test func `a text that was typed with two spaces is sent with two, although the sheets' spaces are mended`()
    async throws
  {
    try await PageFixture.with(
      settings: { $0.planning.mendsSpaces = true },
      sheets: PageFixture.returned([("Proposal", "back", "Tilbage  igen")])
    ) { page in
      try await page.propose("Gem  nu", for: "save")
      #expect(try await page.get("/api/plan").json["items"].all("value") == ["Tilbage igen", "Gem  nu"])
      try await page.sent(2)
      #expect(try await page.proposed("save") == ["Gem  nu"])
      #expect(try await page.proposed("back") == ["Tilbage igen"])
    }
  }

  @Test func `a reading that began before a Send does not take what it sent off the page again`() async throws {
    // The first reading is that of the start.
    let late = Scenario.Fault("GET", path: "proposals") { ($0.from, $0.to, $0.late) = (2, 2, 3) }
    try await PageFixture.with(Scenario { $0.faults = [late] }) { page in
      try await page.propose("Gem nu", for: "save")
      let count = page.sandbox.requests.count("GET")
      async let refreshed = page.refresh()
      while page.sandbox.requests.count("GET") == count { try await Task.sleep(for: .milliseconds(5)) }
      try await Task.sleep(for: .milliseconds(500))
      try await page.sent(1)
      #expect(try await refreshed.status == 200)
      #expect(try await page.text("save")["proposals"].all("value") == ["Gem nu"])
      #expect(try await page.propose("Gem nu", for: "save").code == "review.already-proposed")
    }
  }

  @Test("a text that is edited while it is sent is a draft that can be sent, and no conflict with what was sent")
  func editedMeanwhile() async throws {
    let late = Scenario.Fault("POST", path: "proposals") { $0.late = 0.5 }
    try await PageFixture.with(Scenario { $0.faults = [late] }) { page in
      try await page.propose("Gem nu", for: "save")
      try await page.propose("Retur", for: "back")
      let stranger = try page.stranger()
      let ended = try await page.sendAll(proposals: 2, deletes: 0) {
        try await page.propose("Gem straks", for: "save")
        try await page.propose("Tilbage igen", for: "back")
        _ = try await stranger.client.propose("Deres", for: Self.text("back"))
      }
      #expect(ended["state"] == "done")
      let save = try await page.text("save")
      #expect(save["draft"]["state"] == "ready")
      #expect(save["proposals"].all("value") == ["Gem nu"])
      #expect(try await page.text("back")["draft"]["state"] == "conflict", "somebody else's proposal was not seen")
      try await page.sent(1)
      #expect(try await page.proposed("save") == ["Gem straks"])
    }
  }

  @Test func `how a Send ended is news until a page has been told`() async throws {
    #expect(try await page.get("/api/send").json["isNews"] == false)
    try await page.propose("Gem nu", for: "save")
    #expect(try await page.sendAll(proposals: 1, deletes: 0)["isNews"] == true)
    #expect(try await page.get("/api/send").json["isNews"] == false)
  }

  @Test func `a reading that fails after a Send is told in full, until the server was read again`() async throws {
    // Refused until the test takes it back. On a busy machine the import reads the texts once more after its call too.
    let refusesTexts = Mutex(false)
    var call = Scenario.Fault("POST", path: "proposals")
    call.isOn = {
      refusesTexts.withLock { $0 = true }
      return false
    }
    var refused = Scenario.Fault("GET", path: "resources/platforms") { $0.status = 401 }
    refused.isOn = { refusesTexts.withLock { $0 } }
    try await PageFixture.with(Scenario { $0.faults = [call, refused] }) { page in
      try await page.propose("Gem nu", for: "save")
      #expect(try await page.sendAll(proposals: 1, deletes: 0).has(["state": "done", "verified": true]))
      let remarks = try await page.get("/api/review").json["remarks"]
      #expect(remarks.elements.count == 1)
      #expect(
        remarks[0].string?.hasPrefix(
          "The drafts were sent, but the server could not be read again, so the page shows its texts as they were before."
        ) == true)
      refusesTexts.withLock { $0 = false }
      #expect(try await page.refresh().status == 200)
      #expect(try await page.get("/api/review").json["remarks"] == [])
      #expect(try await page.text("save")["proposals"].all("value") == ["Gem nu"])
    }
  }

  @Test func `of readings that overlap, the one that began last is shown, and none that a Send outdated`() {
    var order = ReadingOrder()
    let (first, second) = (order.begin(), order.begin())
    #expect(order.end(second) == .current)
    #expect(order.end(first) == .overtaken)
    let third = order.begin()
    order.outdateAll()
    #expect(order.end(third) == .outdated)
    #expect(order.end(order.begin()) == .current)
  }

  @Test func `a source locale that the application does not have is an error at the start`() async throws {
    let error = await #expect(throws: SelectionError.self) {
      try await PageFixture.with(settings: { $0.extras.sourceLocale = "xx-XX" }) { _ in }
    }
    #expect(error?.description == "the application has no locale \"xx-XX\"; it has en-GB, da-DK, de-DE, ar-SA, ja-JP")
  }

  @Test func `half of a character is named as such`() async throws {
    let id = try await page.id("save")
    for path in ["/api/drafts", "/api/check"] {
      let name = path == "/api/drafts" ? "propose" : "value"
      let answer = try await page.send(.POST, path, #"{"text": "\#(id)", "\#(name)": "Gem \ud83c"}"#)
      #expect(answer.status == 400)
      #expect(answer.code == "review.half-character")
    }
  }

  private func texts(_ scope: SheetScope, _ locales: [String]) throws -> CatalogIndex {
    let catalog = Catalog(
      resources: locales.enumerated().map { id, locale in
        let language = Language(
          id: id, name: locale, locale: locale, direction: .leftToRight, isDefault: locale == "en-GB", isBestFit: false)
        let texts = ["a", "b", "c"].map { LocalizationResource.Text(key: $0, value: "\($0) in \(locale)") }
        return LocalizationResource(
          language: language, sections: [LocalizationResource.Section(name: "s", texts: texts)], findings: [])
      }, proposals: [])
    return CatalogIndex(try ReviewSheet(catalog: catalog, scope: scope), reviewed: CatalogTexts(of: catalog))
  }

  @Test func `a question names its locale, and is answered with that one after a reading in which languages moved`()
    throws
  {
    let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")
    var board = ReviewBoard(
      try texts(scope, ["en-GB", "da-DK", "de-DE"]), DraftBook(), scope: scope, ReviewSettings(draftsFolder: "/"))
    let query = TextQuery(locale: "da-DK", section: nil, search: "in da", filter: .all)
    let before = try board.list(query)
    #expect(before.language == 1)
    #expect(before.keys == [0, 1, 2])
    board.read(try texts(scope, ["da-DK", "de-DE", "en-GB"]))
    let after = try board.list(query)
    #expect(after.language == 0)
    #expect(after.keys == [0, 1, 2])
    board.read(try texts(scope, ["de-DE", "en-GB"]))
    let error = #expect(throws: ReviewPageError.self) { _ = try board.list(query) }
    #expect(error?.code == .unknownText)
    #expect(error?.message == "The application does not have the locale da-DK. Choose another one.")
  }
}
