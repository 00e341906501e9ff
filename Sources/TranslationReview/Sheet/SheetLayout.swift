/// The layout of the rows of a review sheet.
public enum SheetLayout: String, CaseIterable, Sendable {
  /// All rows on one worksheet, locale by locale.
  case rows
  /// A worksheet for each locale.
  case locales
  /// One row for each text, with a group of columns for each locale.
  case columns
}
