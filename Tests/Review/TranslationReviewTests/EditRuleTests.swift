import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// The rules of what an edit means, one suite member a rule, with its corner cases.
struct EditRuleTests {
  /// One case: what was exported, what the reviewer did, what the server holds now, what must come of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let exported: Catalog
    let key: String
    let server: Catalog
    let form: ReturnedRow.ProposalForm
    let options: PlanningOptions
    let scope: SheetScope
    let edit: @Sendable (inout ReviewRow) -> Void
    let verdict: Verdict
    let says: String
    let calls: [Changeset.Change.Operation]

    init(
      _ name: String, exported: Catalog = Fixture.catalog(), key: String = "title", server: Catalog? = nil,
      form: ReturnedRow.ProposalForm = .certain, options: PlanningOptions = Fixture.unchecked,
      scope: SheetScope = Fixture.scope, suggesting suggestion: String? = nil, current: String? = nil,
      proposal: String? = nil, action: String? = nil, edit: @escaping @Sendable (inout ReviewRow) -> Void = { _ in },
      _ verdict: Verdict, says: String = "", sends sent: String? = nil, calls: [Changeset.Change.Operation] = []
    ) {
      testDescription = name
      (self.exported, self.key, self.server, self.form) = (exported, key, server ?? exported, form)
      (self.options, self.scope, self.verdict, self.says) = (options, scope, verdict, says)
      self.edit = { row in
        if let suggestion { row = Fixture.suggesting(suggestion, row) }
        if let current { row.currentValue = current }
        if let proposal { row.proposal = proposal }
        if let action { row.action = action }
        edit(&row)
      }
      self.calls = sent.map { [.propose(value: $0)] } ?? calls
    }
  }

  static func pending(_ proposals: Proposal...) -> Catalog { Fixture.catalog(proposals: proposals) }

  static let mine = pending(.own(7, "title", "Hej"))
  static let theirs = pending(.other(8, "title", "Goddag"))
  static let mineAndTheirs = pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"))
  static let withdrawal = [Changeset.Change.Operation.delete(proposalID: 7, value: "Hej")]
  static let bell = pending(.own(7, "title", "H\u{7}ej"))
  static let twoOfTheirs = pending(.other(8, "title", "Goddag"), .other(9, "title", "Hallo"))
  static let other = SheetScope(applicationID: "other", platform: "mobile", origin: "https://nstack.io")

  static let deleting = Fixture.options { $0.cleared = .delete }
  static let accepting = Fixture.options { $0.accepted = [.damaged] }
  static let retargeting = Fixture.options { $0.accepted = [.otherApplication] }
  static let overriding = Fixture.options { $0.onConflict = .propose }
  /// Where approval is required, and emptied proposals are deleted.
  static let approving = Fixture.options { ($0.requiresApproval, $0.cleared) = (true, .delete) }

  private static func unread(_ id: Int?, _ key: String? = nil) -> Catalog {
    Fixture.catalog(unread: [UnreadProposalTests.unread(id, key)])
  }

  static let cases: [Case] = [
    // 1
    Case(
      "1: a sheet of another application is refused", scope: other, proposal: "Hej", .otherApplication,
      says: "a different application"), Case("1: even a row without an edit", scope: other, .otherApplication),
    Case(
      "1: --accept other-application plans it by text alone", options: retargeting, scope: other, proposal: "Hej",
      .propose, sends: "Hej"),
    Case(
      "1: --accept other-application ignores that the values differ", server: Fixture.catalog(title: "Anden"),
      options: retargeting, scope: other, proposal: "Hej", .propose, sends: "Hej"),
    // 2
    Case("2: a row as exported is unchanged", .unchanged),
    Case("2: line ends are no change", exported: pending(.own(7, "title", "a\nb")), proposal: "a\r\nb", .unchanged),
    Case(
      "2: what a program damaged twice is no change", exported: pending(.own(7, "title", "007")), proposal: "7",
      edit: { $0.exportedProposal = "7" }, .unchanged),
    Case(
      "2: spaces and characters that an encoding lacks, lost twice, are no change",
      exported: pending(.own(7, "title", " Ærø\u{200B} – Hej ")), proposal: "?r? ? Hej",
      edit: { $0.exportedProposal = "?r? ? Hej" }, .unchanged),
    Case(
      "4: a digit that was replaced in the hidden copy too is refused", exported: pending(.own(7, "title", "5 kg")),
      proposal: "6 kg", edit: { $0.exportedProposal = "6 kg" }, .damaged,
      says: "its hidden copy were changed in the same way"),
    Case(
      "4: a word that was replaced in the hidden copy too is refused", exported: mine, proposal: "Halløj",
      edit: { $0.exportedProposal = "Halløj" }, .damaged, says: "its hidden copy were changed in the same way"),
    Case(
      "4: another text in the hidden copy, beside an edited proposal, is refused", exported: mine, proposal: "Halløj",
      edit: { $0.exportedProposal = "Dav" }, .damaged, says: "\"Exported proposal\" now holds \"Dav\""),
    Case(
      "4: a text in the empty hidden copy is refused too", proposal: "Halløj", edit: { $0.exportedProposal = "Dav" },
      .damaged, says: "\"Exported proposal\" now holds \"Dav\""),
    Case(
      "4: what a program made of the hidden copy, beside an edited proposal, is no damage",
      exported: pending(.own(7, "title", "007")), proposal: "008", edit: { $0.exportedProposal = "7" }, .propose,
      sends: "008"),
    Case(
      "4: --accept damaged takes it", exported: mine, options: accepting, proposal: "Halløj",
      edit: { $0.exportedProposal = "Halløj" }, .propose, sends: "Halløj"),
    Case("2: skip ignores a change", proposal: "Hej", action: "Skip", .skipped),
    Case(
      "2: skip in Danish, on a damaged row of a text that is gone", key: "hint",
      server: Fixture.catalog(withHint: false), current: "x", action: "spring over", .skipped),
    Case(
      "2: an unchanged row of a text that is gone is unchanged", key: "hint", server: Fixture.catalog(withHint: false),
      .unchanged),
    // 3
    Case("3: an unknown action is refused", action: "destroy", .unknownAction, says: "\"destroy\""),
    // 4
    Case(
      "4: a changed current value is damage, and what was exported is said", current: "Velkomen", proposal: "Hej",
      .damaged, says: "instead of the exported \"Velkommen\""),
    Case(
      "4: a changed key is damage", proposal: "Hej", edit: { $0.text = Fixture.text("titel") }, .damaged, says: "titel"),
    Case(
      "4: delete beside a text of a reviewer's", exported: mine, current: "x", action: "delete", .disagreement,
      says:
        "The row says delete under Action, and \"Current value\" was changed too, to \"x\". Keep only one of the two."),
    Case(
      "4: an emptied proposal beside one", exported: mine, current: "x", proposal: "", .disagreement,
      says: "The row was edited, and \"Current value\" was changed too, to \"x\". Keep only one of the two."),
    Case(
      "4: delete on a row with another change", exported: mine, action: "delete", edit: { $0.sourceValue = " " },
      .damaged, says: "Restore the cell."),
    Case(
      "4: --accept damaged takes it", options: accepting, current: "Velkomen", proposal: "Hej", .propose, sends: "Hej"),
    // 5
    Case(
      "5: a text that is gone is refused", key: "hint", server: Fixture.catalog(withHint: false), proposal: "Tryk",
      .gone, says: "no longer on the server"),
    Case(
      "5: its proposal can still be deleted by id", exported: pending(.own(9, "hint", "Tryk")), key: "hint",
      server: Fixture.catalog(withHint: false, proposals: [.own(9, "hint", "Tryk")]), action: "delete", .delete,
      calls: [.delete(proposalID: 9, value: "Tryk")]),
    // 6
    Case(
      "6: a text never known is refused with the nearest name", proposal: "Hej",
      edit: {
        $0.text = Fixture.text("titel")
        $0.base = nil
      }, .unknown, says: "Did you mean login/title?"),
    Case(
      "6: a text that looks like one that is known is told from it by its code points", proposal: "Hej",
      edit: {
        $0.text = Fixture.text("ti\u{200B}tl\u{435}")
        $0.base = nil
      }, .unknown, says: "Did you mean login/title? The sheet's name contains U+200B, U+435."),
    Case(
      "6: an unknown locale names the nearest", proposal: "Hej",
      edit: {
        $0.text = Fixture.text("title", "da-DE")
        $0.base = nil
      }, .unknown, says: "Did you mean the locale da-DK?"),
    // 7
    Case(
      "7: delete and a changed proposal in one row disagree", exported: mine, proposal: "Hejsa", action: "delete",
      .disagreement),
    Case(
      "7: delete and an emptied proposal agree", exported: mine, proposal: "", action: "delete", .delete,
      calls: withdrawal),
    // 8
    Case("8: an emptied proposal sends nothing", exported: mine, proposal: "", .cleared, says: "cannot be proposed"),
    Case("8: spaces only count as emptied", proposal: " \u{A0}\n", .cleared, says: "only spaces"),
    Case("8: --cleared delete deletes", exported: mine, options: deleting, proposal: "", .delete, calls: withdrawal),
    Case("8: but never where spaces were left", exported: mine, options: deleting, proposal: "  ", .cleared),
    Case(
      // As after a sort that left the hidden columns, which are those of our proposal, beside the row of another.
      "8: nor where somebody else's was emptied", exported: mineAndTheirs, options: deleting, proposal: "",
      edit: { $0.deletable = false }, .conflict),
    // 9
    Case(
      "9: a proposal that is gone needs no delete", exported: mine, server: Fixture.catalog(), action: "delete",
      .alreadyGone, says: "Proposal 7 is gone"),
    Case(
      "9: one of ours that a change gave another id is a conflict", exported: mine,
      server: pending(.own(9, "title", "Hejsa")), action: "delete", .conflict,
      says: "proposal 9 of this profile is pending now: \"Hejsa\""),
    Case(
      "9: one of somebody else's in its place is none", exported: mine, server: theirs, action: "delete", .alreadyGone,
      says: "Proposal 7 is gone"),
    Case(
      "9: another one of ours that the sheet shows is none",
      exported: pending(.own(7, "title", "Hej"), .own(9, "title", "Hejsa")), server: pending(.own(9, "title", "Hejsa")),
      action: "delete", .alreadyGone),
    // 10
    Case(
      "10: a proposal with another value by now is a conflict", exported: mine,
      server: pending(.own(7, "title", "Hejsa")), action: "delete", .conflict, says: "now \"Hejsa\""),
    Case(
      "10: an id that belongs to another text is a conflict", exported: mine, server: pending(.own(7, "button", "Hej")),
      action: "delete", .conflict, says: "login/button"),
    // 11
    Case(
      "11: somebody else's proposal cannot be deleted, whatever the sheet says", exported: theirs, action: "delete",
      edit: { $0.deletable = true }, .refused, says: "another user"),
    Case(
      "11: a row without a pending proposal has nothing to delete", action: "delete", .refused,
      says: "no pending proposal"),
    // 12
    Case("12: delete", exported: mine, action: "delete", .delete, calls: withdrawal),
    // 13
    Case(
      "13: a value that is pending already is not sent", server: mine, proposal: "Hej", .alreadyProposed,
      says: "of this profile"),
    Case(
      "13: one of somebody else's either, and it is said", server: theirs, proposal: "Goddag", .alreadyProposed,
      says: "this profile cannot withdraw it"),
    Case(
      "13: one of somebody else's over ours withdraws ours", exported: mineAndTheirs, proposal: "Goddag", .delete,
      says: "(\"Hej\") stays pending until it is deleted", calls: withdrawal),
    Case(
      "13: also with ok beside it", exported: mineAndTheirs, proposal: "Goddag", action: "ok", .delete,
      calls: withdrawal),
    Case(
      "13: or in another spelling of line ends",
      exported: pending(.own(7, "title", "Hej"), .other(8, "title", "a\r\nb")), proposal: "a\nb", .delete,
      calls: withdrawal),
    Case(
      "13: but not once ours is another", exported: mineAndTheirs,
      server: pending(.own(7, "title", "Hallo"), .other(8, "title", "Goddag")), proposal: "Goddag", .alreadyProposed,
      says: "A proposal of this profile (\"Hallo\") is still pending"),
    Case(
      "13: nor where theirs came after the export", exported: mine, server: mineAndTheirs, proposal: "Goddag",
      .alreadyProposed, says: "\"Hej\") is still pending"),
    Case(
      "13: nor where no base says what it replaces", exported: mineAndTheirs, proposal: "Goddag",
      edit: { ($0.base, $0.exportedProposal, $0.proposalID) = (nil, nil, nil) }, .alreadyProposed,
      says: "\"Hej\") is still pending"),
    Case(
      "13: nor where ours is gone", exported: mineAndTheirs, server: theirs, proposal: "Goddag", .alreadyProposed,
      says: "this profile cannot withdraw it"),
    Case(
      "13: nor where nobody approved it", exported: mineAndTheirs, options: approving, proposal: "Goddag", .unapproved),
    Case(
      "13: one that is pending as ours too is ours",
      exported: pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"), .own(9, "title", "Goddag")),
      proposal: "Goddag", .alreadyProposed, says: "of this profile"),
    // 14
    Case(
      "14: the server's current value is not proposed", proposal: "Velkommen", .sameAsCurrent, says: "already serves"),
    Case(
      "14: a proposal of ours that still stands is named", exported: mine, proposal: "Velkommen", .sameAsCurrent,
      says: "\"Hej\") is still pending"),
    Case(
      "14: a value that moved to what the sheet wants is the same as current", server: Fixture.catalog(title: "Hej"),
      proposal: "Hej", .sameAsCurrent),
    // 15
    Case(
      "15: a current value that moved is a conflict", server: Fixture.catalog(title: "Hej med dig"), proposal: "Hejsa",
      .conflict, says: "now \"Hej med dig\""),
    Case(
      "15: our own proposal that moved is a conflict", exported: mine, server: pending(.own(7, "title", "Hallo")),
      proposal: "Hejsa", .conflict, says: "now \"Hallo\""),
    Case(
      "15: our own proposal that vanished is a conflict", exported: mine, server: Fixture.catalog(), proposal: "Hejsa",
      .conflict, says: "gone"),
    Case(
      "15: a proposal that appeared on a text without one is a conflict", server: theirs, proposal: "Hejsa", .conflict,
      says: "another user was added"),
    Case(
      "15: --on-conflict propose sends it, and says so", server: theirs, options: overriding, proposal: "Hejsa",
      .propose, says: "in spite of a conflict", sends: "Hejsa"),
    Case(
      "15: a second proposal of somebody else is a conflict, though the row showed the first", exported: theirs,
      server: twoOfTheirs, proposal: "Hejsa", .conflict, says: "was added: \"Hallo\""),
    Case(
      "15: so is another value of the one that the row showed", exported: theirs,
      server: pending(.other(8, "title", "Godmorgen")), proposal: "Hejsa", .conflict,
      says: "of another user is now \"Godmorgen\""),
    Case(
      "15: so is another proposal in place of the one that the row showed", exported: theirs,
      server: pending(.other(9, "title", "Goddag du")), proposal: "Hejsa", .conflict, says: "was added: \"Goddag du\""),
    Case(
      "15: a foreign one beside ours is a conflict", exported: mine, server: mineAndTheirs, proposal: "Hejsa",
      .conflict, says: "was added: \"Goddag\""),
    Case(
      "15: ours beside a foreign one is a conflict", exported: theirs, server: mineAndTheirs, proposal: "Hejsa",
      .conflict),
    Case(
      "15: a foreign one that is gone is none", exported: twoOfTheirs, server: theirs, proposal: "Hejsa", .propose,
      sends: "Hejsa"),
    Case(
      "15: one whose row the reviewer took out of the sheet has not appeared", exported: twoOfTheirs, proposal: "Hejsa",
      .propose, sends: "Hejsa"),
    Case(
      "15: but its value may have moved", exported: twoOfTheirs,
      server: pending(.other(8, "title", "Goddag"), .other(9, "title", "Halløj")), proposal: "Hejsa", .conflict,
      says: "now \"Halløj\""),
    Case(
      "15: a base of an older sheet does not tell of it, so it may have appeared", exported: twoOfTheirs,
      proposal: "Hejsa",
      edit: {
        $0.base = $0.base.flatMap { RowBase(text: $0.text.replacing("...9:\(TextHash("Hallo").text)", with: "")) }
      }, .conflict, says: "was added: \"Hallo\""),
    // Suggestions
    Case("accept sends a suggestion as it is", suggesting: "Hejsa", action: "Akzeptieren", .propose, sends: "Hejsa"),
    Case(
      "a suggestion that is left alone sends nothing, whatever was pending", exported: mine, suggesting: "Hejsa",
      .unchanged),
    Case("one that is written over is an edit", suggesting: "Hejsa", proposal: "Hejsa du", .propose, sends: "Hejsa du"),
    Case(
      "one that is emptied asks for nothing, whatever emptied proposals mean", exported: mine, options: deleting,
      suggesting: "Hejsa", proposal: "", .unchanged),
    Case(
      "one that is emptied cannot be accepted", suggesting: "Hejsa", proposal: " ", action: "accept", .refused,
      says: "removed from the row"),
    Case(
      "one that a program changed together with its copy cannot be accepted",
      edit: {
        $0 = Fixture.suggesting("007", $0)
        ($0.proposal, $0.exportedProposal, $0.action) = ("7", "7", "accept")
      }, .damaged, says: "hidden copy"),
    Case(
      "one on a text that moved is a conflict once it is accepted", server: Fixture.catalog(title: "Anden"),
      suggesting: "Hejsa", action: "accept", .conflict, says: "now \"Anden\""),
    Case(
      "one beside a proposal that appeared too", server: theirs, suggesting: "Hejsa", action: "accept", .conflict,
      says: "was added: \"Goddag\""),
    Case(
      "one that is pending by now is not sent again", server: mine, suggesting: "Hej", action: "accept",
      .alreadyProposed),
    Case(
      "delete beside one withdraws the pending proposal", exported: mine, suggesting: "Hejsa", action: "delete",
      .delete, calls: withdrawal),
    Case(
      "accept where nothing was filled in is refused, and names ok", exported: mine, action: "accept", .refused,
      says: "Write ok under Action to sign off what it shows."),
    Case(
      "beside a text that was written, no action is needed", proposal: "Hejsa", action: "accept", .refused,
      says: "Leave Action empty to send a text"),
    // 17
    Case("17: a new proposal", proposal: "Hejsa", .propose, sends: "Hejsa"),
    Case("17: one for a missing text", key: "hint", proposal: "Tryk", .propose, sends: "Tryk"),
    Case("17: a changed proposal of ours", exported: mine, proposal: "Hejsa", .propose, sends: "Hejsa"),
    Case(
      "17: beside somebody else's, which remains", exported: theirs, proposal: "Hejsa", .propose,
      says: "stays pending too", sends: "Hejsa"),
    Case(
      "17: with CR LF where the current text is purely CR LF", exported: Fixture.catalog(title: "a\r\nb"),
      proposal: "c\nd", .propose, sends: "c\r\nd"),
    Case(
      "17: with line feeds where it is mixed", exported: Fixture.catalog(title: "a\r\nb\nc"), proposal: "c\r\nd",
      .propose, sends: "c\nd"),
    Case(
      "17: another normalisation of the current value is another text", exported: Fixture.catalog(title: "Caf\u{E9}"),
      proposal: "Cafe\u{301}", .propose, sends: "Cafe\u{301}"),
    // Cells that are no certain text
    Case(
      "a date in the proposal's cell is refused as it is stored", form: .uncertain("the date 2026-02-01"),
      proposal: "2026-02-01", .refused, says: "the date 2026-02-01"),
    Case("a replacement character is refused", proposal: "Hej \u{FFFD}", .refusedByCheck, says: "U+FFFD"),
    Case("so is a control character", exported: bell, proposal: "H\u{7}ej!", .refusedByCheck, says: "U+0007"),
    Case("one that the export wrote is nothing", exported: bell, .unchanged),
    Case(
      "nor does it keep its proposal", exported: bell, action: "delete", .delete,
      calls: [.delete(proposalID: 7, value: "H\u{7}ej")]),
    Case("nor matter in a row to skip", exported: bell, proposal: "\u{0}", action: "skip", .skipped),
    // Proposals that cannot be read
    Case(
      "one of the text is a conflict", server: unread(9, "title"), proposal: "Hej", .conflict,
      says: "Changed since the export: a pending proposal of this text cannot be read (its value is null)."),
    Case(
      "but not where conflicts are sent", server: unread(9, "title"), options: overriding, proposal: "Hej", .propose,
      sends: "Hej"),
    Case("one of another text is none", server: unread(9, "button"), proposal: "Hej", .propose, sends: "Hej"),
    Case("nor one of a text that is not known", server: unread(nil), proposal: "Hej", .propose, sends: "Hej"),
    Case("it may be the one to delete, by its id", exported: mine, server: unread(7), action: "delete", .conflict),
    Case("by both", exported: mine, server: unread(7, "title"), action: "delete", .conflict),
    Case("by its text", exported: mine, server: unread(nil, "title"), action: "delete", .conflict),
    // Approval
    Case(
      "an edit without a decision is withheld", exported: mine, options: approving, proposal: "Halløj", .unapproved,
      says: "Nobody approved this edit."),
    Case(
      "which says of a conflict too", exported: mine,
      server: Fixture.catalog(title: "Nyt", proposals: [.own(7, "title", "Hej")]), options: approving,
      proposal: "Halløj", .unapproved, says: "Changed since the export: the server's current value is now \"Nyt\"."),
    Case("so is an emptied proposal", exported: mine, options: approving, proposal: "", .unapproved),
    Case("delete is a decision", exported: mine, options: approving, action: "delete", .delete, calls: withdrawal),
    Case("skip needs none", exported: mine, options: approving, proposal: "Halløj", action: "skip", .skipped),
    Case("nor does what is served", exported: mine, options: approving, proposal: "Velkommen", .sameAsCurrent),
    Case("damage stays damage", exported: mine, options: approving, current: "x", proposal: "Halløj", .damaged),
    Case("ok approves no emptied one", exported: mine, options: approving, proposal: "", action: "ok", .disagreement),
    Case("a suggestion needs accept", options: approving, suggesting: "Goddag", action: "ok", .refused),
    Case("and has it", options: approving, suggesting: "Goddag", action: "accept", .propose, sends: "Goddag"),
    Case("a text over it needs ok", options: approving, suggesting: "Goddag", proposal: "Davs", .unapproved),
    Case(
      "and has it", options: approving, suggesting: "Goddag", proposal: "Davs", action: "ok", .propose, sends: "Davs"),
    Case(
      "accept does as well", options: approving, suggesting: "Goddag", proposal: "Davs", action: "accept", .propose,
      sends: "Davs"),
    // No base
    Case(
      "a row without a base is compared with the server only", current: "old", proposal: "Hejsa",
      edit: { $0.base = nil }, .propose, says: "compared with the server only", sends: "Hejsa"),
    Case(
      "its delete goes by the value", exported: mine, action: "delete",
      edit: {
        $0.base = nil
        $0.proposalID = nil
      }, .delete, calls: withdrawal),
  ]

  @Test(arguments: cases) func `a rule decides`(_ example: Case) throws {
    let row = try Fixture.exportedRow(example.key, of: example.exported)
    let returned = Fixture.returned(row, form: example.form, example.edit)
    let changeset = Fixture.plan([returned], against: example.server, scope: example.scope, options: example.options)

    #expect(changeset.counts == [example.verdict: 1])
    #expect(changeset.rowCount == 1)
    #expect(changeset.operations == example.calls)
    if !example.says.isEmpty {
      let item = try #require(changeset.items.first)
      let words = "\(Reason([item.reason] + item.notes))"
      #expect(words.contains(example.says), "said: \(words)")
    }
  }

  @Test func `an edit beside the second of two own proposals is shown against that one`() throws {
    let catalog = Fixture.catalog(proposals: [.own(7, "title", "Hej"), .own(9, "title", "Goddag")])
    let row = try Fixture.row("title", of: catalog, proposal: 1) { $0.proposal = "Godaften" }
    let item = try #require(Fixture.plan([row], against: catalog).items.first)
    #expect(item.verdict == .propose)
    #expect(item.serverProposal?.id == 9)
    #expect(item.sides.map(\.label) == [.source, .base, .sheet])
    #expect(!item.notes.contains { $0.codes.contains("note.replaces") })
  }
}
