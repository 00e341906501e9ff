/// One worksheet of a workbook.
public struct Worksheet: Sendable {
  /// Whether a spreadsheet program shows a worksheet.
  public enum Visibility: String, Sendable {
    /// Shown.
    case visible
    /// Hidden; a user can show it again from the program's menu.
    case hidden
    /// Hidden so that only a macro can show it again.
    case veryHidden
  }

  /// The name on its tab.
  public let name: String
  /// Whether a spreadsheet program shows it.
  public let visibility: Visibility
  /// The name of the part that contains it.
  let partName: String
}
