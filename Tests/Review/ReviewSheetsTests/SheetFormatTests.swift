import Testing

@testable import ReviewSheets

struct SheetFormatTests {
  @Test func `the extension of a file name names its format`() {
    #expect(SheetFormat(extensionOf: "a/sheet.XLSX") == .xlsx)
    #expect(SheetFormat(extensionOf: "sheet.csv") == .csv)
    #expect(SheetFormat(extensionOf: "sheet.tsv") == .tsv)
    #expect(SheetFormat(extensionOf: "sheet.xliff") == .xliff)
    #expect(SheetFormat(extensionOf: "review.html") == .html)
    #expect(SheetFormat(extensionOf: "sheet.lines") == nil)
    #expect(SheetFormat(extensionOf: "xlsx") == nil)
    #expect(SheetFormat(extensionOf: "folder.csv/sheet") == nil)
    #expect(SheetFormat.allCases.map(\.name) == ["xlsx", "csv", "tsv", "xlf", "po", "html"])
  }

  @Test func `dialects are read and not written, and tables are recognised by their contents`() {
    #expect(SheetFormat(exchangeOf: "sheet.sdlxliff") == .xliff)
    #expect(SheetFormat(extensionOf: "sheet.sdlxliff") == nil)
    #expect(SheetFormat(exchangeOf: "sheet.po") == .po)
    #expect(SheetFormat(exchangeOf: "sheet.xlsx") == nil)
    #expect(SheetFormat.allCases.filter { $0.exchangeCoding != nil } == SheetFormat.allCases.filter(\.showsSource))
  }
}
