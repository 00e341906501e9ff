/// One cell of a ``Row``: its column, the kind of its value, and the position of its text in the row.
///
/// A cell is a view: its text and value are read through the row that it came from, and only until that row is reused.
public struct Cell: Sendable {
  /// The kind of a cell's value.
  public enum Kind: UInt8, Sendable {
    /// A text, kept exactly.
    case text
    /// A number; its text is the number as the file spells it.
    case number
    /// A truth value; its text is `TRUE` or `FALSE`.
    case boolean
    /// A number that its number format shows as a date or time. Its text is ISO 8601 (`2026-01-31`,
    /// `2026-01-31T10:00:00`, `10:00:00`, or `PT36000S` for elapsed time); its ``Cell/number`` is the serial number as
    /// stored.
    case date
    /// An error; its text is the error's name (`#N/A`).
    case error
  }

  /// The column, counted from zero (`A` is 0).
  public let column: Int
  /// The kind of the value.
  public let kind: Kind
  /// Whether the value is the stored result of a formula.
  package let isFormula: Bool
  /// Whether the cell is a formula without a stored result, as programs that do not calculate write it. Its text is
  /// empty.
  package let lacksResult: Bool
  /// Whether the text contained half of a surrogate pair. No text can contain that, so U+FFFD replaces it.
  package let isDamaged: Bool
  /// Whether part of the text is struck out. A style that strikes out the whole cell does not count; see
  /// `isStruckOut(style:)`.
  package let isStruck: Bool
  /// Whether the text is expected to be unique, so that a writer need not look it up.
  package let comesOnce: Bool
  /// In a row that was read: the index of the cell's style in its workbook; see `numberFormat(ofStyle:)`. In a row to
  /// be written: the index of a ``CellStyle`` registered with the writer. Zero is the default style.
  package let style: Int
  /// The value of a number, a date (its serial number) or a boolean (0 or 1); zero for other kinds.
  public let number: Double
  package private(set) var offset: Int
  package private(set) var length: Int

  package init(
    column: Int, kind: Kind, isFormula: Bool = false, lacksResult: Bool = false, isDamaged: Bool = false,
    isStruck: Bool = false, comesOnce: Bool = false, style: Int = 0, number: Double = 0, offset: Int, length: Int
  ) {
    (self.column, self.kind, self.isFormula, self.lacksResult) = (column, kind, isFormula, lacksResult)
    (self.isDamaged, self.isStruck, self.comesOnce, self.style) = (isDamaged, isStruck, comesOnce, style)
    (self.number, self.offset, self.length) = (number, offset, length)
  }

  func moved(by distance: Int) -> Cell {
    var cell = self
    cell.offset += distance
    return cell
  }

  func droppingFirst() -> Cell {
    var cell = moved(by: 1)
    cell.length -= 1
    return cell
  }
}
