import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

struct SheetDesignTests {
  /// A sheet in some locales, with two proposals for one Danish text.
  private func sheet(
    locales: [String] = [], source: String? = nil, contexts: [TextKey: TextContext]? = nil,
    key: String = "cardamomBunTitle"
  ) throws -> ReviewSheet {
    let texts = { (value: String?) in [("products", key, value), ("account", "title", "x" as String?)] }
    let catalog = Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), texts("Bun")),
        Fixture.resource(Fixture.language(2, "da-DK"), texts("Bolle")),
        Fixture.resource(Fixture.language(3, "ar-SA"), texts(nil)),
      ],
      proposals: [7, 8].map {
        Proposal(
          id: $0, text: TextIdentity(section: "products", key: key, locale: "da-DK"), value: "Knude \($0)",
          canDelete: $0 == 7)
      })
    var selection = ReviewSelection()
    selection.locales = locales
    var extras = ReviewSheet.Extras()
    (extras.sourceLocale, extras.contexts) = (source, contexts)
    return try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection, extras: extras)
  }

  private func layouts(_ sheet: ReviewSheet, _ layout: SheetLayout = .rows) throws -> [(
    table: SheetTable, layout: WorksheetLayout
  )] {
    let styles = SheetStyles(registeringWith: try XLSXWriter(to: MemoryOutput()))
    return SheetTable.tables(of: sheet, layout: layout).map {
      ($0, WorksheetDesign(table: $0, sheet: sheet, styles: styles, isProtected: false).layout())
    }
  }

  /// The width of all visible columns through the first one with a name, in characters.
  private func width(through column: ReviewColumn, _ design: (table: SheetTable, layout: WorksheetLayout)) throws
    -> Double
  {
    let last = try #require(design.table.columns.firstIndex { $0.column == column })
    return design.layout.columns[...last].filter { !$0.isHidden }.reduce(0) { $0 + ($1.width ?? 0) }
  }

  private let contexts = [
    TextKey(section: "account", key: "title"): TextContext(
      description: "x", screenshot: "https://a.example", maximumLength: 9)
  ]

  @Test(
    "all columns through Note are in view in a window of 1,440 pixels, and the first proposal is selected",
    arguments: SheetLayout.allCases, [[], ["da-DK"], ["da-DK", "ar-SA"]]) func columnsInView(
      layout: SheetLayout, locales: [String]
    ) throws
  {
    let key = String(repeating: "longKey", count: 20)
    for source in [nil, "en-GB"] {
      for contexts in [nil, self.contexts] {
        let sheet = try sheet(locales: locales, source: source, contexts: contexts, key: key)
        for design in try layouts(sheet, layout) {
          // 107 pixels are for the row numbers, the scroll bar and LibreOffice's side bar.
          #expect(try width(through: .note, design) * 7.8 <= 1_440 - 107)
          #expect(try width(through: .proposal, design) * 9 <= 1_440 - 107)
          let active = try #require(design.layout.activeColumn)
          #expect(design.table.columns[active].column == .proposal)
          #expect(design.layout.frozenColumns <= active)
          #expect(design.table.columns[..<design.layout.frozenColumns].allSatisfy { !$0.column.isHidden })
        }
      }
    }
  }

  @Test(arguments: [SheetLayout.rows, .columns])
  func `what a reviewer works with comes before what only informs, in the columns layout after all locales`(
    layout: SheetLayout
  ) throws {
    let sheet = try sheet(locales: ["da-DK"], source: "en-GB", contexts: contexts)
    let design = try #require(try layouts(sheet, layout).first)
    let shown = zip(design.table.columns, design.layout.columns).filter { !$1.isHidden }.map { $0.0.column }
    let reviewed: [ReviewColumn] = [
      .section, .key, .sourceValue, .currentValue, .proposal, .characterCount, .action, .note, .progress,
    ]
    let context: [ReviewColumn] = [.description, .screenshot, .maximumLength]
    let informing: [ReviewColumn] = [.deletable, .status]
    #expect(shown == reviewed + (layout == .columns ? informing + context : context + informing))
  }

  @Test func `a row that was picked with a locale that the application lacks keeps Locale in view`() throws {
    let whole = try sheet()
    var row = whole.row(0, ofKeyAt: 0, inLanguageAt: 0)
    let known = ReviewSheet(picking: [row], from: whole.catalog, scope: Fixture.scope)
    row.text = TextIdentity(section: "products", key: "x", locale: "tlh")
    let strange = ReviewSheet(picking: [row], from: whole.catalog, scope: Fixture.scope)
    #expect(try layouts(known).map { $0.layout.columns[2].isHidden } == [true])
    #expect(try layouts(strange).map { $0.layout.columns[2].isHidden } == [false])
  }

  @Test func `Section and Key are as wide as their longest word, within limits`() throws {
    let widths = { (key: String, locales: [String]) in
      try layouts(sheet(locales: locales, key: key)).first.map { design in design.layout.columns.prefix(2).map(\.width)
      }
    }
    #expect(try widths("cardamomBunTitle", []) == [11, 19])
    #expect(try widths("cardamom-bun title", []) == [11, 12])
    // There is room for a long name beside two columns of texts, but not beside a third one.
    let long = String(repeating: "x", count: 90)
    #expect(try widths(long, ["da-DK"]) == [11, 30])
    #expect(try layouts(sheet(source: "en-GB", key: long)).map { $0.layout.columns[1].width } == [25])
  }

  @Test func `headers break between words, and never after the hyphen of a locale`() throws {
    let widths = { (layout: SheetLayout, column: ReviewColumn) in
      let design = try #require(try layouts(sheet(contexts: self.contexts), layout).first)
      return design.table.columns.firstIndex { $0.column == column }.flatMap { design.layout.columns[$0].width }
    }
    // "Status [en-GB]" fits on one line; "Deletable [en-" does not, so it breaks after its first word.
    #expect(try widths(.columns, .status) == 15.5)
    #expect(try widths(.columns, .action) == 15.5)
    #expect(try widths(.columns, .deletable) == 12)
    #expect(try widths(.rows, .status) == 11)
    #expect(try widths(.rows, .characterCount) == 12.5)
  }

  @Test func `a row whose texts fit on one line has no height of its own, whatever its status`() throws {
    for layout in SheetLayout.allCases {
      let sheet = try sheet(key: "bun")
      for design in try layouts(sheet, layout) {
        let heights = WorksheetDesign(
          table: design.table, sheet: sheet, styles: SheetStyles(registeringWith: try XLSXWriter(to: MemoryOutput())),
          isProtected: false
        ).rowHeights
        var found: [Int: Int] = [:]
        design.table.forEachRow(of: sheet, in: Row(), style: { _ in 0 }) { row in
          found[heights.points(of: row), default: 0] += 1
        }
        // "proposed by others" takes two lines.
        let others = layout == .locales && design.table.name != "da-DK" ? 0 : 1
        #expect(found[30, default: 0] == others)
        #expect(found[0, default: 0] + others == found.values.reduce(0, +))
      }
    }
  }

  @Test func `a missing text is marked where one writes, until a proposal is there`() throws {
    let design = try #require(try layouts(sheet()).first)
    let place = { column in design.table.columns.firstIndex { $0.column == column } ?? -1 }
    let letters = [ReviewColumn.base, .currentValue, .proposal].map { "\"\(place($0))\"" }
    let mark = try #require(design.layout.conditionalFormats.last)
    #expect(letters == ["\"12\"", "\"3\"", "\"4\""])
    #expect(mark.formula == "AND($M2<>\"\",$D2=\"\",$E2=\"\")")
    #expect(mark.columns == [4])
    #expect(mark.style.fillColor == Palette.missing)
  }

  @Test func `where a maximum is known, a column counts the characters of the proposal, and turns red over it`() throws
  {
    let sheet = try sheet(locales: ["da-DK"], contexts: self.contexts)
    let design = try #require(try layouts(sheet).first)
    let place = try #require(design.table.columns.firstIndex { $0.column == .characterCount })
    #expect(design.layout.columns[place].formula == ["LEN($E", ")&\"/\"&$L", ""])
    #expect(
      design.layout.conditionalFormats.contains {
        $0.columns == [place] && $0.formula == "IF($L2=\"\",FALSE,LEN($E2)>VALUE($L2))"
      })
    var counts: [String] = []
    design.table.forEachRow(of: sheet, in: Row(), style: { _ in 0 }) { counts.append($0.text(inColumn: place)) }
    #expect(counts == ["", "", "0/9"])
    let without = try self.sheet(contexts: [TextKey(section: "account", key: "title"): TextContext(description: "x")])
    #expect(!without.columns.contains(.characterCount))
    #expect(
      !SheetTable.tables(of: sheet, layout: .rows, hasFormulas: false)[0].columns.contains {
        $0.column == .characterCount
      })
  }

  @Test("in the columns layout, a line between groups, and a gap beside a second proposal shows the current value")
  func groups() throws {
    let sheet = try sheet(source: "en-GB")
    let table = try #require(SheetTable.tables(of: sheet.withoutSourceRows(), layout: .columns).first)
    #expect(table.languages == [1, 2])
    var gaps: [[String]] = []
    var looks: Set<SheetTable.Look> = []
    let style: SheetTable.Style = { look in
      looks.insert(look)
      return look.isGap ? 9 : 0
    }
    table.forEachRow(of: sheet, in: Row(), style: style) { row in
      gaps.append(row.filledCells.filter { $0.style == 9 }.map { row.text(of: $0) })
    }
    // The Arabic text is missing, so its gap is blank and grey: `Current value` to `Status`.
    #expect(gaps == [[], ["", "", "", "", "", "", ""], []])
    let danish = try self.sheet(locales: ["da-DK", "en-GB"])
    let both = try #require(SheetTable.tables(of: danish, layout: .columns).first)
    gaps = []
    both.forEachRow(of: danish, in: Row(), style: style) { row in
      gaps.append(row.filledCells.filter { $0.style == 9 }.map { row.text(of: $0) })
    }
    #expect(gaps == [[], ["Bun", "", "", "", "", "", ""], []])
    #expect(table.columns.filter { table.beginsGroup($0.column) }.count == 2)
  }

  @Test func `the source locale is no group of its own unless the selection names it`() throws {
    #expect(try sheet(source: "en-GB").withoutSourceRows().languages == [1, 2])
    #expect(try sheet(locales: ["en-GB", "da-DK"], source: "en-GB").withoutSourceRows().languages == [0, 1])
    #expect(try sheet(locales: ["en-GB"], source: "en-GB").withoutSourceRows().languages == [0])
    #expect(try sheet().withoutSourceRows().languages == [0, 1, 2])
  }

  @Test func `many columns are printed on pages side by side, a group on each, with the names of the texts on all`() {
    // Ten inches are 137 characters, and 274 at half the size.
    let fitting = SheetPages(widths: [14, 26, 45, 45, 45, 11, 12, 11, 24], titleColumns: 2, groups: 0)
    #expect((fitting.pagesWide, fitting.titleColumns) == (1, 0))
    let pages = SheetPages(widths: [14, 24, 36, 36, 36, 55, 36, 36, 55, 36, 36, 55], titleColumns: 3, groups: 3)
    #expect((pages.pagesWide, pages.titleColumns) == (3, 3))
    // 74 characters of titles leave 200 on a page for 602 of texts and of what translators know of them.
    let context = SheetPages(widths: [14, 24, 36, 221, 36, 36, 55, 36, 36, 55, 36, 36, 55], titleColumns: 3, groups: 3)
    #expect((context.pagesWide, context.titleColumns) == (4, 3))
    let oneGroup = SheetPages(widths: [14, 24, 36, 80, 36, 36, 55], titleColumns: 3, groups: 1)
    #expect((oneGroup.pagesWide, oneGroup.titleColumns) == (2, 3))
  }
}
