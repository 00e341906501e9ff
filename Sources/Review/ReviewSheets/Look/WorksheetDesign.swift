import Basics
import NStackAPI
import Spreadsheet

/// The design of a table's worksheet: column widths, frozen and guarded cells, and how it is printed.
struct WorksheetDesign {
  let table: SheetTable
  let sheet: ReviewSheet
  let styles: SheetStyles
  let isProtected: Bool

  private let widths: SheetWidths

  init(table: SheetTable, sheet: ReviewSheet, styles: SheetStyles, isProtected: Bool) {
    self.table = table
    self.sheet = sheet
    self.styles = styles
    self.isProtected = isProtected
    widths = SheetWidths(table, of: sheet)
  }

  func layout() -> WorksheetLayout {
    var layout = WorksheetLayout(name: table.name)
    layout.columns = columns()
    layout.headerRows = 1
    layout.frozenRows = 1
    // The columns that name a row's text stay in view.
    let frozen: Set<ReviewColumn> = table.isSideBySide ? [.section, .key, .sourceValue] : [.section, .key]
    layout.frozenColumns = table.columns.prefix { frozen.contains($0.column) }.count
    layout.activeColumn = table.columns.firstIndex { $0.column == .proposal }
    layout.autoFilter = true
    layout.isRightToLeft = isRightToLeft
    layout.dataValidations = validations()
    layout.conditionalFormats = SheetHighlights(table, of: sheet).formats() + (table.copied?.highlights ?? [])
    layout.isProtected = isProtected
    let groups = table.columns.count { table.beginsGroup($0.column) }
    let pages = SheetPages(widths: widths.all, titleColumns: layout.frozenColumns, groups: groups)
    (layout.printPagesWide, layout.printTitleColumns) = (pages.pagesWide, pages.titleColumns)
    return layout
  }

  private func columns() -> [ColumnLayout] {
    let formulas = SheetFormulas(table, of: sheet)
    return table.columns.indices.map { index in
      let column = table.columns[index]
      let isHidden = widths.all[index] == 0
      var layout = ColumnLayout(
        width: isHidden ? column.column.traits.width : widths.all[index], isHidden: isHidden,
        style: styles.style(
          of: column.column, isRightToLeft: isRightToLeft(column), isDivided: table.beginsGroup(column.column)))
      layout.formula = formulas.formula(at: index)
      layout.hasBlankResults = column.column == .progress
      layout.linksAddresses = column.column.traits.look == .link
      return layout
    }
  }

  func isRightToLeft(language: Int) -> Bool { sheet.catalog.languages[language].direction == .rightToLeft }

  private var isRightToLeft: Bool { !table.languages.isEmpty && table.languages.allSatisfy(isRightToLeft(language:)) }

  private func isRightToLeft(_ column: SheetTable.Column) -> Bool {
    guard column.column.holdsTexts else { return false }
    if column.column.traits.look == .source { return sheet.sourceLanguage.map(isRightToLeft(language:)) ?? false }
    return column.language.map(isRightToLeft(language:)) ?? isRightToLeft
  }

  var rowHeights: RowHeight {
    RowHeight(
      widths: table.columns.indices.map { index in
        switch table.columns[index].column.traits.look {
        // An address is not wrapped.
        case .link: 0
        default: SheetTextWidth.inCell(widths.all[index], indent: SheetStyles.indent)
        }
      })
  }

  /// The height of the header, whose texts are bold and have a button beside them.
  var headerHeight: RowHeight {
    RowHeight(widths: widths.all.map { SheetTextWidth.inHeader($0, indent: SheetStyles.indent) })
  }

  private func columns(_ isMember: (ReviewColumn) -> Bool) -> [Int] {
    table.columns.indices.filter { isMember(table.columns[$0].column) }
  }

  private func validations() -> [DataValidation] {
    let words = Words.ofTable(in: table.languages.map { sheet.catalog.languages[$0].locale })
    let accept = sheet.extras.suggestions == nil ? "guide.acceptAfterImport" : "guide.acceptSuggestion"
    return [
      DataValidation(
        .list(
          (sheet.hasSuggestions ? [ReviewAction.accept] : []).map(\.rawValue) + ["ok", "delete", "reject", "skip"]),
        columns: columns { $0 == .action }, errorTitle: "Action",
        errorText: "\(words["guide.otherAction"]) \(words[accept])", promptTitle: "Action",
        promptText: words[sheet.hasSuggestions ? "guide.actionWithSuggestions" : "guide.action"]),
      DataValidation(
        .custom(formula: "FALSE"), columns: columns { !$0.isForReviewer }, errorTitle: words["guide.fixedTitle"],
        errorText: words["guide.fixed"]),
    ]
  }
}

/// How a worksheet is printed: on pages as wide as all its columns, or on several pages side by side if the texts would
/// become too small to read.
///
/// Programs choose the size of the print themselves, because a column is up to a fifth wider in one program or font
/// than in another. Groups of columns are equally wide, so each begins a new page.
struct SheetPages {
  /// The width of a page between its margins, in characters of the default font: ten inches, as on a page in Letter
  /// format, which is narrower than A4; a character is 7 pixels wide at 96 pixels per inch.
  private static let width = 10.0 * 96 / 7
  /// The smallest size in percent: the default font then has 5.5 points.
  private static let smallest = 50.0

  /// The number of pages side by side.
  private(set) var pagesWide = 1
  /// How many of the first columns are on every page.
  private(set) var titleColumns = 0

  /// - Parameters:
  ///   - titleColumns: How many of the first columns are repeated if there are several pages side by side.
  init(widths: [Double], titleColumns: Int, groups: Int) {
    let room = Self.width * 100 / Self.smallest
    let total = widths.reduce(0, +)
    guard total > room else { return }
    let titles = widths.prefix(titleColumns).reduce(0, +)
    pagesWide = max(groups, 2)
    while pagesWide < widths.count, titles + (total - titles) / Double(pagesWide) > room { pagesWide += 1 }
    self.titleColumns = titleColumns
  }
}
