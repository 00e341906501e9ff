import NStackAPI
import ReviewFixtures
import Spreadsheet
import Synchronization
import Testing

@testable import TranslationReview

/// Annotated copies: what stands in them, and that they go round again.
struct SheetAnnotationTests {
  /// The texts of a file's first table, row by row.
  private static func texts(_ path: String) throws -> [[String]] {
    var rows: [[String]] = []
    let take = { (row: Row) in
      rows.append((0..<(row.filledCells.map { $0.column + 1 }.max() ?? 0)).map { row.text(inColumn: $0) })
    }
    if let page = try PageTable.open(path, limits: SpreadsheetLimits()) {
      try page.readRows(take)
      return rows
    }
    switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
    case .workbook(let workbook): try workbook.readRows(ofWorksheetAt: 0, take)
    case .delimited(let document): try document.readRows(take)
    }
    return rows
  }

  private let before = [Proposal.own(7, "button", "Log på"), Proposal.other(8, "hint", "Tryk")]

  /// A sheet that came back with some cells changed, what was planned from it, and its copies.
  private struct Returned {
    let folder: ScratchFolder
    let file: String
    let catalog: Catalog
    let path: String
    let plan: Changeset

    init(
      _ file: String, _ catalog: Catalog = Fixture.catalog(), layout: SheetLayout = .rows,
      against server: Catalog? = nil, _ edit: (inout [EditedSheet.Table]) throws -> Void
    ) throws {
      folder = try ScratchFolder()
      (self.file, self.catalog) = (file, server ?? catalog)
      path = try EditedSheet(catalog: catalog, layout: layout, name: file).write(in: folder, edit)
      plan = try Fixture.plan(fileAt: path, against: self.catalog)
    }

    /// The path of a copy, and its texts.
    func copy(_ report: SubmissionReport? = nil, of plan: Changeset? = nil, against after: Catalog? = nil) throws -> (
      path: String, texts: [[String]]
    ) {
      let path = try SheetAnnotationTests.annotated(
        plan ?? report?.changeset ?? self.plan, report, against: after ?? catalog, in: folder, file)
      return (path, try SheetAnnotationTests.texts(path))
    }
  }

  /// Row 5 is the Danish title, 6 the button, 7 the hint: what is wanted, and what the server says after it.
  private func carriedOut(_ file: String, layout: SheetLayout = .rows) async throws -> (
    sheet: Returned, copy: (path: String, texts: [[String]]), after: Catalog
  ) {
    let sheet = try Returned(file, Fixture.catalog(proposals: before), layout: layout) { tables in
      try tables[0].set(["Proposal": "=Hej & \"farvel\" "], ofDanish: "title")
      try tables[0].set(["Action": "delete"], ofDanish: "button")
      try tables[0].set(["Proposal": "Tryk her", "Action": "delete"], ofDanish: "hint")
    }
    #expect(sheet.plan.changes.count == 2)
    let service = FakeService(before)
    let report = try await Submission.submit(sheet.plan, to: service, options: SubmissionTests().options())
    let after = Fixture.catalog(proposals: service.state.withLock(\.proposals))
    return (sheet, try sheet.copy(report, against: after), after)
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
    let rows = try await carriedOut("sheet.xlsx").copy.texts
    #expect(rows[0].last == "Result")
    #expect(rows[4].last == "sent")
    #expect(rows[5].last == "sent: the proposal was deleted.")
    #expect(rows[6].last?.hasPrefix("disagreement: The row asks to delete the proposal and also changes it") == true)
    #expect(rows[1].count < rows[0].count)
  }

  @Test func `a group of columns has a result of its own`() async throws {
    let (sheet, copy, _) = try await carriedOut("wide.xlsx", layout: .columns)
    #expect(copy.texts[0] == (try Self.texts(sheet.path))[0] + ["Result [en-GB]", "Result [da-DK]"])
    #expect(copy.texts[1].suffix(2) == ["", "sent"])
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv", "sheet.html"])
  func `rows keep their order, and the reviewers' own columns come after the export's`(file: String) throws {
    let own = ["Owner", "Result", "Status"]
    var sheet: [[String]] = []
    let returned = try Returned(file) { tables in
      try tables[0].set(["Proposal": "Hej"], ofDanish: "title")
      tables[0].cells[1...].reverse()
      sheet = tables[0].cells
      tables[0].cells = sheet.enumerated().map { index, row in
        let added = index == 0 ? own : index == 2 ? ["Anna", "looks good", "=1+1"] : ["", "", ""]
        return [added[0]] + row + added[1...]
      }
    }
    let (copy, rows) = try returned.copy()
    #expect(rows[0] == sheet[0] + own + ["Import result"])
    #expect(rows.map { $0.prefix(3) } == sheet.map { $0.prefix(3) })
    #expect(rows[2].dropFirst(sheet[0].count).prefix(3) == ["Anna", "looks good", "=1+1"])
    #expect(rows.compactMap(\.last).filter { $0 == "planned: will be proposed." }.count == 1)
    #expect(try Fixture.plan(fileAt: copy, against: returned.catalog).counts == returned.plan.counts)
  }

  @Test func `a second annotation writes into the column of the first`() async throws {
    let (sheet, copy, after) = try await carriedOut("sheet.xlsx")
    let again = try Fixture.plan(fileAt: copy.path, against: after)
    let rows = try Self.texts(Self.annotated(again, against: after, in: sheet.folder, "second.xlsx"))
    #expect(rows[0] == copy.texts[0])
    #expect(rows[4].count < rows[0].count, "the result of the earlier import is gone")
    #expect(rows[6].count < rows[0].count, "and that of a row that was refused and left alone")
  }

  @Test func `a CSV file keeps its formulas harmless`() async throws {
    let row = try await carriedOut("sheet.csv").copy.texts[4]
    // The proposal is written as an export writes it, and so is the exported proposal.
    #expect(row.count { $0 == "'=Hej & \"farvel\" " } == 2)
  }

  @Test func `an answer that names another text's proposal puts nothing of that one into the row`() throws {
    let row = try Fixture.row("title", of: Fixture.catalog()) { $0.proposal = "Hej" }
    let item = try #require(Fixture.plan([row], against: Fixture.catalog()).items.first)
    let others = Proposal.own(8, "hint", "Tryk")
    let done = RowResult(item: 0, kind: .sent, reasons: [])
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

  @Test(arguments: ["sheet.xlsx", "sheet.csv", "sheet.html"])
  func `guarded cells that a program changed in unedited rows are named and put right`(file: String) throws {
    let sheet = try Returned(file, Fixture.catalog(title: "007")) { tables in
      try tables[0].set(["Current value": "7"], ofDanish: "title")
      try tables[0].set(["Current value": "Log  ind "], ofDanish: "button")
    }
    #expect(sheet.plan.counts == [.unchanged: 6])
    let (copy, texts) = try sheet.copy()
    #expect(texts[4].last == "nothing to do: \"Current value\" contained \"7\" and was restored.")
    #expect(try ReviewSheetReader.read([copy]).rows.isEmpty)
  }

  @Test func `a guarded cell whose text the server has no more is named and left`() throws {
    let row = try Returned("sheet.csv", against: Fixture.catalog(title: "Goddag")) { tables in
      try tables[0].set(["Current value": "Velkomen"], ofDanish: "title")
    }.copy().texts[4]
    #expect(row.contains("Velkomen"))
    #expect(row.last?.contains("\"Current value\" now holds \"Velkomen\". Write the text under Proposal") == true)
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
    let copy = try Self.annotated(plan, plan.unsent, against: catalog, in: folder, "hand.csv")
    let rows = try Self.texts(copy)
    #expect(rows[0].suffix(3) == ["Action", "Deletable", "Result"])
    #expect(rows[1][5] == "skip")
    #expect(rows[1].last?.hasSuffix("Fjern skip under Action for at sende rækken.") == true)
    #expect(try Fixture.plan(fileAt: copy, against: catalog).counts == [.skipped: 1])
  }

  @Test(arguments: ["sheet.xlsx", "sheet.csv"]) func `a text under Action that its result cuts is added to the note`(
    file: String
  ) throws {
    let long = String(repeating: "et langt ord ", count: 9) + "\nog en linje"
    let sheet = try Returned(file) { tables in
      try tables[0].set(["Action": long], ofDanish: "title")
      try tables[0].set(["Action": "fjern"], ofDanish: "button")
    }
    #expect(sheet.plan.counts[.unknownAction] == 2)
    let note = "\"Action\" held this text: \(long)"
    let rows = try sheet.copy(sheet.plan.unsent).texts
    #expect(rows[4].contains(note) && !rows[5].contains { $0.hasPrefix("\"Action\"") })
    #expect(try #require(Fixture.toFix(sheet.plan, sheet.catalog)).rows.map(\.note) == [note, ""])
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `a row to fix has what its reviewer wrote in added columns and comments`(
    file: String
  ) throws {
    let catalog = Fixture.catalog(proposals: before)
    var sheet = try EditedSheet(catalog: catalog, name: file).read { tables in
      for header in ["Danish (new)", "Comment"] { tables[0].addColumn(header) }
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
  }

  @Test func `a copy has the comments on its rows in their notes, and asks for the same`() throws {
    let sheet = try Returned("sheet.xlsx") { tables in
      try tables[0].set(["Proposal": "Hej", "Note": "ask"], ofDanish: "title")
      try tables[0].set(["Action": "hm"], ofDanish: "button")
    }
    var parts = try WorkbookParts(path: sheet.path)
    parts.addComments(by: "Bo", ["A5": "again", "D5": "shorter", "D7": "why?"])
    try parts.write(to: sheet.path)
    let plan = try Fixture.plan(fileAt: sheet.path, against: sheet.catalog)
    for report in [nil, plan.unsent] {
      let (copy, rows) = try sheet.copy(report, of: plan)
      let note = try #require(rows[0].firstIndex(of: "Note"))
      #expect(rows[4...6].map { $0.count > note ? $0[note] : "" } == ["ask\nBo: again\nBo: shorter", "", "Bo: why?"])
      if report == nil { #expect(try Fixture.plan(fileAt: copy, against: sheet.catalog).counts == plan.counts) }
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
          "1 text in rows without a section, key and locale is not read: \"Checked by Bo\". If it belongs to a text, "
            + "write it into that text\'s row, under Proposal or Note.",
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
        "1 text in rows without a section, key and locale is not read: \"Please hurry\". If it belongs to a text, "
          + "write it into that text\'s row, under Proposal or Note."
      ])
  }

  @Test func `a file that was changed since it was read is not annotated`() throws {
    let sheet = try Returned("sheet.csv") { try $0[0].set(["Proposal": "Hej"], ofDanish: "title") }
    _ = try EditedSheet(name: "sheet.csv").write(in: sheet.folder) {
      try $0[0].set(["Proposal": "Hej du"], ofDanish: "title")
    }
    #expect(Fixture.code { try sheet.copy() } == "annotate.changed")
  }
}
