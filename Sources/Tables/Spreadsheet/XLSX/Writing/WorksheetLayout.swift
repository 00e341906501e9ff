/// Everything about a worksheet except its rows.
///
/// Rows and columns are counted from zero. Formulas are written without `=`, for the leftmost of their columns in the
/// first row below the header rows; programs adapt their relative references to the other cells (`$F2<>""` for one
/// header row).
public struct WorksheetLayout: Sendable {
  /// The name on the tab: 1–31 UTF-16 units without `[ ] : * ? / \`, no apostrophe at the start or end, unique regardless of
  /// case.
  package var name: String
  /// The columns, from the first; columns after them have the program's default look.
  package var columns: [ColumnLayout] = []
  /// How many of the first rows stay in view.
  package var frozenRows = 0
  /// How many of the first columns stay in view.
  package var frozenColumns = 0
  /// The column of the cell that is selected when the worksheet is opened, in the first row below the frozen ones; nil
  /// for the first cell that is not frozen. It must not be frozen itself.
  package var activeColumn: Int?
  /// Whether the last header row has filter buttons.
  package var autoFilter = false
  /// Whether column A is on the right.
  package var isRightToLeft = false
  /// Whether the worksheet is shown.
  package var visibility = Worksheet.Visibility.visible
  /// How many of the first rows are headers. They are printed on every page, and repeated where rows continue in another
  /// worksheet. Rules do not apply to them.
  package var headerRows = 0
  /// Rules for what may be typed.
  package var dataValidations: [DataValidation] = []
  /// Styles that depend on a formula; if two conflict, the first wins.
  package var conditionalFormats: [ConditionalFormat] = []
  /// Whether the worksheet is protected, without a password: locked cells cannot be changed, and rows cannot be inserted or
  /// deleted. Formatting, sorting and filtering are allowed.
  package var isProtected = false
  /// The colour of the tab, ARGB; nil for none.
  package var tabColor: UInt32?
  /// Whether the worksheet is printed in landscape, fitted to the width of ``printPagesWide``.
  package var isLandscape = true
  /// The number of pages side by side on which all columns are printed. The program chooses the largest size that fits.
  package var printPagesWide = 1
  /// How many of the first columns are printed on every page.
  package var printTitleColumns = 0
  /// Whether the lines between cells are shown.
  package var showsGridLines = true

  /// Creates a layout.
  public init(name: String) { self.name = name }
}

/// The look of one column.
package struct ColumnLayout: Hashable, Sendable {
  /// The width in characters of the default font; nil for the program's default.
  package var width: Double?
  package var isHidden: Bool
  /// The registered style of cells that do not exist yet; written cells have their own.
  package var style: Int
  /// The formula of the cells below the header rows, split where the row number goes: `["LEN(A", ")"]` is `LEN(A7)` in row 7.
  /// The texts of the rows are its stored results. Nil for a column of texts, none of which can become a formula.
  package var formula: [String]?
  /// Whether blank cells with a style have the formula too, with an empty text as the stored result.
  package var hasBlankResults = false
  /// Whether texts below the header rows that are web addresses (`http` or `https`) are links to them. A worksheet has
  /// at most 65,530 links (Excel's limit), so later addresses are plain texts.
  package var linksAddresses = false

  package init(width: Double? = nil, isHidden: Bool = false, style: Int = 0) {
    (self.width, self.isHidden, self.style) = (width, isHidden, style)
  }
}

/// A style that applies to cells of some columns, below the header rows, where a formula is true.
package struct ConditionalFormat: Hashable, Sendable {
  /// The formula, without `=`.
  package var formula: String
  /// The columns, counted from zero.
  package var columns: [Int]
  /// The differences from the cell's own style. Font, fill and bottom line apply; alignment does not.
  package var style: CellStyle
  /// Whether later formats are ignored where this one applies.
  package var stopIfTrue: Bool

  package init(formula: String, columns: [Int], style: CellStyle, stopIfTrue: Bool = false) {
    (self.formula, self.columns, self.style, self.stopIfTrue) = (formula, columns, style, stopIfTrue)
  }
}
