import NStackAPI
import ReviewJournal
import Testing
import TranslationReview

struct ImportSessionResumeTests {
  private let fixture = SessionFixture()

  @Test func `an import that was stopped between two calls is resumed where it stopped`() async throws {
    let first = try await fixture.cutOff(fixture.sheet(SessionFixture.proposals))
    #expect(first.report.outcomeCounts == ["applied": 1, "not-attempted": 1])
    #expect(first.report.isResumable)
    #expect(fixture.server.writes == ["propose title: Hej"])

    let dialog = ScriptedDialog { _ in throw ScriptedDialog.Refusal() }
    #expect(try await fixture.resume(nil, dialog)?.report.outcomeCounts == ["applied": 2])
    #expect(fixture.server.writes == ["propose title: Hej", "propose button: Ind"])
    #expect(dialog.log == ["resuming 2", "sending", "sent"])
    #expect(try fixture.profile().imports().map(\.isComplete) == [true])
    #expect(try await fixture.resume() == nil)
  }

  @Test
  func
    `an import is not resumed with an edited sheet, for another application, or under another guid, nor undone under one`()
    async throws
  {
    try await fixture.cutOff(fixture.sheet(SessionFixture.proposals))
    let id = try fixture.profile().keptImport(named: "last").id
    var codes: [ImportError.Code?] = []
    for profile in [try fixture.profile(application: "other"), try fixture.profile(guid: "g-2")] {
      codes.append(
        await #expect(throws: ImportError.self) { try await fixture.resume(id, ScriptedDialog(), profile) }?.code)
      #expect(try profile.unfinishedImports().isEmpty)
      #expect(try await fixture.resume(nil, ScriptedDialog(), profile) == nil, "it is not this profile's")
    }
    try fixture.edit(["title": ["Proposal": "Hejsa"]])
    codes.append(await #expect(throws: ImportError.self) { try await fixture.resume() }?.code)
    codes.append(
      await #expect(throws: ImportError.self) { try await fixture.undo(id, fixture.profile(guid: "g-2")) }?.code)
    #expect(codes == [.resumesOtherApplication, .resumesOtherGUID, .sheetChanged, .undoesOtherGUID])
    #expect(fixture.server.writes == ["propose title: Hej"])
    // The edited sheet has what is left.
    try await fixture.run(fixture.source("sheet.csv"))
    #expect(fixture.server.writes == ["propose title: Hej", "propose title: Hejsa", "propose button: Ind"])
    #expect(try fixture.unfinished == [])
  }

  @Test func `an import of another sheet names the one that was cut off, and leaves it unfinished`() async throws {
    try await fixture.cutOff(fixture.sheet(SessionFixture.proposals))
    let other = try await fixture.sheet(["title": ["Proposal": "Hejsa"]], name: "other.csv")
    let dialog = ScriptedDialog()
    try await fixture.run(other, dialog)
    #expect(dialog.log.last == "unfinished 1")
    #expect(try fixture.profile().unfinishedImports().map(\.changes) == [2])
    #expect(fixture.server.proposals == ["title: Hejsa"])
  }

  @Test func `an abandoned import is over, and stays as it is`() async throws {
    try await fixture.cutOff(fixture.sheet(SessionFixture.proposals))
    let id = try #require(try fixture.profile().unfinishedImports().first?.id)
    let kept = try await ImportSession.open(fixture.profile(), ScriptedDialog()) { try await $0.abandon(id) }
    #expect(kept.id == id)
    #expect(try fixture.unfinished == [])
    #expect(fixture.server.writes == ["propose title: Hej"])
    let error = await #expect(throws: JournalError.self) {
      _ = try await ImportSession.open(fixture.profile(), ScriptedDialog()) { try await $0.abandon(id) }
    }
    #expect(error?.code == .unknownImport)
  }

  // MARK: - Undoing

  @Test func `an import is undone with consent, which includes its deletes`() async throws {
    fixture.server.add("button", "Gammel")
    try await fixture.run(fixture.sheet(SessionFixture.proposals))
    let id = try #require(try fixture.profile().imports().first?.id)
    let dialog = ScriptedDialog { request in
      #expect(request.purpose == .undo(of: id))
      return .given(deletes: request.allowsDelete)
    }
    let outcome = try await ImportSession.open(fixture.profile(), dialog) { try await $0.undo(id) }
    #expect(outcome.report.outcomeCounts == ["applied": 2])
    #expect(fixture.server.proposals == ["button: Gammel"])
    #expect(dialog.log == ["reading", "consent to 1+1", "sending", "sent"])
    #expect(try fixture.profile().imports().map(\.purpose) == [.sheets, .undo(of: id)])
  }

  @Test func `imports in the same second have ids of their own`() async throws {
    let clock = SkippingClock().clock()
    let request = try ImportRequest(await fixture.sheet(SessionFixture.proposals))
    try await fixture.run(request, ScriptedDialog(), fixture.profile(clock: clock))
    let id = try #require(try fixture.profile().imports().first?.id)
    try await fixture.undo(id, fixture.profile(clock: clock))
    #expect(try fixture.profile().imports().map(\.id) == ["20231114-221320-aaa", "20231114-221320-aab"])
  }

  // MARK: - Waiting

  @Test func `a session waits until an unconfirmed call cannot take effect any more`() async throws {
    let time = SkippingClock()
    var profile = try fixture.profile(clock: time.clock(at: .seconds(20)))
    profile.settleTime = .seconds(60)
    let dialog = ScriptedDialog()
    try await ImportSession.open(profile, dialog) { _ in }
    let path = try #require(profile.journalPath)
    let journal = try #require(try ReviewJournal.open(path: path, for: .importing))
    let moment = SystemMoment(boot: "b-1", sinceBoot: .seconds(12))
    try await journal.keep(JournalFixture.record(), [.intent(change: 0, attempt: 1, time: 1001, moment: moment)])
    journal.close()

    try await ImportSession.open(profile, dialog) { try await $0.waitForEarlierCalls() }
    #expect(time.waits == [.seconds(52)])
    #expect(dialog.log == ["earlier calls, wait 52.0 seconds"])
  }

  @Test func `a session waits for steps that the journal lost, once`() async throws {
    let time = SkippingClock()
    var profile = try fixture.profile(clock: time.clock())
    profile.settleTime = .seconds(60)
    let path = try #require(profile.journalPath)
    try await ImportSession.open(profile, ScriptedDialog()) { _ in }
    let old = TemporaryFolder.bytes(path)
    let journal = try #require(try ReviewJournal.open(path: path, for: .importing))
    try await journal.keep(JournalFixture.record(), [.intent(change: 0, attempt: 1, time: 1001)], timeout: .seconds(90))
    journal.close()
    TemporaryFolder.write(old, to: path)

    let dialog = ScriptedDialog()
    try await ImportSession.open(profile, dialog) { try await $0.waitForEarlierCalls() }
    try await ImportSession.open(profile, dialog) { try await $0.waitForEarlierCalls() }
    #expect(time.waits == [.seconds(90)])
    #expect(dialog.log == ["lost steps of a1, wait 90.0 seconds"])
  }
}
