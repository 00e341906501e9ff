/// A review sheet in CSV, as a person who edits it sees it.
package struct CSVSheet {
  private struct Missing: Error { let name: String }

  package private(set) var rows: [[String]]

  package init(_ text: String) { rows = Self.records(in: text) }

  /// The sheet with every field quoted and a byte order mark.
  package var text: String {
    "\u{FEFF}"
      + rows.map { row in row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n" }
      .joined()
  }

  /// The columns of the header.
  package var header: [String] { rows.first ?? [] }

  private func row(_ text: String, _ locale: String) -> Int? {
    rows.firstIndex { $0[0] + "/" + $0[1] == text && $0[2] == locale }
  }

  private func column(_ header: String) throws -> Int {
    guard let place = self.header.firstIndex(of: header) else { throw Missing(name: header) }
    return place
  }

  /// What a cell of a text's first row holds; nil where there is no such row or column.
  package func cell(_ text: String, _ locale: String = "da-DK", _ column: String) -> String? {
    guard let row = row(text, locale), let place = try? self.column(column) else { return nil }
    return rows[row][place]
  }

  /// Writes into a cell of a text's first row.
  package mutating func set(_ text: String, _ locale: String = "da-DK", _ column: String, to value: String) throws {
    guard let row = row(text, locale) else { throw Missing(name: text) }
    rows[row][try self.column(column)] = value
  }

  /// Writes into a column of each row that has a cell with a text.
  package mutating func set(_ column: String, of cell: String, to value: String) throws {
    let place = try self.column(column)
    for row in rows.indices where rows[row].contains(cell) { rows[row][place] = value }
  }

  private static func records(in text: String) -> [[String]] {
    var records: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var isAfterQuote = false
    for scalar in text.unicodeScalars where scalar != "\u{FEFF}" {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        // The second of two quotes opens the field again, and is part of it.
        if isQuoted, isAfterQuote { field.append("\"") }
      case "," where !isQuoted:
        records[records.count - 1].append(field)
        field = ""
      case "\n" where !isQuoted:
        records[records.count - 1].append(field)
        field = ""
        records.append([])
      case "\r" where !isQuoted: continue
      default: field.unicodeScalars.append(scalar)
      }
      isAfterQuote = scalar == "\"" && !isQuoted
    }
    return records.filter { !$0.isEmpty }
  }
}
