/// A file format that tables are written in, such as ``xlsx``.
public struct TableFormat: Hashable, Sendable {
  /// How the format holds tables.
  package let coding: any TableCoding

  package init(_ coding: any TableCoding) {
    self.coding = coding
  }

  /// The name of the format, and the extension under which it is written.
  public var rawValue: String { coding.name }

  /// Whether two formats have the same name.
  public static func == (left: TableFormat, right: TableFormat) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}
