import Testing

/// A review sheet in CSV, as a person who edits it sees it.
struct CSVSheet {
  private(set) var rows: [[String]]

  init(_ text: String) { rows = Self.records(in: text) }

  /// The sheet with every field quoted and a byte order mark.
  var text: String {
    "\u{FEFF}"
      + rows.map { row in row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n" }
      .joined()
  }

  /// The columns of the header.
  var header: [String] { rows.first ?? [] }

  /// What a cell of a text's first row holds; nil where there is no such row or column.
  func cell(_ text: String, _ locale: String = "da-DK", _ column: String) -> String? {
    guard let place = header.firstIndex(of: column) else { return nil }
    return rows.first { $0[0] + "/" + $0[1] == text && $0[2] == locale }?[place]
  }

  /// Writes into a cell of a text's first row.
  mutating func set(
    _ text: String, _ locale: String = "da-DK", _ column: String, to value: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let place = try #require(header.firstIndex(of: column), sourceLocation: sourceLocation)
    let row = rows.firstIndex { $0[0] + "/" + $0[1] == text && $0[2] == locale }
    rows[try #require(row, sourceLocation: sourceLocation)][place] = value
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
