/// A style that applies to cells of some columns, below the header rows, where a formula is true.
public struct ConditionalFormat: Hashable, Sendable {
  /// The formula, without `=`.
  public var formula: String
  /// The columns, counted from zero.
  public var columns: [Int]
  /// The differences from the cell's own style. Font, fill and bottom line apply; alignment does not.
  public var style: CellStyle
  /// Whether later formats are ignored where this one applies.
  public var stopIfTrue: Bool

  /// Creates a conditional format.
  public init(formula: String, columns: [Int], style: CellStyle, stopIfTrue: Bool = false) {
    self.formula = formula
    self.columns = columns
    self.style = style
    self.stopIfTrue = stopIfTrue
  }
}
