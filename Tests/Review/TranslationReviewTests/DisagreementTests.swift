import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct DisagreementTests {
  let catalog = Catalog.pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"))

  func rows(_ edits: [(proposal: Int, edit: (inout ReviewRow) -> Void)]) throws -> [ReturnedRow] {
    try edits.enumerated().map { index, edit in
      try Fixture.row("title", of: catalog, proposal: edit.proposal, at: index + 2, edit.edit)
    }
  }

  @Test func `two rows that want different texts are both refused, each naming the other`() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.proposal = "Hejsa" }), (1, { $0.proposal = "Halløj" })]), against: catalog)
    #expect(plan.counts == [.disagreement: 2])
    #expect(plan.items[0].message.contains("row 3"))
    #expect(plan.items[1].message.contains("row 2"))
    #expect(plan.changes.isEmpty)
  }

  // MARK: - Decisions

  /// Rows of different files that propose texts, planned with files that were saved at these times.
  private func plan(
    _ wishes: [(file: Int, text: String)], savedAt: [Double?] = [1, 3, 2], _ change: (inout PlanningOptions) -> Void
  ) throws -> Changeset {
    var sheet = ReturnedSheet()
    sheet.files = savedAt.enumerated().map { index, time in
      var file = ReturnedSheet.File(path: index == 0 ? "sheet.xlsx" : "sheet\(index).xlsx", digest: "\(index)")
      file.savedAt = time
      return file
    }
    let row = try Fixture.exportedRow("title", of: Fixture.catalog())
    sheet.rows = wishes.enumerated().map { place, wish in
      Fixture.returned(row, at: place + 2, file: wish.file) {
        if wish.text == "ok" { $0.action = "ok" } else { $0.proposal = wish.text }
      }
    }
    return Fixture.plan(sheet, against: Fixture.catalog(), options: Fixture.options(change))
  }

  @Test func `an ok that lost to another sheet is told so, and nothing of a deletion`() throws {
    let plan = try plan([(0, "A"), (1, "ok")]) { $0.preference = .file(0) }
    let fix = try #require(Fixture.toFix(plan, Catalog.pending(.own(9, "title", "A")))).rows
    #expect(
      fix.map(\.problem) == [
        "not chosen: Et andet returneret ark er valgt, og det har »A« til den samme tekst. Rækkens ok blev ikke brugt. "
          + "Skriv ok under Action for at markere det, rækken viser nu, som gennemgået."
      ])
  }

  private let three = [(file: 0, text: "A"), (file: 1, text: "B"), (file: 2, text: "A")]

  @Test(
    "the preferred file's row is sent, with those that ask for the same, and the others say why not",
    arguments: [
      (PlanningOptions.Preference.file(0), ["A"], [1]), (.file(1), ["B"], [0, 2]), (.newest, ["B"], [0, 2]),
    ]) func preferred(preference: PlanningOptions.Preference, sent: [String], losers: [Int]) throws
  {
    let plan = try plan(three) { $0.preference = preference }
    #expect(plan.operations == sent.map { .propose(value: $0) })
    #expect(plan.items.indices.filter { plan.items[$0].verdict == .notChosen } == losers)
    #expect(plan.counts[.disagreement] == nil && !plan.hasRefusals)
    for loser in losers {
      let item = plan.items[loser]
      #expect(item.message.contains("\"\(sent[0])\""))
      #expect(!item.message.contains(".xlsx"))
      #expect(item.rivals.allSatisfy { $0.fileIndex != item.row.place.fileIndex } && !item.rivals.isEmpty)
      #expect(item.reasonNamingRivals.description.contains(".xlsx"))
      #expect(plan.result(ofItemAt: loser).kind == .notChosen)
    }
  }

  @Test(
    "files that were saved at times unknown, a file without such a row and one that disagrees with itself decide nothing"
  ) func undecided() throws {
    let unknown = try plan(three, savedAt: [nil, nil, nil]) { $0.preference = .newest }
    #expect(unknown.counts == [.disagreement: 3] && unknown.items[0].message.hasSuffix("Keep one of them."))
    #expect(try plan(three) { $0.preference = .file(7) }.counts == [.disagreement: 3])
    let both = try plan([(0, "A"), (0, "B"), (1, "C")]) { $0.preference = .file(0) }
    #expect(both.counts == [.disagreement: 3])
    #expect(both.items[0].message.contains("\"B\" (worksheet \"Review\", row 3)"))
    #expect(both.items.allSatisfy { !$0.message.contains(".xlsx") })
    #expect(both.items.map(\.rivals.count) == [2, 2, 2])
  }

  @Test func `the chosen row goes on through the rules, and another plan has another identity`() throws {
    let plan = try plan([(0, "Velkommen"), (1, "B")]) { $0.preference = .file(0) }
    #expect(plan.changes.isEmpty && plan.counts[.notChosen] == 1)
    let identities = [nil, PlanningOptions.Preference.newest, .file(0), .file(1)].map { preference in
      PlanIdentity(
        digests: ["a"], scope: Fixture.scope, guid: "me", options: Fixture.options { $0.preference = preference })
    }
    #expect(Set(identities).count == 4)
  }

  // MARK: - Wishes

  @Test func `what an earlier import made pending is a wish like any other, in another file and in the same one`()
    throws
  {
    let before = Fixture.catalog()
    let after = Catalog.pending(.own(9, "title", "A"))
    for file in [0, 1] {
      let rows = try [("A", 0, 2), ("B", file, 3)].map { text, file, line in
        try Fixture.row("title", of: before, at: line, file: file) { $0.proposal = text }
      }
      #expect(Fixture.plan(rows, against: after).counts == [.disagreement: 2])
    }
    let again = try rows([(0, { $0.proposal = "A" }), (1, { $0.proposal = "B" })])
    let moved = Catalog.pending(.own(9, "title", "A"), .other(8, "title", "Goddag"))
    #expect(Fixture.plan(again, against: moved).counts == [.disagreement: 2])
  }

  @Test("a row that a sort swapped shows the other proposal and does not disagree with the edit in that one's row")
  func swapped() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.proposal = "Goddag" }), (1, { $0.proposal = "Hejsa" })]), against: catalog)
    #expect(plan.counts == [.alreadyProposed: 1, .propose: 1])
  }

  @Test(
    "of rows without a base those that show what somebody else proposed, or that all show what is pending, are no wishes"
  ) func withoutBase() throws {
    func plan(_ texts: [String]) throws -> [Verdict: Int] {
      Fixture.plan(
        try rows(
          texts.map { text in
            (
              0,
              {
                ($0.base, $0.exportedProposal, $0.proposalID) = (nil, nil, nil)
                $0.proposal = text
              }
            )
          }), against: catalog
      ).counts
    }
    #expect(try plan(["Hej", "Goddag"]) == [.alreadyProposed: 2])
    #expect(try plan(["Hejsa", "Goddag"]) == [.propose: 1, .alreadyProposed: 1])
    #expect(try plan(["Hej", "Hejsa"]) == [.disagreement: 2])
  }

  @Test func `what another file's export showed as pending is no news in that file only`() throws {
    let old = try Fixture.exportedRow("title", of: Fixture.catalog())
    let rows = [
      Fixture.returned(old) { $0.proposal = "Hejsa" }, try Fixture.row("title", of: catalog, file: 1) { _ in },
    ]
    #expect(Fixture.plan([rows[0]], against: catalog).counts == [.conflict: 1])
    #expect(Fixture.plan(rows, against: catalog).counts == [.conflict: 1, .unchanged: 1])
  }

  @Test func `many changes of normalisation or edge spaces alone are a program's work and refused`() throws {
    let texts = (0..<6).map { ("login", "k\($0)", "Værdi \($0)" as String?) }
    let proposals = (0..<6).map { Proposal.own($0 + 1, "k\($0)", "Caf\u{E9} \($0)") }
    let catalog = Fixture.catalog(english: texts, danish: texts, proposals: proposals)
    let rows = try (0..<6).map { index in
      try Fixture.row("k\(index)", of: catalog, at: index + 2) { $0.proposal = "Cafe\u{301} \(index)" }
    }
    #expect(Fixture.plan(rows, against: catalog).counts == [.damaged: 6])
    #expect(Fixture.plan(Array(rows.prefix(4)), against: catalog).counts == [.propose: 4])
    let options = Fixture.options { $0.accepted = [.damaged] }
    #expect(Fixture.plan(rows, against: catalog, options: options).counts == [.propose: 6])
  }
}
