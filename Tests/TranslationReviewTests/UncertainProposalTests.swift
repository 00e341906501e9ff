import NStackAPI
import Spreadsheet
import Testing

@testable import TranslationReview

/// Proposals that were struck out, hold control characters, or are in a hidden worksheet.
@Suite("Proposals that are not what they look like")
struct UncertainProposalTests {
  let catalog = Fixture.catalog(proposals: [Fixture.proposal(7, "title", "Hej", mine: true)])

  /// Exports a workbook, changes its parts, reads back.
  func returned(_ change: (inout WorkbookParts) -> Void) throws -> ReturnedSheet {
    let folder = try ScratchFolder()
    let file = folder.file("a.xlsx")
    _ = try RoundTripTests.export(catalog, RoundTripTests.Form(name: "a.xlsx", layout: .rows), to: file)
    var parts = try WorkbookParts(path: file)
    change(&parts)
    try parts.write(to: file)
    return try ReviewSheetReader.read([file])
  }

  /// What replaces the text of the proposal in every cell that holds it.
  private static func strike(_ text: String, in parts: inout WorkbookParts) {
    let plain = "<t>Hej</t>"
    #expect(parts["xl/sharedStrings.xml"].contains(plain))
    parts["xl/sharedStrings.xml"] = parts["xl/sharedStrings.xml"].replacing(
      plain, with: "<r><rPr><strike/></rPr><t>\(text)</t></r>")
  }

  @Test("a proposal that is as it was exported and struck out sends nothing, and a warning names its row")
  func struckUnedited() throws {
    let sheet = try returned { Self.strike("Hej", in: &$0) }
    #expect(sheet.rows.isEmpty)
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.struck-out"])
    let warning = try #require(sheet.diagnostics.first)
    #expect(warning.severity == .warning)
    #expect(warning.message.contains("Write \"delete\" under Action"))
    #expect(warning.place?.worksheet == "Review")
    let plan = ChangesetPlanner.plan(sheet, against: catalog, scope: Fixture.scope)
    #expect(plan.changes.isEmpty)
    #expect(plan.counts == [.unchanged: 6])
  }

  @Test("a control character in an edited proposal is refused, and one that the export wrote is nothing")
  func controls() throws {
    let bell = Fixture.catalog(proposals: [Fixture.proposal(7, "title", "H\u{7}ej", mine: true)])
    let row = try Fixture.exportedRow("title", of: bell)
    #expect(Fixture.plan([Fixture.returned(row) { _ in }], against: bell).counts == [.unchanged: 1])
    let edited = Fixture.returned(row) { $0.proposal = "H\u{7}ej!" }
    let plan = Fixture.plan([edited], against: bell)
    #expect(plan.counts == [.refusedByCheck: 1])
    #expect(plan.items.first?.message.contains("U+0007") == true)
    let deleted = Fixture.returned(row) { $0.action = "delete" }
    #expect(Fixture.plan([deleted], against: bell).counts == [.delete: 1])
    let skipped = Fixture.returned(row) {
      $0.proposal = "\u{0}"
      $0.action = "skip"
    }
    #expect(Fixture.plan([skipped], against: bell).counts == [.skipped: 1])
  }

  @Test(
    "which characters are control characters",
    arguments: [
      ("a\tb\nc\r\n", "", nil), ("\u{0}", "\u{0}", "the control character U+0000"),
      ("a\u{1F}", "", "the control character U+001F"), ("\u{7F}", "", "the control character U+007F"),
      ("\u{85}", "x", "the control character U+0085"), ("\u{85}", "\u{85}", nil), ("\u{A0}é\u{200B}", "", nil),
    ])
  func characters(text: String, current: String, found: String?) {
    #expect(ControlCharacter.first(in: text, besides: current) == found)
  }

  @Test("edits in a hidden worksheet count, and a warning says how many", arguments: ["hidden", "veryHidden"])
  func hidden(state: String) throws {
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
