import Foundation
import NStackAPI
import Testing
import TranslationReview

@testable import ReviewJournal

/// What a person took back, or did not choose where sheets disagreed, is asked about before it is sent.
struct EarlierDecisionTests {
  private let fixture = SessionFixture()

  private func plan(_ source: PlanSource, guid: String = SessionServer.guid) async throws -> Changeset {
    let profile = try fixture.profile(guid: guid)
    return try await profile.plan(source, against: profile.readCatalog(ScriptedDialog()), ScriptedDialog()).changeset
  }

  private func asking(_ policy: PlanningOptions.ConflictPolicy) -> PlanningOptions {
    var options = SessionFixture.unchecked
    options.onConflict = policy
    return options
  }

  // MARK: - What was taken back

  /// One way in which a sheet that was taken back comes again.
  struct Return: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the row `title` has when it is imported, and the proposal that the server had before.
    var edit = ["Proposal": "Hej"]
    var before: String?
    /// What the sheet has when it comes again, by key, and the name that it has then.
    var later: [String: [String: String]] = [:]
    var name = "sheet.csv"
    var verdict = Verdict.conflict

    init(_ name: String) { testDescription = name }

    func with(_ change: (inout Self) -> Void) -> Self {
      var copy = self
      change(&copy)
      return copy
    }
  }

  private static let returns = [
    Return("as it was"),
    Return("with another row edited, under another name").with {
      ($0.later, $0.name) = (["button": ["Proposal": "Ind"]], "v2.csv")
    }, Return("with ok beside it").with { $0.later = ["title": ["Action": "ok"]] },
    Return("with other white space").with { $0.later = ["title": ["Proposal": "Hej "]] },
    Return("in another Unicode normalisation").with {
      ($0.edit, $0.later) = (["Proposal": "Hej\u{E9}"], ["title": ["Proposal": "Heje\u{301}"]])
    }, Return("over a proposal of one's own").with { $0.before = "Dav" },
    Return("without its base, with another row edited").with {
      ($0.edit["Base"], $0.later) = ("", ["button": ["Proposal": "Ind"]])
    }, Return("without its base since").with { $0.later = ["title": ["Base": ""]] },
    Return("without its base since, as another file").with {
      ($0.later, $0.name) = (["title": ["Base": ""]], "other.csv")
    },
    Return("without its base, as another file").with {
      ($0.edit["Base"], $0.later, $0.name) = ("", ["button": ["Proposal": "Ind"]], "other.csv")
    },
    Return("as a withdrawal without its base").with {
      ($0.edit, $0.before) = (["Action": "delete", "Base": ""], "Dav")
    },
    // What is no request that was taken back.
    Return("with another text").with { ($0.later, $0.verdict) = (["title": ["Proposal": "Hejsa"]], .propose) },
    Return("with another text, without its base").with {
      ($0.later, $0.verdict) = (["title": ["Base": "", "Proposal": "Hejsa"]], .propose)
    }, Return("with skip beside it").with { ($0.later, $0.verdict) = (["title": ["Action": "skip"]], .skipped) },
  ]

  /// Imports and undoes a sheet, and brings it again.
  private func taken(_ again: Return) async throws -> PlanSource {
    if let before = again.before { fixture.server.add("title", before) }
    let outcome = try await fixture.run(fixture.sheet(["title": again.edit]))
    try await fixture.undo(#require(outcome.id))
    try fixture.edit(again.later)
    if again.name != "sheet.csv" {
      try FileManager.default.moveItem(atPath: fixture.path("sheet.csv"), toPath: fixture.path(again.name))
    }
    return try fixture.source(again.name)
  }

  @Test(arguments: returns) func `what an undone import sent is asked about when its sheet comes again`(_ again: Return)
    async throws
  {
    let source = try await taken(again)
    let writes = fixture.server.writes.count
    let plan = try await plan(source)
    let item = try #require(plan.items.first { $0.row.text.key == "title" })
    #expect(item.verdict == again.verdict)
    guard again.verdict == .conflict else { return #expect(item.earlierDecision == nil) }
    #expect(item.message.hasPrefix("This was sent and taken back on 2"))
    #expect(item.earlierDecision?.kind == .takenBack)
    #expect(plan.conflicts.map(\.kind) == [.earlierDecision])
    #expect(!plan.changes.contains { $0.text.key == "title" })
    let outcome = try await fixture.run(source)
    #expect(!fixture.server.writes.dropFirst(writes).contains { $0.contains("title") || $0.contains("delete") })
    if let id = outcome.id {
      let kept = try fixture.profile().report(ofImport: id).changeset.items.first { $0.row.text.key == "title" }
      #expect(kept?.earlierDecision == item.earlierDecision)
    }
    // With consent it is sent, and there is nothing to ask any more.
    let dialog = ScriptedDialog(decisions: [.sheet])
    try await fixture.run(fixture.source(again.name, asking(.ask)), dialog)
    #expect(dialog.log.contains("decide 1"))
    let isWithdrawal = again.edit["Action"] == "delete"
    #expect(fixture.server.proposals.contains { $0.hasPrefix("title: Hej") } == !isWithdrawal)
    #expect(!fixture.server.proposals.contains("title: Dav"))
    // The server of these tests keeps the form's `+` for a blank.
    guard again.later["title"]?["Proposal"] == nil else { return }
    #expect(try await self.plan(fixture.source(again.name)).counts[.conflict] == nil)
  }

  @Test func `a deletion that was taken back is in conflict with the proposal that is pending again`() async throws {
    let source = try await taken(
      Return("as a withdrawal").with { ($0.edit, $0.before) = (["Action": "delete"], "Dav") })
    let item = try #require(try await plan(source).items.first { $0.row.text.key == "title" })
    #expect(item.verdict == .conflict && item.message.contains("of this profile is pending now: \"Dav\""))
    let writes = fixture.server.writes.count
    try await fixture.run(source)
    #expect(fixture.server.writes.count == writes && fixture.server.proposals.contains("title: Dav"))
  }

  @Test(arguments: [false, true]) func `only what was undone is asked about, also by an undo that was cut off`(
    isCutOff: Bool
  ) async throws {
    let id = try await fixture.imported(["title": "Hej", "button": "Ind"])
    let stop = StopSignal()
    if isCutOff { fixture.server.onWrite { stop.stop() } }
    try await fixture.undo(id, fixture.profile(stop: stop)) { if !isCutOff { $0.changes = [2] } }
    fixture.server.onWrite {}
    #expect(fixture.server.proposals.count == 1)
    #expect(try await plan(fixture.source("sheet.csv")).counts == [.unchanged: 2, .alreadyProposed: 1, .conflict: 1])
    // Another person's journal says nothing about it.
    let theirs = try await plan(fixture.source("sheet.csv"), guid: "another-guid")
    #expect(!theirs.items.contains { $0.earlierDecision != nil })
  }

  @Test func `what was sent again after that is nobody's decision any more`() async throws {
    let source = try await taken(Return("as it was"))
    try await fixture.run(fixture.source("sheet.csv", asking(.propose)))
    fixture.server.removeAll()
    #expect(try await plan(source).counts == [.unchanged: 3, .propose: 1])
  }

  // The clock of the plan may be that of another machine, or the undo and the plan may be in one second.
  @Test(arguments: [1_700_000_000, 9_000_000_000.0])
  func `a saved plan that was carried out and taken back asks too, and one with consent to that does not`(time: Double)
    async throws
  {
    func save(_ options: PlanningOptions, at date: Double) async throws -> PlanSource {
      var profile = try fixture.profile()
      profile.date = { date }
      let changeset = try await plan(fixture.source("sheet.csv", options))
      let file = PlanFile(changeset, scope: profile.scope, guid: SessionServer.guid, provenance: profile.provenance())
      return .file(try PlanFile(text: file.text), path: "plan.json")
    }
    _ = try await fixture.sheet(["title": ["Proposal": "Hej"]])
    let early = try await save(SessionFixture.unchecked, at: 1_600_000_000)
    let id = try #require(try await fixture.run(early).id)
    try await fixture.undo(id)
    #expect(try await plan(early).counts[.conflict] == 1)
    let late = try await save(asking(.propose), at: time)
    let applied = try await plan(late)
    #expect(applied.counts[.propose] == 1 && applied.items.first?.earlierDecision?.kind == .takenBack)
    try await fixture.run(late)
    #expect(fixture.server.proposals == ["title: Hej"])
  }

  // MARK: - Sheets that disagree

  /// Two copies of one sheet that disagree about `title`.
  private func disagree() async throws {
    _ = try await fixture.sheet([:])
    try? FileManager.default.removeItem(atPath: fixture.path("b.csv"))
    try FileManager.default.copyItem(atPath: fixture.path("sheet.csv"), toPath: fixture.path("b.csv"))
    try fixture.edit(["title": ["Proposal": "Hej"], "button": ["Proposal": "Ind"]])
    try fixture.edit(["title": ["Proposal": "Goddag"]], name: "b.csv")
  }

  private func both() throws -> ReturnedSheet { try ReviewSheetReader.read(["sheet.csv", "b.csv"].map(fixture.path)) }

  private func run(_ names: [String], _ dialog: DecidingDialog) async throws {
    try await fixture.run(.sheets(ReviewSheetReader.read(names.map(fixture.path)), asking(.ask)), dialog)
  }

  @Test(arguments: [.option(0), .option(1), .neither] as [Disagreement.Choice])
  func `a choice survives a run that sends nothing, whatever the order of the files`(choice: Disagreement.Choice)
    async throws
  {
    try await disagree()
    await #expect(throws: ImportError.self) {
      try await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [choice], consent: .declined))
    }
    #expect(fixture.server.writes == [])
    let again = DecidingDialog()
    await #expect(throws: ImportError.self) { try await run(["sheet.csv", "b.csv"], again) }
    #expect(again.earlierChoices == [[0: choice]])
    let turned = DecidingDialog()
    await #expect(throws: ImportError.self) { try await run(["b.csv", "sheet.csv"], turned) }
    let other: [Disagreement.Choice: Disagreement.Choice] = [.option(0): .option(1), .option(1): .option(0)]
    #expect(turned.earlierChoices == [[0: other[choice] ?? .neither]])
    try fixture.edit(["title": ["Proposal": "Davs"]], name: "b.csv")
    let edited = DecidingDialog()
    await #expect(throws: ImportError.self) { try await run(["sheet.csv", "b.csv"], edited) }
    #expect(edited.earlierChoices == [[:]], "it lapses with what one of the rows asks for")
  }

  @Test func `a choice that is on the server is not asked about again, until it is taken back`() async throws {
    try await disagree()
    try await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [.option(1)]))
    #expect(fixture.server.proposals.contains("title: Goddag"))
    for names in [["sheet.csv", "b.csv"], ["b.csv", "sheet.csv"]] {
      let again = DecidingDialog()
      try await run(names, again)
      #expect(again.earlierChoices == [])
    }
    #expect(try await plan(.sheets(both(), SessionFixture.unchecked)).counts[.disagreement] == nil)
    try await fixture.undo(try #require(fixture.profile().importsOfSheets().last).id)
    let undone = DecidingDialog()
    await #expect(throws: ImportError.self) { try await run(["sheet.csv", "b.csv"], undone) }
    #expect(undone.earlierChoices == [[0: .option(1)]])
  }

  @Test(arguments: ["sheet.csv", "b.csv"], [Consent.declined, .given(deletes: true)])
  func `what was decided not to send is asked about when its file comes alone`(name: String, consent: Consent)
    async throws
  {
    try await disagree()
    try? await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [.neither], consent: consent))
    let plan = try await plan(fixture.source(name))
    let item = try #require(plan.items.first { $0.row.text.key == "title" })
    #expect(item.verdict == .conflict)
    #expect(item.earlierDecision?.kind == .notChosen)
    #expect(item.message == "It was decided on 2023-11-14 not to send this, and the sheet still asks for it.")
    // Another text of the same row was never decided about.
    try fixture.edit(["title": ["Proposal": "Hallo"]], name: name)
    #expect(try await self.plan(fixture.source(name)).items.contains { $0.verdict == .propose })
  }

  @Test func `an ok that was decided against is asked about when its file comes alone`() async throws {
    try await disagree()
    try fixture.edit(["title": ["Proposal": "", "Action": "ok"]], name: "b.csv")
    try? await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [.neither]))
    let item = try #require(try await plan(fixture.source("b.csv")).items.first { $0.row.text.key == "title" })
    let why = "It was decided on 2023-11-14 to ignore this ok, but the sheet still has it."
    #expect(item.verdict == .conflict && item.message == why)
    let kept = try await fixture.run(fixture.source("b.csv", asking(.ask)), DecidingDialog(decisions: [.server]))
    #expect(kept.report.changeset.signOffs.isEmpty)
    let signed = try await fixture.run(fixture.source("b.csv", asking(.ask)), DecidingDialog(decisions: [.sheet]))
    #expect(signed.report.changeset.signOffs.map(\.text.key) == ["title"])
    let consented = try await plan(fixture.source("b.csv", asking(.propose)))
    #expect(consented.signOffs.count == 1)
    #expect(consented.items.flatMap(\.notes).map(\.description) == ["Signed off in spite of a conflict: \(why)"])
    // The saved plan has the consent, although the decision is not older than the plan.
    let profile = try fixture.profile()
    let file = PlanFile(consented, scope: profile.scope, guid: SessionServer.guid, provenance: profile.provenance())
    let saved = try await plan(.file(PlanFile(text: file.text), path: "plan.json"))
    #expect(saved.signOffs.count == 1 && saved.items.map(\.earlierDecision?.kind) == [.notChosen])
  }

  @Test func `the row that was chosen is sent when it comes alone, and a later choice holds`() async throws {
    try await disagree()
    try? await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [.neither], consent: .declined))
    try? await run(["sheet.csv", "b.csv"], DecidingDialog(choices: [.option(1)], consent: .declined))
    #expect(try await plan(fixture.source("b.csv")).counts[.propose] == 1)
    #expect(try await plan(fixture.source("sheet.csv")).counts[.conflict] == 1)
    var options = SessionFixture.unchecked
    options.preference = .file(0)
    #expect(try await plan(.sheets(both(), options)).counts[.conflict] == nil, "this plan chooses itself")
  }
}
