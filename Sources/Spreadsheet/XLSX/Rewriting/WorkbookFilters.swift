/// Widens the ranges of filters in the workbook part, `_xlnm._FilterDatabase` (ECMA-376 Part 1, 18.2.5).
enum WorkbookFilters {
  /// The part with the filters of some worksheets widened by the columns after them; nil if it has none of these
  /// filters.
  static func widened(in part: [UInt8], _ worksheets: [(name: String, columns: ClosedRange<Int>)]) -> [UInt8]? {
    part.withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      var changes = ByteChanges()
      var contentStart: Int?
      while let tag = scanner.next() {
        if tag.kind == .end, let start = contentStart {
          let range = start..<tag.range.lowerBound
          contentStart = nil
          if let wider = widened(scanner.text(range), worksheets) { changes.replace(range, with: wider) }
        }
        guard tag.kind == .start, let (_, value) = scanner.attribute("name", of: tag) else { continue }
        contentStart = scanner.text(value) == "_xlnm._FilterDatabase" ? tag.range.upperBound : nil
      }
      return changes.isEmpty ? nil : changes.applied(to: bytes)
    }
  }

  private static func widened(
    _ reference: String, _ worksheets: [(name: String, columns: ClosedRange<Int>)]
  ) -> String? {
    guard let mark = reference.lastIndex(of: "!") else { return nil }
    for worksheet in worksheets {
      let quoted = "'\(worksheet.name.replacing("'", with: "''"))'"
      let names = [quoted, worksheet.name].map { XMLTextWriter.escaped($0) } + [quoted, worksheet.name]
      guard names.contains(String(reference[..<mark])) else { continue }
      let range = String(reference[reference.index(after: mark)...])
      return WorksheetTail.widened(range, by: worksheet.columns).map { "\(reference[...mark])\($0)" }
    }
    return nil
  }
}
