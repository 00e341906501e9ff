/// A file format that tables are written in.
public enum TableFormat: String, CaseIterable, Sendable {
  /// Office Open XML workbook.
  case xlsx
  /// Comma-separated text.
  case csv
  /// Tab-separated text.
  case tsv
  /// JSON in the shape of ``JSONTableWriter``.
  case json

  /// Creates the format that a path's extension names, in upper or lower case; nil if it names none.
  public init?(extensionOf path: String) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}
