import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

@Suite("The cells of a sheet's rows") struct SheetCellsTests {
  private static func sheet(
    contexts: Bool = false, notes: Bool = false, source: String? = nil, suggestions: Bool = false
  ) throws -> ReviewSheet {
    let long = String(repeating: "é🚚", count: 20_000)
    let texts = Fixture.hardTexts + [long, "%1$@ of %2$d in {place}"]
    let english = texts.enumerated().map { (section: "s\($0.offset % 3)", key: "key\($0.offset)", value: $0.element) }
    let danish = english.map { ($0.section, $0.key, $0.key.hasSuffix("1") ? nil : $0.value as String?) }
    let catalog = Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), english.map { ($0.0, $0.1, $0.2) }),
        Fixture.resource(Fixture.language(2, "da-DK"), danish), Fixture.resource(Fixture.language(3, "ar-SA"), []),
      ],
      proposals: [
        Proposal(
          id: 7, text: TextIdentity(section: "s0", key: "key0", locale: "da-DK"), value: "mine", canDelete: true),
        Proposal(id: 8, text: TextIdentity(section: "s0", key: "key0", locale: "da-DK"), value: long, canDelete: false),
      ])
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    if contexts {
      extras.contexts = [
        TextKey(section: "s0", key: "key0"): TextContext(description: "where", screenshot: "a.png", maximumLength: 5)
      ]
    }
    if notes { extras.notes = [TextIdentity(section: "s0", key: "key0", locale: "da-DK"): "a note"] }
    if suggestions {
      var offered = SheetSuggestions(of: catalog)
      for key in stride(from: 0, to: catalog.keys.count, by: 2) {
        offered.insert(
          SheetSuggestions.Suggestion(text: "نص \(key)", memory: "m.tmx", entry: key, match: .exact), forKeyAt: key,
          inLanguageAt: 2)
      }
      extras.suggestions = offered
    }
    return try ReviewSheet(catalog: catalog, scope: Fixture.scope, extras: extras).naming(TextHash("sheet"))
  }

  @Test(
    "hold what the row's strings say, whichever way they are made",
    arguments: [(false, false, nil), (true, false, nil), (false, true, "da-DK"), (true, true, "en-GB")]
      as [(Bool, Bool, String?)], [false, true]) func sameAsStrings(_ extras: (Bool, Bool, String?), suggestions: Bool)
    throws
  {
    let sheet = try Self.sheet(contexts: extras.0, notes: extras.1, source: extras.2, suggestions: suggestions)
    let table = try #require(SheetTable.tables(of: sheet, layout: .rows).first)
    let rows = Fixture.rows(of: sheet)
    #expect(rows.count == sheet.rowTotal)
    var index = 0
    table.forEachRow(of: sheet, in: Row(), style: { _ in 0 }) { row in
      for (place, column) in table.columns.enumerated() {
        #expect(row.text(inColumn: place) == rows[index].cell(column.column), "\(column.header) of row \(index)")
      }
      index += 1
    }
    #expect(index == rows.count)
  }

  @Test func `have the look of their column, language and row, and blank ones without a look are left out`() throws {
    let sheet = try Self.sheet()
    let table = try #require(SheetTable.tables(of: sheet, layout: .rows).first)
    let style: SheetTable.Style = { look in
      if look.isBlank, look.column != .proposal, look.column != .currentValue { return 0 }
      return look.column.rawValue * 1_000 + (look.language ?? 9) * 100 + (look.isBlank ? 10 : 20)
        + (look.isDeletable ? 1 : 2)
    }
    var lines: [(language: Int, row: ReviewRow)] = []
    for language in sheet.languages { sheet.forEachRow(inLanguageAt: language) { lines.append((language, $0)) } }
    var index = 0
    table.forEachRow(of: sheet, in: Row(), style: style) { row in
      let line = lines[index]
      let expected = table.columns.enumerated().compactMap { place, column -> [Int]? in
        let look = style(
          SheetTable.Look(
            column: column.column, language: line.language, isBlank: line.row.cell(column.column).isEmpty,
            isDeletable: line.row.deletable == true))
        return look == 0 ? nil : [place, look]
      }
      #expect(row.filledCells.map { [$0.column, $0.style] } == expected, "row \(index)")
      index += 1
    }
    #expect(lines.contains { $0.row.deletable == true })
  }

  @Test func `a sheet of picked rows still gives the rows of its catalog's texts`() throws {
    let whole = try Self.sheet()
    let picked = ReviewSheet(
      picking: [whole.row(0, ofKeyAt: 1, inLanguageAt: 1)], from: whole.catalog, scope: Fixture.scope)
    let row = picked.row(0, ofKeyAt: 2, inLanguageAt: 1)
    #expect(row.text == TextIdentity(section: "s0", key: "key6", locale: "da-DK"))
    #expect(row.base?.identity == TextHash(chain: ["s0", "key6", "da-DK"]))
    #expect(row.placeholders.isEmpty)
  }

  @Test("an id tells sheets apart by their mark and by which texts they hold, and without a mark by what they hold")
  func ids() throws {
    let sheet = try Self.sheet()
    #expect(sheet.id(salt: 1) == (try Self.sheet()).id(salt: 1))
    #expect(sheet.id(salt: 1) != sheet.id(salt: 2))
    #expect(Set(sheet.languages.map { sheet.part(inLanguageAt: $0).id(salt: 1) }).count == 3)
    let twice = Catalog(
      resources: [1, 2].map { Fixture.resource(Fixture.language($0, "da-DK", isDefault: $0 == 1), [("a", "b", "c")]) },
      proposals: [])
    let listedTwice = try ReviewSheet(catalog: twice, scope: Fixture.scope)
    #expect(listedTwice.part(inLanguageAt: 0).id(salt: 1) != listedTwice.part(inLanguageAt: 1).id(salt: 1))
    #expect(Set(sheet.sections.map { sheet.part(ofSection: $0).id(salt: 1) }).count == 3)
    #expect(try Fixture.sheetID(title: "a") == Fixture.sheetID(title: "a"))
    #expect(try Fixture.sheetID(title: "a") != Fixture.sheetID(title: "b"))
    #expect(try Fixture.sheetID(title: nil) != Fixture.sheetID(title: "b"))
  }
}

extension Fixture {
  fileprivate static func sheetID(title: String?) throws -> TextHash {
    try ReviewSheet(catalog: catalog(title: title), scope: scope).id()
  }
}
