import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// Plans that were saved: what stands in them, and what they still do when the server has moved.
struct PlanFileTests {
  private static let provenance = SheetProvenance(
    profile: "default", exportedAt: "2026-01-02T03:04:05Z", tool: "test 1")
  private static let pending = [Proposal.own(7, "button", "Log på")]

  /// Proposes a title with every hard character, and deletes the button's proposal.
  private static func plan(_ catalog: Catalog = Fixture.catalog(proposals: pending)) throws -> PlanFile {
    let changeset = try Fixture.plan(
      [
        ("title", { $0.proposal = "\"Hej\"\n\\ \u{1F600}\t" }), ("button", { $0.action = "delete" }),
        ("hint", { $0.action = "nonsense" }),
      ], of: catalog)
    return try Fixture.saved(changeset, provenance: provenance)
  }

  private func apply(_ plan: PlanFile, to catalog: Catalog, scope: SheetScope = Fixture.scope, guid: String = "me")
    throws -> Changeset
  { try PlanFile(text: plan.text).changeset(against: catalog, scope: scope, guid: guid) }

  @Test func `a plan that was read again plans the same calls`() throws {
    let catalog = Fixture.catalog(proposals: Self.pending)
    let again = try apply(Self.plan(), to: catalog)
    #expect(again.reading != nil && again.reading?.begun == catalog.reading?.begun)
    #expect(again.operations == [.propose(value: "\"Hej\"\n\\ \u{1F600}\t"), .delete(proposalID: 7, value: "Log på")])
    #expect(again.changes.map(\.text) == [Fixture.text("title"), Fixture.text("button")])
    #expect(again.items.map(\.row.place.row) == [2, 3])
    #expect(again.files.first?.digest == "ab12")
  }

  @Test func `the file says what it is and what it is for, and holds no guid`() throws {
    let text = try Self.plan().text
    #expect(text.hasPrefix("{\n  \"format\": \"nstack-review plan\",\n  \"version\": 2,\n  \"application\": \""))
    #expect(text.contains("\"createdAt\": \"2026-01-02T03:04:05Z\""))
    #expect(text.contains("\"origin\": \"https://nstack.io\""))
    #expect(text.contains("\"unknown-action\": 1"))
    #expect(!text.contains("\"me\""))
  }

  @Test(arguments: [
    (
      "title", Verdict.conflict, "The plan is out of date here: the server's current value is now \"Hej igen\".",
      Fixture.catalog(title: "Hej igen", proposals: pending)
    ),
    (
      "title", .conflict, "The plan is out of date here: a proposal of this profile was added: \"Halløj\"",
      Fixture.catalog(proposals: pending + [Proposal.own(9, "title", "Halløj")])
    ),
    (
      "title", .alreadyProposed, "This value is already pending as a proposal of this profile.",
      Fixture.catalog(proposals: pending + [Proposal.own(9, "title", "\"Hej\"\n\\ \u{1F600}\t")])
    ), ("button", .alreadyGone, "Proposal 7 is gone from the server already.", Fixture.catalog()),
    (
      "button", .conflict, "Proposal 7 is gone, but proposal 9 of this profile is pending now: \"Andet\"",
      Fixture.catalog(proposals: [.own(9, "button", "Andet")])
    ),
    (
      "button", .conflict, "The plan is out of date here. Proposal 7 is now \"Andet\".",
      Fixture.catalog(proposals: [.own(7, "button", "Andet")])
    ),
    (
      "button", .refused, "was made by another user; only that user can delete it.",
      Fixture.catalog(proposals: [.other(7, "button", "Log på")])
    ),
  ]) func `a row that went stale is refused and the others are sent`(
    key: String, verdict: Verdict, message: String, catalog: Catalog
  ) throws {
    let again = try apply(Self.plan(), to: catalog)
    let item = try #require(again.items.first { $0.row.text.key == key })
    #expect(item.verdict == verdict)
    #expect(item.message.contains(message))
    #expect(again.changes.map(\.text.key) == ["title", "button"].filter { $0 != key })
    #expect(again.rowCount == 3)
  }

  @Test func `rows that were refused when the plan was made are refused rows of the import`() async throws {
    let pending = Fixture.catalog(proposals: Self.pending)
    let again = try apply(Self.plan(pending), to: pending)
    #expect(again.counts == [.propose: 1, .delete: 1, .unknownAction: 1])
    #expect(again.hasRefusals)
    #expect(
      again.diagnostics.map(\.line) == ["warning: When the plan was made, rows were left out of it: 1 unknown action."])
    let report = try await Submission.submit(again, to: FakeService(Self.pending), options: SubmissionTests().options())
    #expect(report.doneCount == 2)
    #expect(report.isIncomplete)
    guard case .returned(let returned)? = SheetEvent.returns(report, of: "i", at: "").first else {
      return #expect(Bool(false))
    }
    #expect(returned.outcomes["unchanged"] == nil)
  }

  @Test func `a plan for another application or person is refused as a whole`() throws {
    let plan = try Self.plan()
    let other = SheetScope(applicationID: "other", platform: "mobile", origin: "https://nstack.io")
    #expect(Fixture.code { try apply(plan, to: Fixture.catalog(), scope: other) } == "plan.other-application")
    #expect(Fixture.code { try apply(plan, to: Fixture.catalog(), guid: "you") } == "plan.other-guid")
  }

  @Test(arguments: [
    ("\"version\": 2", "\"version\": 1", "plan.version"), ("\"version\": 2", "\"version\": 1.5", "plan.malformed"),
    ("\"digest\"", "\"sha\"", "plan.malformed"), ("\"profile\": \"default\",", "", "plan.malformed"),
    ("\"profile\": \"default\",", "\"profile\": \"default\", \"profile\": \"x\",", "plan.malformed"),
    ("\"profile\": \"default\",", "\"profile\": \"default\", \"extra\": 1,", "plan.malformed"),
    ("\"fileIndex\": 0", "\"fileIndex\": 1", "plan.malformed"), ("nstack-review plan", "something", "plan.malformed"),
    ("{\n", "", "plan.malformed"), ("\"worksheet\": \"Review\"", "\"worksheet\": 1", "plan.malformed"),
    ("\"worksheets\": []", "\"worksheets\": [1]", "plan.malformed"),
    ("\"rowCount\": 3", "\"rowCount\": \"3\"", "plan.malformed"), ("\"proposalID\": 7,", "", "plan.malformed"),
    ("\"proposalID\": 7", "\"proposalID\": 8", "plan.malformed"),
    ("\"isBaseFoundElsewhere\"", "\"x\"", "plan.malformed"),
    ("\"canDelete\": true", "\"canDelete\": null", "plan.malformed"),
    ("\"unknown-action\"", "\"unknown\": 1, \"odd\"", "plan.malformed"),
    ("\"items\": [0]", "\"items\": [9]", "plan.malformed"), ("\"items\": [0]", "\"items\": [1]", "plan.malformed"),
    ("\"proposal\": \"\\\"Hej\\\"", "\"proposal\": \"Hejsa", "plan.malformed"),
    ("\"rowCount\": 3", "\"rowCount\": 9223372036854775807", "plan.malformed"),
    ("\"unknown-action\": 1", "\"unknown-action\": 9223372036854775807", "plan.malformed"),
    ("\"unknown-action\": 1", "\"unknown-action\": -1", "plan.malformed"),
    ("\"unknown-action\": 1", "\"unknown-action\": 1, \"propose\": 1", "plan.malformed"),
  ]) func `anything that is not exactly a plan is refused`(old: String, new: String, code: String) throws {
    let text = try Self.plan().text
    try #require(text.contains(old))
    #expect(Fixture.code { try PlanFile(text: text.replacing(old, with: new, maxReplacements: 1)) } == code)
  }

  @Test func `a row that no call names, another's sign-off, none, and a call that is there twice are refused`() throws {
    let catalog = Fixture.catalog()
    let rows = try ["title", "button"].map { try Fixture.row($0, of: catalog) { $0.action = "ok" } }
    let title = try Fixture.row("title", of: catalog) { $0.proposal = "Hej med dig" }
    var signed = try Fixture.saved(Fixture.plan(rows, against: catalog)).plan
    var proposed = try Fixture.saved(Fixture.plan([title], against: catalog)).plan
    let saved = try Self.plan()
    func code(_ plan: Changeset) -> String? {
      let edited = PlanFile(
        createdAt: saved.createdAt, tool: saved.tool, profile: saved.profile, scope: saved.scope,
        application: saved.application, platform: saved.platform, origin: saved.origin, guidHash: saved.guidHash,
        plan: plan)
      return Fixture.code { try PlanFile(text: edited.text) }
    }
    #expect([code(signed), code(proposed)] == [nil, nil])
    signed.items[0].signOff = signed.items[1].signOff
    #expect(code(signed) == "plan.malformed")
    signed.items[0].signOff = nil
    #expect(code(signed) == "plan.malformed")
    proposed.changes += proposed.changes
    #expect(code(proposed) == "plan.malformed")
    proposed.changes = []
    #expect(code(proposed) == "plan.malformed")
  }

  @Test func `what can never be meant is refused, also in a plan that somebody edited`() throws {
    let catalog = Fixture.catalog()
    let row = try Fixture.row("title", of: catalog) { $0.proposal = "Hej med dig" }
    let plan = try Fixture.saved(Fixture.plan([row], against: catalog))
    let edited = try PlanFile(text: plan.text.replacing("Hej med dig", with: "Hej \u{FFFD}"))
    let changeset = try edited.applied(to: catalog)
    #expect(changeset.verdicts == [.refusedByCheck])
    #expect(changeset.items[0].message.hasPrefix("character.replacement: "))
  }
}
