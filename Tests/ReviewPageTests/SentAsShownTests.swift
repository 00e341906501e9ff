import NIOHTTP1
import NStackAPI
import NStackSandbox
import ReviewJournal
import Synchronization
import Testing
import TranslationReview

@testable import ReviewPage

/// What is sent is what the person saw and agreed to.
@Suite("Send sends what was shown")
struct SentAsShownTests {
  private static func text(_ key: String) -> TextIdentity {
    TextIdentity(section: "default", key: key, locale: "da-DK")
  }

  @Test("if as many other drafts can be sent as were agreed to, nothing is sent")
  func otherDrafts() async throws {
    try await PageFixture.with { page in
      try await page.propose("Gem nu", for: "save")
      try await page.propose("Retur", for: "back")
      let stranger = try page.stranger()
      _ = try await stranger.client.propose("Deres", for: Self.text("back"))
      _ = try await page.post("/api/refresh", [:] as [String: String])
      #expect(try await page.get("/api/plan").json["items"].array.map { try $0["key"].string } == ["save"])
      // The conflict moves from one draft to the other, and the numbers stay the same.
      let theirs = try #require(
        try await stranger.client.proposalList(state: .unaccepted).proposals.first { $0.value == "Deres" })
      _ = try await stranger.client.deleteProposal(id: theirs.id)
      _ = try await stranger.client.propose("Deres", for: Self.text("save"))
      let ended = try await page.sendAll(proposals: 1, deletes: 0)
      #expect(try ended["state"].string == "failed")
      #expect(try ended["code"].string == "review.plan-changed")
      #expect(try await page.proposed("back") == [])
      #expect(try await page.proposed("save") == ["Deres"])
      let plan = try await page.get("/api/plan").json
      #expect(try plan["items"].array.map { try $0["key"].string } == ["back"], "the page shows the other plan")
    }
  }

  @Test("a text that was typed with two spaces is sent with two, although the sheets' spaces are mended")
  func typedSpaces() async throws {
    try await PageFixture.with(
      settings: { $0.planning.mendsSpaces = true },
      sheets: { page in
        var sheet = try await page.exported()
        sheet.set("Proposal", of: "back", to: "Tilbage  igen")
        return try sheet.read(page)
      }
    ) { page in
      try await page.propose("Gem  nu", for: "save")
      let plan = try await page.get("/api/plan").json
      #expect(try plan["items"].array.map { try $0["value"].string } == ["Tilbage igen", "Gem  nu"])
      #expect(try await page.sendAll(proposals: 2, deletes: 0)["state"].string == "done")
      #expect(try await page.proposed("save") == ["Gem  nu"])
      #expect(try await page.proposed("back") == ["Tilbage igen"])
    }
  }

  @Test("a reading that began before a Send does not take what it sent off the page again")
  func slowReading() async throws {
    // The first reading is that of the start.
    let late = SandboxFault("GET", path: "proposals", { $0 == 2 }, .answerLate(.seconds(3)))
    try await PageFixture.with(SandboxConfiguration(faults: [late])) { page in
      try await page.propose("Gem nu", for: "save")
      let count = page.sandbox.requests.count("GET")
      async let refreshed = page.post("/api/refresh", [:] as [String: String])
      while page.sandbox.requests.count("GET") == count { try await Task.sleep(for: .milliseconds(5)) }
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await page.sendAll(proposals: 1, deletes: 0)["state"].string == "done")
      #expect(try await refreshed.status == 200)
      #expect(try await page.text("save")["proposals"].array.map { try $0["value"].string } == ["Gem nu"])
      #expect(try await page.propose("Gem nu", for: "save").code == "review.already-proposed")
    }
  }

  @Test("a reading that fails after a Send is told in full, until the server was read again")
  func failedReading() async throws {
    // Refused until the test takes it back. On a busy machine the import reads the texts once more after its call too.
    let refusesTexts = Mutex(false)
    let call = SandboxFault(
      "POST", path: "proposals",
      { _ in
        refusesTexts.withLock { $0 = true }
        return false
      }, .refuse(status: 500))
    let refused = SandboxFault(
      "GET", path: "resources/platforms", { _ in refusesTexts.withLock { $0 } }, .refuse(status: 401))
    try await PageFixture.with(SandboxConfiguration(faults: [call, refused])) { page in
      try await page.propose("Gem nu", for: "save")
      let ended = try await page.sendAll(proposals: 1, deletes: 0)
      #expect(try ended["state"].string == "done")
      #expect(try ended["verified"].isTrue)
      let remarks = try await page.get("/api/review").json["remarks"].array.map { try $0.string }
      #expect(remarks.count == 1)
      #expect(
        remarks.first?.hasPrefix(
          "The drafts were sent, but the server could not be read again, so the page shows its texts as they were before."
        ) == true)
      refusesTexts.withLock { $0 = false }
      #expect(try await page.post("/api/refresh", [:] as [String: String]).status == 200)
      #expect(try await page.get("/api/review").json["remarks"].array.isEmpty)
      #expect(try await page.text("save")["proposals"].array.map { try $0["value"].string } == ["Gem nu"])
    }
  }

  @Test("of readings that overlap, the one that began last is shown, and none that a Send outdated")
  func order() {
    var order = ReadingOrder()
    let (first, second) = (order.begin(), order.begin())
    #expect(order.end(second) == .current)
    #expect(order.end(first) == .overtaken)
    let third = order.begin()
    order.outdateAll()
    #expect(order.end(third) == .outdated)
    #expect(order.end(order.begin()) == .current)
  }

  @Test("a source locale that the application does not have is an error at the start")
  func unknownSource() async throws {
    let error = await #expect(throws: SelectionError.self) {
      try await PageFixture.with(settings: { $0.sourceLocale = "xx-XX" }) { _ in }
    }
    #expect(
      error?.description == "the application has no locale \"xx-XX\"; it has en-GB, da-DK, de-DE, ar-SA, ja-JP")
  }

  @Test("half of a character is named as such")
  func halfCharacter() async throws {
    try await PageFixture.with { page in
      let id = try await page.id("save")
      for path in ["/api/drafts", "/api/check"] {
        let name = path == "/api/drafts" ? "propose" : "value"
        let answer = try await page.send(.POST, path, #"{"text": "\#(id)", "\#(name)": "Gem \ud83c"}"#)
        #expect(answer.status == 400)
        #expect(answer.code == "review.half-character")
      }
    }
  }
}
