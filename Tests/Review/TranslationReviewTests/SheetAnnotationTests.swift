import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Synchronization
import Testing

@testable import TranslationReview

/// Annotated copies: what stands in them, and that they go round again.
struct SheetAnnotationTests {
  /// Exports a catalog, and lets a reviewer change some cells.
  private static func edited(
    _ catalog: Catalog, _ file: String, layout: SheetLayout = .rows, folder: ScratchFolder,
    cells: [(key: String, column: ReviewColumn, text: String)]
  ) throws -> String {
    let path = folder.file(file)
    let exported = folder.file("exported-\(file)")
    _ = try ExportForm(name: file, layout: layout).export(catalog, to: exported)
    try EditableSheet(exported).write(to: path, cells.map { ($0.key, 0, $0.column, $0.text) })
    return path
  }

  /// The texts of a file's first table, row by row.
  private static func texts(_ path: String) throws -> [[String]] {
    var rows: [[String]] = []
    let take = { (row: Row) in
      rows.append((0..<(row.filledCells.map { $0.column + 1 }.max() ?? 0)).map { row.text(inColumn: $0) })
    }
    switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
    case .workbook(let workbook): try workbook.readRows(ofWorksheetAt: 0, take)
    case .delimited(let document): try document.readRows(take)
    }
    return rows
  }

  private static let before = [Proposal.own(7, "button", "Log på"), Proposal.other(8, "hint", "Tryk")]

  /// Row 5 is the Danish title, 6 the button, 7 the hint: what is wanted, and what the server says after it.
  private static func carriedOut(_ file: String, layout: SheetLayout, _ folder: ScratchFolder) async throws -> (
    annotated: String, after: Catalog
  ) {
    let catalog = Fixture.catalog(proposals: before)
    let path = try edited(
      catalog, file, layout: layout, folder: folder,
      cells: [
        ("title", .proposal, "=Hej & \"farvel\" "), ("button", .action, "delete"), ("hint", .proposal, "Tryk her"),
        ("hint", .action, "delete"),
      ])
    let sheet = try ReviewSheetReader.read([path])
    let changeset = Fixture.plan(sheet, against: catalog)
    #expect(changeset.changes.count == 2)
    var options = SubmissionOptions()
    options.snapshotLifetime = .seconds(3600)
    options.allowsDelete = true
    let service = FakeService(before)
    let report = try await Submission.submit(changeset, to: service, options: options)
    let after = Fixture.catalog(proposals: service.state.withLock(\.proposals))
    let annotated = try Self.annotated(report.changeset, report, against: after, in: folder, file)
    return (annotated, after)
  }

  /// Writes the annotated copy of a plan or of an import into the folder, and returns its path.
  private static func annotated(
    _ changeset: Changeset, _ report: SubmissionReport? = nil, against catalog: Catalog, in folder: ScratchFolder,
    _ file: String
  ) throws -> String {
    let copy = folder.file("annotated-\(file)")
    try SheetAnnotation(changeset, report, catalog: catalog, scope: Fixture.scope, provenance: Fixture.provenance)
      .write(fileAt: 0, to: OutputFile(path: copy))
    return copy
  }

  @Test func `the result stands behind the last column, outcome and reason in one cell`() async throws {
    let folder = try ScratchFolder()
    let (annotated, _) = try await Self.carriedOut("sheet.xlsx", layout: .rows, folder)
    let rows = try Self.texts(annotated)
    #expect(rows[0].last == "Result")
    #expect(rows[4].last == "applied")
    #expect(rows[5].last == "applied: the proposal was deleted.")
    #expect(rows[6].last?.hasPrefix("refused: The row asks to delete the proposal and also changes it") == true)
    #expect(rows[1].count < rows[0].count)
  }

  @Test func `a group of columns has a result of its own`() async throws {
    let folder = try ScratchFolder()
    let (annotated, _) = try await Self.carriedOut("wide.xlsx", layout: .columns, folder)
    let rows = try Self.texts(annotated)
    #expect(rows[0] == (try Self.texts("\(folder.path)/exported-wide.xlsx"))[0] + ["Result [en-GB]", "Result [da-DK]"])
    #expect(rows[1].suffix(2) == ["", "applied"])
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv"])
  func `rows keep their order, and the reviewers' own columns come after the export's`(file: String) throws {
    let folder = try ScratchFolder()
    let catalog = Fixture.catalog()
    let path = try Self.edited(catalog, file, folder: folder, cells: [("title", .proposal, "Hej")])
    var sheet = try Self.texts(path)
    let width = sheet[0].count
    sheet = [sheet[0]] + sheet.dropFirst().reversed()
    let own = ["Owner", "Result", "Status"]
    let written = try sheet.enumerated().map { index, row in
      let cells = row + Array(repeating: "", count: width - row.count)
      let added = index == 0 ? own : index == 2 ? ["Anna", "looks good", "=1+1"] : ["", "", ""]
      return try [#require(added.first)] + cells + added.dropFirst()
    }
    let changed = folder.file("changed-\(file)")
    try write(written, to: changed)
    let changeset = try Fixture.plan(fileAt: changed, against: catalog)
    let copy = try Self.annotated(changeset, against: catalog, in: folder, file)
    let rows = try Self.texts(copy)
    #expect(rows[0] == sheet[0] + own + ["Import result"])
    #expect(rows.map { $0.prefix(3) } == sheet.map { $0.prefix(3) })
    #expect(rows[2][width..<(width + 3)] == ["Anna", "looks good", "=1+1"])
    #expect(rows.compactMap(\.last).filter { $0 == "planned: will be proposed." }.count == 1)
    let again = try Fixture.plan(fileAt: copy, against: catalog)
    #expect(again.counts == changeset.counts)
  }

  @Test func `a second annotation writes into the column of the first`() async throws {
    let folder = try ScratchFolder()
    let (annotated, after) = try await Self.carriedOut("sheet.xlsx", layout: .rows, folder)
    let changeset = try Fixture.plan(fileAt: annotated, against: after)
    let second = try Self.annotated(changeset, against: after, in: folder, "second.xlsx")
    let rows = try Self.texts(second)
    #expect(rows[0].filter { $0 == "Result" }.count == 1)
    #expect(rows[0].count == (try Self.texts(annotated))[0].count)
    #expect(rows[4].count < rows[0].count, "the result of the earlier import is gone")
    #expect(rows[6].count < rows[0].count, "and that of a row that was refused and left alone")
  }

  @Test func `a CSV file keeps its delimiter, its line ends and its formulas harmless`() async throws {
    let folder = try ScratchFolder()
    let (annotated, _) = try await Self.carriedOut("sheet.csv", layout: .rows, folder)
    let document = try CSVDocument(InputFile(path: annotated))
    var fields: [[String]] = []
    try document.readRows { row in fields.append(row.filledCells.map { row.text(of: $0) }) }
    #expect(document.delimiter == UInt8(ascii: ","))
    let exported = try #require(fields[4].first { $0.contains("Hej") })
    #expect(exported == "'=Hej & \"farvel\" ", "the proposal is written as an export writes it")
    #expect(fields[4].count { $0 == exported } == 2, "and so is the exported proposal")
  }

  @Test func `an answer that names another text's proposal puts nothing of that one into the row`() throws {
    let row = try Fixture.row("title", of: Fixture.catalog()) { $0.proposal = "Hej" }
    let item = try #require(Fixture.plan([row], against: Fixture.catalog()).items.first)
    let others = Proposal.own(8, "hint", "Tryk")
    let done = RowResult(item: 0, kind: .applied, reasons: [])
    func cells(_ proposals: [Proposal]) -> [ReviewColumn: String] {
      RowRenewal(catalog: Fixture.catalog(proposals: proposals), scope: Fixture.scope).cells(
        of: item, done, outcome: .done(8), restored: [:]
      ).texts
    }
    let found = cells([others, Proposal.own(9, "title", "Hej")])
    #expect(found[.proposal] == "Hej")
    #expect(found[.exportedProposal] == "Hej")
    #expect(found[.proposalID] == "9")
    #expect(cells([others])[.proposalID] == "")
  }

  /// A sheet that came back with some cells changed, what was planned from it, and its copies.
  private struct Returned {
    let folder: ScratchFolder
    let file: String
    let catalog: Catalog
    let path: String
    let plan: Changeset

    init(
      _ file: String, _ catalog: Catalog = Fixture.catalog(), options: PlanningOptions = PlanningOptions(),
      against server: Catalog? = nil, cells: [(key: String, column: ReviewColumn, text: String)]
    ) throws {
      folder = try ScratchFolder()
      (self.file, self.catalog) = (file, server ?? catalog)
      path = try SheetAnnotationTests.edited(catalog, file, folder: folder, cells: cells)
      plan = try Fixture.plan(fileAt: path, against: self.catalog, options: options)
    }

    /// The path of a copy, and its texts.
    func copy(_ plan: Changeset? = nil, _ report: SubmissionReport? = nil, against after: Catalog? = nil) throws -> (
      path: String, texts: [[String]]
    ) {
      let path = try SheetAnnotationTests.annotated(
        plan ?? self.plan, report, against: after ?? catalog, in: folder, file)
      return (path, try SheetAnnotationTests.texts(path))
    }

    func again(_ copy: String, against after: Catalog? = nil) throws -> Changeset {
      try Fixture.plan(fileAt: copy, against: after ?? catalog)
    }
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv"])
  func `guarded cells that were changed in unedited rows are refused, and stay in the copy of a plan`(file: String)
    throws
  {
    let sheet = try Returned(
      file,
      cells: [
        ("title", .currentValue, "Velkomen"), ("button", .key, "buton"), ("hint", .locale, "dk"),
        ("hint", .section, "x"),
      ])
    #expect(sheet.plan.counts[.readOnlyEdit] == 3)
    let (copy, texts) = try sheet.copy()
    #expect(texts[4].last?.hasPrefix("refused: A cell that is not for editing was changed") == true)
    #expect(try sheet.again(copy).counts == sheet.plan.counts)
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv"])
  func `guarded cells that a program changed in unedited rows are named and put right`(file: String) throws {
    let sheet = try Returned(
      file, Fixture.catalog(title: "007"),
      cells: [("title", .currentValue, "7"), ("button", .currentValue, "Log  ind ")])
    #expect(sheet.plan.counts == [.unchanged: 6])
    let (copy, texts) = try sheet.copy()
    #expect(texts[4].last == "not sent: \"Current value\" contained \"7\" and was restored.")
    #expect(try ReviewSheetReader.read([copy]).rows.isEmpty)
  }

  @Test func `a guarded cell whose text the server has no more is named and left`() throws {
    let row = try Returned(
      "sheet.csv", against: Fixture.catalog(title: "Goddag"), cells: [("title", .currentValue, "Velkomen")]
    ).copy().texts[4]
    #expect(row.contains("Velkomen"))
    #expect(row.last?.contains("\"Current value\" now holds \"Velkomen\". Write the text under Proposal") == true)
  }

  @Test func `the copy of a plan means what the returned sheet means`() throws {
    let sheet = try Returned(
      "sheet.xlsx",
      cells: [
        ("title", .proposal, "Hej"), ("button", .proposal, "Ind"), ("button", .action, "fjern"),
        ("hint", .proposal, "T"), ("hint", .key, "hin"),
      ])
    let again = try sheet.again(sheet.copy().path)
    #expect(sheet.plan.verdicts == [.propose, .unknownAction, .damaged] && again.verdicts == sheet.plan.verdicts)
    #expect(again.operations == sheet.plan.operations)
  }

  @Test func `a row without a base is kept from being sent again by skip, in a column of its own where there is none`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "Section,Key,Locale,Current value,Proposal,Deletable\nlogin,titel,da-DK,,Hej,\n", to: "hand.csv")
    let catalog = Fixture.catalog()
    let plan = try Fixture.plan(fileAt: path, against: catalog)
    #expect(plan.verdicts == [.unknown])
    let report = plan.unsent
    let copy = try Self.annotated(report.changeset, report, against: catalog, in: folder, "hand.csv")
    let rows = try Self.texts(copy)
    #expect(rows[0].suffix(2) == ["Action", "Result"])
    #expect(rows[1][6] == "skip")
    #expect(rows[1].last?.hasSuffix("Fjern skip under Action for at sende rækken.") == true)
    let again = try Fixture.plan(fileAt: copy, against: catalog)
    #expect(again.counts == [.skipped: 1])
  }

  @Test(arguments: ["hand.csv", "hand.xlsx"])
  func `a text under Current value in a row without a base stays told in every copy`(file: String) throws {
    let folder = try ScratchFolder()
    let catalog = Fixture.catalog()
    let header = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
    try write([header, ["login", "title", "da-DK", "Min", "", ""]], to: folder.file(file))
    let plan = try Fixture.plan(fileAt: folder.file(file), against: catalog)
    #expect(plan.counts == [.readOnlyEdit: 1])
    let report = plan.unsent
    for report in [nil, report] {
      let copy = try Self.annotated(plan, report, against: catalog, in: folder, file)
      #expect(try Self.texts(copy)[1].contains("Min"))
      #expect(try Fixture.plan(fileAt: copy, against: catalog).counts == [.readOnlyEdit: 1])
    }
  }

  private static let long = String(repeating: "et langt ord ", count: 9) + "\nog en linje"

  @Test(arguments: ["sheet.xlsx", "sheet.csv"]) func `a text under Current value beside another edit is in every copy`(
    file: String
  ) throws {
    let sheet = try Returned(
      file, Fixture.catalog(proposals: Self.before),
      cells: [
        ("title", .proposal, "Hej"), ("title", .currentValue, Self.long), ("button", .action, "delete"),
        ("button", .currentValue, Self.long), ("hint", .action, "ok"), ("hint", .currentValue, "Tryk h"),
        ("hint", .note, "ask"),
      ])
    #expect(sheet.plan.verdicts == [.damaged, .contradiction, .contradiction])
    // Beside another text it is a note, and else the suggestion.
    let proposals = ["Hej", Self.long, "Tryk h"]
    let notes = ["\"Current value\" held this text: \(Self.long)", "", "ask"]
    let (copy, rows) = try sheet.copy(nil, sheet.plan.unsent)
    func column(_ column: ReviewColumn, _ rows: [[String]]) throws -> [String] {
      let place = try #require(rows[0].firstIndex { $0.hasSuffix(column.header) })
      return rows[4...6].map { $0[place] }
    }
    #expect(try column(.currentValue, rows) == ["Velkommen", "Log ind", ""])
    #expect(try column(.proposal, rows) == proposals)
    #expect(try column(.note, rows) == notes)
    // The cell is right again, so nothing is said of restoring it.
    let accept = "rite accept under Action to propose the text as it is, or write another one."
    let results = [
      "instead of the exported \"Velkommen\". What it held is in the note. Check the proposal, then w\(accept)",
      "Keep only one of the two. The pending proposal is \"Log på\". The text is under Proposal as a suggestion. "
        + "W\(accept) To delete it anyway, write delete under Action.",
      "Keep only one of the two. The pending proposal is \"Tryk\". The text is under Proposal as a suggestion. W\(accept)",
    ]
    #expect(zip(rows[4...6], results).allSatisfy { $0.last?.hasSuffix($1) == true }, "\(rows[4...6].map(\.last))")
    let fixes = try #require(Fixture.toFix(sheet.plan, sheet.catalog)).rows
    #expect(fixes.map(\.proposal) == proposals && fixes.map(\.note) == notes)
    let again = try sheet.again(copy)
    #expect(again.changes.isEmpty && again.counts == [.unchanged: 6])
    // A copy of the copy drops its results, and keeps the notes.
    let second = try Self.annotated(again, again.unsent, against: sheet.catalog, in: sheet.folder, "second-\(file)")
    #expect(try column(.note, Self.texts(second)) == notes)
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv"]) func `a text under Action that its result cuts is added to the note`(
    file: String
  ) throws {
    let sheet = try Returned(file, cells: [("title", .action, Self.long), ("button", .action, "fjern")])
    #expect(sheet.plan.counts[.unknownAction] == 2)
    let note = "\"Action\" held this text: \(Self.long)"
    let rows = try sheet.copy(nil, sheet.plan.unsent).texts
    #expect(rows[4].contains(note) && !rows[5].contains { $0.hasPrefix("\"Action\"") })
    #expect(try #require(Fixture.toFix(sheet.plan, sheet.catalog)).rows.map(\.note) == [note, ""])
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `a row to fix has what its reviewer wrote in added columns and comments`(
    file: String
  ) throws {
    let catalog = Fixture.catalog(proposals: Self.before)
    var sheet = try EditedSheet(catalog: catalog, name: file).read { tables in
      for row in tables[0].cells.indices { tables[0].cells[row] += row == 0 ? ["Danish (new)", "Comment"] : ["", ""] }
      try tables[0].set(
        ["Proposal": "Hej", "Action": "hm", "Note": "ask", "Danish (new)": "Velkommen her", "Comment": "maybe"],
        ofDanish: "title")
      try tables[0].set(["Danish (new)": "Log ind her", "Comment": "42"], ofDanish: "button")
    }
    let title = try #require(sheet.rows.first { $0.text.key == "title" })
    sheet.notes.append(ReturnedSheet.Note(place: title.place, text: title.text, note: "Bo: shorter"))
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.verdicts == [.unknownAction, .readOnlyEdit])
    let fixes = try #require(Fixture.toFix(plan, catalog)).rows
    #expect(fixes.map(\.proposal) == ["Hej", "Log ind her"])
    #expect(
      fixes.map(\.note) == [
        "ask\n\"Danish (new)\" held this text: Velkommen her\n\"Comment\" held this text: maybe\nBo: shorter", "",
      ])
    let data = try JSONEncoder().encode(title)
    #expect(try JSONDecoder().decode(ReturnedRow.self, from: data).own == title.own && title.own.count == 2)
  }

  @Test func `a copy has the comments on its rows in their notes, and asks for the same`() throws {
    let sheet = try Returned(
      "sheet.xlsx", cells: [("title", .proposal, "Hej"), ("title", .note, "ask"), ("button", .action, "hm")])
    var parts = try WorkbookParts(path: sheet.path)
    parts.addComments(by: "Bo", ["A5": "again", "D5": "shorter", "D7": "why?"])
    try parts.write(to: sheet.path)
    let plan = try Fixture.plan(fileAt: sheet.path, against: sheet.catalog)
    for report in [nil, plan.unsent] {
      let (copy, rows) = try sheet.copy(plan, report)
      let note = try #require(rows[0].firstIndex(of: "Note"))
      #expect(rows[4...6].map { $0.count > note ? $0[note] : "" } == ["ask\nBo: again\nBo: shorter", "", "Bo: why?"])
      if report == nil { #expect(try sheet.again(copy).counts == plan.counts) }
    }
  }

  @Test func `texts that no row has are on a worksheet of the copy, where they are told again`() throws {
    let folder = try ScratchFolder()
    let path = try EditedSheet().withFile({ tables in
      tables[0].cells = [["Please hurry", "12"]] + tables[0].cells + [["Checked by Bo"]]
      tables.append(EditedSheet.Table(name: "Own", cells: [["Key", "New"], ["", "Tryk"]]))
    }) { path in
      var parts = try WorkbookParts(path: path)
      parts.addComments(by: "Bo", ["F2": "polite form"])
      try parts.write(to: folder.file("sheet.xlsx"))
      return folder.file("sheet.xlsx")
    }
    var copied = path
    for number in 1...2 {
      let plan = try Fixture.plan(fileAt: copied, against: Fixture.catalog())
      copied = try Self.annotated(plan, plan.unsent, against: Fixture.catalog(), in: folder, "\(number).xlsx")
      guard case .workbook(let workbook) = try SpreadsheetDocument.open(path: copied) else { return }
      #expect(workbook.worksheets.map(\.name) == ["Review", "Other texts", "About"])
      var rows: [[String]] = []
      try workbook.readRows(ofWorksheetAt: 1) { row in rows.append(row.filledCells.map { row.text(of: $0) }) }
      #expect(
        rows == [
          ["Place in the returned file", "Text"], ["Review: A1", "Please hurry"], ["Review: F2", "Bo: polite form"],
          ["Own: A1", "Key"], ["Own: B1", "New"], ["Own: B2", "Tryk"],
        ])
      #expect(
        try ReviewSheetReader.read([copied]).diagnostics.map(\.message) == [
          "1 text in rows without a section, key and locale is not read: \"Checked by Bo\". Write what is meant for a text "
            + "into its row, under Proposal or Note.",
          "5 texts in the worksheet \"Other texts\" are not read: the first is \"Please hurry\". Write texts under "
            + "Proposal, and remarks under Note.",
        ])
    }
  }

  @Test func `in CSV they are below the rows`() throws {
    let folder = try ScratchFolder()
    let copy = try EditedSheet(name: "a.csv").withFile({ $0[0].cells.insert(["Please hurry"], at: 0) }) { path in
      let plan = try Fixture.plan(fileAt: path, against: Fixture.catalog())
      return try Self.annotated(plan, against: Fixture.catalog(), in: folder, "a.csv")
    }
    #expect(try Self.texts(copy).map(\.first) == ["Section"] + Array(repeating: "login", count: 6) + ["Please hurry"])
    #expect(
      try ReviewSheetReader.read([copy]).diagnostics.map(\.message) == [
        "1 text in rows without a section, key and locale is not read: \"Please hurry\". Write what is meant for a text "
          + "into its row, under Proposal or Note."
      ])
  }

  @Test(arguments: [false, true]) func `of a row in another part or with skip nothing is restored`(isSkipped: Bool)
    throws
  {
    let sheet = try Returned(
      "sheet.csv", options: Fixture.options { if !isSkipped { $0.selection.keys = ["hint"] } },
      cells: [
        ("title", .proposal, "Hej"), ("title", .currentValue, "Velkommen her"),
        ("title", .action, isSkipped ? "skip" : ""),
      ])
    #expect(sheet.plan.counts[.skipped] == 1 && Fixture.toFix(sheet.plan, sheet.catalog) == nil)
    let (copy, texts) = try sheet.copy(nil, sheet.plan.unsent)
    #expect(texts[4].contains("Velkommen her"))
    #expect(
      try sheet.again(copy).counts[isSkipped ? .skipped : .damaged] == 1,
      "the copy of a part sends no row that the sheet would not send")
  }

  @Test func `the copy after a saved plan reads back without damage, and leaves the rows that it left out`() throws {
    let before = Fixture.catalog(proposals: [.own(7, "button", "Log på")])
    let sheet = try Returned(
      "sheet.xlsx", before,
      cells: [("button", .proposal, "Log ind her"), ("hint", .currentValue, "Tryk her"), ("title", .proposal, "Hej")])
    let planned = PlanFile(sheet.plan, scope: Fixture.scope, guid: "me", provenance: Fixture.provenance)
    let plan = try PlanFile(text: planned.text).applied(to: before)
    #expect(plan.items.map(\.row.shownStatus) == ["translated", "proposed"])
    let report = plan.report([.done(9), .done(8)])
    let after = Fixture.catalog(proposals: [.own(8, "button", "Log ind her"), .own(9, "title", "Hej")])
    let (copy, texts) = try sheet.copy(plan, report, against: after)
    #expect(try sheet.again(copy, against: after).counts == [.unchanged: 5, .readOnlyEdit: 1])
    #expect(texts[6].contains("Tryk her"))
  }

  @Test func `a file that was changed since it was read is not annotated`() throws {
    let sheet = try Returned("sheet.csv", cells: [("title", .proposal, "Hej")])
    _ = try Self.edited(sheet.catalog, "sheet.csv", folder: sheet.folder, cells: [("title", .proposal, "Hej du")])
    #expect(Fixture.code { try sheet.copy() } == "annotate.changed")
  }
}
