/// The changes to one worksheet of a workbook. Everything else stays as it is.
public struct WorksheetEdits: Sendable {
  /// How an edited cell looks.
  public enum Look: Hashable, Sendable {
    /// As before; a new cell has the default look.
    case kept
    /// The default look.
    case plain
    /// The look of a mark, by its index among the marks given to the rewriter.
    case mark(Int)
    /// The look of the cell in another column of the same row.
    case column(Int)
  }

  /// The new content of one cell, a text.
  public struct CellEdit: Hashable, Sendable {
    /// The text; an empty one leaves an empty cell.
    public var text: String
    /// How the cell looks.
    public var look: Look

    /// Creates an edit.
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
    /// The colours, by their index among the marks given to the rewriter.
    public let mark: Int

    /// Creates a rule.
    public init(formula: String, columns: ClosedRange<Int>, rows: ClosedRange<Int>, mark: Int) {
      self.formula = formula
      self.columns = columns
      self.rows = rows
      self.mark = mark
    }
  }

  /// The edits by row and column, both counted from zero. Every edited row must already have a value.
  public var cells: [Int: [Int: CellEdit]] = [:]
  /// The columns to show in another width, in characters.
  public var widths: [Int: Double] = [:]
  /// The rules to add after the existing ones. A rule that exists already is not added again.
  public var rules: [Rule] = []
  /// New columns to include in a filter that covers all columns before them; nil for none.
  public var addedColumns: ClosedRange<Int>?

  /// Creates an empty set of edits.
  public init() {}

  /// Sets the text of a cell.
  public mutating func set(_ text: String, row: Int, column: Int, look: Look = .kept) {
    cells[row, default: [:]][column] = CellEdit(text: text, look: look)
  }
}

/// The colours of a cell that reports a result.
public struct CellMark: Hashable, Sendable {
  /// The background colour, ARGB.
  public let fill: UInt32

  /// Creates a mark.
  public init(fill: UInt32) {
    self.fill = fill
  }
}
