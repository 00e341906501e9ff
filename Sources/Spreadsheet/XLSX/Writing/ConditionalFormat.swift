/// A look that cells of some columns take on, below the header rows, where a formula is true.
public struct ConditionalFormat: Hashable, Sendable {
  /// The formula, without `=`.
  public var formula: String
  /// The columns, counted from zero.
  public var columns: [Int]
  /// What differs from the cell's own style; font, fill and the line below count, alignment does not.
  public var style: CellStyle
  /// Whether later formats are left out where this one holds.
  public var stopIfTrue: Bool

  /// Makes a look for some columns.
  public init(formula: String, columns: [Int], style: CellStyle, stopIfTrue: Bool = false) {
    self.formula = formula
    self.columns = columns
    self.style = style
    self.stopIfTrue = stopIfTrue
  }
}
