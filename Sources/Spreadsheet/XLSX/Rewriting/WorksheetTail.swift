import Basics

/// The markup after the rows of a worksheet part, with a filter widened and rules added (ECMA-376 Part 1, 18.3.1.99).
struct WorksheetTail {
  let edits: WorksheetEdits
  let styles: StylesRewriter?
  let prefix: String

  /// The elements that come before the rules.
  private static let beforeRules: Set<String> = [
    "sheetCalcPr", "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate",
    "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting",
  ]

  func rewritten(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var scanner = MarkupScanner(bytes)
    var changes = ByteChanges()
    // The tail begins with the end tag of an element that was opened before it.
    var depth = 1
    var place = 0
    var highestPriority = 0
    var formulas: Set<String> = []
    var contentStart = 0
    while let tag = scanner.next() {
      let name = scanner.text(tag.name)
      let local = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
      if tag.kind == .end { depth -= 1 }
      if depth == 0, tag.kind != .start, local == "sheetData" || Self.beforeRules.contains(local) {
        place = tag.range.upperBound
      }
      if depth == 0, tag.kind != .end, local == "autoFilter" { widen(tag, scanner, &changes) }
      if local == "cfRule", tag.kind != .end, let (_, value) = scanner.attribute("priority", of: tag) {
        highestPriority = max(highestPriority, Digits.integer(scanner.slice(value)) ?? 0)
      }
      if local == "formula" {
        if tag.kind == .start { contentStart = tag.range.upperBound }
        if tag.kind == .end { formulas.insert(scanner.text(contentStart..<tag.range.lowerBound)) }
      }
      if tag.kind == .start { depth += 1 }
    }
    changes.insert(rules(besides: formulas, after: highestPriority), at: place)
    return changes.applied(to: bytes)
  }

  private func rules(besides known: Set<String>, after highestPriority: Int) -> String {
    guard let styles else { return "" }
    var text = ""
    var priority = highestPriority
    for rule in edits.rules {
      let formula = XMLTextWriter.escaped(rule.formula)
      guard !known.contains(formula), !known.contains(rule.formula) else { continue }
      priority += 1
      let first = CellName.cell(row: rule.rows.lowerBound, column: rule.columns.lowerBound)
      let last = CellName.cell(row: rule.rows.upperBound, column: rule.columns.upperBound)
      text +=
        "<\(prefix)conditionalFormatting sqref=\"\(first):\(last)\"><\(prefix)cfRule type=\"expression\""
        + " dxfId=\"\(styles.differentialFormats[rule.mark])\" priority=\"\(priority)\"><\(prefix)formula>\(formula)"
        + "</\(prefix)formula></\(prefix)cfRule></\(prefix)conditionalFormatting>"
    }
    return text
  }

  /// Extends a filter that ends right before new columns, so that they are sorted with their rows.
  private func widen(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner, _ changes: inout ByteChanges) {
    guard let (_, value) = scanner.attribute("ref", of: tag),
      let wider = Self.widened(scanner.text(value), by: edits.addedColumns)
    else { return }
    changes.replace(value, with: wider)
  }

  /// Extends a range, with or without `$`, by new columns; nil if the new columns are not right after it.
  static func widened(_ range: String, by columns: ClosedRange<Int>?) -> String? {
    guard let columns, let colon = range.lastIndex(of: ":") else { return nil }
    var corner = String(range[range.index(after: colon)...].filter { $0 != "$" })
    guard let last = corner.withUTF8({ CellReferenceText.place($0) }), last.column + 1 == columns.lowerBound else {
      return nil
    }
    let dollar = range.contains("$") ? "$" : ""
    return "\(range[...colon])\(dollar)\(CellName.letters(ofColumn: columns.upperBound))\(dollar)\(last.row + 1)"
  }
}
