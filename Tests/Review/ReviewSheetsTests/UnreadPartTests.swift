import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

/// Texts in the parts of a workbook beside its tables.
struct UnreadPartTests {
  @Test(
    "a text on About is told unless an export wrote it",
    arguments: [
      (14, 2, "Call me", true), (1, 2, "Call me", true), (2, 0, "Call me", true), (0, 1, "Call me", true),
      (12, 2, "12", false), (12, 3, "2 of 3", true), (0, 0, "How to edit", false), (1, 1, "Call me", true),
      (5, 1, "Ring til mig", true),
    ]) func about(row: Int, column: Int, text: String, isTold: Bool) throws
  {
    let folder = try ScratchFolder()
    let (file, copy) = (folder.file("a.xlsx"), folder.file("b.xlsx"))
    _ = try ExportForm(name: "a.xlsx", layout: .rows).export(Fixture.catalog(), to: file)
    try writeCopy(of: file, to: copy, [1: [row: [column: text]]])
    #expect(
      try ReviewSheetReader.read([copy]).diagnostics.map(\.message)
        == (isTold
          ? [
            "1 text in the worksheet \"About\" is not read: \"\(text)\". Write texts under Proposal, and remarks under Note."
          ] : []))
    #expect(ReviewSheetReader.hasRows(of: copy, in: file, csv: CSVReadingOptions()) == !isTold)
  }

  @Test func `so is one below what the export wrote`() throws {
    let found = try WorkbookParts.returned { parts in
      parts["xl/worksheets/sheet2.xml"] = parts["xl/worksheets/sheet2.xml"].replacing(
        "</sheetData>", with: "<row r=\"60\"><c r=\"B60\" t=\"inlineStr\"><is><t>Call me</t></is></c></row></sheetData>"
      )
    }.diagnostics
    #expect(found.map(\.code) == [.sheetUnreadText])
    #expect(found.first?.place?.row == 60)
  }

  private let begin =
    "<d:wsDr xmlns:d=\"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing\" "
    + "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\">"

  private static func box(_ paragraphs: String...) -> String {
    "<d:twoCellAnchor><d:sp><d:nvSpPr><d:cNvPr id=\"2\" name=\"TextBox 1\"/></d:nvSpPr><d:txBody>"
      + paragraphs.map { "<a:p><a:r><a:t>\($0)</a:t></a:r></a:p>" }.joined() + "</d:txBody></d:sp></d:twoCellAnchor>"
  }

  @Test(
    "the texts of text boxes are told, and those of pictures are none",
    arguments: [
      (
        box("Please", "shorten") + box("Bo"),
        "2 texts in text boxes on the worksheet \"Review\" are not read: the first is \"Please⏎shorten\"."
      ), (box("Please"), "1 text in text boxes on the worksheet \"Review\" is not read: \"Please\"."), (box(""), ""),
      (
        "<d:twoCellAnchor><d:pic><d:nvPicPr><d:cNvPr id=\"2\" name=\"Picture\" descr=\"A cat\"/></d:nvPicPr></d:pic></d:twoCellAnchor>",
        ""
      ),
      (
        "<d:broken>", "1 text in text boxes on the worksheet \"Review\" is not read: \"a drawing that cannot be read\"."
      ),
    ]) func boxes(shapes: String, message: String) throws
  {
    let found = try WorkbookParts.returned { $0.add("drawing", begin + shapes + "</d:wsDr>") }.diagnostics
    let advice = " Write texts under Proposal, and remarks under Note."
    #expect(found.map { $0.message.replacing(advice, with: "") } == (message.isEmpty ? [] : [message]))
    #expect(found.allSatisfy { $0.code == .sheetUnreadText && $0.severity == .warning })
  }

  @Test func `a comment on the header is told with its words`() throws {
    let found = try WorkbookParts.returned {
      $0.add(
        "comments",
        "<comments xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><authors/><commentList>"
          + "<comment ref=\"E1\" authorId=\"0\"><text><t>Use the polite form</t></text></comment></commentList></comments>"
      )
    }.diagnostics
    #expect(found.map(\.code) == [.sheetCommentsElsewhere])
    #expect(
      found.map(\.message) == ["The comment on cell E1 belongs to no text and is not kept: \"Use the polite form\"."])
  }
}
