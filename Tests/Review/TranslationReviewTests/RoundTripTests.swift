import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct RoundTripTests {
  static func catalog() -> Catalog {
    let english = Fixture.hardTexts.indices.map { ("hard", "key.\($0)", "Source %@ \($0)" as String?) }
    let danish = Fixture.hardTexts.enumerated().map { ("hard", "key.\($0)", $1 as String?) }
    let arabic = Fixture.hardTexts.indices.map { ("hard", "key.\($0)", $0 % 3 == 0 ? nil : "نص \($0)" as String?) }
    let proposals = Fixture.hardTexts.indices.flatMap { index in
      let text = TextIdentity(section: "hard", key: "key.\(index)", locale: "da-DK")
      return [
        Proposal(
          id: 100 + index, text: text, value: Fixture.hardTexts[Fixture.hardTexts.count - 1 - index],
          canDelete: index % 2 == 0),
        Proposal(id: 200 + index, text: text, value: "another \(index)", canDelete: false),
      ]
    }
    return Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), english),
        Fixture.resource(Fixture.language(2, "da-DK"), danish), Fixture.resource(Fixture.language(3, "ar-SA"), arabic),
      ], proposals: proposals)
  }

  static let forms: [ExportForm] = [
    ExportForm(name: "a.xlsx", layout: .rows), ExportForm(name: "a.xlsx", layout: .rows, hasSource: true),
    ExportForm(name: "a.xlsx", layout: .locales), ExportForm(name: "a.xlsx", layout: .columns, hasSource: true),
    ExportForm(name: "a.csv", layout: .rows), ExportForm(name: "a.csv", layout: .columns),
    ExportForm(name: "a.csv", layout: .rows, csv: CSVWritingOptions(delimiter: 0x3B)),
    ExportForm(name: "a.csv", layout: .rows, csv: CSVWritingOptions(delimiter: 0x09, encoding: "UTF-16LE")),
    ExportForm(name: "a.html", layout: .rows, hasSource: true), ExportForm(name: "a.html", layout: .columns),
  ]

  @Test(arguments: forms) func `no change is planned from a sheet that nobody touched`(form: ExportForm) throws {
    let folder = try ScratchFolder()
    let catalog = Self.catalog()
    _ = try form.export(catalog, to: folder.file(form.name))
    let sheet = try ReviewSheetReader.read([folder.file(form.name)])
    let plan = Fixture.plan(sheet, against: catalog)
    // Three locales of each text, and a second proposal in one of them.
    #expect(plan.counts == [.unchanged: Fixture.hardTexts.count * 4])
    #expect(sheet.rows.isEmpty)
    #expect(sheet.diagnostics.isEmpty)
  }

  @Test(arguments: forms) func `the same catalog gives the same bytes`(form: ExportForm) throws {
    let folder = try ScratchFolder()
    let first = folder.file("1-\(form.name)")
    let second = folder.file("2-\(form.name)")
    #expect(try form.export(Self.catalog(), to: first) == form.export(Self.catalog(), to: second))
    #expect(try FileDigest.sha256(ofFileAt: first) == FileDigest.sha256(ofFileAt: second))
  }

  @Test func `a page has the cells of CSV, without its apostrophes`() throws {
    let folder = try ScratchFolder()
    for name in ["a.csv", "a.html"] {
      _ = try ExportForm(name: name, layout: .rows, hasSource: true, csv: CSVWritingOptions(escapesFormulas: false))
        .export(Self.catalog(), to: folder.file(name))
    }
    let (page, csv) = (
      try EditedSheet.tables(of: folder.file("a.html")), try EditedSheet.tables(of: folder.file("a.csv"))
    )
    #expect(page[0].cells.count == 1 + Fixture.hardTexts.count * 4)
    #expect(page[0].cells == csv[0].cells)
  }

  @Test func `a sort that left the hidden columns behind is recognised`() throws {
    let plan = try EditedSheet(catalog: Self.catalog(), name: "a.csv").plan { tables in
      for header in ["Proposal ID", "Exported proposal", "Base", "Source for checks"]
      where tables[0].cells[0].contains(header) { try tables[0].rearrange(header) { $0.reversed() } }
    }
    #expect(plan.counts == [.unchanged: Fixture.hardTexts.count * 4])
    #expect(plan.diagnostics.codes == ["sheet.hidden-columns-left-behind"])
  }

  @Test func `texts too long for a cell are marked and never proposed from`() throws {
    let catalog = Fixture.catalog(title: String(repeating: "y", count: 32_768))
    let plan = try EditedSheet(catalog: catalog, name: "a.csv").plan { tables in
      let place = try #require(try tables[0].danish("Current value", of: "title"))
      #expect(tables[0].cells[place.row][place.column].hasPrefix("[TOO LONG"))
      try tables[0].set(["Proposal": "short"], ofDanish: "title")
    }
    #expect(plan.counts == [.refused: 1, .unchanged: 5])
  }

  @Test func `only what changed since an earlier sheet is exported`() throws {
    let folder = try ScratchFolder()
    let form = ExportForm(name: "a.xlsx", layout: .rows)
    _ = try form.export(Fixture.catalog(), to: folder.file("a.xlsx"))
    let now = Fixture.catalog(button: "Log på", proposals: [.other(3, "hint", "Tryk")])
    let summary = try form.export(now, to: folder.file("b.xlsx")) { extras in
      extras.previous = try? PreviousSheet(path: folder.file("a.xlsx"))
    }
    #expect(summary.rows == 2)
  }
}
