import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Texts in cells that are not the reviewer's, in every column, layout and format.
struct ReadOnlyEditTests {
  private static let catalog = Fixture.catalog(title: "Velkommen på 007", proposals: [.own(7, "button", "Log på")])

  /// The sheet, and the verdicts of a plan and of a check on a change of one cell in the row of `login/button` in Danish.
  private func verdicts(
    _ name: String, _ layout: SheetLayout, options: PlanningOptions = Fixture.unchecked, _ edits: [String: String]
  ) throws -> (plan: Changeset, check: SheetCheck) {
    let edited = EditedSheet(catalog: Self.catalog, layout: layout, sourceLocale: "en-GB", name: name)
    let sheet = try edited.read { try $0[$0.count - 1].set(edits, ofDanish: "button") }
    return (Fixture.plan(sheet, against: Self.catalog, options: options), SheetCheck(sheet, options: options))
  }

  @Test(
    "a word typed into any of them is refused, with a server and without one",
    arguments: [
      "Section", "Key", "Source value", "Current value", "Deletable", "Status", "Proposal ID", "Exported proposal",
      "Base",
    ], [SheetLayout.rows, .locales, .columns]) func planted(column: String, layout: SheetLayout) throws
  {
    for name in layout == .locales ? ["a.xlsx"] : ["a.xlsx", "a.csv"] {
      let (plan, check) = try verdicts(name, layout, [column: "Noget andet"])
      #expect(plan.hasRefusals, "\(name)")
      #expect(check.hasErrors, "\(name)")
      #expect(plan.changes.isEmpty)
    }
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `the row has an outcome of its own, with what was found and what to do`(
    name: String
  ) throws {
    let options = Fixture.options { $0.phrases.accepting[.readOnlyEdit] = "say so" }
    let (plan, check) = try verdicts(name, .rows, options: options, ["Current value": "Log in her"])
    #expect(plan.counts == [.readOnlyEdit: 1, .unchanged: 5])
    #expect(
      plan.items[0].message
        == "Only cells that are not for editing were changed in the row: \"Current value\" now holds "
        + "\"Log in her\" instead of the exported \"Log ind\". Write the text under Proposal. Restore the cell.")
    let option = " To propose the text, say so."
    #expect(plan.items[0].reasonNamingRivals.description == plan.items[0].message + option)
    #expect(check.diagnostics[0].message.hasSuffix(option), "who checks a file imports it too")
    #expect(check.diagnostics.codes == ["row.read-only-edit"])
    let rows = try #require(Fixture.toFix(plan, Self.catalog)).rows
    #expect(rows.count == 1)
    let row = try #require(rows.first)
    #expect(row.currentValue == "Log ind")
    #expect(row.proposal == "Log in her")
    #expect(
      row.problem.hasSuffix(
        "i stedet for det eksporterede »Log ind«. Det åbne forslag er »Log på«. Teksten er udfyldt under Proposal. "
          + "Se forslaget efter, og skriv så accept under Action for at foreslå teksten, som den er, eller skriv en anden."
      ))
  }

  @Test func `with --accept read-only-edit a changed current value is the proposal, under the rules for one`() throws {
    let options = Fixture.options { $0.accepted = [.readOnlyEdit] }
    let (plan, check) = try verdicts("a.xlsx", .rows, options: options, ["Current value": "Log in her"])
    #expect(plan.sent == ["Log in her"])
    #expect(!check.hasErrors)
    let both = try verdicts(
      "a.xlsx", .rows, options: options, ["Current value": "Log in her", "Proposal": "Log på her"])
    #expect(both.plan.counts[.disagreement] == 1)
    #expect(both.check.hasErrors)
    // Another application, without Danish: the exported current value is known no more.
    let gone = Catalog(
      resources: [Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), [("login", "title", "Welcome")])],
      proposals: [])
    let unknown = try Fixture.plan(
      [(key: "button", edit: { $0.currentValue = "Log in her" })], of: Self.catalog, against: gone, options: options)
    let sheet = try #require(ToFixSheet(unknown, results: unknown.results, catalog: gone, scope: Fixture.scope))
    #expect(sheet.locales == ["da-DK"])
    let fix = try #require(Fixture.rows(of: sheet.sheet).first)
    #expect(fix.proposal == "Log in her" && fix.currentValue.isEmpty && fix.guardedDamage == [])
    let deletion = try verdicts(
      "a.csv", .columns, options: options, ["Current value": "Log in her", "Action": "delete"])
    #expect(deletion.plan.counts[.disagreement] == 1)
    #expect(try verdicts("a.csv", .rows, options: options, ["Current value": ""]).plan.counts[.readOnlyEdit] == 1)
    let checked = try verdicts("a.csv", .rows, options: options, ["Current value": "Log\u{0007} ind her"])
    #expect(checked.plan.changes.isEmpty)
    #expect(checked.plan.hasRefusals)
  }

  @Test(
    "what a program does by itself counts as no edit, with a server and without one, and a number over another one does",
    arguments: [
      ("007", "7", true), ("1/2", "02-Jan", true), ("1/2", "2026-02-01", true), ("TRUE", "True", true),
      ("1E5", "100000", true), ("1.50", "1.5", true), ("50 %", "0.5", true), ("+45", "45", true), ("på", "pÃ¥", true),
      ("på", "pa\u{30A}", true), ("Gem ", "Gem", true), ("Gem", " Gem\n", true), ("a b", "a\u{A0}b", true),
      ("10%", "15%", false), ("007", "8", false), ("24 t", "12", false),
    ]) func programs(exported: String, found: String, isProgram: Bool) throws
  {
    let catalog = Fixture.catalog(title: exported)
    let edited = EditedSheet(catalog: catalog, name: "a.csv")
    let sheet = try edited.read { try $0[0].set(["Current value": found], ofDanish: "title") }
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.counts == (isProgram ? [.unchanged: 6] : [.unchanged: 5, .readOnlyEdit: 1]))
    let check = SheetCheck(sheet, options: Fixture.unchecked)
    guard isProgram else { return #expect(check.hasErrors) }
    #expect(plan.diagnostics.map(\.code) == [.sheetProgramsChanges])
    #expect(check.diagnostics.map(\.code) == [.sheetProgramsChanges])
  }

  @Test(arguments: [
    ("Current value", "Noget andet", true), ("Source value", "Noget andet", true), ("Key", "Noget andet", false),
    ("Deletable", "Noget andet", true), ("Deletable", "no", false), ("Status", "Noget andet", true),
    ("Status", "Missing", false),
  ]) func `accepting damage loses no row without an edit, and no text`(column: String, text: String, isText: Bool)
    throws
  {
    let options = Fixture.options { $0.accepted = [.damaged] }
    let (plan, check) = try verdicts("a.xlsx", .rows, options: options, [column: text])
    #expect(plan.counts == [.readOnlyEdit: 1, .unchanged: 5])
    #expect(check.hasErrors)
    guard isText else { return }
    for action in ["ok", "delete"] {
      let (plan, check) = try verdicts("a.csv", .columns, options: options, [column: text, "Action": action])
      #expect(plan.counts[.disagreement] == 1, "\(action)")
      #expect(check.hasErrors && plan.signOffs == [] && plan.changes == [])
    }
  }

  // MARK: - Rows without a base

  /// The visible cells of a sheet, copied into a new file, with Danish current values as somebody wrote them.
  private func copied(
    _ name: String, _ layout: SheetLayout, _ texts: [String: String] = [:], of catalog: Catalog = Self.catalog,
    action: String = ""
  ) throws -> ReturnedSheet {
    try EditedSheet(catalog: catalog, layout: layout, name: name, keepsProperties: false).read { tables in
      for (key, text) in texts { try tables[0].set(["Current value": text, "Action": action], ofDanish: key) }
      let hidden = ["Proposal ID", "Exported proposal", "Base", "Source for checks"]
      for header in tables[0].cells[0] where hidden.contains(where: { header.hasPrefix($0) }) {
        try tables[0].removeColumn(header)
      }
    }
  }

  @Test(arguments: ["a.xlsx", "a.csv"], [SheetLayout.rows, .columns])
  func `a text under Current value in a row without Base is told`(name: String, layout: SheetLayout) throws {
    let plain = Fixture.catalog(hint: "Tryk for at fortsætte")
    for (catalog, texts) in [(plain, ["title": "Velkommen her"]), (plain, ["hint": "Tryk", "button": "Ind"])] {
      let sheet = try copied(name, layout, texts, of: catalog)
      let plan = Fixture.plan(sheet, against: catalog)
      #expect(plan.counts[.readOnlyEdit] == texts.count)
      #expect(plan.changes == [] && plan.hasRefusals)
      let told = plan.items.map(\.message)
      for text in texts.values { #expect(told.contains { $0.contains("it holds \"\(text)\", and the server has") }) }
      let kept = try #require(Fixture.toFix(plan, catalog)).rows.map(\.proposal)
      #expect(Set(kept) == Set(texts.values), "the text is in the rows to fix")
      let accepted = Fixture.plan(sheet, against: catalog, options: Fixture.options { $0.accepted = [.damaged] })
      #expect(accepted.counts[.readOnlyEdit] == texts.count)
      let check = SheetCheck(sheet, options: Fixture.unchecked)
      #expect(check.diagnostics.map(\.code) == [.row(.readOnlyEdit)])
      #expect(check.diagnostics[0].message.contains("no Base"))
      #expect(!check.hasErrors && check.sheet.rows.isEmpty)
    }
  }

  @Test(arguments: ["Velkommen her", "Velkommen", "Velkommen\r\n", ""])
  func `a text there beside delete is a disagreement, unless the server has it`(text: String) throws {
    let catalog = Catalog.pending(.own(7, "title", "Hej"))
    let plan = Fixture.plan(
      try copied("a.csv", .rows, ["title": text], of: catalog, action: "delete"), against: catalog)
    let isEdited = text == "Velkommen her"
    #expect(plan.counts[.disagreement] == (isEdited ? 1 : nil))
    #expect(plan.changes.count == (isEdited ? 0 : 1))
  }

  @Test(arguments: ["a.xlsx", "a.csv"], [SheetLayout.rows, .columns])
  func `rows without Base that show what the server has are unchanged`(name: String, layout: SheetLayout) throws {
    for title in ["Velkommen", "'-5 %", "a\r\nb", "på 007", "=1+1", String(repeating: "x", count: 40_000)] {
      let catalog = Fixture.catalog(title: title, proposals: [.other(8, "button", "Log på")])
      let plan = Fixture.plan(try copied(name, layout, of: catalog), against: catalog)
      #expect(!plan.hasRefusals, "\(title)")
      #expect(plan.changes == [] && plan.diagnostics.isEmpty, "\(title)")
    }
  }

  @Test(arguments: ["007": "7", "1/2": "02-Jan", "TRUE": "True", "på": "pa\u{30A}", "Gem": " Gem\n"])
  func `a program's changes in them are none of a person's`(exported: String, found: String) throws {
    let catalog = Fixture.catalog(title: exported)
    let sheet = try copied("a.csv", .rows, ["title": found], of: catalog)
    #expect(!Fixture.plan(sheet, against: catalog).hasRefusals)
    let moved = Fixture.plan(sheet, against: Fixture.catalog(title: "Noget andet"))
    #expect(moved.counts[.readOnlyEdit] == 1, "the server's text moved, so nothing tells")
  }
}
