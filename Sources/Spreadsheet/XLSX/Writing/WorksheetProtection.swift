/// What a person may do on a worksheet that is protected without a password.
public struct WorksheetProtection: Hashable, Sendable {
  /// Whether cells may be formatted.
  public var allowsFormattingCells = true
  /// Whether columns may be hidden, shown and resized.
  public var allowsFormattingColumns = true
  /// Whether rows may be hidden, shown and resized.
  public var allowsFormattingRows = true
  /// Whether rows may be inserted.
  public var allowsInsertingRows = false
  /// Whether rows without locked cells may be deleted.
  public var allowsDeletingRows = false
  /// Whether ranges without locked cells may be sorted.
  public var allowsSorting = true
  /// Whether filters may be used.
  public var allowsFiltering = true
  /// Whether locked cells may be selected.
  public var allowsSelectingLockedCells = true

  /// Creates a protection that allows formatting, sorting and filtering.
  public init() {}
}
