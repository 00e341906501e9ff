import Foundation
import NStackAPI
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

struct ImportSessionTests {
  private let fixture = SessionFixture()

  @Test func `an import asks, sends, verifies, registers the return and writes the files, in this order`() async throws
  {
    let source = try await fixture.sheet(SessionFixture.proposals)
    var results = ResultFiles()
    results.annotated = fixture.path("annotated.csv")
    results.toFix = fixture.path("fix.csv")
    results.report = fixture.path("report.json")
    let dialog = ScriptedDialog()
    let outcome = try await fixture.run(ImportRequest(source, results: results), dialog)

    #expect(outcome.report.outcomeCounts == ["applied": 2])
    #expect(outcome.report.verification == .verified)
    #expect(outcome.areFilesWritten)
    #expect(fixture.server.proposals == ["button: Ind", "title: Hej"])
    #expect(fixture.server.writes == ["propose title: Hej", "propose button: Ind"])
    #expect(
      dialog.log == [
        "reading", "consent to 2+0", "sending", "sent", "wrote report.json", "reading", "wrote annotated.csv",
        "nothing to fix, 0 open, 0 left out",
      ])
    let profile = try fixture.profile()
    #expect(try profile.imports().map(\.outcomes) == [["applied": 2]])
    #expect(try profile.unfinishedImports().map(\.id) == [])
    let rounds = profile.rounds(dialog).rounds
    #expect(rounds.map { $0.returns.map(\.outcomes) } == [[["sent": 2, "unchanged": 2]]])
    #expect(rounds.first?.returns.first?.time == "2023-11-14T22:13:20Z")
    #expect(try String(contentsOfFile: fixture.path("annotated.csv"), encoding: .utf8).contains("\"Hej\""))
    #expect(try String(contentsOfFile: fixture.path("report.json"), encoding: .utf8).contains("\"applied\""))
  }

  @Test func `a declined import sends nothing, and keeps nothing`() async throws {
    let request = try ImportRequest(await fixture.sheet(SessionFixture.proposals))
    await #expect(throws: ImportError(.declined, "Nothing was sent.")) {
      try await fixture.run(request, ScriptedDialog { _ in .declined })
    }
    await #expect(throws: ScriptedDialog.Refusal()) {
      try await fixture.run(request, ScriptedDialog { _ in throw ScriptedDialog.Refusal() })
    }
    #expect(try fixture.profile().rounds(ScriptedDialog()).rounds.map(\.isOut) == [true])
    await #expect(throws: ImportError(.declined, "Nothing was sent.")) {
      try await fixture.run(conflictingRequest(), ScriptedDialog(decisions: nil))
    }
    #expect(fixture.server.writes == [])
    #expect(try fixture.profile().imports().map(\.id) == [])
  }

  @Test func `a plan that waited long for consent is compared with the server again before it is sent`() async throws {
    let time = SkippingClock()
    let server = fixture.server
    let request = try ImportRequest(await fixture.sheet(["title": ["Proposal": "Hej"]]))
    let dialog = ScriptedDialog { _ in
      server.add("title", "Dav", guid: "rival")
      time.advance(by: .seconds(600))
      return .given(deletes: false)
    }
    let outcome = try await fixture.run(request, dialog, fixture.profile(clock: time.clock()))
    #expect(outcome.report.outcomeCounts == ["conflict": 1])
    #expect(fixture.server.proposals == ["title: Dav (rival)"])
  }

  @Test func `without a state folder nothing is imported`() async throws {
    let profile = try fixture.profile(hasJournal: false)
    let error = await #expect(throws: ImportError.self) {
      try await ImportSession.open(profile, ScriptedDialog()) { _ in }
    }
    #expect(error?.code == .noStateFolder)
  }

  @Test(
    "a sheet's scope has the origin of the base URL, without the port of a server on this machine",
    arguments: [
      "https://nstack.io": "https://nstack.io", "https://NSTACK.io:443/x": "https://nstack.io",
      "https://nstack.io:8443": "https://nstack.io:8443", "http://127.0.0.1:8080": "loopback",
      "http://localhost:1": "loopback", "http://[::1]:80": "loopback",
    ]) func scope(url: String, origin: String) throws
  {
    let configuration = try NStackConfiguration(
      baseURL: url, applicationID: Secret("app"), restAPIKey: Secret("key"), guid: "g-1")
    #expect(SheetScope(configuration).origin == origin)
  }

  // MARK: - A plan that was shown

  @Test(
    "a plan that was shown is sent without a question, and its deletes only if they are allowed",
    arguments: [
      (false, ["applied": 1, "not-attempted": 1], ["button: Ind", "title: Hej"]),
      (true, ["applied": 2], ["title: Hej"]),
    ] as [(Bool, [String: Int], [String])]) func shown(allowsDelete: Bool, outcomes: [String: Int], proposals: [String])
    async throws
  {
    fixture.server.add("button", "Ind")
    let source = try await fixture.sheet(["title": ["Proposal": "Hej"], "button": ["Action": "delete"]])
    let dialog = ScriptedDialog()
    let plan = try await ImportSession.open(fixture.profile(), dialog) { try await $0.plan(source) }
    #expect(plan.changeset.proposeCount == 1 && plan.changeset.deleteCount == 1)
    #expect(fixture.server.writes == [])
    var options = ImportOptions()
    options.allowsDelete = allowsDelete
    let outcome = try await ImportSession.open(fixture.profile(), dialog) { [options] in
      try await $0.run(plan, options: options)
    }
    #expect(outcome.report.outcomeCounts == outcomes)
    #expect(fixture.server.proposals == proposals)
    #expect(dialog.log == ["reading", "sending", "sent"])
  }

  /// What happened between a plan of `title: Hej` and its sending.
  enum Meanwhile: String, CaseIterable { case proposedByOthers, otherPlanSent, sent, sentAndTakenBack }

  @Test(
    "a plan that was shown is compared with the server and with what was taken back, however new it is",
    arguments: [
      (.proposedByOthers, ["conflict": 1], ["title: Dav (rival)"]), (.otherPlanSent, ["conflict": 1], ["title: Hejsa"]),
      (.sent, ["already-there": 1], ["title: Hej"]), (.sentAndTakenBack, [:], []),
    ] as [(Meanwhile, [String: Int], [String])], [0, 600]) func planSentLate(
      case expected: (meanwhile: Meanwhile, outcomes: [String: Int], proposals: [String]), seconds: Int
    ) async throws
  {
    let time = SkippingClock()
    let profile = try fixture.profile(clock: time.clock())
    func plan(_ value: String) async throws -> ImportPlan {
      let source = try await fixture.sheet(["title": ["Proposal": value]])
      return try await ImportSession.open(profile, ScriptedDialog()) { try await $0.plan(source) }
    }
    func send(_ plan: ImportPlan) async throws -> ImportOutcome {
      try await ImportSession.open(profile, ScriptedDialog()) { try await $0.run(plan) }
    }
    let (plan, other) = (try await plan("Hej"), try await plan("Hejsa"))
    switch expected.meanwhile {
    case .proposedByOthers: fixture.server.add("title", "Dav", guid: "rival")
    case .otherPlanSent: _ = try await send(other)
    case .sent: _ = try await send(plan)
    case .sentAndTakenBack: try await fixture.undo(#require(try await send(plan).id), profile)
    }
    time.advance(by: .seconds(seconds))
    let writes = fixture.server.writes.count
    let outcome = try await send(plan)
    #expect(outcome.report.outcomeCounts == expected.outcomes)
    #expect(outcome.report.changeset.counts[.conflict] == (expected.meanwhile == .sentAndTakenBack ? 1 : nil))
    #expect(fixture.server.proposals == expected.proposals && fixture.server.writes.count == writes)
  }

  @Test func `a plan of another person or application is not sent`() async throws {
    let source = try await fixture.sheet(["title": ["Proposal": "Hej"]])
    let plan = try await ImportSession.open(fixture.profile(), ScriptedDialog()) { try await $0.plan(source) }
    for profile in try [fixture.profile(guid: "g-2"), fixture.profile(application: "other")] {
      let error = await #expect(throws: ImportError.self) {
        try await ImportSession.open(profile, ScriptedDialog()) { try await $0.run(plan) }
      }
      #expect(error?.code == .plannedElsewhere)
    }
    #expect(fixture.server.writes == [])
  }

  @Test func `an app that says nothing about checks gets all of them`() async throws {
    _ = try await fixture.sheet(["title": ["Proposal": "Hej %d"]])
    func verdicts(_ options: PlanningOptions) async throws -> [Verdict] {
      let source = try fixture.source("sheet.csv", options)
      return try await ImportSession.open(fixture.profile(), ScriptedDialog()) { try await $0.plan(source) }.changeset
        .items.map(\.verdict)
    }
    #expect(try await verdicts(PlanningOptions()) == [.refusedByCheck])
    #expect(try await verdicts(SessionFixture.unchecked) == [.propose])
  }

  // MARK: - Conflicts

  @Test(
    "conflicts are decided before the consent",
    arguments: [
      ([.sheet], ["title: Dav (rival)", "title: Hej"], ["reading", "decide 1", "consent to 1+0", "sending", "sent"]),
      (
        [.edited("Hejsa")], ["title: Dav (rival)", "title: Hejsa"],
        ["reading", "decide 1", "consent to 1+0", "sending", "sent"]
      ), ([.server], ["title: Dav (rival)"], ["reading", "decide 1", "sending", "sent"]),
      ([], ["title: Dav (rival)"], ["reading", "decide 1", "sending", "sent"]),
    ] as [([ConflictResolution], [String], [String])]) func conflicts(
      decisions: [ConflictResolution], proposals: [String], log: [String]
    ) async throws
  {
    let dialog = ScriptedDialog(decisions: decisions)
    try await fixture.run(conflictingRequest(), dialog)
    #expect(fixture.server.proposals == proposals)
    #expect(dialog.log == log)
  }

  private func conflictingRequest() async throws -> ImportRequest {
    _ = try await fixture.sheet(["title": ["Proposal": "Hej"]])
    fixture.server.add("title", "Dav", guid: "rival")
    var options = SessionFixture.unchecked
    options.onConflict = .ask
    return try ImportRequest(fixture.source("sheet.csv", options))
  }

  // MARK: - Result files

  @Test func `a result file that would overwrite a sheet is refused before anything is sent`() async throws {
    let source = try await fixture.sheet(SessionFixture.proposals)
    var results = ResultFiles()
    results.report = fixture.path("sheet.csv")
    let error = #expect(throws: ImportError.self) { _ = try ImportRequest(source, results: results) }
    #expect(
      error?.description
        == "the report would overwrite \(fixture.path("sheet.csv")), which is read. Choose another name.")
    results.names.report = "--report"
    let named = #expect(throws: ImportError.self) { _ = try ImportRequest(source, results: results) }
    #expect(named?.message == "--report would overwrite \(fixture.path("sheet.csv")), which is read.")
  }

  @Test func `a result file that cannot be written is told, and the import counts as done`() async throws {
    let source = try await fixture.sheet(SessionFixture.proposals)
    var results = ResultFiles()
    results.report = fixture.path("gone/report.json")
    try FileManager.default.createDirectory(atPath: fixture.path("gone"), withIntermediateDirectories: false)
    let request = try ImportRequest(source, results: results)
    try FileManager.default.removeItem(atPath: fixture.path("gone"))
    let dialog = ScriptedDialog()
    let outcome = try await fixture.run(request, dialog)
    #expect(!outcome.areFilesWritten)
    #expect(outcome.report.outcomeCounts == ["applied": 2])
    #expect(dialog.log.last == "result failed")
  }
}
