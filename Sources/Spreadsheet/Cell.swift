/// One cell of a ``Row``: where it stands, what kind of value it holds, and where the row keeps its text.
///
/// A cell is a view: its text and value are read through the row that it came from, and only until that row is filled anew.
public struct Cell: Sendable {
  /// What the value of a cell is.
  public enum Kind: UInt8, Sendable {
    /// A text, kept exactly.
    case text
    /// A number; its text is the number as the file spells it.
    case number
    /// A truth value; its text is `TRUE` or `FALSE`.
    case boolean
    /// A number that its number format shows as a date or time; its text is ISO 8601 (`2026-01-31`,
    /// `2026-01-31T10:00:00`, `10:00:00`, or `PT36000S` for elapsed time), its ``Cell/number`` the serial number as
    /// stored.
    case date
    /// An error; its text is the error's name (`#N/A`).
    case error
  }

  /// The column, counted from zero (`A` is 0).
  public let column: Int
  /// What the value is.
  public let kind: Kind
  /// Whether the value is the stored result of a formula.
  public let isFormula: Bool
  /// Whether it is a formula whose result the file lacks, as programs that calculate nothing write it; its text is empty.
  public let lacksResult: Bool
  /// Whether its text held half of a surrogate pair, which no text can hold and U+FFFD stands for.
  public let isDamaged: Bool
  /// Whether words of its text are struck out. A style that strikes out the whole cell does not count
  /// (`isStruckOut(style:)` tells).
  public let isStruck: Bool
  /// Whether no other cell is known to hold the same text, so that a writer need not look for it.
  package let comesOnce: Bool
  /// In a row that was read: the index of the cell's style in its workbook (`numberFormat(ofStyle:)` tells more).
  /// In a row to be written: the index of a ``CellStyle`` registered with the writer. Zero is the default style.
  public let style: Int
  /// The value of a number, a date (its serial number) or a boolean (0 or 1); zero for other kinds.
  public let number: Double
  /// Where the text starts in the row's bytes.
  package let offset: Int
  /// The length of the text in UTF-8 bytes.
  package let length: Int

  package init(
    column: Int, kind: Kind, isFormula: Bool = false, lacksResult: Bool = false, isDamaged: Bool = false,
    isStruck: Bool = false, comesOnce: Bool = false, style: Int = 0, number: Double = 0, offset: Int, length: Int
  ) {
    self.column = column
    self.kind = kind
    self.isFormula = isFormula
    self.lacksResult = lacksResult
    self.isDamaged = isDamaged
    self.isStruck = isStruck
    self.comesOnce = comesOnce
    self.style = style
    self.number = number
    self.offset = offset
    self.length = length
  }
}
