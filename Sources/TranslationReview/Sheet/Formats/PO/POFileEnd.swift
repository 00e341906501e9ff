import Basics

/// Holds the last row of a PO file back until it is known that the file is whole.
///
/// Nothing ends a PO file. If it was cut off between two lines of a translation, the rest of that translation looks like
/// a text that someone wrote. So the last translation of a file is uncertain if it takes several lines, and the file has
/// fewer entries than the export wrote, or the translation ends in white space, as lines in a file do, and its source
/// does not.
struct POFileEnd {
  /// A row with what decides about it.
  struct HeldRow {
    var row: ExchangedRow
    let isOwn: Bool
    let isDivided: Bool
  }

  private var held: HeldRow?
  private var count = 0
  private var exportedCount = 0

  /// Holds a row back.
  ///
  /// - Parameter exported: The number of entries that the export wrote, as the header has it.
  /// - Returns: The row before it.
  mutating func hold(_ row: HeldRow, exported: String?) -> HeldRow? {
    defer { held = row }
    count += 1
    exportedCount = exported.flatMap { Digits.integer($0.utf8) } ?? 0
    return held
  }

  /// The last row; nil if there is none.
  var last: HeldRow? {
    guard var last = held, last.isDivided, last.row.doubt == nil,
      last.row.isProposalChanged ?? RowClassifier.isProposalChanged(last.row.cells)
    else { return held }
    let cells = last.row.cells
    let source = cells.sourceValue ?? cells.sourceText ?? ""
    if count < exportedCount {
      last.row.doubt = "an uncertain end, because the file ends after it with \(count) of \(exportedCount) entries"
    } else if Self.endsInSpace(cells.proposal), !Self.endsInSpace(source) {
      last.row.doubt = "an uncertain end, because the file ends after it, and it ends in white space"
    }
    return last
  }

  private static func endsInSpace(_ text: String) -> Bool { text.last?.isWhitespace ?? false }
}
