import Basics

extension ReturnedSheet.File {
  /// The number of exported rows that came back, in words; nil if it is not known how many there were.
  package var returnText: String? {
    guard let exportedRowCount else { return nil }
    let parts = tables.filter { $0.exportedRowCount != nil && $0.exportedRowCount != $0.rowCount }.map { table in
      "worksheet \"\(Visible.text(table.name ?? ""))\": \(table.rowCount) of \(table.exportedRowCount ?? 0)"
    }
    return "\(Visible.path(path)): \(rowCount) of \(Counted.text(exportedRowCount, "exported row")) came back"
      + (parts.isEmpty || tables.count < 2 ? "" : " (\(parts.joined(separator: ", ")))")
  }
}

/// The rows of an export that did not come back. To delete a row means nothing, but a file may also have been cut off.
extension [ReturnedSheet.File] {
  /// The number of rows that are missing.
  package var missingRowCount: Int { reduce(0) { $0 + missingRowCount(in: $1) } }

  /// A warning about each file that lacks rows.
  var missingRows: [Diagnostic] {
    compactMap { file in
      let count = missingRowCount(in: file)
      guard count > 0, let text = file.returnText else { return nil }
      return Diagnostic(
        code: .sheetRowsMissing, severity: .warning,
        message: "\(text), so \(Counted.being(count, "row")) missing. To delete rows means nothing; if nobody deleted "
          + "them, the file was cut off: get it once more.")
    }
  }

  /// The number of exported rows that a file lacks. Rows that were added by hand count like others. Files that have all
  /// rows of one sheet between them are its parts and lack none.
  private func missingRowCount(in file: ReturnedSheet.File) -> Int {
    // A saved plan may name any numbers.
    let possible = 0...ExportedRowCounts.most
    guard let exported = file.exportedRowCount, possible.contains(exported), possible.contains(file.rowCount) else {
      return 0
    }
    let parts = filter { $0.sheetID != nil && $0.sheetID == file.sheetID && possible.contains($0.rowCount) }
    return parts.reduce(0, { $0 + $1.rowCount }) == exported ? 0 : Swift.max(0, exported - file.rowCount)
  }
}
