import Foundation
import NStackSandbox
import ProgramRuns
import Testing

/// A text for which the person has two pending proposals.
struct TwoOwnProposalsTests {
  /// The sample texts, with the proposals 900 "Gem det" and 901 "Gem nu" of the person for `default/save` in Danish.
  private func withTexts(_ body: (Scenario) async throws -> Void) async throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../Samples/texts")
    let folder = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: samples, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "proposals.json")
    var text = try String(contentsOf: file, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "]"))
    let own = [(900, "Gem det"), (901, "Gem nu")].map { id, value in
      #", {"id": \#(id), "section": "default", "key": "save", "locale": "da-DK", "value": "\#(value)", "can_delete": true}"#
    }
    text.insert(contentsOf: own.joined(), at: end)
    try text.write(to: file, atomically: true, encoding: .utf8)
    try await body(Scenario { $0.data = folder.path })
  }

  @Test(arguments: [900, 901]) func `the proposal that is withdrawn on the page is the one that is deleted`(id: Int)
    async throws
  {
    let values = [900: "Gem det", 901: "Gem nu"]
    try await withTexts { texts in
      try await PageFixture.with(texts) { page in
        #expect(try await page.proposed("save") == ["Gem det", "Gem nu"])
        let answer = try await page.decide("\"withdraw\": \"\(id)\"", about: "save").json
        #expect(answer["text"]["draft"].has(["ref": "\(id)", "state": "ready"]))
        #expect(try await page.get("/api/plan").json["items"].all("value").map(\.string) == [values[id]])
        let ended = try await page.sendAll(proposals: 0, deletes: 1)
        #expect(ended["state"] == "done")
        #expect(ended["outcomes"].all("value").map(\.string) == [values[id]])
        #expect(try await page.proposed("save") == values.filter { $0.key != id }.map(\.value))
      }
    }
  }

  @Test("of two rows that ask for different things one is a draft, the other is listed, and follows once that is sent")
  func twoRows() async throws {
    try await withTexts { texts in
      let edits = [("Action", "Gem det", "delete"), ("Action", "Gem nu", "delete")]
      try await PageFixture.with(texts, sheets: PageFixture.returned(edits)) { page in
        #expect(try await page.draft("save")["ref"] == "900")
        #expect(try await page.problems() == ["second-row"])
        try await page.reopen()
        #expect(try await page.draft("save")["ref"] == "900", "the draft is not replaced by the other row")
        #expect(try await page.problems() == ["second-row"])
        try await page.sent(deletes: 1)
        try await page.reopen()
        #expect(try await page.draft("save")["ref"] == "901")
        #expect(try await page.problems() == [])
        try await page.sent(deletes: 1)
        #expect(try await page.proposed("save") == [])
      }
    }
  }
}
