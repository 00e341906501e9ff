import Foundation
import NStackAPI
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

struct SignOffJournalTests {
  private let fixture = SessionFixture()

  private var signedOff: [String] { get throws { try fixture.profile().signOffs().entries.map(\.signOff.text.key) } }

  private func session<Result>(
    _ dialog: ScriptedDialog = ScriptedDialog(), _ body: (ImportSession) async throws -> Result
  ) async throws -> Result { try await ImportSession.open(fixture.profile(), dialog, body) }

  /// An import of one sign-off and two proposals that was killed after its first call, before it kept anything.
  private func killed(proposing value: String = "Hej") async throws -> String {
    _ = try await fixture.sheet(["title": ["Proposal": value], "button": ["Proposal": value]])
    try fixture.edit(["title": ["Action": "ok"]], in: "en-GB")
    let outcome = try await fixture.cutOff(fixture.source("sheet.csv"))
    #expect(outcome.report.outcomeCounts == ["applied": 1, "not-attempted": 1])
    for name in ["reviewed.jsonl", "sheets.jsonl"] {
      try FileManager.default.removeItem(atPath: fixture.path("state/\(name)"))
    }
    #expect(try signedOff == [])
    return try #require(outcome.id)
  }

  @Test func `sign-offs are kept before the first call`() async throws {
    let source = try await fixture.sheet(["title": ["Action": "ok"], "button": ["Proposal": "Ind"]])
    let fixture = fixture
    fixture.server.onWrite { #expect((try? fixture.profile().signOffs().count) == 1) }
    try await fixture.run(source)
    #expect(fixture.server.writes == ["propose button: Ind"])
  }

  @Test(arguments: [("Hej", "[Source changed: Welcome{+ back+}]"), (nil, "[Source changed: {+Welcome back+}]")])
  func `an export says how the source of a signed-off text changed, as far as the journal knows it`(
    proposal: String?, note: String
  ) async throws {
    func exported() async throws -> String {
      let job = try ExportJob(to: .file(fixture.path("again.csv")), overwritesEdits: true)
      _ = try await job.run(fixture.profile(), ScriptedDialog())
      return try String(contentsOfFile: fixture.path("again.csv"), encoding: .utf8)
    }
    let cells = ["Action": "ok"].merging(proposal.map { ["Proposal": $0] } ?? [:]) { $1 }
    try await fixture.run(try await fixture.sheet(["title": cells]))
    #expect(try await !exported().contains("[Source changed"))
    fixture.server.setTitle("Welcome back")
    #expect(try await exported().contains(note))
    try fixture.edit(["title": ["Action": "ok"]], name: "again.csv")
    try await fixture.run(fixture.source("again.csv"))
    #expect(try await !exported().contains("[Source changed"))
  }

  @Test(arguments: ["abandoned", "undone", "closed by a later one"])
  func `an import that was cut off keeps its sign-offs once it is over`(end: String) async throws {
    let id = try await killed()
    #expect(try fixture.profile().rounds().rounds.map(\.returns.count) == [])
    switch end {
    case "abandoned":
      _ = try await session { try await $0.abandon(id) }
      #expect(try fixture.profile().rounds().rounds.map(\.returns.count) == [1], "its sheet has come back")
    case "undone": try await fixture.undo(id)
    default:
      // The later sheet asks for all that the first one did, and signs nothing off.
      try fixture.edit(["title": ["Action": ""]], in: "en-GB")
      try await fixture.run(fixture.source("sheet.csv"))
    }
    #expect(try signedOff == ["title"])
    #expect(try fixture.unfinished == [])
  }

  @Test func `an import whose sign-offs cannot be kept stays unfinished when it is abandoned`() async throws {
    let id = try await killed()
    try FileManager.default.createDirectory(
      atPath: fixture.path("state/reviewed.jsonl"), withIntermediateDirectories: true)
    await #expect(throws: (any Error).self) { try await session { try await $0.abandon(id) } }
    #expect(try fixture.unfinished == [id])
  }

  @Test func `a resumed import keeps its sign-offs as of its start, and does not replace a newer one`() async throws {
    let id = try await killed()
    try await fixture.resume(id)
    let old = try #require(try fixture.profile().signOffs().entries.first)
    let started = try #require(try fixture.profile().imports().first?.startedAt)
    #expect(ISO8601DateFormatter().date(from: old.time)?.timeIntervalSince1970 == started.rounded(.down))

    let newer = SignOff(text: old.signOff.text, currentValue: TextHash(bits: 7), source: nil, pending: [])
    let second = try await killed(proposing: "Dav")
    _ = try fixture.profile().keep(SignOffs([newer], at: "2999-01-01T00:00:00Z"))
    try await fixture.resume(second)
    #expect(try fixture.profile().signOffs().entries.map(\.signOff) == [newer])
  }
}
