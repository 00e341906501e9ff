import Basics
import Foundation
import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

@testable import ReviewPage

/// What a sheet can do besides proposing and deleting: `ok`, `accept`, notes, and many rows at once.
@Suite(.page) struct SheetDecisionsTests {
  private let page = PageFixture.current

  // MARK: - ok

  @Test func `ok is kept by Send alone, lapses with its source, and can be given once`() async throws {
    let before = try await page.get("/api/review?locale=da-DK").json["locales"][1]["counts"]
    let answer = try await page.decide(#""ok": true"#, about: "save").json
    #expect(answer["text"]["draft"].has(["kind": "ok", "state": "ready"]))
    #expect(try answer["localeCounts"]["unreviewed"].integer == #require(before["unreviewed"].integer) - 1)
    #expect(answer["sections"].all("name") == ["default"])
    #expect(try page.profile.signOffs().isEmpty, "nothing is kept before Send")
    #expect(try await page.get("/api/plan").json["signOffs"] == 1)
    #expect(try await page.sendAll(proposals: 0, deletes: 0)["outcomes"].all("outcome") == ["reviewed"])
    let kept = try #require(try page.profile.signOffs().entries.first)
    #expect(kept.signOff.text.key == "save")
    #expect(kept.signOff.sourceLocale == "en-GB")
    #expect(try await page.text("save")["reviewed"] == true)
    #expect(try await page.draft("save") == .null)
    #expect(try await page.decide(#""ok": true"#, about: "save").code == "review.already-reviewed")
    #expect(try await page.get("/api/texts?locale=da-DK&filter=unreviewed").json["total"] == 45)
    try await page.proposeAsStranger("Deres", for: "save")
    _ = try await page.refresh()
    #expect(try await page.text("save")["reviewed"] == false, "somebody else proposed since")
  }

  @Test func `ok approves what was written, and is in conflict once the text changed`() async throws {
    try await page.propose("Gem nu", for: "save")
    #expect(try await page.decide(#""ok": true"#, about: "save").json["text"]["draft"]["approved"] == true)
    try await page.decide(#""ok": true"#, about: "back")
    try await page.proposeAsStranger("Deres", for: "back")
    _ = try await page.refresh()
    #expect(try await page.draftState("back") == "conflict")
    #expect(try await page.decide(#""decide": "sheet""#, about: "back").json["text"]["draft"]["state"] == "ready")
  }

  // MARK: - accept

  /// A memory that knows the one missing text of the samples.
  private func memory(_ folder: String) throws -> MemoryChoice {
    let path = "\(folder)/team.tmx"
    let text = """
      <tmx version="1.4"><header srclang="en"/><body><tu>
      <tuv xml:lang="en"><seg>Too late for tomorrow: we start baking at %@.</seg></tuv>
      <tuv xml:lang="ar"><seg>نبدأ الخبز الساعة %@.</seg></tuv></tu></body></tmx>
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return MemoryChoice([path])
  }

  @Test func `a suggestion is shown where a sheet has it, and accepted as it is`() async throws {
    let folder = TemporaryFolder()
    let memory = try memory(folder.path)
    try await PageFixture.with(settings: { $0.memories = memory }) { page in
      #expect(try await page.text("tooLate", locale: "ar-SA")["suggestion"]["value"] == "نبدأ الخبز الساعة %@.")
      #expect(try await page.text("save")["suggestion"] == .null)
      #expect(try await page.decide(#""accept": true"#, about: "save").code == "review.no-suggestion")
      let answer = try await page.decide(#""accept": true"#, about: "tooLate", locale: "ar-SA").json
      #expect(answer["text"]["draft"].has(["accepted": true, "state": "ready"]))
      await page.close()
      try await page.open()
      #expect(try await page.draft("tooLate", locale: "ar-SA")["accepted"] == true, "it is kept as accepted")
      try await page.sent(1)
      #expect(try await page.proposed("tooLate", locale: "ar-SA") == ["نبدأ الخبز الساعة %@."])
    }
  }

  // MARK: - Notes

  @Test func `a note is kept by Send, is in the next sheet, ignores checks, and is removed by an empty one`()
    async throws
  {
    try await page.propose("I alt", for: "total")
    #expect(try await page.text("total")["findings"].all("rule") == ["printf.missing"])
    try await page.decide(#""note": "Er det her rigtigt?""#, about: "save")
    try await page.decide(#""note": "Slettes igen""#, about: "back")
    try await page.decide(#""undo": true"#, about: "back")
    #expect(try await page.count("notes") == 1)
    try await page.decide(#""note": "ignore: printf.missing""#, about: "total")
    #expect(try await page.text("total")["findings"] == [])
    #expect(try page.profile.rounds().notes.isEmpty, "nothing is kept before Send")
    try await page.sent(1)
    #expect(try page.profile.rounds().notes.map(\.key.key).sorted() == ["save", "total"])
    #expect(try await page.text("save")["note"] == "Er det her rigtigt?")
    #expect(try await page.text("save")["isNoteKept"] == true)
    #expect(try await page.decide(#""note": """#, about: "save").json["text"]["isNoteKept"] == false)
    try await page.sent()
    #expect(try page.profile.rounds().notes.map(\.key.key) == ["total"])
  }

  // MARK: - Several at once

  @Test func `several texts are decided at once, what cannot be is named, and all are undone together`() async throws {
    try await page.propose("Gem nu", for: "save")
    // What is approved cannot be once more.
    try await page.decide(#""ok": true"#, about: "save")
    let ids = [try await page.id("save"), try await page.id("back"), try await page.id("retry")]
    let answer = try await page.post("/api/drafts", ["texts": ids, "ok": true]).json
    #expect(answer["refused"].all("key") == ["save"])
    #expect(answer["counts"]["signOffs"] == 2)
    #expect(answer["texts"].elements.count == 3)
    let undone = try await page.post("/api/drafts", ["texts": ids, "undo": true]).json
    #expect(undone["counts"]["drafts"] == 1, "the text that was approved, without its approval")
    let withdrawn = try await page.post("/api/drafts", ["texts": [page.id("newsletter")], "withdraw": true]).json
    #expect(withdrawn["counts"]["deletes"] == 1)
  }

  @Test(arguments: ["withdraw", "ok", "accept"])
  func `to decide several texts at once drops no text that was written, and says so`(kind: String) async throws {
    let keys = ["newsletter", "save", "back", "retry"]
    for key in keys { try await page.propose("Skrevet", for: key) }
    // A draft that a check refuses is what somebody wrote, too.
    try await page.propose("I alt", for: "total")
    var ids: [String] = []
    for key in keys + ["total"] { ids.append(try await page.id(key)) }
    if kind == "ok" { ids = [try await page.id("total")] }
    let answer = try await page.post("/api/drafts", ["texts": ids, kind: true]).json
    #expect(answer["refused"].elements.count == ids.count)
    #expect(answer["counts"]["deletes"] == 0)
    for key in keys { #expect(try await page.draft(key)["value"] == "Skrevet") }
    #expect(try await page.draft("total")["value"] == "I alt")
  }

  @Test func `missing texts are signed off neither one by one nor several at once`() async throws {
    let all = try await page.get("/api/texts?locale=ar-SA&filter=missing&limit=500").json["texts"].elements
    let missing = all.filter { $0["proposals"] == [] }
    #expect(!missing.isEmpty)
    let ids = missing.compactMap { $0["id"].string }
    for id in ids {
      #expect(try await page.post("/api/drafts", ["text": id, "ok": true]).code == "review.undecidable")
    }
    let answer = try await page.post("/api/drafts", ["texts": ids, "ok": true]).json
    #expect(answer["refused"].elements.count == missing.count)
    #expect(answer["refused"][0]["message"].string?.hasPrefix("The text is missing") == true)
    #expect(answer["counts"]["signOffs"] == 0)
  }

  @Test func `drafts are listed by the check that found something`() async throws {
    try await page.propose("I alt", for: "total")
    try await page.propose("Gem  nu", for: "save")
    let all = try await page.get("/api/texts?locale=da-DK&filter=findings").json
    let checks = all["checks"].all("name")
    #expect(checks.contains("printf.missing") && checks.count == 2)
    let one = try await page.get("/api/texts?locale=da-DK&filter=findings&check=printf.missing").json
    #expect(one["texts"].all("key") == ["total"])
  }

  // MARK: - The selection of an export

  @Test func `a review has the locales, sections and states that are chosen, and keeps drafts of others`() async throws
  {
    try await PageFixture.with(settings: { settings in
      settings.selection.locales = ["da-DK"]
      settings.selection.sections = ["default"]
    }) { page in
      let review = try await page.get("/api/review?locale=da-DK").json
      #expect(review["locales"].all("id") == ["da-DK"])
      #expect(review["locales"][0]["counts"]["texts"] == 7)
      #expect(review["locales"][0]["sections"].all("name") == ["default"])
      #expect(try await page.get("/api/texts?locale=da-DK").json["total"] == 7)
    }
    try await PageFixture.with(settings: { $0.selection.states = [.mine] }) { page in
      let texts = try await page.get("/api/texts?locale=da-DK").json["texts"].elements
      #expect(texts.map { $0["key"] } == ["cardamomBun", "newsletter"])
    }
    await #expect(throws: SelectionError.self) {
      try await PageFixture.with(settings: { $0.selection.sections = ["nowhere"] }) { _ in }
    }
  }

  // MARK: - Beside the field

  @Test func `terms of the glossary and the same text in other locales are beside a text`() async throws {
    let term = Glossary.Term(sources: ["save"], locale: "da", preferred: ["gem"], forbidden: ["spar"])
    try await PageFixture.with(settings: { $0.glossary = Glossary([term]) }) { page in
      let beside = try await page.get("/api/beside?text=\(try await page.id("save"))").json
      let found = try #require(beside["terms"].elements.first)
      #expect(found.has(["source": "save", "preferred": ["gem"], "forbidden": ["spar"]]))
      #expect(beside["others"].all("locale") == ["de-DE", "ar-SA", "ja-JP"])
      #expect(try await page.get("/api/beside").code == "review.request")
    }
  }

  // MARK: - The port

  @Test func `the next review is at a free port if that of the last one is taken`() async throws {
    let port = try page.port
    await page.close()
    // The port is free a moment later, and another process may then be faster.
    var other: SandboxServer?
    for _ in 0..<40 where other == nil {
      other = try? await SandboxServer(Scenario { $0.port = port })
      if other == nil { try await Task.sleep(for: .milliseconds(50)) }
    }
    try await page.open()
    #expect(try page.port != port || other == nil)
    await other?.stop()
  }

  // MARK: - The words

  @Test(arguments: Words.languages) func `every language has all words of the page and of sheets, with the same places`(
    language: String
  ) async throws {
    let words = try #require(Words(in: language))
    let places = { (text: String) in Set(text.matches(of: /\{\w+\}/).map { String($0.output) }) }
    for prefix in ["page.", "guide.", "report."] {
      guard case .object(let members) = words.json(under: prefix),
        case .object(let english) = Words.english.json(under: prefix)
      else {
        Issue.record("no words of \(prefix)")
        continue
      }
      let texts = Dictionary(uniqueKeysWithValues: members.map { ($0.0, $0.1.string ?? "") })
      for (id, text) in english where !id.hasSuffix(".one") {
        let own = try #require(texts[id], "\(language) lacks \(id)")
        #expect(places(own) == places(text.string ?? ""), "\(language): \(id)")
      }
    }
    try await PageFixture.with { page in
      let answer = try await page.get("/words/\(language).json")
      #expect(answer.status == 200)
      #expect(try answer.json["own"].string == words["own"])
      #expect(try await page.get("/words/xx.json").status == 404)
    }
  }
}
