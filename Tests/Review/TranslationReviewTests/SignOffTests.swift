import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// What `ok` under `Action` does, and how long it counts.
struct SignOffTests {
  static let mine = Catalog.pending(.own(7, "title", "Hej"))
  static let two = Catalog.pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"))

  typealias Case = EditRuleTests.Case

  private static let cases: [Case] = [
    Case("a text without a proposal", .reviewed), Case("a text with a proposal", exported: mine, .reviewed),
    Case("a missing text", key: "hint", .refused, says: "The text is missing"),
    Case("a missing text with a proposal", exported: .pending(.other(8, "hint", "Tryk")), key: "hint", .reviewed),
    Case("1: a sheet of another application", scope: EditRuleTests.other, .otherApplication),
    Case(
      "1: the same if that is accepted", options: EditRuleTests.retargeting, scope: EditRuleTests.other, .refused,
      says: "cannot be signed off here"),
    Case(
      "4: a row with a text beside it", current: "Velkomen", .disagreement,
      says:
        "The row says ok under Action, and \"Current value\" was changed too, to \"Velkomen\". Keep only one of the two."
    ),
    Case(
      "4: a damaged row that is accepted", options: EditRuleTests.accepting, edit: { $0.sourceValue = " " }, .reviewed),
    Case(
      "4: but not beside a text under Source value", options: EditRuleTests.accepting,
      edit: { $0.sourceValue = "Welcom" }, .disagreement, says: "\"Source value\" was changed too, to \"Welcom\""),
    Case(
      "4: but not beside a text that was typed", options: EditRuleTests.accepting, current: "Velkomen", .disagreement,
      says: "\"Current value\" was changed too, to \"Velkomen\""),
    Case(
      "4: a row of another text that is accepted", options: EditRuleTests.accepting,
      edit: { $0.text = Fixture.text("button") }, .damaged, says: "Base belongs to another text"),
    Case(
      "5: a text that is gone", exported: Fixture.catalog(hint: "Tryk"), key: "hint",
      server: Fixture.catalog(withHint: false), .gone),
    Case(
      "7: an emptied proposal beside it", exported: mine, proposal: "", .disagreement,
      says: "signs the text off and also empties the proposal"),
    Case(
      "a row without a base", edit: { ($0.base, $0.exportedProposal) = (nil, nil) }, .refused,
      says: "The row has no Base"),
    Case("a suggestion", suggesting: "Goddag", .refused, says: "Write accept under Action to propose it."),
    Case(
      "a text too long for a cell", exported: Fixture.catalog(title: String(repeating: "a", count: 40_000)), .refused,
      says: "too long"),
    Case(
      "15: another current value", server: Fixture.catalog(title: "Goddag"), .conflict,
      says: "the server's current value is now \"Goddag\""),
    Case(
      "15: another proposal of ours", exported: mine, server: .pending(.own(9, "title", "Halløj")), .conflict,
      says: "a proposal of this profile was added: \"Halløj\""),
    Case("15: a further proposal", exported: mine, server: two, .conflict, says: "another user was added: \"Goddag\""),
    Case(
      "15: a proposal that is gone", exported: mine, server: Fixture.catalog(), .conflict, says: "gone from the server"),
    Case("the same proposal with another id", exported: mine, server: .pending(.other(9, "title", "Hej")), .reviewed),
    Case("a text of which the row names both proposals", exported: two, .reviewed),
    Case(
      "15: a conflict is not sent either", server: Fixture.catalog(title: "Goddag"), options: EditRuleTests.overriding,
      .conflict),
  ]

  @Test("of", arguments: cases) private func rule(example: Case) throws {
    let row = try Fixture.row(example.key, of: example.exported) {
      $0.action = "ok"
      example.edit(&$0)
    }
    let plan = Fixture.plan([row], against: example.server, scope: example.scope, options: example.options)
    let item = try #require(plan.items.first)
    #expect(item.verdict == example.verdict, "\(item.message)")
    #expect(item.message.contains(example.says), "\(item.message)")
    #expect(plan.changes == [])
    #expect(plan.signOffs.map(\.text) == (example.verdict == .reviewed ? [Fixture.text(example.key)] : []))
    #expect(plan.conflicts == [], "nothing is asked about it")
  }

  /// Plans an edit in the row of our proposal beside `ok` in the row of another one.
  private func plan(_ own: (inout ReviewRow) -> Void) throws -> Changeset {
    Fixture.plan(
      [
        try Fixture.row("title", of: Self.two, at: 2, own),
        try Fixture.row("title", of: Self.two, proposal: 1, at: 3) { $0.action = "ok" },
      ], against: Self.two, options: EditRuleTests.deleting)
  }

  @Test func `a text that another row changes is a disagreement`() throws {
    #expect(try plan { $0.proposal = "Ny" }.counts == [.disagreement: 2])
    #expect(try plan { ($0.action, $0.proposalID) = ("delete", 8) }.counts == [.disagreement: 2])
    let both = try plan { $0.action = "ok" }
    #expect(both.counts == [.reviewed: 2])
    #expect(both.signOffs.count == 1)
    #expect(
      both.items.map { $0.notes.map(\.description) } == [
        ["It approves \"Hej\". Another user's proposal \"Goddag\" stays pending too."],
        ["It approves \"Goddag\". This profile's proposal \"Hej\" stays pending too."],
      ])
  }

  @Test func `of two proposals one is withdrawn and the other signed off, and the sign-off holds after that`() throws {
    let left = Catalog.pending(.other(8, "title", "Goddag"))
    for edit in [{ $0.action = "delete" }, { $0.proposal = "" }, { ($0.action, $0.proposal) = ("slet", "") }]
      as [(inout ReviewRow) -> Void]
    {
      let plan = try plan(edit)
      #expect(plan.counts == [.delete: 1, .reviewed: 1])
      #expect(plan.items.map(\.notes) == [[], []])
      #expect(plan.operations == [.delete(proposalID: 7, value: "Hej")])
      #expect(plan.signOffs.map { $0.holds(in: left) } == [true])
      #expect(plan.signOffs.map { $0.holds(in: Self.two) } == [false])
    }
    #expect(try plan { $0.proposal = "Goddag" }.counts == [.delete: 1, .reviewed: 1])
  }

  @Test(arguments: [
    (["Goddag"], ""), (["Goddag", "Dav"], " So does 1 more proposal."),
    (["Goddag", "Dav", "Davs"], " So do 2 more proposals."),
  ]) func `ok beside one of several proposals says which it approves, and one of the same value is no other`(
    others: [String], words: String
  ) throws {
    let catalog = Fixture.catalog(
      proposals: [.own(7, "title", "Hej")] + (others + ["Hej"]).enumerated().map { .other($0 + 8, "title", $1) })
    let plan = Fixture.plan([try Fixture.row("title", of: catalog) { $0.action = "ok" }], against: catalog)
    #expect(plan.counts == [.reviewed: 1])
    #expect(
      plan.items[0].notes.map(\.description) == [
        "It approves \"Hej\". Another user's proposal \"Goddag\" stays pending too.\(words)"
      ])
  }

  @Test("a sign-off lapses with the current value, the source value and the pending proposals, and with nothing else")
  func lapse() throws {
    let signOff = try Self.signOff(of: "title", in: Self.mine)
    #expect(signOff.holds(in: Self.mine))
    #expect(signOff.holds(in: Fixture.catalog(button: "Andet", proposals: [.other(9, "title", "Hej")])))
    #expect(!signOff.holds(in: Fixture.catalog(proposals: [])))
    #expect(!signOff.holds(in: Self.two))
    #expect(!signOff.holds(in: Fixture.catalog(title: "Goddag", proposals: [.other(7, "title", "Hej")])))
    func moved(_ english: String) -> Catalog {
      Fixture.catalog(
        english: [("login", "title", english)], danish: [("login", "title", "Velkommen")],
        proposals: [.other(7, "title", "Hej")])
    }
    #expect(signOff.holds(in: moved("Welcome")))
    #expect(!signOff.holds(in: moved("Welcome back")))
  }

  @Test func `the source value counts from the hidden column too, and from none where the sheet has none`() throws {
    #expect(try Self.signOff(of: "title").sourceLocale == "en-GB")
    var row = try Fixture.exportedRow("title", of: Fixture.catalog())
    row.sourceText = "Another"
    let moved = Fixture.plan([Fixture.returned(row) { $0.action = "ok" }], against: Fixture.catalog())
    #expect(moved.items.map(\.message).first?.contains("the source value in en-GB is now \"Welcome\".") == true)
    row.sourceText = nil
    let none = Fixture.plan([Fixture.returned(row) { $0.action = "ok" }], against: Fixture.catalog())
    #expect(none.signOffs.map(\.sourceLocale) == [nil])
  }

  @Test func `the words of an action mean no other action`() {
    for action in ReviewAction.allCases {
      for word in action.words { #expect(ReviewAction(word: word) == action, "\(word)") }
    }
    let words = ReviewAction.allCases.flatMap(\.words)
    #expect(words.count == Set(words.map(ReviewColumn.folded)).count)
    #expect(ReviewAction(word: " Ok ") == .ok && ReviewAction(word: "gennemgået") == .ok)
  }

  @Test func `a word in a column of one's own, or in a note, signs nothing off`() throws {
    let plan = try EditedSheet().plan { tables in
      tables[0].addColumn("Checked", "ok")
      try tables[0].set("ok", in: "Note", row: 1)
    }
    #expect(plan.verdicts == [])
  }

  @Test(arguments: ["ok", "accept", "Godkänd ok", "gennemgået", "delete"])
  func `a word under Status is told, whichever action it is`(word: String) throws {
    let isWord = ReviewAction(word: word) != nil
    for rows in [[1], [1, 2, 3, 4, 5, 6]] {
      let read = {
        try EditedSheet().read { tables in for row in rows { try tables[0].set(word, in: "Status", row: row) } }
      }
      if isWord {
        let error = try #require(throws: SpreadsheetError.self) { try read() }
        #expect(error.code == .sheetLostAction)
        #expect(error.message.contains("(\"Status\") holds the word \"\(word)\", which counts only under \"Action\"."))
      } else {
        #expect(
          try SheetCheck(read(), options: Fixture.unchecked).diagnostics.map(\.code)
            == rows.map { _ in .row(.readOnlyEdit) })
      }
    }
  }

  @Test func `a reviewer's own column may be named Status`() throws {
    let sheet = try EditedSheet().read { tables in
      try tables[0].removeColumn("Status")
      tables[0].addColumn("Status", "ok")
      try tables[0].set("Ny", in: "Proposal", row: 1)
    }
    #expect(sheet.rows.map(\.intent) == [.propose])
  }

  @Test func `a saved plan signs off what still holds`() throws {
    let plan = try Fixture.plan(["title", "button"].map { ($0, { $0.action = "ok" }) }, of: Self.mine)
    let read = try Fixture.saved(plan)
    let again = try read.applied(to: Self.mine)
    #expect(again.counts == [.reviewed: 2])
    #expect(again.signOffs == plan.signOffs)
    let moved = Fixture.catalog(button: "Andet", proposals: [.own(7, "title", "Hej")])
    let late = try read.applied(to: moved)
    #expect(late.counts == [.reviewed: 1, .conflict: 1])
    #expect(late.signOffs.map(\.text.key) == ["title"])
  }

  @Test func `a sheet with a sign-off that no import kept is not overwritten`() throws {
    let plan = Fixture.plan([try Fixture.row("title", of: Self.mine) { $0.action = "ok" }], against: Self.mine)
    var sent = SentEdits()
    #expect(sent.unsentCount(in: plan) == 1)
    sent.add(plan, []) { _ in true }
    #expect(sent.unsentCount(in: plan) == 0)
    let kept = SignOffs(plan.signOffs, at: "2026-01-01T00:00:00Z")
    #expect(SentEdits().unsentCount(in: plan, signOffs: kept) == 0, "an import without calls is in no journal")
    let other = SignOffs([try Self.signOff(of: "title")], at: "2026-01-01T00:00:00Z")
    #expect(SentEdits().unsentCount(in: plan, signOffs: other) == 1)
  }

  static func signOff(of key: String, in catalog: Catalog = Fixture.catalog()) throws -> SignOff {
    let row = try Fixture.row(key, of: catalog) { $0.action = "ok" }
    return try #require(Fixture.plan([row], against: catalog).signOffs.first)
  }
}
