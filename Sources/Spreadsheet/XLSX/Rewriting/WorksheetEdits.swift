/// What is to be changed in one worksheet of a workbook that stays as it came in all else.
public struct WorksheetEdits: Sendable {
  /// How an edited cell looks.
  public enum Look: Hashable, Sendable {
    /// As before; a cell that was not there looks like nothing in particular.
    case kept
    /// Like nothing in particular.
    case plain
    /// As a mark, by its place among those given to the rewriter.
    case mark(Int)
    /// As the cell in another column of the same row.
    case column(Int)
  }

  /// The new content of one cell, a text.
  public struct CellEdit: Hashable, Sendable {
    /// The text; an empty one leaves an empty cell.
    public var text: String
    /// How the cell looks.
    public var look: Look

    /// Makes an edit of its fields.
    public init(text: String, look: Look = .kept) {
      self.text = text
      self.look = look
    }
  }

  /// A rule that colours cells where a formula is true.
  public struct Rule: Hashable, Sendable {
    /// The formula, for the first cell of the range.
    public let formula: String
    /// The columns, counted from zero.
    public let columns: ClosedRange<Int>
    /// The rows, counted from zero.
    public let rows: ClosedRange<Int>
    /// The colours, by their place among the marks given to the rewriter.
    public let mark: Int

    /// Makes a rule of its fields.
    public init(formula: String, columns: ClosedRange<Int>, rows: ClosedRange<Int>, mark: Int) {
      self.formula = formula
      self.columns = columns
      self.rows = rows
      self.mark = mark
    }
  }

  /// The edits by row and column, both counted from zero. Every row must hold something already.
  public var cells: [Int: [Int: CellEdit]] = [:]
  /// Columns that are to be shown in a width, in characters.
  public var widths: [Int: Double] = [:]
  /// The rules to add behind those that are there; one that is there already is not added again.
  public var rules: [Rule] = []
  /// The columns that a filter over all columns before them is to take in too; nil for none.
  public var addedColumns: ClosedRange<Int>?

  /// No edits.
  public init() {}

  /// Sets the text of a cell.
  public mutating func set(_ text: String, row: Int, column: Int, look: Look = .kept) {
    cells[row, default: [:]][column] = CellEdit(text: text, look: look)
  }
}

/// The colours of a cell that says how something went.
public struct CellMark: Hashable, Sendable {
  /// The colour behind the text, ARGB.
  public let fill: UInt32

  /// Makes a mark of its colour.
  public init(fill: UInt32) {
    self.fill = fill
  }
}

extension SpreadsheetError {
  /// A workbook that can be read and not be rewritten without a risk for what is in it.
  static func notRewritable(_ reason: String, part: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      .init(rawValue: "xlsx.not-rewritable"), "this workbook cannot be annotated: \(reason)",
      hint: "Open it in a spreadsheet program, save it as XLSX and import that.", place: .init(part: part))
  }
}
