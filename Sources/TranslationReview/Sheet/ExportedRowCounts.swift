/// How many rows an export wrote to each worksheet, as a document property carries it: `da-DK: 46 / en-GB: 46`.
///
/// A worksheet's name holds neither a colon nor a slash, so the text can be taken apart again.
struct ExportedRowCounts {
  let counts: [(worksheet: String, rows: Int)]

  init(_ counts: [(worksheet: String, rows: Int)]) {
    self.counts = counts
  }

  /// Reads ``text`` back; what is not of its form is left out.
  init(text: String) {
    counts = text.split(separator: "/").compactMap { part in
      let fields = part.split(separator: ":").map { ReviewColumn.trimmed(String($0)) }
      guard fields.count == 2, let rows = Digits.integer(fields[1].utf8) else { return nil }
      return (fields[0], rows)
    }
  }

  /// The counts as the property holds them.
  var text: String { counts.map { "\($0.worksheet): \($0.rows)" }.joined(separator: " / ") }

  /// How many rows the export wrote to a worksheet; nil where it does not say.
  subscript(worksheet: String) -> Int? { counts.first { $0.worksheet == worksheet }?.rows }
}
