import Basics

/// The rows that an export wrote to each worksheet, counted in a document property: `da-DK: 46 / en-GB: 46`.
///
/// A worksheet's name contains neither a colon nor a slash, so the text can be split again.
struct ExportedRowCounts {
  let counts: [(worksheet: String, rows: Int)]

  init(_ counts: [(worksheet: String, rows: Int)]) {
    self.counts = counts
  }

  /// The most rows that a file may name, so that the sum of several is a number.
  static let most = 1 << 40

  /// Reads ``text`` back; parts in another form are left out.
  init(text: String) {
    counts = text.split(separator: "/").compactMap { part in
      let fields = part.split(separator: ":").map { ReviewColumn.trimmed(String($0)) }
      guard fields.count == 2, let rows = Digits.integer(fields[1].utf8), rows <= Self.most else { return nil }
      return (fields[0], rows)
    }
  }

  /// The counts as the value of the property.
  var text: String { counts.map { "\($0.worksheet): \($0.rows)" }.joined(separator: " / ") }

  /// The number of rows that the export wrote to a worksheet; nil if it is not known.
  subscript(worksheet: String) -> Int? { counts.first { $0.worksheet == worksheet }?.rows }
}
