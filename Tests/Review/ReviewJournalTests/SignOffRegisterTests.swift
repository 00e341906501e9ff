import Foundation
import NStackAPI
import ReviewJournal
import Testing
import TranslationReview

struct SignOffRegisterTests {
  private let fixture = SessionFixture()

  private var path: String { fixture.path("state/reviewed.jsonl") }

  /// The Danish texts that an import of a sheet with `ok` signs off.
  private func signOffs(_ keys: [String]) async throws -> [SignOff] {
    let source = try await fixture.sheet(Dictionary(uniqueKeysWithValues: keys.map { ($0, ["Action": "ok"]) }))
    let profile = try fixture.profile()
    let catalog = try await profile.readCatalog(ScriptedDialog())
    return try await profile.plan(source, against: catalog, ScriptedDialog()).changeset.signOffs
  }

  private func time(_ number: Int) -> String {
    "2026-01-01T00:\(number / 600)\(number / 60 % 10):\(number / 10 % 6)\(number % 10)Z"
  }

  @Test("an import keeps what its rows sign off, also if it sends nothing, and asks only if it sends something")
  func kept() async throws {
    let dialog = ScriptedDialog { _ in throw ScriptedDialog.Refusal() }
    let outcome = try await fixture.run(
      ImportRequest(fixture.sheet(["title": ["Action": "ok"]])), dialog, fixture.profile(clock: SkippingClock().clock())
    )
    #expect(outcome.areSignOffsKept && !outcome.report.wasAnythingSent)
    #expect(fixture.server.writes == [])
    let kept = try fixture.profile().signOffs().entries
    #expect(kept.map(\.signOff.text.key) == ["title"])
    #expect(kept.map(\.time) == ["2023-11-14T22:13:20Z"])
    let edits = ["title": ["Proposal": "Hej"], "button": ["Action": "ok"]]
    let request = try ImportRequest(await fixture.sheet(edits))
    await #expect(throws: ScriptedDialog.Refusal()) { try await fixture.run(request, dialog) }
    #expect(try fixture.profile().signOffs().count == 1, "a plan that was declined signs nothing off")
    try await fixture.run(request)
    #expect(try fixture.profile().signOffs().count == 2)
  }

  @Test func `an import that sends nothing for a refused row keeps nothing`() async throws {
    var options = ImportOptions()
    options.isStrict = true
    let wrong = try await fixture.sheet(["title": ["Action": "ok"], "button": ["Action": "nonsense"]])
    await #expect(throws: SubmissionRefusal.self) { try await fixture.run(ImportRequest(wrong, options: options)) }
    #expect(try fixture.profile().signOffs().isEmpty)
  }

  @Test func `a register that cannot be written is told, and the import counts as carried out`() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let dialog = ScriptedDialog()
    let source = try await fixture.sheet(["title": ["Action": "ok"], "button": ["Proposal": "Ind"]])
    let outcome = try await fixture.run(source, dialog)
    #expect(!outcome.areSignOffsKept)
    #expect(outcome.report.outcomeCounts == ["applied": 1])
    #expect(dialog.log.last == "sign-offs failed")
  }

  @Test func `an incomplete line, cut within a character, takes no other with it`() async throws {
    let profile = try fixture.profile()
    let all = try await signOffs(["title", "button"])
    _ = try profile.keep(SignOffs([all[0]], at: time(1)))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"reviewed\":1,\"scope\":\"s\",\"time\":\"".utf8) + [0xE3, 0x81])
    try handle.close()
    #expect(try profile.signOffs().count == 1)
    #expect(try profile.keep(SignOffs([all[1]], at: time(2))).added == 1)
    #expect(try profile.signOffs().count == 2)
  }

  @Test func `the file does not grow with the number of imports, and keeps the lines of other applications`()
    async throws
  {
    let profile = try fixture.profile()
    let other = try fixture.profile(application: "other")
    let all = try await signOffs(["title", "button"])
    _ = try other.keep(SignOffs(all, at: time(0)))
    let line = try String(contentsOfFile: path, encoding: .utf8)
    for number in 0..<600 { _ = try profile.keep(SignOffs(all, at: time(number))) }
    #expect(try String(contentsOfFile: path, encoding: .utf8).utf8.count < 1_000 * line.utf8.count)
    #expect(try profile.signOffs().entries.map(\.time) == [time(599), time(599)])
    #expect(try other.signOffs().entries.map(\.time) == [time(0), time(0)])
    #expect(try profile.keep(SignOffs(all, at: time(5))).known == 2)
  }
}
