import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct ForeignFileTests {
  private let sheet = "Section,Key,Locale,Current value,Proposal,Deletable\nlogin,title,da-DK,Velkommen,Hej,\n"
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `an empty file and a document of another kind are left out too, and count as no row`() throws {
    let empty = try folder.write("", to: "empty.csv")
    let page = try folder.write("<html><body>Prices</body></html>", to: "page.xlsx")
    let good = try folder.write(self.sheet, to: "sheet.csv")
    let sheet = try ReviewSheetReader.read([empty, good, page], leavesOutForeignFiles: true)
    #expect(sheet.foreignFiles.map(\.path) == [empty, page])
    #expect(sheet.rows.count == 1)
    #expect(
      SheetCheck(sheet, options: Fixture.unchecked).countLine
        == "1 row in 1 file: 1 edited, 0 refused; 2 other files left out")
  }

  private static let header = "Section,Key,Locale,Current value,Proposal\n"

  @Test(
    "one that cannot be read is left out, and its rows with it, unless there is no sheet beside it",
    arguments: [
      ("quote.csv", Array("\(header)login,title,da-DK,Velkommen,\"Hej\nlogin,button,da-DK,Log ind,\n".utf8), "line 2"),
      ("nul.csv", Array("\(header)login,button,da-DK,Log ind,Ind\nlogin,title,da-DK,a,b".utf8) + [0, 0x0A], "NUL"),
      (
        "base.csv", Array("Section,Key,Locale,Current value,Proposal,Base\nlogin,title,da-DK,Velkommen,Hej,x\n".utf8),
        "\"Base\""
      ),
      (
        "mojibake.csv", Array((header + String(repeating: "login,title,da-DK,Velkommen,\n", count: 3)).utf8) + [0xC3],
        "UTF-8"
      ),
      ("cut.xlsx", [0x50, 0x4B, 0x03, 0x04] + Array(repeating: 0, count: 40), "the directory at its end is missing"),
      ("secret.xlsx", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 600), "Office"),
      ("cut.xlf", Array("<?xml version=\"1.0\"?><xliff version=\"1.2\"><file>".utf8), "line 1: the file is broken"),
      ("cut.html", Array("<html><script id=\"nstack-review-data\">{\"format\":\"nstack-review".utf8), "have no end"),
      ("bad.po", Array("msgid \"a\nmsgstr \"b\"\n".utf8), "line 1"),
      ("review.url", Array("[InternetShortcut]\nURL=https://docs.google.com/\n".utf8), "drive:ID"),
    ]) func unreadable(name: String, bytes: [UInt8], told: String) throws
  {
    let good = try folder.write(self.sheet, to: "sheet.csv")
    let bad = try folder.write(bytes, to: name)
    let alone = try ReviewSheetReader.read([good])
    for paths in [[good, bad], [bad, good]] {
      let sheet = try ReviewSheetReader.read(paths, leavesOutForeignFiles: true)
      #expect(sheet.files.map(\.path) == [good])
      #expect(sheet.rows.map(\.place) == alone.rows.map(\.place))
      #expect(sheet.unchangedKeys == alone.unchangedKeys)
      #expect(sheet.foreignFiles.map(\.path) == [bad])
      let message = try #require(sheet.foreignFiles.first?.message)
      #expect(message.contains(told), "\(message)")
      #expect(sheet.diagnostics.map(\.code) == [.sheetForeign])
    }
    for paths in [[bad], [bad, bad]] {
      #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read(paths, leavesOutForeignFiles: true) }
    }
    #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read([good, bad]) }
  }

  @Test func `one that is not there ends the reading`() throws {
    let good = try folder.write(sheet, to: "sheet.csv")
    for (path, code) in [(folder.file("none.csv"), "file.not-found"), (folder.path, "file.is-directory")] {
      #expect(Fixture.code { try ReviewSheetReader.read([good, path], leavesOutForeignFiles: true) } == code)
    }
  }
}
