import Basics

/// Copies one row of a worksheet part with edits (ECMA-376 Part 1, 18.3.1.73).
struct WorksheetRowRewriter {
  /// Why a row cannot be edited.
  struct Refusal: Error {
    let reason: String
  }

  /// One cell of the row.
  private struct CellElement {
    let column: Int
    let tag: MarkupScanner.Tag
    let range: Range<Int>
    let isNumbered: Bool
    let hasFormula: Bool
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let prefix: String
  /// The index of the row, counted from zero.
  let row: Int

  /// - Parameters:
  ///   - bytes: The whole element.
  ///   - last: The row before, for a row without a number.
  init(bytes: UnsafeBufferPointer<UInt8>, prefix: String, after last: Int) {
    self.bytes = bytes
    self.prefix = prefix
    var scanner = MarkupScanner(bytes)
    var row = last + 1
    if let tag = scanner.next() {
      if let (_, value) = scanner.attribute("r", of: tag) {
        row = CellReferenceText.row(scanner.slice(value)) ?? row
      } else if let cell = scanner.next(), scanner.isNamed(cell, Array((prefix + "c").utf8)),
        let (_, value) = scanner.attribute("r", of: cell)
      {
        row = CellReferenceText.place(scanner.slice(value))?.row ?? row
      }
    }
    self.row = row
  }

  /// The row with its edits.
  func rewritten(
    _ edits: [Int: WorksheetEdits.CellEdit], styles: StylesRewriter?
  ) throws(Refusal) -> [UInt8] {
    var scanner = MarkupScanner(bytes)
    guard let start = scanner.next() else { throw Refusal(reason: "row \(row + 1) is broken.") }
    let cells = self.cells(scanner)
    var changes = ByteChanges()
    // The columns that a row spans are a hint for programs. The hint is optional, but a wrong one is an error.
    if let (whole, _) = scanner.attribute("spans", of: start) { changes.replace(whole, with: "") }
    let known = Dictionary(cells.map { ($0.column, $0) }, uniquingKeysWith: { first, _ in first })
    let added = edits.keys.filter { known[$0] == nil }.sorted()
    if !added.isEmpty {
      // A cell without a reference comes after the cell before it, which may be a new one.
      for cell in cells where !cell.isNumbered && edits[cell.column] == nil {
        changes.insert(" r=\"\(CellName.cell(row: row, column: cell.column))\"", at: cell.tag.name.upperBound)
      }
    }
    let look = { (edit: WorksheetEdits.CellEdit, own: String?) -> String? in
      switch edit.look {
      case .kept: own
      case .plain: nil
      case .mark(let mark): styles.map { String($0.cellStyles[mark]) } ?? own
      case .column(let column): known[column].flatMap { style(of: $0, scanner) }
      }
    }
    for column in edits.keys.sorted() {
      guard let edit = edits[column] else { continue }
      if let cell = known[column] {
        guard !cell.hasFormula else {
          let name = CellName.cell(row: row, column: column)
          throw Refusal(reason: "cell \(name) must be updated, but it contains a formula.")
        }
        changes.replace(
          cell.range,
          with: element(edit, column: column, style: look(edit, style(of: cell, scanner)), keeping: kept(cell, scanner))
        )
      } else if start.kind != .empty {
        let next = cells.first { $0.column > column }?.range.lowerBound
        let place = next ?? cells.last?.range.upperBound ?? start.range.upperBound
        changes.insert(element(edit, column: column, style: look(edit, nil), keeping: ""), at: place)
      }
    }
    if start.kind == .empty {
      let all = added.compactMap { column in
        edits[column].map { element($0, column: column, style: look($0, nil), keeping: "") }
      }
      let slash = start.range.upperBound - 2
      changes.replace(slash..<start.range.upperBound, with: ">\(all.joined())</\(prefix)row>")
    }
    return changes.applied(to: bytes)
  }

  private func cells(_ scanner: MarkupScanner) -> [CellElement] {
    var scanner = scanner
    let cellName = Array((prefix + "c").utf8)
    let formulaName = Array((prefix + "f").utf8)
    var cells: [CellElement] = []
    var depth = 0
    var open: MarkupScanner.Tag?
    var hasFormula = false
    var column = -1
    func add(_ tag: MarkupScanner.Tag, end: Int) {
      let reference = scanner.attribute("r", of: tag)
      column = reference.flatMap { CellReferenceText.place(scanner.slice($0.value))?.column } ?? column + 1
      cells.append(
        CellElement(
          column: column, tag: tag, range: tag.range.lowerBound..<end, isNumbered: reference != nil,
          hasFormula: hasFormula))
    }
    while let tag = scanner.next() {
      if tag.kind == .end { depth -= 1 }
      if depth == 0, scanner.isNamed(tag, cellName) {
        switch tag.kind {
        case .empty:
          hasFormula = false
          add(tag, end: tag.range.upperBound)
        case .start:
          hasFormula = false
          open = tag
        case .end: if let open { add(open, end: tag.range.upperBound) }
        }
      } else if depth == 1, tag.kind != .end, scanner.isNamed(tag, formulaName) {
        hasFormula = true
      }
      if tag.kind == .start { depth += 1 }
    }
    return cells
  }

  private func style(of cell: CellElement, _ scanner: MarkupScanner) -> String? {
    scanner.attribute("s", of: cell.tag).map { scanner.text($0.value) }
  }

  /// The attributes of a cell to keep: those that are not about its value, place or style.
  private func kept(_ cell: CellElement, _ scanner: MarkupScanner) -> String {
    scanner.attributes(of: cell.tag).filter { attribute in
      !["r", "s", "t", "cm", "vm", "ph"].contains(scanner.text(attribute.name))
    }.map { scanner.text($0.whole) }.joined()
  }

  private func element(
    _ edit: WorksheetEdits.CellEdit, column: Int, style: String?, keeping attributes: String
  ) -> String {
    var element = "<\(prefix)c r=\"\(CellName.cell(row: row, column: column))\""
    if let style { element += " s=\"\(style)\"" }
    element += attributes
    guard !edit.text.isEmpty else { return element + "/>" }
    element += " t=\"inlineStr\"><\(prefix)is><\(prefix)t"
    var text = edit.text
    let needsSpace = text.withUTF8 { utf8 in
      utf8.baseAddress.map { XMLTextWriter.needsPreservedSpace($0, count: utf8.count) } ?? false
    }
    if needsSpace { element += " xml:space=\"preserve\"" }
    return element + ">\(Self.content(text))</\(prefix)t></\(prefix)is></\(prefix)c>"
  }

  private static func content(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      guard let start = utf8.baseAddress else { return "" }
      let room = utf8.count * XMLTextWriter.growth + 16
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
        guard let out = buffer.baseAddress else { return "" }
        let end = XMLTextWriter.write(start, count: utf8.count, to: out)
        return String(decoding: UnsafeBufferPointer(start: out, count: end - out), as: UTF8.self)
      }
    }
  }
}
