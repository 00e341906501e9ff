import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// `reject` under Action, or in the note of a unit, in every format.
struct RejectionTests {
  /// A proposal for the case of a number: the last two digits of its id.
  private static func other(_ id: Int, _ value: String) -> Proposal { .other(id, key(id % 100), value) }

  private static func own(_ id: Int, _ value: String) -> Proposal { .own(id, key(id % 100), value) }

  private static func key(_ number: Int) -> String { number < 10 ? "a0\(number)" : "a\(number)" }

  /// What somebody wrote beside the proposals of a text. `server` has those of now if they are others by now. `reason` is
  /// that of a rejection which is kept.
  private struct Case: Sendable {
    var proposals: [Proposal]
    var server: [Proposal]?
    var proposal: String?
    var action = "reject"
    var note = "Too long"
    let expected: String
    var reason: String?
  }

  private static let cases: [Case] = [
    Case(proposals: [other(1, "Hej")], expected: "a01 rejected", reason: "Too long"),
    Case(proposals: [other(2, "Hej")], note: "", expected: "a02 rejected", reason: ""),
    Case(proposals: [own(3, "Hej")], expected: "a03 delete"), Case(proposals: [], expected: "a04 refused"),
    Case(proposals: [other(5, "Hej")], proposal: "Davs", expected: "a05 disagreement"),
    Case(proposals: [own(6, "Hej")], proposal: "Davs", expected: "a06 disagreement"),
    Case(proposals: [other(7, "Hej")], proposal: "Hej", action: "", note: "", expected: "a07 propose Hej"),
    Case(
      proposals: [other(8, "Hej"), other(108, "Hejsa")], proposal: "Hejsa", action: "", note: "",
      expected: "a08 already-proposed"),
    Case(proposals: [other(9, "Hej")], action: "afvis", expected: "a09 rejected", reason: "Too long"),
    Case(proposals: [other(10, "Hej")], action: "ABLEHNEN", expected: "a10 rejected", reason: "Too long"),
    Case(proposals: [other(11, "Hej")], action: " Reject ", expected: "a11 rejected", reason: "Too long"),
    Case(proposals: [other(12, "Hej")], server: [other(12, "Hejsa")], expected: "a12 conflict"),
    Case(proposals: [other(13, "Hej")], server: [], expected: "a13 already-gone"),
    Case(
      proposals: [other(14, "Hej")], server: [other(14, "Hej"), other(114, "Davs")], expected: "a14 rejected",
      reason: "Too long"), Case(proposals: [other(15, "Hej"), own(115, "Dav")], expected: "a15 delete"),
    Case(proposals: [other(16, "Hej"), other(116, "Dav")], expected: "a16 rejected", reason: "Too long"),
    Case(proposals: [other(17, "Hej")], note: "Is it a verb?", expected: "a17 rejected", reason: "Is it a verb?"),
    Case(proposals: [other(18, "Hej")], note: "Say: Hej du", expected: "a18 rejected", reason: "Say: Hej du"),
    Case(proposals: [other(19, "Hej")], server: [own(19, "Hej")], expected: "a19 delete"),
    Case(proposals: [other(20, "Hej")], proposal: "Ny", action: "", note: "", expected: "a20 propose Ny"),
    Case(proposals: [other(21, "Hej")], action: "", note: "Please reject this", expected: ""),
    Case(proposals: [other(22, "Hej")], action: "", note: "Reject it: too long", expected: ""),
    Case(proposals: [own(23, "Hej")], server: [], expected: "a23 already-gone"),
    Case(proposals: [other(24, "Hej")], action: "却下", note: "長すぎる", expected: "a24 rejected", reason: "長すぎる"),
  ]

  private static let rejections = [7: "Too long", 20: "Too long"]

  private static func catalog(_ proposals: (Case) -> [Proposal]) -> Catalog {
    Fixture.catalog(
      english: cases.indices.map { ("login", key($0 + 1), "Save") },
      danish: cases.indices.map { ("login", key($0 + 1), $0 == 18 ? nil : "Gem") }, proposals: cases.flatMap(proposals))
  }

  @Test(arguments: SheetCases.formats) func `a proposal of somebody else is rejected, and one's own is withdrawn`(
    format: SheetFormat
  ) throws {
    let sheet = try SheetCases.sheet(Self.catalog(\.proposals)) { $0.rejections = Self.rejections }
    let returned = try SheetCases.returned(
      sheet, as: format, by: "Anna",
      Self.cases.enumerated().map { index, edit in
        RowEdit(key: Self.key(index + 1), proposal: edit.proposal, action: edit.action, note: edit.note)
      })
    let plan = Fixture.plan(
      returned, against: Self.catalog { $0.server ?? $0.proposals },
      options: Fixture.options { $0.rejections = Self.rejections })
    #expect(SheetCases.outcome(plan) == Self.cases.map(\.expected).filter { !$0.isEmpty }.joined(separator: ", "))
    #expect(plan.deleteCount == 3 && plan.proposeCount == 2, "a rejection sends nothing")
    #expect(plan.conflicts.isEmpty, "the reviewer has to look again")

    let event = try #require(SheetEvent.rejections(plan, after: SheetRounds([]), at: "2026-01-31T10:00:00Z"))
    guard case .rejected(let decisions, _) = event else { return }
    let expected = Self.cases.enumerated().filter { $1.reason != nil }
    #expect(decisions.map(\.text.key) == expected.map { Self.key($0.offset + 1) })
    #expect(decisions.map(\.reason) == expected.map(\.element.reason))
    #expect(Set(decisions.map(\.author)) == ["Anna"])
    #expect(SheetEvent.rejections(plan, after: SheetRounds([event]), at: "") == nil, "it is known by now")
  }

  @Test(arguments: SheetCases.formats) func `a rejected proposal is left out, and its owner reads why`(
    format: SheetFormat
  ) throws {
    let catalog = Fixture.catalog(
      proposals: [
        .other(1, "title", "Forkastet"), .other(2, "title", "Hej"), .own(3, "button", "Ind"),
        .other(4, "hint", "Kasseret"),
      ], reading: nil)
    let sheet = try SheetCases.sheet(catalog) { extras in
      extras.rejections = [1: "Rude", 3: "Too [long", 4: ""]
      extras.notes = [Fixture.text("button"): "On the sign"]
    }
    let rows = Fixture.rows(of: sheet)
    #expect(rows.map(\.proposal) == ["Hej", "Ind", ""])
    #expect(rows.map(\.note) == ["", "[Rejected: Too (long]\nOn the sign", ""])
    #expect(rows.map { $0.base?.otherProposals.keys.sorted() } == [[1], [], [4]], "they are no conflict")
    #expect(sheet.proposalTotal == 2)
    let returned = try SheetCases.withFile(sheet, as: format, []) { path in
      let text = try SheetCases.text(ofFileAt: path)
      #expect(!text.contains("Forkastet") && !text.contains("Kasseret"))
      #expect(text.contains("[Rejected: Too (long]"))
      return try ReviewSheetReader.read([path])
    }
    #expect(returned.rows.isEmpty)
    #expect(returned.notes.map(\.note) == ["On the sign"])
  }

  @Test func `what another person proposes is compared with proposals that were not rejected`() throws {
    let proposals: [Proposal] = [.other(1, "title", "Hej"), .other(2, "title", "Hej")]
    let sheet = try SheetCases.sheet(Fixture.catalog(proposals: [])) { _ in }
    let returned = try SheetCases.returned(sheet, as: .csv, [RowEdit(key: "title", proposal: "Hej")])
    func verdicts(_ rejections: [Int: String]) -> [Verdict] {
      Fixture.plan(
        returned, against: Fixture.catalog(proposals: proposals),
        options: Fixture.options { $0.rejections = rejections }
      ).verdicts
    }
    #expect(verdicts([:]) == [.alreadyProposed])
    #expect(verdicts([1: ""]) == [.alreadyProposed])
    #expect(verdicts([1: "", 2: ""]) == [.propose])
  }

  @Test func `two people may want to reject a proposal and to propose a better text, but not to keep it`() throws {
    let catalog = Fixture.catalog(proposals: [.other(1, "title", "Hej")])
    func verdicts(_ edit: (inout ReviewRow) -> Void) throws -> [Verdict] {
      let rows = [
        try Fixture.row("title", of: catalog) { $0.action = "reject" },
        try Fixture.row("title", of: catalog, file: 1, edit),
      ]
      return Fixture.plan(rows, against: catalog).verdicts
    }
    #expect(try verdicts { $0.proposal = "Goddag" } == [.rejected, .propose])
    #expect(try verdicts { $0.action = "reject" } == [.rejected, .rejected])
    #expect(try verdicts { $0.action = "ok" } == [.disagreement, .disagreement])
    let own = Fixture.catalog(proposals: [.own(1, "title", "Hej")])
    let rows = [
      try Fixture.row("title", of: own) { $0.action = "reject" },
      try Fixture.row("title", of: own, file: 1) { $0.proposal = "Goddag" },
    ]
    #expect(Fixture.plan(rows, against: own).verdicts == [.disagreement, .disagreement], "one's own is withdrawn")
  }

  @Test func `a saved plan keeps a rejection as long as the proposal is pending`() throws {
    let catalog = Fixture.catalog(proposals: [.other(1, "title", "Hej")])
    let plan = Fixture.plan([try Fixture.row("title", of: catalog) { $0.action = "reject" }], against: catalog)
    let file = try Fixture.saved(plan)
    #expect(try file.applied(to: catalog).verdicts == [.rejected])
    #expect(try file.applied(to: Fixture.catalog(proposals: [.other(1, "title", "Dav")])).verdicts == [.alreadyGone])
    #expect(try file.applied(to: Fixture.catalog()).verdicts == [.alreadyGone])
  }
}
