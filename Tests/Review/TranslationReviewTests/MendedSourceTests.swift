import NStackAPI
import ReviewFixtures
import ReviewReports
import Spreadsheet
import Testing

@testable import TranslationReview

/// Source texts that a translator corrected, in every format.
struct MendedSourceTests {
  private static let english = [
    ("title", "Wellcome back"), ("button", "Log in now"), ("hint", "Tap to go on"), ("menu", "Your files"),
    ("exit", "Leave the app"),
  ]

  /// - Parameters:
  ///   - title: The English title that the server has.
  ///   - proposals: What is pending.
  private static func catalog(_ title: String = "Wellcome back", _ proposals: [Proposal] = []) -> Catalog {
    Fixture.catalog(
      english: english.map { ("login", $0.0, $0.0 == "title" ? title : $0.1) },
      danish: [
        ("login", "title", "Velkommen igen"), ("login", "button", "Log ind nu"), ("login", "hint", nil),
        ("login", "menu", "Dine filer"), ("login", "exit", "Forlad appen"),
      ], proposals: proposals, reading: .now)
  }

  private struct Case: Sendable {
    let edits: [RowEdit]
    var title = "Wellcome back"
    var proposals: [Proposal] = []
    var accepted: Set<Verdict> = []
    let outcome: String
    var offers: [String] = []
  }

  private static func mend(_ source: String, _ key: String = "title", proposal: String? = nil, note: String = "")
    -> RowEdit
  { RowEdit(key: key, source: source, proposal: proposal, note: note) }

  private static let right = [mend("Welcome back")]
  private static let offered = ["title en-GB Welcome back"]
  private static let alone = "title read-only-edit"

  private static let cases: [Case] = [
    Case(edits: right, outcome: alone, offers: offered),
    Case(edits: [mend("Welcome back", note: "A slip.")], outcome: alone, offers: offered),
    Case(edits: [mend("wellcome back")], outcome: alone, offers: ["title en-GB wellcome back"]),
    Case(edits: [mend("Wellcome back.")], outcome: alone, offers: ["title en-GB Wellcome back."]),
    Case(edits: [mend("Velkommen igen")], outcome: alone, offers: ["title en-GB Velkommen igen"]),
    Case(edits: [mend("Så er du her igen!")], outcome: alone, offers: ["title en-GB Så er du her igen!"]),
    Case(edits: [mend("Your files")], outcome: alone, offers: ["title en-GB Your files"]),
    Case(edits: [mend("Wellcome back")], outcome: ""), Case(edits: [mend("Wellcome back ")], outcome: ""),
    Case(
      edits: [mend("Tap to continue", "hint")], outcome: "hint read-only-edit", offers: ["hint en-GB Tap to continue"]),
    Case(edits: [mend("Welcome back", proposal: "Velkommen tilbage")], outcome: "title damaged", offers: offered),
    Case(
      edits: [mend("Tap to continue", "hint", proposal: "Tryk")], outcome: "hint damaged",
      offers: ["hint en-GB Tap to continue"]),
    Case(
      edits: [mend("Welcome back", proposal: "Velkommen tilbage")], accepted: [.damaged],
      outcome: "title propose Velkommen tilbage", offers: offered),
    Case(edits: right, accepted: [.readOnlyEdit], outcome: alone, offers: offered),
    Case(
      edits: right + [mend("Sign in now", "button")], outcome: "title read-only-edit, button read-only-edit",
      offers: offered + ["button en-GB Sign in now"]),
    Case(
      edits: right + [RowEdit(key: "button", proposal: "Ind")], outcome: "title read-only-edit, button propose Ind",
      offers: offered), Case(edits: right, title: "Welcome back", outcome: "title skipped"),
    Case(edits: right, title: "Hello again", outcome: alone, offers: offered),
    Case(edits: right, proposals: [.own(7, "title", "Welcome back", locale: "en-GB")], outcome: "title skipped"),
    Case(edits: right, proposals: [.other(7, "title", "Welcome back", locale: "en-GB")], outcome: "title skipped"),
    Case(edits: right, proposals: [.own(7, "title", "Hello", locale: "en-GB")], outcome: alone, offers: offered),
    Case(edits: [mend("Welcome back", proposal: "Velkommen tilbage")], title: "Welcome back", outcome: "title damaged"),
  ]

  private static func offers(_ plan: Changeset) -> [String] {
    plan.items.compactMap(\.offer).flatMap { offer in offer.texts.map { "\($0.key) \($0.locale) \(offer.value)" } }
  }

  @Test(arguments: SheetCases.formats, cases.indices) func `a corrected source text is offered, and never sent`(
    format: SheetFormat, number: Int
  ) throws {
    let found = Self.cases[number]
    let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: format, found.edits)
    let plan = Fixture.plan(
      sheet, against: Self.catalog(found.title, found.proposals),
      options: Fixture.options { $0.accepted = found.accepted })
    #expect(SheetCases.outcome(plan) == found.outcome)
    #expect(Self.offers(plan) == found.offers)
    #expect(plan.changes.allSatisfy { $0.text.locale == "da-DK" })
  }

  @Test(arguments: SheetCases.formats) func `a plan shows the source text, and not what was written over it`(
    format: SheetFormat
  ) throws {
    let edit = Self.mend("Welcome back", proposal: "Velkommen tilbage")
    let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: format, [edit])
    #expect(Fixture.plan(sheet, against: Self.catalog()).items.map(\.source) == ["Wellcome back"])
  }

  @Test(arguments: SheetCases.formats) func `the row says so, in the plan and in its JSON`(format: SheetFormat) throws {
    let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: format, Self.right)
    let plan = Fixture.plan(sheet, against: Self.catalog())
    #expect(
      plan.items[0].message
        == "The source text was changed to \"Welcome back\". Nothing is sent for that by itself: it is a suggestion for "
        + "the source text.")
    #expect(plan.jsonText.contains(#""kind": "mended-source""#))
    #expect(SheetCheck(sheet, options: Fixture.unchecked).diagnostics.map(\.message) == [plan.items[0].message])
  }

  @Test(arguments: SheetCases.formats, SheetCases.formats) func `two sheets that correct it differently disagree`(
    first: SheetFormat, second: SheetFormat
  ) throws {
    let sheet = try SheetCases.sheet(Self.catalog())
    let read = try SheetCases.withFile(sheet, as: first, Self.right) { one in
      try SheetCases.withFile(sheet, as: second, [Self.mend("Hello again")]) { try ReviewSheetReader.read([one, $0]) }
    }
    let plan = Fixture.plan(read, against: Self.catalog())
    #expect(plan.counts[.disagreement] == 2 && plan.changes.isEmpty && plan.disagreements.isEmpty)
    #expect(Self.offers(plan) == ["title en-GB Welcome back", "title en-GB Hello again"])
    let both = plan.items.map(\.message)
    #expect(both[0].hasSuffix("was changed otherwise too: \"Hello again\". Accept one of them."))
    #expect(both[1].hasSuffix("was changed otherwise too: \"Welcome back\". Accept one of them."))
  }

  @Test(arguments: [SheetFormat.xlsx, .csv, .html]) func `source texts that changed places are none`(
    format: SheetFormat
  ) throws {
    let edits = [Self.mend("Log in now"), Self.mend("Tap to go on", "button"), Self.mend("Wellcome back", "hint")]
    let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: format, edits)
    let plan = Fixture.plan(sheet, against: Self.catalog())
    #expect(plan.counts[.readOnlyEdit] == 3 && Self.offers(plan) == [])
    #expect(plan.items[0].message.hasPrefix("Only cells that are not for editing were changed in the row"))
  }

  @Test(arguments: SheetCases.formats) func `a sheet to fix has the source text as a row, and accept sends it`(
    format: SheetFormat
  ) throws {
    let server = Self.catalog()
    let returned = try SheetCases.returned(
      SheetCases.sheet(server), as: format, Self.right + [RowEdit(key: "menu", source: "Files", proposal: "Filer")])
    let plan = Fixture.plan(returned, against: server)
    let fixes = try #require(
      ToFixSheet(plan, results: plan.results, catalog: server, scope: Fixture.scope, format: format))
    if format == .po {
      // A file in Danish has no entry for an English text.
      #expect(fixes.locales == ["da-DK"])
      #expect(Fixture.rows(of: fixes.sheet)[0].note == "\"Source value\" held this text: Welcome back")
      return
    }
    #expect(fixes.locales == ["en-GB", "da-DK"] && fixes.rowCount == 3)
    func outcome(_ edits: [RowEdit]) throws -> [String] {
      let sheet = try SheetCases.returned(fixes.sheet, as: format, edits)
      return Fixture.plan(sheet, against: server).changes.map { "\($0.text.key) \($0.text.locale) \($0.operation)" }
    }
    #expect(try outcome([]) == [])
    #expect(
      try outcome([RowEdit(key: "title", locale: "en-GB", action: "accept")]) == [
        "title en-GB propose(value: \"Welcome back\")"
      ])
  }

  @Test(
    arguments: [
      ("a.xlsx", SheetLayout.rows), ("a.csv", .rows), ("a.html", .rows), ("a.xlsx", .columns), ("a.xlsx", .locales),
    ], [true, false]) func `accept in an annotated copy sends it`(
      form: (name: String, layout: SheetLayout), isSent: Bool
    ) throws
  {
    let server = Self.catalog()
    let folder = try ScratchFolder()
    let path = try EditedSheet(catalog: server, layout: form.layout, sourceLocale: "en-GB", name: form.name).write(
      in: folder
    ) { try $0[$0.count - 1].set(["Source value": "Welcome back"], ofDanish: "title") }
    let plan = try Fixture.plan(fileAt: path, against: server)
    #expect(plan.changes.isEmpty && Set(Self.offers(plan)) == ["title en-GB Welcome back"])
    let copy = folder.file("annotated-\(form.name)")
    try SheetAnnotation(
      plan, isSent ? plan.unsent : nil, catalog: server, scope: Fixture.scope, provenance: Fixture.provenance
    ).write(fileAt: 0, to: OutputFile(path: copy))
    #expect(try Fixture.plan(fileAt: copy, against: server).counts == [.unchanged: 10])
    var tables = try EditedSheet.tables(of: copy)
    try tables[0].set(["Action": "accept"], ofDanish: "title", locale: "en-GB")
    try EditedSheet.write(tables, to: path, propertiesOf: copy)
    let again = try Fixture.plan(fileAt: path, against: server)
    #expect(again.sent == ["Welcome back"] && again.changes.map(\.text.locale) == ["en-GB"])
  }

  @Test(arguments: [SheetFormat.xlsx, .csv, .html])
  func `an annotated copy without the source locale gets a row for it`(format: SheetFormat) throws {
    let server = Self.catalog()
    let again = try SheetCases.withFile(SheetCases.sheet(server), as: format, Self.right) { path in
      if format == .xlsx {
        // A workbook has a worksheet without rows too.
        var tables = try EditedSheet.tables(of: path)
        tables.append(EditedSheet.Table(name: "About", cells: [["Tool", "nstack-review"]]))
        try EditedSheet.write(tables, to: path, propertiesOf: path)
      }
      let plan = try Fixture.plan(fileAt: path, against: server)
      let folder = try ScratchFolder()
      let copy = folder.file("annotated.\(format.name)")
      try SheetAnnotation(plan, plan.unsent, catalog: server, scope: Fixture.scope, provenance: Fixture.provenance)
        .write(fileAt: 0, to: OutputFile(path: copy))
      #expect(try Fixture.plan(fileAt: copy, against: server).counts == [.unchanged: 6])
      var tables = try EditedSheet.tables(of: copy)
      try tables[0].set(["Action": "accept"], ofDanish: "title", locale: "en-GB")
      let back = folder.file("back.\(format.name)")
      try EditedSheet.write(tables, to: back, propertiesOf: copy)
      return try Fixture.plan(fileAt: back, against: server)
    }
    #expect(again.sent == ["Welcome back"] && again.changes.map(\.text.locale) == ["en-GB"])
  }
}
