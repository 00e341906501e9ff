import Foundation
import NStackAPI
import ReviewJournal
import ReviewReports
import Testing
import TranslationReview

/// A proposal of one person, rejected in the sheet of another one.
struct RejectedProposalTests {
  private static let owner = "g-2"
  private let fixture = SessionFixture()

  private func rejected(title: String = "Too long", action: String = "reject") async throws {
    try fixture.edit(["title": ["Action": action, "Note": title]])
    try await fixture.run(fixture.source("sheet.csv"))
  }

  private func proposed() async throws {
    fixture.server.add("title", "Hejsa", guid: Self.owner)
    _ = try await fixture.sheet([:])
  }

  /// The contents of a sheet that a person exports now.
  private func exported(_ guid: String = SessionServer.guid, overwriting name: String? = nil) async throws -> String {
    let path = fixture.path(name ?? "\(guid).csv")
    let job = try ExportJob(to: .file(path), overwritesEdits: name == nil)
    _ = try await job.run(fixture.profile(guid: guid), ScriptedDialog())
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func listed(_ guid: String = SessionServer.guid) async throws -> [String] {
    let (profile, dialog) = (try fixture.profile(guid: guid), ScriptedDialog())
    var filter = ProposalFilter()
    filter.isRejected = true
    let read = try await profile.proposals(in: .unaccepted, withTexts: true, dialog)
    let chosen = try await profile.chosen(by: filter, from: read, dialog).chosen
    let reasons = try profile.rounds().rejections(of: chosen)
    return chosen.map { "\($0.value): \(reasons[$0.id]?.reason ?? "")" }
  }

  @Test func `it is left out of the next export, and its owner reads why and withdraws it`() async throws {
    try await proposed()
    try await rejected()
    #expect(fixture.server.writes == [], "nothing is sent")
    #expect(try await listed() == ["Hejsa: Too long"])
    let own = try await exported()
    #expect(!own.contains("Hejsa") && !own.contains("Too long"))
    #expect(try await exported(Self.owner).contains("\"[Rejected: Too long]\""))

    var filter = ProposalFilter()
    (filter.isMine, filter.isRejected) = (true, true)
    let deletion = ProposalDeletion(.matching(filter))
    let mine = try fixture.profile()
    #expect(try await mine.plan(deletion, ScriptedDialog()).plan.changeset.changes.isEmpty, "only its owner can")
    let theirs = try fixture.profile(guid: Self.owner)
    var options = ImportOptions()
    options.allowsDelete = true
    _ = try await ImportSession.open(theirs, ScriptedDialog()) { [options] in
      try await $0.delete(deletion, options: options)
    }
    #expect(fixture.server.proposals == [])
    fixture.server.add("title", "Hejsa", guid: "g-3")
    #expect(try await listed() == [], "another person's proposal is a new one")
    #expect(try await exported().contains("Hejsa"))
  }

  @Test func `the same sheet may give another reason, and approve the proposal after all`() async throws {
    try await proposed()
    try await rejected()
    try await rejected()
    #expect(try await listed() == ["Hejsa: Too long"])
    try await rejected(title: "Too rude")
    #expect(try await listed() == ["Hejsa: Too rude"])
    try await rejected(title: "", action: "ok")
    #expect(try await listed() == [])
    #expect(try await exported().contains("Hejsa"))
    let lines = try String(contentsOfFile: fixture.path("state/sheets.jsonl"), encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.contains("\"rejected\":{") } == 3, "what is known already is not kept again")
  }

  @Test func `an export overwrites the sheet only once the rejection is kept`() async throws {
    try await proposed()
    try fixture.edit(["title": ["Action": "reject"]])
    let error = await #expect(throws: ImportError.self) { try await exported(overwriting: "sheet.csv") }
    #expect(error?.code == .unsentEdits)
    try await fixture.run(fixture.source("sheet.csv"))
    #expect(try await !exported(overwriting: "sheet.csv").contains("Hejsa"))
  }

  @Test func `a rejection is shared with the register, and what is proposed beside it is sent`() async throws {
    try await proposed()
    try await rejected()
    let scope = try fixture.profile().scope
    let lines = try fixture.profile().requiredRegister().shared(in: scope.hash)
    let other = SheetRegisterFile(path: fixture.path("other.jsonl"))
    _ = try other.merge(SheetRegisterFile.lines(ofShared: lines.joined(separator: "\n"), for: scope))
    #expect(SheetRounds(try other.events(in: scope.hash)).notes == [:])
    let proposal = Proposal(
      id: 1, text: TextIdentity(section: "login", key: "title", locale: "da-DK"), value: "Hejsa", canDelete: false)
    #expect(
      SheetRounds(try other.events(in: scope.hash)).rejections(of: [proposal]).mapValues(\.reason) == [1: "Too long"])

    // The next sheet does not show the proposal, which is no conflict; the same text is another person's own.
    _ = try await fixture.sheet(["title": ["Proposal": "Hejsa"]], name: "next.csv")
    try await fixture.run(fixture.source("next.csv"))
    #expect(fixture.server.writes == ["propose title: Hejsa"])
  }
}
