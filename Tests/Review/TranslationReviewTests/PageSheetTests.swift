import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Review sheets as web pages.
struct PageSheetTests {
  private static let catalog = Fixture.catalog(proposals: [.own(7, "button", "Log på"), .other(8, "hint", "Tryk")])

  @Test func `edits in a page are planned as those in CSV, and say where they are without a worksheet`() throws {
    let plans = try ["a.html", "a.csv"].map { name in
      try EditedSheet(catalog: Self.catalog, name: name).plan { tables in
        try tables[0].set(["Proposal": "=Hej </script>", "Note": "Sikker?"], ofDanish: "title")
        try tables[0].set(["Action": "delete"], ofDanish: "button")
        try tables[0].set(["Current value": "Tryk!"], ofDanish: "hint")
      }
    }
    #expect(plans[0].verdicts == plans[1].verdicts)
    #expect(plans[0].sent == plans[1].sent && plans[0].sent.contains("=Hej </script>"))
    #expect(plans[0].counts == plans[1].counts)
    #expect(plans[0].items.map(\.row.place.row) == plans[1].items.map(\.row.place.row))
    #expect(plans[0].items.allSatisfy { $0.row.place.worksheet == nil })
    #expect(plans[0].notes.map(\.note) == ["Sikker?"])
    #expect(plans[0].files.first?.format == .html && plans[1].files.first?.format == .csv)
  }

  @Test func `a page knows its sheet, and how many rows it had`() throws {
    let sheet = try EditedSheet(name: "a.html").read { $0[0].cells.removeLast() }
    #expect(sheet.files[0].sheetID != nil)
    #expect(sheet.files[0].exportedRowCount == 6 && sheet.files[0].rowCount == 5)
    #expect(sheet.files[0].tables.map(\.rowCount) == [5])
    #expect(sheet.files.missingRows.codes == ["sheet.rows-missing"])
  }

  @Test func `a page that was made of one worksheet lacks no rows of the others`() throws {
    let folder = try ScratchFolder()
    _ = try ExportForm(name: "a.xlsx", layout: .locales).export(Self.catalog, to: folder.file("a.xlsx"))
    var conversion = TableConversion(to: .html, worksheet: "da-DK")
    let page = SheetPage(start: Array("<html>".utf8), end: []) { [("approval", .string("required"))] }
    conversion.page = { page.around($0) }
    _ = try conversion.convert(folder.file("a.xlsx"), to: .file(path: folder.file("a.html")))
    let sheet = try ReviewSheetReader.read([folder.file("a.html")])
    #expect(sheet.files[0].exportedRowCount == 3 && sheet.files.missingRows.isEmpty)
    #expect(Fixture.plan(sheet, against: Self.catalog).counts == [.unchanged: 3])
    let text = try String(contentsOfFile: folder.file("a.html"), encoding: .utf8)
    #expect(text.contains("\"language\":null},\"approval\":\"required\",\"properties\":{"))
  }

  @Test func `what the page itself shows is around the data, with what describes the sheet`() throws {
    let output = MemoryOutput()
    var provenance = Fixture.provenance
    (provenance.agency, provenance.due) = ("Böll & Co", "2026-02-14")
    provenance.page = SheetPage(start: Array("<html>".utf8), end: Array("</html>".utf8)) { [("checks", ["keys": 3])] }
    var extras = ReviewSheet.Extras()
    extras.contexts = [
      TextKey(section: "login", key: "hint"): TextContext(screenshot: "a.png"),
      TextKey(section: "login", key: "title"): TextContext(screenshot: "https://example.com/b.png"),
    ]
    extras.pictures = ["a.png": "data:image/png;base64,AA==", "of another text.png": "data:image/png;base64,AAA="]
    var reviewed = CatalogTexts(of: Self.catalog)
    for (key, language) in [(0, 1), (1, 0), (2, 1)] { reviewed.insert(keyAt: key, inLanguageAt: language) }
    extras.reviewed = reviewed
    var selection = ReviewSelection()
    selection.locales = ["da-DK"]
    let sheet = try ReviewSheet(catalog: Self.catalog, scope: Fixture.scope, selection: selection, extras: extras)
    let summary = try ReviewSheetWriter(sheet, provenance: provenance).write(to: output, as: .html)
    let page = String(decoding: output.bytes, as: UTF8.self)
    #expect(page.hasPrefix("<html><script ") && page.hasSuffix("</script></html>"))
    let application = Fixture.scope.shortApplicationHash
    let members = [
      #""version":1,"sheet":{"id":"\#(summary.sheetID)","scope":{"application":"\#(application)","platform":"mobile","#,
      #""origin":"https://nstack.io"},"exportedAt":null,"agency":"B\u00f6ll \u0026 Co","due":"2026-02-14","#,
      #""locales":[{"locale":"da-DK","name":"da-DK","direction":"ltr"}],"source":"en-GB","rows":3,"#,
      #""language":null},"checks":{"keys":3},"reviewed":{"da-DK":{"login":["title","hint"]}},"#,
      #""pictures":{"a.png":"data:image/png;base64,AA=="},"properties":{"#,
    ]
    #expect(page.contains(members.joined()))
  }

  @Test func `a changed byte in a row is an error, an edit or told, and never silence`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.html")
    _ = try ExportForm(name: "a.html", layout: .rows).export(Self.catalog, to: path)
    let cells = try EditedSheet.tables(of: path)[0].cells
    let columns = try ["Section", "Key", "Locale", "Current value", "Proposal"].map {
      try #require(cells[0].firstIndex(of: $0))
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let rows = try #require(bytes.firstRange(of: "\"rows\":[".utf8)).upperBound
    var (refused, changed) = (0, 0)
    for index in stride(from: rows, to: try #require(bytes.firstRange(of: "</script>".utf8)).lowerBound, by: 3) {
      var damaged = bytes
      damaged[index] ^= 1
      try folder.write(damaged, to: "a.html")
      guard let sheet = try? ReviewSheetReader.read([path]) else {
        refused += 1
        continue
      }
      let found = try EditedSheet.tables(of: path)[0].cells
      guard
        found.count != cells.count
          || found.indices.contains(where: { row in columns.contains { found[row][$0] != cells[row][$0] } })
      else { continue }
      changed += 1
      let plan = Fixture.plan(sheet, against: Self.catalog)
      let isTold = plan.counts != [.unchanged: 6] || !plan.diagnostics.isEmpty || !sheet.diagnostics.isEmpty
      #expect(isTold, "byte \(index)")
      #expect(plan.operations.allSatisfy { if case .propose = $0 { true } else { false } }, "byte \(index)")
    }
    #expect(refused > 20 && changed > 20)
  }
}
