import NStackAPI
import ProgramRuns
import ReviewJournal
import ReviewReports
import Testing

/// Other people's proposals, rejected on the page.
@Suite(.page) struct RejectionTests {
  private var page: PageFixture { .current }

  private func ref(ofMine isMine: Bool, for key: String) async throws -> String {
    let proposals = try await page.text(key)["proposals"].elements
    return try #require(proposals.first { $0["mine"] == (isMine ? true : false) }?["ref"].string)
  }

  @Test func `a proposal of somebody else is rejected by Send, which sends nothing, and is no longer shown`()
    async throws
  {
    try await page.proposeAsStranger("Gem lige nu", for: "save")
    try await page.refresh()
    let ref = try await ref(ofMine: false, for: "save")
    let answer = try await page.decide("\"reject\": \"\(ref)\"", about: "save").json
    #expect(answer["text"]["draft"].has(["kind": "withdraw", "ref": "\(ref)", "state": "ready"]))
    try await page.decide(#""note": "Too rude""#, about: "save")
    #expect(try await page.count("rejections") == 1)
    let plan = try await page.get("/api/plan").json
    #expect(plan.has(["proposals": 0, "deletes": 0, "rejections": 1]))
    #expect(plan["items"].all("kind").map(\.string) == ["reject"])

    let ended = try await page.sendAll(proposals: 0, deletes: 0)
    #expect(ended["outcomes"].all("outcome").map(\.string) == ["rejected"])
    #expect(try await page.proposed("save") == ["Gem lige nu"], "only its owner can delete it")
    #expect(try await page.text("save")["proposals"] == [])
    #expect(try await page.text("save")["note"] == "")
    #expect(try await page.count("drafts") == 0)
    let pending = try await page.profile.client.proposalList(state: .unaccepted).proposals
    #expect(try page.profile.rounds().rejections(of: pending).values.map(\.reason) == ["Too rude"])
  }

  @Test func `one's own proposal is withdrawn and not rejected, and no draft is thrown away`() async throws {
    let own = try await ref(ofMine: true, for: "newsletter")
    #expect(try await page.decide("\"reject\": \"\(own)\"", about: "newsletter").code == "review.not-own")
    #expect(try await page.decide(#""reject": "99999""#, about: "newsletter").code == "review.not-own")
    try await page.proposeAsStranger("Gem lige nu", for: "save")
    try await page.refresh()
    try await page.propose("Gem nu", for: "save")
    let ref = try await ref(ofMine: false, for: "save")
    #expect(try await page.decide("\"reject\": \"\(ref)\"", about: "save").code == "review.undecidable")
  }
}
