import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// The rules of what an edit means, one suite member a rule, with its corner cases.
@Suite("What an edit means")
struct EditRuleTests {
  /// One case: what was exported, what the reviewer did, what the server holds now, what must come of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var exported = Fixture.catalog()
    var key = "title"
    var server: Catalog?
    var form = ReturnedRow.ProposalForm.certain
    var options = PlanningOptions()
    var scope = Fixture.scope
    let edit: @Sendable (inout ReviewRow) -> Void
    let verdict: Verdict
    var says = ""
    var calls: [Changeset.Change.Operation] = []

    var testDescription: String { name }
  }

  static func options(_ change: (inout PlanningOptions) -> Void) -> PlanningOptions {
    var options = PlanningOptions()
    change(&options)
    return options
  }

  static let mine = Fixture.catalog(proposals: [Fixture.proposal(7, "title", "Hej", mine: true)])
  static let theirs = Fixture.catalog(proposals: [Fixture.proposal(8, "title", "Goddag")])
  static let twoOfTheirs = Fixture.catalog(proposals: [
    Fixture.proposal(8, "title", "Goddag"), Fixture.proposal(9, "title", "Hallo"),
  ])
  static let other = SheetScope(applicationID: "other", platform: "mobile", origin: "https://nstack.io")

  static let cases: [Case] = [
    // 1
    Case(
      name: "1: a sheet of another application is refused", scope: other, edit: { $0.proposal = "Hej" },
      verdict: .otherApplication, says: "a different application"),
    Case(
      name: "1: even a row without an edit", scope: other, edit: { _ in }, verdict: .otherApplication),
    Case(
      name: "1: --retarget plans it by text alone", options: options { $0.retargets = true }, scope: other,
      edit: { $0.proposal = "Hej" }, verdict: .propose, calls: [.propose(value: "Hej")]),
    Case(
      name: "1: --retarget ignores that the values differ", server: Fixture.catalog(title: "Anden"),
      options: options { $0.retargets = true }, scope: other, edit: { $0.proposal = "Hej" }, verdict: .propose,
      calls: [.propose(value: "Hej")]),
    // 2
    Case(name: "2: a row as exported is unchanged", edit: { _ in }, verdict: .unchanged),
    Case(
      name: "2: line ends are no change",
      exported: Fixture.catalog(proposals: [Fixture.proposal(7, "title", "a\nb", mine: true)]),
      edit: { $0.proposal = "a\r\nb" }, verdict: .unchanged),
    Case(
      name: "2: what a program damaged twice is no change",
      exported: Fixture.catalog(proposals: [Fixture.proposal(7, "title", "007", mine: true)]),
      edit: {
        $0.proposal = "7"
        $0.exportedProposal = "7"
      }, verdict: .unchanged),
    Case(
      name: "2: spaces and characters that an encoding lacks, lost twice, are no change",
      exported: Fixture.catalog(proposals: [Fixture.proposal(7, "title", " Ærø\u{200B} – Hej ", mine: true)]),
      edit: {
        $0.proposal = "?r? ? Hej"
        $0.exportedProposal = "?r? ? Hej"
      }, verdict: .unchanged),
    Case(
      name: "4: a digit that was replaced in the hidden copy too is refused",
      exported: Fixture.catalog(proposals: [Fixture.proposal(7, "title", "5 kg", mine: true)]),
      edit: {
        $0.proposal = "6 kg"
        $0.exportedProposal = "6 kg"
      }, verdict: .damaged, says: "its hidden copy were changed in the same way"),
    Case(
      name: "4: a word that was replaced in the hidden copy too is refused", exported: mine,
      edit: {
        $0.proposal = "Halløj"
        $0.exportedProposal = "Halløj"
      }, verdict: .damaged, says: "its hidden copy were changed in the same way"),
    Case(
      name: "4: --accept-damaged takes it", exported: mine, options: options { $0.acceptsDamaged = true },
      edit: {
        $0.proposal = "Halløj"
        $0.exportedProposal = "Halløj"
      }, verdict: .propose, calls: [.propose(value: "Halløj")]),
    Case(
      name: "2: skip ignores a change",
      edit: {
        $0.proposal = "Hej"
        $0.action = "Skip"
      }, verdict: .skipped),
    Case(
      name: "2: skip in Danish, on a damaged row of a text that is gone", key: "hint",
      server: Fixture.catalog(withHint: false),
      edit: {
        $0.currentValue = "x"
        $0.action = "spring over"
      }, verdict: .skipped),
    Case(
      name: "2: an unchanged row of a text that is gone is unchanged", key: "hint",
      server: Fixture.catalog(withHint: false), edit: { _ in }, verdict: .unchanged),
    // 3
    Case(
      name: "3: an unknown action is refused", edit: { $0.action = "destroy" }, verdict: .unknownAction,
      says: "\"destroy\""),
    Case(
      name: "3: delete in German is known", exported: mine, edit: { $0.action = "Löschen" }, verdict: .delete,
      calls: [.delete(proposalID: 7, value: "Hej")]),
    // 4
    Case(
      name: "4: a changed current value is damage, and what was exported is said",
      edit: {
        $0.currentValue = "Velkomen"
        $0.proposal = "Hej"
      }, verdict: .damaged, says: "instead of the exported \"Velkommen\""),
    Case(
      name: "4: a changed key is damage",
      edit: {
        $0.text = Fixture.text("titel")
        $0.proposal = "Hej"
      }, verdict: .damaged, says: "titel"),
    Case(
      name: "4: delete on a damaged row is damage too", exported: mine,
      edit: {
        $0.currentValue = "x"
        $0.action = "delete"
      }, verdict: .damaged),
    Case(
      name: "4: --accept-damaged takes it", options: options { $0.acceptsDamaged = true },
      edit: {
        $0.currentValue = "Velkomen"
        $0.proposal = "Hej"
      }, verdict: .propose, calls: [.propose(value: "Hej")]),
    // 5
    Case(
      name: "5: a text that is gone is refused", key: "hint", server: Fixture.catalog(withHint: false),
      edit: { $0.proposal = "Tryk" }, verdict: .gone, says: "no longer on the server"),
    Case(
      name: "5: its proposal can still be deleted by id",
      exported: Fixture.catalog(proposals: [Fixture.proposal(9, "hint", "Tryk", mine: true)]), key: "hint",
      server: Fixture.catalog(withHint: false, proposals: [Fixture.proposal(9, "hint", "Tryk", mine: true)]),
      edit: { $0.action = "delete" }, verdict: .delete, calls: [.delete(proposalID: 9, value: "Tryk")]),
    // 6
    Case(
      name: "6: a text never known is refused with the nearest name",
      edit: {
        $0.text = Fixture.text("titel")
        $0.base = nil
        $0.proposal = "Hej"
      }, verdict: .unknown, says: "Did you mean login/title?"),
    Case(
      name: "6: a text that looks like one that is known is told from it by its code points",
      edit: {
        $0.text = Fixture.text("ti\u{200B}tl\u{435}")
        $0.base = nil
        $0.proposal = "Hej"
      }, verdict: .unknown, says: "Did you mean login/title? The sheet's name contains U+200B, U+435."),
    Case(
      name: "6: an unknown locale names the nearest",
      edit: {
        $0.text = Fixture.text("title", "da-DE")
        $0.base = nil
        $0.proposal = "Hej"
      }, verdict: .unknown, says: "Did you mean the locale da-DK?"),
    // 7
    Case(
      name: "7: delete and a changed proposal in one row contradict", exported: mine,
      edit: {
        $0.action = "delete"
        $0.proposal = "Hejsa"
      }, verdict: .contradiction),
    Case(
      name: "7: delete and an emptied proposal agree", exported: mine,
      edit: {
        $0.action = "delete"
        $0.proposal = ""
      }, verdict: .delete, calls: [.delete(proposalID: 7, value: "Hej")]),
    // 8
    Case(
      name: "8: an emptied proposal sends nothing", exported: mine, edit: { $0.proposal = "" }, verdict: .cleared,
      says: "cannot be proposed"),
    Case(
      name: "8: spaces only count as emptied", edit: { $0.proposal = " \u{A0}\n" }, verdict: .cleared,
      says: "only spaces"),
    Case(
      name: "8: --cleared delete deletes", exported: mine, options: options { $0.cleared = .delete },
      edit: { $0.proposal = "" }, verdict: .delete, calls: [.delete(proposalID: 7, value: "Hej")]),
    Case(
      name: "8: but never where spaces were left", exported: mine, options: options { $0.cleared = .delete },
      edit: { $0.proposal = "  " }, verdict: .cleared),
    // 9
    Case(
      name: "9: a proposal that is gone needs no delete", exported: mine, server: Fixture.catalog(),
      edit: { $0.action = "delete" }, verdict: .alreadyGone, says: "Proposal 7 is gone"),
    Case(
      name: "9: one of ours that a change gave another id is a conflict", exported: mine,
      server: Fixture.catalog(proposals: [Fixture.proposal(9, "title", "Hejsa", mine: true)]),
      edit: { $0.action = "delete" }, verdict: .conflict, says: "proposal 9 of this profile is pending now: \"Hejsa\""),
    Case(
      name: "9: one of somebody else's in its place is none", exported: mine, server: theirs,
      edit: { $0.action = "delete" }, verdict: .alreadyGone, says: "Proposal 7 is gone"),
    Case(
      name: "9: another one of ours that the sheet shows is none",
      exported: Fixture.catalog(proposals: [
        Fixture.proposal(7, "title", "Hej", mine: true), Fixture.proposal(9, "title", "Hejsa", mine: true),
      ]), server: Fixture.catalog(proposals: [Fixture.proposal(9, "title", "Hejsa", mine: true)]),
      edit: { $0.action = "delete" }, verdict: .alreadyGone),
    // 10
    Case(
      name: "10: a proposal with another value by now is a conflict", exported: mine,
      server: Fixture.catalog(proposals: [Fixture.proposal(7, "title", "Hejsa", mine: true)]),
      edit: { $0.action = "delete" }, verdict: .conflict, says: "now \"Hejsa\""),
    Case(
      name: "10: an id that belongs to another text is a conflict", exported: mine,
      server: Fixture.catalog(proposals: [Fixture.proposal(7, "button", "Hej", mine: true)]),
      edit: { $0.action = "delete" }, verdict: .conflict, says: "login/button"),
    // 11
    Case(
      name: "11: somebody else's proposal cannot be deleted, whatever the sheet says", exported: theirs,
      edit: {
        $0.action = "delete"
        $0.deletable = true
      }, verdict: .refused, says: "another user"),
    Case(
      name: "11: a row without a pending proposal has nothing to delete", edit: { $0.action = "delete" },
      verdict: .refused, says: "no pending proposal"),
    // 12
    Case(
      name: "12: delete", exported: mine, edit: { $0.action = "delete" }, verdict: .delete,
      calls: [.delete(proposalID: 7, value: "Hej")]),
    // 13
    Case(
      name: "13: a value that is pending already is not sent", server: mine, edit: { $0.proposal = "Hej" },
      verdict: .alreadyProposed, says: "of this profile"),
    Case(
      name: "13: one of somebody else's either, and it is said", server: theirs, edit: { $0.proposal = "Goddag" },
      verdict: .alreadyProposed, says: "this profile cannot withdraw it"),
    // 14
    Case(
      name: "14: the server's current value is not proposed", edit: { $0.proposal = "Velkommen" },
      verdict: .sameAsCurrent, says: "already serves"),
    Case(
      name: "14: a proposal of ours that still stands is named", exported: mine, edit: { $0.proposal = "Velkommen" },
      verdict: .sameAsCurrent, says: "\"Hej\") is still pending"),
    Case(
      name: "14: a value that moved to what the sheet wants is the same as current",
      server: Fixture.catalog(title: "Hej"), edit: { $0.proposal = "Hej" }, verdict: .sameAsCurrent),
    // 15
    Case(
      name: "15: a current value that moved is a conflict", server: Fixture.catalog(title: "Hej med dig"),
      edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "now \"Hej med dig\""),
    Case(
      name: "15: our own proposal that moved is a conflict", exported: mine,
      server: Fixture.catalog(proposals: [Fixture.proposal(7, "title", "Hallo", mine: true)]),
      edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "now \"Hallo\""),
    Case(
      name: "15: our own proposal that vanished is a conflict", exported: mine, server: Fixture.catalog(),
      edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "gone"),
    Case(
      name: "15: a proposal that appeared on a text without one is a conflict", server: theirs,
      edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "another user was added"),
    Case(
      name: "15: --on-conflict propose sends it, and says so", server: theirs,
      options: options { $0.onConflict = .propose }, edit: { $0.proposal = "Hejsa" }, verdict: .propose,
      says: "in spite of a conflict", calls: [.propose(value: "Hejsa")]),
    Case(
      name: "15: a second proposal of somebody else is a conflict, though the row showed the first", exported: theirs,
      server: twoOfTheirs, edit: { $0.proposal = "Hejsa" }, verdict: .conflict,
      says: "added since the export: \"Hallo\""),
    Case(
      name: "15: so is another value of the one that the row showed", exported: theirs,
      server: Fixture.catalog(proposals: [Fixture.proposal(8, "title", "Godmorgen")]), edit: { $0.proposal = "Hejsa" },
      verdict: .conflict, says: "of another user is now \"Godmorgen\""),
    Case(
      name: "15: so is another proposal in place of the one that the row showed", exported: theirs,
      server: Fixture.catalog(proposals: [Fixture.proposal(9, "title", "Goddag du")]), edit: { $0.proposal = "Hejsa" },
      verdict: .conflict, says: "added since the export: \"Goddag du\""),
    Case(
      name: "15: a foreign one beside ours is a conflict", exported: mine,
      server: Fixture.catalog(proposals: [
        Fixture.proposal(7, "title", "Hej", mine: true), Fixture.proposal(8, "title", "Goddag"),
      ]), edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "added since the export: \"Goddag\""),
    Case(
      name: "15: a foreign one that is gone is none", exported: twoOfTheirs, server: theirs,
      edit: { $0.proposal = "Hejsa" }, verdict: .propose, calls: [.propose(value: "Hejsa")]),
    Case(
      name: "15: one whose row the reviewer took out of the sheet has not appeared", exported: twoOfTheirs,
      edit: { $0.proposal = "Hejsa" }, verdict: .propose, calls: [.propose(value: "Hejsa")]),
    Case(
      name: "15: but its value may have moved", exported: twoOfTheirs,
      server: Fixture.catalog(proposals: [
        Fixture.proposal(8, "title", "Goddag"), Fixture.proposal(9, "title", "Halløj"),
      ]), edit: { $0.proposal = "Hejsa" }, verdict: .conflict, says: "now \"Halløj\""),
    Case(
      name: "15: a base of an older sheet does not tell of it, so it may have appeared", exported: twoOfTheirs,
      edit: {
        $0.proposal = "Hejsa"
        $0.base = $0.base.flatMap { RowBase(text: $0.text.replacing("...9:\(TextHash("Hallo").text)", with: "")) }
      }, verdict: .conflict, says: "added since the export: \"Hallo\""),
    // Suggestions
    Case(
      name: "accept sends a suggestion as it is",
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.action = "Akzeptieren"
      }, verdict: .propose, calls: [.propose(value: "Hejsa")]),
    Case(
      name: "a suggestion that is left alone sends nothing, whatever was pending", exported: mine,
      edit: { $0 = Fixture.suggesting("Hejsa", $0) }, verdict: .unchanged),
    Case(
      name: "one that is written over is an edit",
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.proposal = "Hejsa du"
      }, verdict: .propose, calls: [.propose(value: "Hejsa du")]),
    Case(
      name: "also where the edit is accepted",
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.proposal = "Hejsa du"
        $0.action = "accept"
      }, verdict: .propose, calls: [.propose(value: "Hejsa du")]),
    Case(
      name: "one that is emptied asks for nothing, whatever emptied proposals mean", exported: mine,
      options: options { $0.cleared = .delete },
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.proposal = ""
      }, verdict: .unchanged),
    Case(
      name: "one that is emptied cannot be accepted",
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.proposal = " "
        $0.action = "accept"
      }, verdict: .refused, says: "removed from the row"),
    Case(
      name: "one that a program changed together with its copy cannot be accepted",
      edit: {
        $0 = Fixture.suggesting("007", $0)
        ($0.proposal, $0.exportedProposal, $0.action) = ("7", "7", "accept")
      }, verdict: .damaged, says: "hidden copy"),
    Case(
      name: "one on a text that moved is a conflict once it is accepted", server: Fixture.catalog(title: "Anden"),
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.action = "accept"
      }, verdict: .conflict, says: "now \"Anden\""),
    Case(
      name: "one beside a proposal that appeared too", server: theirs,
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.action = "accept"
      }, verdict: .conflict, says: "added since the export: \"Goddag\""),
    Case(
      name: "one that is pending by now is not sent again", server: mine,
      edit: {
        $0 = Fixture.suggesting("Hej", $0)
        $0.action = "accept"
      }, verdict: .alreadyProposed),
    Case(
      name: "delete beside one withdraws the pending proposal", exported: mine,
      edit: {
        $0 = Fixture.suggesting("Hejsa", $0)
        $0.action = "delete"
      }, verdict: .delete, calls: [.delete(proposalID: 7, value: "Hej")]),
    Case(
      name: "accept where nothing was filled in is refused", exported: mine, edit: { $0.action = "accept" },
      verdict: .refused, says: "nothing to accept"),
    // 17
    Case(
      name: "17: a new proposal", edit: { $0.proposal = "Hejsa" }, verdict: .propose,
      calls: [.propose(value: "Hejsa")]),
    Case(
      name: "17: one for a missing text", key: "hint", edit: { $0.proposal = "Tryk" }, verdict: .propose,
      calls: [.propose(value: "Tryk")]),
    Case(
      name: "17: a changed proposal of ours", exported: mine, edit: { $0.proposal = "Hejsa" }, verdict: .propose,
      calls: [.propose(value: "Hejsa")]),
    Case(
      name: "17: beside somebody else's, which remains", exported: theirs, edit: { $0.proposal = "Hejsa" },
      verdict: .propose, says: "stays pending too", calls: [.propose(value: "Hejsa")]),
    Case(
      name: "17: with CR LF where the current text is purely CR LF", exported: Fixture.catalog(title: "a\r\nb"),
      edit: { $0.proposal = "c\nd" }, verdict: .propose, calls: [.propose(value: "c\r\nd")]),
    Case(
      name: "17: with line feeds where it is mixed", exported: Fixture.catalog(title: "a\r\nb\nc"),
      edit: { $0.proposal = "c\r\nd" }, verdict: .propose, calls: [.propose(value: "c\nd")]),
    Case(
      name: "17: another normalisation of the current value is another text",
      exported: Fixture.catalog(title: "Caf\u{E9}"), edit: { $0.proposal = "Cafe\u{301}" }, verdict: .propose,
      calls: [.propose(value: "Cafe\u{301}")]),
    // Cells that are no certain text
    Case(
      name: "a date in the proposal's cell is refused as it is stored", form: .uncertain("the date 2026-02-01"),
      edit: { $0.proposal = "2026-02-01" }, verdict: .refused, says: "the date 2026-02-01"),
    Case(
      name: "a replacement character is refused", edit: { $0.proposal = "Hej \u{FFFD}" }, verdict: .refusedByCheck,
      says: "U+FFFD"),
    // No base
    Case(
      name: "a row without a base is planned against the server alone",
      edit: {
        $0.base = nil
        $0.currentValue = "old"
        $0.proposal = "Hejsa"
      }, verdict: .propose, says: "planned against the server alone", calls: [.propose(value: "Hejsa")]),
    Case(
      name: "its delete goes by the value", exported: mine,
      edit: {
        $0.base = nil
        $0.proposalID = nil
        $0.action = "delete"
      }, verdict: .delete, calls: [.delete(proposalID: 7, value: "Hej")]),
  ]

  @Test("a rule decides", arguments: cases)
  func decides(_ example: Case) throws {
    let row = try Fixture.exportedRow(example.key, of: example.exported)
    let returned = Fixture.returned(row, form: example.form, example.edit)
    let changeset = Fixture.plan(
      [returned], against: example.server ?? example.exported, scope: example.scope, options: example.options)

    #expect(changeset.counts == [example.verdict: 1])
    #expect(changeset.rowCount == 1)
    #expect(changeset.changes.map(\.operation) == example.calls)
    if !example.says.isEmpty {
      let item = try #require(changeset.items.first)
      let words = ([item.message] + item.notes).joined(separator: " ")
      #expect(words.contains(example.says), "said: \(words)")
    }
  }

  @Test("an edit beside the second of two own proposals is shown against that one")
  func secondOwnProposal() throws {
    let catalog = Fixture.catalog(proposals: [
      Fixture.proposal(7, "title", "Hej", mine: true), Fixture.proposal(9, "title", "Goddag", mine: true),
    ])
    let row = Fixture.returned(try Fixture.exportedRow("title", of: catalog, proposal: 1)) { $0.proposal = "Godaften" }
    let item = try #require(Fixture.plan([row], against: catalog).items.first)
    #expect(item.verdict == .propose)
    #expect(item.serverProposal?.id == 9)
    #expect(RowSides(of: item).sides.map(\.label) == [.source, .base, .sheet])
    #expect(!item.notes.contains { $0.contains("replaces") })
  }
}
