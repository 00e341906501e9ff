import Basics
import Foundation
import NStackAPI
import ProgramRuns
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct SheetComparisonTests {
  private let folder: ScratchFolder
  private let old: String
  private static let catalog = Fixture.catalog(
    hint: "=Tryk\nher", proposals: [.own(7, "title", "Hej"), .other(8, "title", "Goddag")])

  init() throws {
    folder = try ScratchFolder()
    old = folder.file("old.xlsx")
    _ = try ExportForm(name: old, layout: .rows, hasSource: true).export(Self.catalog, to: old)
  }

  /// Compares the export with one that is edited as a table.
  private func compared(
    _ name: String = "new.csv", layout: SheetLayout = .rows, _ edit: (inout [EditedSheet.Table]) throws -> Void
  ) throws -> [String] {
    try EditedSheet(catalog: Self.catalog, layout: layout, sourceLocale: "en-GB", name: name).withFile(edit) { new in
      try SheetComparison(from: old, to: new).lines().map { $0.replacing(new, with: name).replacing(old, with: "old") }
    }
  }

  @Test(arguments: [
    ExportForm(name: "new.xlsx", layout: .rows), ExportForm(name: "new.csv", layout: .rows),
    ExportForm(name: "new.xlsx", layout: .locales), ExportForm(name: "new.xlsx", layout: .columns),
    ExportForm(name: "new.html", layout: .rows),
  ]) func `the same rows in another order, format and layout are alike`(form: ExportForm) throws {
    let lines = try compared(form.name, layout: form.layout) { tables in
      for index in tables.indices { tables[index].cells[1...].reverse() }
    }
    #expect(lines == ["7 rows and 7 rows: no difference"])
  }

  @Test func `edited cells show what changed in them, with the proposal to which they belong`() throws {
    let lines = try compared { tables in
      let other = try tables[0].row("Goddag", in: "Proposal")
      try tables[0].set("God aften", in: "Proposal", row: other)
      try tables[0].set("delete", in: "Action", row: other - 1)
      try tables[0].set("Velkommen!", in: "Current value", row: other)
    }
    #expect(
      lines == [
        "new.csv: row 5: edited login/title [da-DK]", "    Action         {+delete+}",
        "new.csv: row 6: edited login/title [da-DK]", "    Current value  Velkommen{+!+}",
        "    Proposal       [-Goddag-]{+God aften+}", "7 rows and 7 rows: 0 added, 0 gone, 2 edited",
      ])
  }

  @Test func `a row with another key is known by its base, and its line names the key`() throws {
    let lines = try compared { tables in try tables[0].set(["Key": "knap"], ofDanish: "button") }
    #expect(
      lines == [
        "new.csv: row 7: edited login/knap [da-DK]", "    Key  [-button-]{+knap+}",
        "7 rows and 7 rows: 0 added, 0 gone, 1 edited",
      ])
  }

  @Test(arguments: ["new.xlsx", "new.csv"]) func `a column with texts that only one sheet has differs`(name: String)
    throws
  {
    func add(_ texts: [String], to tables: inout [EditedSheet.Table]) {
      for row in tables[0].cells.indices { tables[0].cells[row].append(row < texts.count ? texts[row] : "") }
    }
    let texts = ["Danish (new)", "Hej", "24/7", "Vi ses"]
    #expect(
      try compared(name) { add(texts, to: &$0) } == [
        "\(name): a column that old lacks: \"Danish (new)\", with 3 texts",
        "7 rows and 7 rows: 0 added, 0 gone, 0 edited",
      ])
    #expect(try compared(name) { add(["Checked", "7", ""], to: &$0) } == ["7 rows and 7 rows: no difference"])
    try EditedSheet(catalog: Self.catalog, sourceLocale: "en-GB", name: name).withFile({ add(texts, to: &$0) }) { new in
      let comparison = try SheetComparison(from: new, to: old)
      #expect(comparison.lines().first == "\(new): a column that \(old) lacks: \"Danish (new)\", with 3 texts")
      #expect(try JSONValue(parsing: comparison.json.text)["columns"]?.elements?.first?["old"]?.integer == 3)
      var page = ""
      comparison.writeHTML(to: &page)
      #expect(page.contains("with 3 texts.</p>"))
      #expect(try SheetComparison(from: new, to: new).isAlike)
    }
  }

  @Test func `a sort that leaves the hidden columns behind changes nothing`() throws {
    let lines = try compared("new.xlsx") { tables in
      for header in ["Proposal ID", "Exported proposal", "Base"] { try tables[0].rearrange(header) { $0.reversed() } }
    }
    #expect(lines == ["7 rows and 7 rows: no difference"])
  }

  @Test func `two proposals of one text whose hidden columns were swapped are alike`() throws {
    let lines = try compared { tables in
      let row = try tables[0].row("Goddag", in: "Proposal")
      for header in ["Proposal ID", "Exported proposal", "Base"] {
        try tables[0].rearrange(header) { cells in
          var cells = cells
          cells.swapAt(row - 2, row - 1)
          return cells
        }
      }
    }
    #expect(lines == ["7 rows and 7 rows: no difference"])
  }

  @Test func `a copy of a row above it, with another text, is the one that was added`() throws {
    let lines = try compared { tables in
      let row = try tables[0].row("Log ind", in: "Current value")
      let copy = tables[0].cells[row]
      tables[0].cells.insert(copy, at: row)
      try tables[0].set("Ny", in: "Proposal", row: row)
    }
    #expect(lines.last == "7 rows and 8 rows: 1 added, 0 gone, 0 edited")
  }

  @Test func `a sheet without source texts is alike, and none of its rows is kept`() throws {
    _ = try ExportForm(name: "new.csv", layout: .rows).export(Self.catalog, to: folder.file("new.csv"))
    var limits = SpreadsheetLimits()
    limits.keptText = 0
    #expect(try SheetComparison(from: old, to: folder.file("new.csv"), limits: limits).differences.isEmpty)
  }

  @Test func `added and removed rows are told with their texts, and a file that is not there has no rows`() throws {
    let lines = try compared { tables in
      tables[0].cells.remove(at: try tables[0].row("Log ind", in: "Current value"))
      tables[0].cells.append(["login", "new", "da-DK", "New", "", "Ny"])
    }
    #expect(
      lines == [
        "new.csv: row 8: added login/new [da-DK]", "    Source value   {+New+}", "    Proposal       {+Ny+}",
        "old: worksheet \"Review\", row 7: gone login/button [da-DK]", "    Source value   [-Log in-]",
        "    Current value  [-Log ind-]", "7 rows and 7 rows: 1 added, 1 gone, 0 edited",
      ])
    #expect(try SheetComparison(from: "/dev/null", to: old).count(of: .added) == 7)
    #expect(try SheetComparison(from: old, to: "/dev/null").count(of: .gone) == 7)
  }

  @Test func `a proposal that came since belongs to the row of its text`() throws {
    let later = Fixture.catalog(
      hint: "=Tryk\nher", proposals: [.own(7, "title", "Hej"), .other(8, "title", "Goddag"), .own(9, "button", "Ind")])
    _ = try ExportForm(name: "new.csv", layout: .rows, hasSource: true).export(later, to: folder.file("new.csv"))
    let comparison = try SheetComparison(from: old, to: folder.file("new.csv"))
    #expect(comparison.differences.map(\.kind) == [.edited])
    #expect(comparison.differences.first?.columns == [.proposal])
    let json = try JSONValue(parsing: comparison.json.text)
    #expect(json["differences"]?.elements?.first?["columns"]?.elements?.first?["new"]?.string == "Ind")
    var page = ""
    comparison.writeHTML(to: &page)
    #expect(page.contains("    Proposal, new: <ins>Ind</ins>\n"))
  }

  @Test func `a formula without a result differs from an empty cell, and not from itself`() throws {
    let (empty, formula) = (folder.file("empty.xlsx"), folder.file("formula.xlsx"))
    for (path, proposal) in [(empty, ""), (formula, "<c r=\"F2\"><f>UPPER(D2)</f></c>")] {
      let headers = ["Section", "Key", "Locale", "Current value", "Deletable", "Proposal"]
      let rows = [headers, ["login", "title", "da-DK", "Velkommen"]]
      let cells = rows.enumerated().map { index, texts in
        let cells = texts.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined()
        return "<row r=\"\(index + 1)\">\(cells)\(index == 1 ? proposal : "")</row>"
      }
      try Data(WorkbookFile(cells.joined()).archive.bytes).write(to: URL(filePath: path))
    }
    #expect(
      try SheetComparison(from: empty, to: formula).lines() == [
        "\(formula): worksheet \"Review\", row 2: edited login/title [da-DK]",
        "    State  {+a formula without a result+}", "1 row and 1 row: 0 added, 0 gone, 1 edited",
      ])
    #expect(try SheetComparison(from: formula, to: empty).count(of: .edited) == 1)
    #expect(try SheetComparison(from: formula, to: formula).differences.isEmpty)
  }

  @Test func `too much text in rows that differ is refused`() throws {
    var limits = SpreadsheetLimits()
    limits.keptText = 1
    let error = #expect(throws: SpreadsheetError.self) {
      try SheetComparison(from: "/dev/null", to: old, limits: limits)
    }
    #expect(error?.code == .limitKeptText)
  }
}
