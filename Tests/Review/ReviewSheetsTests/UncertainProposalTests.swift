import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

/// Proposals that were struck out or are in a hidden worksheet.
struct UncertainProposalTests {
  let catalog = Catalog.pending(.own(7, "title", "Hej"))

  func returned(_ change: (inout WorkbookParts) -> Void) throws -> ReturnedSheet {
    try WorkbookParts.returned(catalog, change)
  }

  /// What replaces the text of the proposal in every cell that holds it.
  private func strike(_ text: String, in parts: inout WorkbookParts) {
    let plain = "<t>Hej</t>"
    #expect(parts["xl/sharedStrings.xml"].contains(plain))
    parts["xl/sharedStrings.xml"] = parts["xl/sharedStrings.xml"].replacing(
      plain, with: "<r><rPr><strike/></rPr><t>\(text)</t></r>")
  }

  @Test func `a proposal that is as it was exported and struck out sends nothing, and a warning names its row`() throws
  {
    let sheet = try returned { strike("Hej", in: &$0) }
    #expect(sheet.rows.isEmpty)
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.struck-out"])
    let warning = try #require(sheet.diagnostics.first)
    #expect(warning.severity == .warning)
    #expect(warning.message.contains("Write \"delete\" under Action"))
    #expect(warning.place?.worksheet == "Review")
    #expect(sheet.rowCount == 6)
  }

  @Test(arguments: ["hidden", "veryHidden"]) func `edits in a hidden worksheet count, and a warning says how many`(
    state: String
  ) throws {
    let hide = { (parts: inout WorkbookParts) in
      parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replacing(
        "<sheet name=\"Review\"", with: "<sheet state=\"\(state)\" name=\"Review\"")
    }
    #expect(try returned(hide).diagnostics.isEmpty)
    let sheet = try returned { parts in
      hide(&parts)
      let row = "xl/worksheets/sheet1.xml"
      parts[row] = parts[row].replacing("</row></sheetData>", with: Self.editedRow + "</sheetData>")
    }
    #expect(sheet.rows.count == 1)
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.hidden-worksheet"])
    #expect(sheet.diagnostics.first?.message.contains("\"Review\" is hidden") == true)
    #expect(sheet.diagnostics.first?.message.contains("1 edited row") == true)
  }

  /// A row made by hand, behind the last.
  private static let editedRow =
    "</row><row>"
    + ["login", "title", "da-DK", "Velkommen", "Halløj"].map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined()
    + "</row>"
}
