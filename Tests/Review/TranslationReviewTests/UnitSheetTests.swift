import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// What holds for a review in every format that is a list of units.
struct UnitSheetTests {
  struct Form: Sendable {
    let format: SheetFormat
    var version = XLIFFSheetVersion.version12

    static let xliff = Form(format: .xliff)
    static let xliff21 = Form(format: .xliff, version: .version21)
    static let po = Form(format: .po)

    func source(_ text: String) -> String { format == .po ? "msgid \"\(text)\"\n" : "<source>\(text)</source>\n" }

    /// The end of a translation, whatever its state.
    func translation(_ text: String) -> String { format == .po ? "msgstr \"\(text)\"" : ">\(text)</target>" }

    func exported(_ catalog: Catalog = Fixture.catalog(), extras: ReviewSheet.Extras = ReviewSheet.Extras()) throws
      -> ExportedUnits
    { try ExportedUnits(catalog, as: format, version: version, extras: extras) }
  }

  static let forms = [Form.xliff, .xliff21, .po]
  private let mine = Proposal.own(7, "button", "Log på")

  @Test(arguments: forms) func `a file that was not changed plans nothing`(form: Form) throws {
    let others = [Proposal.other(8, "title", "Hej"), Proposal.other(9, "title", "Goddag")]
    let catalog = Fixture.catalog(proposals: [mine] + others)
    let sheet = try form.exported(catalog)
    #expect(try sheet.plan().counts == [.unchanged: 4])
    #expect(try sheet.plan().diagnostics.isEmpty)
    let plain = Catalog.pending(mine)
    let file = try form.exported(plain)
    for other in try Self.forms.map({ try $0.exported(plain) }) {
      #expect(try SheetComparison(from: other.path, to: file.path).differences.isEmpty)
    }
  }

  @Test(arguments: forms) func `an emptied translation is cleared, and never deletes`(form: Form) throws {
    let sheet = try form.exported(Catalog.pending(mine))
    for text in ["Log på", "Velkommen"] { try sheet.edit(form.translation(text), form.translation("")) }
    let plan = try sheet.plan(Fixture.options { $0.cleared = .delete })
    #expect(plan.counts == [.unchanged: 1, .cleared: 2])
  }

  @Test(arguments: forms) func `a row that an import left undone is told until somebody decides about it`(form: Form)
    throws
  {
    var row = try Fixture.exportedRow("hint", of: Fixture.catalog())
    row.proposal = "Tryk"
    row.base = row.base?.suggesting(TextHash("Tryk"), isUndecided: true)
    let fixes = ReviewSheet(picking: [row], from: Fixture.catalog(), scope: Fixture.scope)
    for (text, verdict) in [("", Verdict.unchanged), ("Tryk her", .propose)] {
      let sheet = try ExportedUnits(fixes, as: form.format, version: form.version)
      let told = try sheet.plan().diagnostics
      #expect(told.codes == ["row.undecided"] && told.first?.message.hasPrefix("1 row still to fix: ") == true)
      #expect(told.first?.message.contains("Approve the translation") == true)
      if form.format == .po { try sheet.edit("#, fuzzy\n", "") }
      try sheet.edit(form.translation("Tryk"), form.translation(text))
      let plan = try sheet.plan()
      #expect(plan.counts == [verdict: 1] && plan.diagnostics.isEmpty)
    }
  }

  @Test(
    "a comparison finds a changed state",
    arguments: [
      (Form.po, "msgctxt \"login.title\"", "#, fuzzy\nmsgctxt \"login.title\"", "translated, fuzzy"),
      (.po, "msgstr \"Velkommen\"", "msgstr \"\"", "no translation"),
      (.xliff, ">Velkommen</target>", "></target>", "no translation"),
      (.xliff, "<target state=\"translated\">Velkommen</target>", "", "no translation"),
      (
        .xliff, "state=\"translated\">Velkommen", "state=\"needs-translation\">Velkommen",
        "the state \"needs-translation\""
      ), (.xliff, "state=\"translated\">Velkommen", "state=\"final\">Velkommen", "approved"),
      (.xliff, "state=\"translated\">Velkommen", ">Velkommen", "no state"),
      (
        .xliff, "state=\"translated\">Velkommen", "state=\"translated\" state-qualifier=\"leveraged-mt\">Velkommen",
        "translated, leveraged-mt"
      ), (.xliff21, "state=\"translated\"", "state=\"initial\"", "the state \"initial\""),
      (.xliff21, "state=\"translated\"", "state=\"final\"", "approved"),
      (.xliff21, "<target>Velkommen</target>", "", "no translation"),
    ]) func changedState(form: Form, old: String, new: String, state: String) throws
  {
    let catalog = ExportedUnits.catalog("Welcome", "Velkommen")
    let before = try form.exported(catalog)
    let after = try form.exported(catalog)
    try after.edit(old, new)
    let comparison = try SheetComparison(from: before.path, to: after.path)
    #expect(comparison.differences.map { $0.states?.new } == [state])
    #expect(comparison.differences.map { $0.states?.old } == ["translated"])
    #expect(comparison.lines().last == "1 row and 1 row: 0 added, 0 gone, 1 edited")
    #expect(try SheetComparison(from: after.path, to: after.path).differences.isEmpty)
  }

  @Test(arguments: forms) func `points in names are told apart by the hash of the text`(form: Form) throws {
    let sheet = try form.exported(ExportedUnits.catalog("A", "B", key: "a.b.c"))
    try sheet.edit(form.translation("B"), form.translation("C"))
    let items = try sheet.plan().items
    #expect(items.map(\.row.text) == [Fixture.text("a.b.c")])
    #expect(items.map(\.verdict) == [.propose])
  }

  @Test(arguments: [Form.xliff, .po]) func `what a translator notes is the note of the row`(form: Form) throws {
    let sheet = try form.exported()
    if form.format == .po {
      try sheet.edit("msgctxt \"login.title\"", "# Who says it?\nmsgctxt \"login.title\"")
    } else {
      try sheet.edit(">Velkommen</target>", ">Velkommen</target><note from=\"Eva\">Who says it?</note>")
    }
    #expect(try ReviewSheetReader.read([sheet.path]).notes.map(\.note) == ["Who says it?"])
  }

  /// What is written where no import reads: how a file is changed, and the first words of what is told; nil if nothing is,
  /// because tools write the same.
  private static let unread: [(form: Form, old: String, new: String, told: String?)] = [
    (
      .xliff, "</body>", "<trans-unit id=\"new\"><source>New</source><target>Nyt her</target></trans-unit></body>",
      "1 text in units that no export wrote is not read: \"Nyt her\"."
    ),
    (
      .xliff, "</body>",
      "<trans-unit id=\"1\" resname=\"login.new\"><source>New</source><target>Nyt</target></trans-unit>"
        + "<trans-unit id=\"2\"><source>Other</source></trans-unit></body>",
      "2 texts in units that no export wrote are not read: the first is \"Nyt\"."
    ),
    (
      .xliff21, "</file>",
      "<unit id=\"new\"><segment><source>New</source><target>Nyt her</target></segment></unit></file>",
      "1 text in units that no export wrote is not read: \"Nyt her\"."
    ),
    (
      .xliff, "<source>Welcome", "<!-- Hellere Hej -->\n<source>Welcome",
      "1 text in comments of XML (<!-- -->) is not read: \"Hellere Hej\"."
    ),
    (
      .xliff21, "<source>Welcome", "<!-- Hellere Hej -->\n<source>Welcome",
      "1 text in comments of XML (<!-- -->) is not read: \"Hellere Hej\"."
    ),
    (
      .xliff, "<file ", "<!-- Hellere Hej -->\n<file ",
      "1 text in comments of XML (<!-- -->) is not read: \"Hellere Hej\"."
    ),
    (
      .xliff, "</header>", "<note from=\"Anna\">Hellere Hej</note></header>",
      "1 text in notes beside the units is not read: \"Hellere Hej\"."
    ),
    (
      .xliff, "</body>", "<group id=\"g\"><note>Hellere Hej</note></group></body>",
      "1 text in notes beside the units is not read: \"Hellere Hej\"."
    ),
    (
      .xliff21, "keep each of them.</note>", "keep each of them.</note><note>Hellere Hej</note>",
      "1 text in notes beside the units is not read: \"Hellere Hej\"."
    ),
    (
      .xliff, ">Velkommen</target>", "><mrk mtype=\"x-comment\" comment=\"Hellere Hej\">Velkommen</mrk></target>",
      "1 text in comments on marked words (mrk) is not read: \"Hellere Hej\"."
    ),
    (
      .xliff21, ">Velkommen</target>",
      "><mrk id=\"m1\" type=\"comment\" value=\"Hellere Hej\">Velkommen</mrk></target>",
      "1 text in comments on marked words (mrk) is not read: \"Hellere Hej\"."
    ),
    (
      .po, "# Translate the texts", "# Anna: Hellere Hej\n# Translate the texts",
      "1 text in the comment above the header is not read: \"Anna: Hellere Hej\"."
    ),
    (
      .po, "# Translate the texts", "# The translation of Welcome is stiff\n# Translate the texts",
      "1 text in the comment above the header is not read: \"The translation of Welcome is stiff\"."
    ),
    (
      .po, "# Translate the texts",
      "# Danish translation for the app.\n# Copyright (C) 2026 Bo\n# This file is distributed under the same license.\n"
        + "# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.\n# Anna Holm <anna@example.com>, 2026.\n# Translate the texts", nil
    ),
    (
      .po, "X-NStack-Entries: 3\\n\"\n",
      "X-NStack-Entries: 3\\n\"\n\n#~ msgctxt \"gone.key\"\n#~ msgid \"Gone\"\n#~ msgstr \"Væk\"\n",
      "1 text in obsolete entries (#~) is not read: \"Væk\"."
    ), (.po, "X-NStack-Entries: 3\\n\"\n", "X-NStack-Entries: 3\\n\"\n\n#~ msgid \"x\"\n#~ msgstr \"12\"\n", nil),
    (
      .po, "msgctxt \"login.title\"\nmsgid \"Welcome\"\nmsgstr",
      "#~ msgctxt \"login.title\"\n#~ msgid \"Welcome\"\n#~ msgstr", nil
    ), (.xliff, "<xliff ", "<!-- Written by a tool -->\n<xliff ", nil),
    (.xliff, "<source>Welcome", "<!-- 12 -->\n<source>Welcome", nil),
    (
      .xliff, "<source>Welcome",
      "<alt-trans match-quality=\"80\" origin=\"tm\"><target>Goddag</target></alt-trans>\n<source>Welcome", nil
    ),
    (
      .xliff, "</body>",
      "<trans-unit id=\"new\" translate=\"no\"><source>Ours</source><target>Ours</target></trans-unit></body>", nil
    ),
  ]

  @Test(arguments: unread.indices) func `a text where no import reads is told once`(index: Int) throws {
    let (form, old, new, told) = Self.unread[index]
    let sheet = try form.exported()
    try sheet.edit(old, new)
    let plan = try sheet.plan()
    #expect(plan.diagnostics.map { String($0.message.prefix(told?.count ?? 0)) } == (told.map { [$0] } ?? []))
    #expect(plan.diagnostics.allSatisfy { $0.code == .sheetUnreadText })
    #expect(plan.changes.isEmpty && plan.counts[.unchanged] == 3)
  }

  @Test(arguments: forms) func `a changed source is damage, as in a sheet`(form: Form) throws {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = "en-GB"
    let sheet = try form.exported(extras: extras)
    try sheet.edit(form.source("Welcome"), form.source("Wellcome"))
    try sheet.edit(form.translation("Velkommen"), form.translation("Hej"))
    #expect(try sheet.plan().verdicts == [.damaged])
  }

  @Test(arguments: forms) func `a file that no export wrote is refused, and left out of a folder`(form: Form) throws {
    let sheet = try form.exported()
    let path = sheet.folder.file("other.\(form.format.name)")
    let text =
      form.format == .po
      ? "msgid \"a\"\nmsgstr \"b\"\n"
      : """
      <xliff version="1.2"><file original="a.strings" source-language="en" target-language="da"><body>
      <trans-unit id="a.b"><source>A</source><target>B</target></trans-unit></body></file></xliff>
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read([path]) }
    #expect(error?.code == .sheetNoHeader)
    let both = try ReviewSheetReader.read([sheet.path, path], leavesOutForeignFiles: true)
    #expect(both.foreignFiles.map(\.path) == [path])
    #expect(both.rowCount == 3)
  }

  @Test(
    arguments: [
      "\u{1}a\u{FFFE}b\u{1F}", "a\r\nb", "\t a  b \n", "%% 100 %", "\"\\n\" \\", "<b>&amp;</b> ]]>", "e\u{301}\u{200F}",
      "%@%@ %@", "a\u{2423}b", "\u{2028}x\u{B}y", "nstack_review.base=\"v1\"",
    ], forms) func `any text survives`(text: String, form: Form) throws
  {
    let sheet = try form.exported(ExportedUnits.catalog("x \(text)", text))
    #expect(try sheet.plan().counts == [.unchanged: 1])
    #expect(try ReviewSheetReader.read([sheet.path]).rows.isEmpty)
    // The check of control characters may refuse the text, but not change it.
    let start = try #require(
      try sheet.text.firstMatch(of: form.format == .po ? /login.title"\nmsgid (?s:.*?)msgstr "/ : /<target[^>]*>/)
    ).0
    try sheet.edit(String(start), "\(start)!")
    let edited = try sheet.plan()
    #expect(edited.items.map { LineEnds.normalized($0.row.proposal) } == [LineEnds.normalized("!\(text)")])
    // XLIFF cannot hold control characters in what it keeps beside the texts.
    if form.format == .po { #expect(edited.items.map(\.row.currentValue) == [text]) }
  }
}
