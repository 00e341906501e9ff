/// One worksheet of a document.
public struct Worksheet: Hashable, Sendable {
  /// Whether a spreadsheet program shows a worksheet.
  public enum Visibility: String, Hashable, Sendable {
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

  /// Creates the description of a worksheet.
  public init(name: String, visibility: Visibility = .visible) {
    self.name = name
    self.visibility = visibility
  }
}
