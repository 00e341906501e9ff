/// Everything about a worksheet but its rows.
///
/// Places are counted from zero. Formulas are written without `=`, as they hold for the leftmost of their columns in the
/// first row below the header rows; programs move their relative references along (`$F2<>""` for one header row).
public struct WorksheetLayout: Sendable {
  /// Whether a worksheet is shown.
  public enum Visibility: String, Hashable, Sendable {
    /// Shown.
    case visible
    /// Hidden; a person can show it.
    case hidden
    /// Hidden from the list of hidden worksheets too.
    case veryHidden
  }

  /// The name on the tab: 1–31 UTF-16 units without `[ ] : * ? / \`, no apostrophe at an end, unique in any case.
  public var name: String
  /// The columns, from the first; columns behind them look like the program's own.
  public var columns: [ColumnLayout]
  /// How many of the first rows stay in view.
  public var frozenRows = 0
  /// How many of the first columns stay in view.
  public var frozenColumns = 0
  /// Whether the last header row carries filter buttons.
  public var autoFilter = false
  /// Whether column A stands on the right.
  public var isRightToLeft = false
  /// Whether the worksheet is shown.
  public var visibility = Visibility.visible
  /// How many of the first rows appended are headers: printed on every page, repeated where rows go on in a next
  /// worksheet, left out by rules.
  public var headerRows = 0
  /// Rules for what may be typed.
  public var dataValidations: [DataValidation] = []
  /// Looks that depend on a formula; of two that disagree the first wins.
  public var conditionalFormats: [ConditionalFormat] = []
  /// The protection of the worksheet; nil is none.
  public var protection: WorksheetProtection?
  /// The colour of the tab, ARGB; nil is none.
  public var tabColor: UInt32?
  /// Whether the worksheet is printed in landscape, as wide as one page.
  public var isLandscape = true
  /// Whether the lines between cells are shown.
  public var showsGridLines = true

  /// Makes a layout with a name and the look of its columns.
  public init(name: String, columns: [ColumnLayout] = []) {
    self.name = name
    self.columns = columns
  }
}

/// The look of one column.
public struct ColumnLayout: Hashable, Sendable {
  /// The width in characters of the default font; nil is the program's own.
  public var width: Double?
  /// Whether the column is hidden.
  public var isHidden: Bool
  /// The registered style of cells that are not there yet; cells that are written carry their own.
  public var style: Int

  /// Makes the look of a column.
  public init(width: Double? = nil, isHidden: Bool = false, style: Int = 0) {
    self.width = width
    self.isHidden = isHidden
    self.style = style
  }
}
