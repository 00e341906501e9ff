package import Basics
package import NStackAPI
package import Spreadsheet

/// A table of proposals, for people who enter accepted proposals in NStack's console.
///
/// It is not a review sheet and is never read back.
package struct ProposalTable: Sendable {
  struct Entry: Sendable {
    let proposal: Proposal
    /// The value in the source locale; nil if the text no longer exists.
    let source: String?
    /// The value that is served; empty if the text is not translated, nil if it no longer exists.
    let current: String?
    /// When the proposal was made or first seen, in ISO 8601; nil if that is not known.
    let firstSeen: String?
    let findings: [String]
    let rejection: SheetEvent.Rejection?
    let isRightToLeft: Bool

    /// Why the proposal is rejected, and what checks find.
    var remarks: [String] { [rejection?.line].compactMap(\.self) + findings }
  }

  /// The format of a table.
  package enum Format: String, CaseIterable, Sendable {
    /// A workbook.
    case xlsx
    /// Delimited text, in the same form as review sheets.
    case csv
    /// One object.
    case json
  }

  let entries: [Entry]
  let isSourceRightToLeft: Bool

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - proposals: The proposals, in the order of the rows.
  ///   - catalog: The texts.
  ///   - sourceLocale: The locale of the source texts; nil for the application's default.
  ///   - firstSeen: When proposals were made or first seen, by their ids, in seconds since 1970.
  ///   - rejections: The decisions by which proposals are rejected, by their ids.
  ///   - checks: The checks to run.
  /// - Throws: `SelectionError` for a source locale that the application does not have.
  package init(
    _ proposals: [Proposal], of catalog: Catalog, sourceLocale: String? = nil, firstSeen: [Int: Double] = [:],
    rejections: [Int: SheetEvent.Rejection] = [:], checks: ProposalChecks
  ) throws(SelectionError) {
    var source = catalog.languages.first(where: \.isDefault)
    if let sourceLocale {
      var choice = ReviewSelection()
      choice.locales = [sourceLocale]
      source = try choice.languages(of: catalog).first.map { catalog.languages[$0] }
    }
    let rightToLeft = Set(
      catalog.languages.filter { $0.direction == .rightToLeft }.map { LocaleName.normalized($0.locale) })
    isSourceRightToLeft = source?.direction == .rightToLeft
    entries = proposals.map { proposal in
      let text = proposal.text
      return Entry(
        proposal: proposal,
        source: source.flatMap {
          catalog.value(of: TextIdentity(section: text.section, key: text.key, locale: $0.locale))
        }, current: catalog.value(of: text), firstSeen: firstSeen[proposal.id].map(UTCTime.text),
        findings: checks.sentences(on: proposal, in: catalog), rejection: rejections[proposal.id],
        isRightToLeft: rightToLeft.contains(LocaleName.normalized(text.locale)))
    }
  }

  /// The table as an object. It has a list of proposals, each with its own members and `source`, `current`, `firstSeen`
  /// and `findings`. One that is rejected also has `rejected`.
  package var json: JSONValue {
    [
      "proposals": JSONValue.list(entries.count) { [entries] index in
        let entry = entries[index]
        return entry.proposal.json.with([
          "source": entry.source, "current": entry.current, "firstSeen": entry.firstSeen, "findings": entry.findings,
        ]).with(entry.rejection?.json ?? [:])
      }
    ]
  }

  // MARK: - Tables

  // No header here is one by which a review sheet is recognised.
  private static let columns: [(header: String, width: Double, text: @Sendable (Entry) -> String)] = [
    ("Section", 16, { $0.proposal.text.section }), ("Key", 24, { $0.proposal.text.key }),
    ("Locale", 9, { $0.proposal.text.locale }), ("Source", 40, { $0.source ?? "" }),
    ("Current", 40, { $0.current ?? "" }), ("Proposed", 40, { $0.proposal.value }),
    ("Mine", 7, { $0.proposal.canDelete ? "yes" : "no" }), ("ID", 9, { String($0.proposal.id) }),
    ("First seen", 21, { $0.firstSeen ?? "" }), ("Findings", 40, { $0.remarks.joined(separator: "\n") }),
  ]

  private func forEachRow(
    headerStyle: Int = 0, style: (_ entry: Entry, _ column: Int) -> Int = { _, _ in 0 },
    _ body: (Row) throws(SpreadsheetError) -> Void
  ) throws(SpreadsheetError) {
    let row = Row()
    row.removeAll(index: 0)
    for (index, column) in Self.columns.enumerated() { row.append(column.header, column: index, style: headerStyle) }
    try body(row)
    for (number, entry) in entries.enumerated() {
      row.removeAll(index: number + 1)
      for (index, column) in Self.columns.enumerated() {
        row.append(CellText(column.text(entry)).text, column: index, style: style(entry, index))
      }
      try body(row)
    }
  }

  /// Writes the table.
  ///
  /// - Throws: The `SpreadsheetError` of the output or of the format; then no partial file is left.
  package func write(to output: any ByteOutput, as format: Format) throws(SpreadsheetError) {
    do throws(SpreadsheetError) {
      switch format {
      case .xlsx: try writeXLSX(to: output)
      case .csv: try writeCSV(to: output)
      case .json:
        try output.write(Array("\(json.text)\n".utf8))
        try output.finish()
      }
    } catch {
      output.discard()
      throw error
    }
  }

  private func writeCSV(to output: any ByteOutput) throws(SpreadsheetError) {
    let writer = try CSVWriter(to: output)
    try forEachRow { row throws(SpreadsheetError) in try writer.append(row) }
    try writer.finish()
  }

  private func writeXLSX(to output: any ByteOutput) throws(SpreadsheetError) {
    let writer = try XLSXWriter(to: output, properties: DocumentProperties(title: "Proposals"))
    let header = writer.register(
      CellStyle(
        bold: true, fontColor: Palette.onAccent, fillColor: Palette.accent, wrapsText: true, verticalAlignment: .center,
        isTextFormat: true))
    func text(isRightToLeft: Bool) -> Int {
      writer.register(
        CellStyle(
          bottomBorderColor: Palette.line, wrapsText: true, horizontalAlignment: isRightToLeft ? .right : .general,
          verticalAlignment: .top, isTextFormat: true))
    }
    let (plain, rightToLeft) = (text(isRightToLeft: false), text(isRightToLeft: true))
    var layout = WorksheetLayout(name: "Proposals")
    layout.columns = Self.columns.map { ColumnLayout(width: $0.width, style: plain) }
    layout.headerRows = 1
    layout.frozenRows = 1
    layout.autoFilter = true
    try writer.beginWorksheet(layout)
    let heights = RowHeight(widths: Self.columns.map(\.width))
    try forEachRow(
      headerStyle: header,
      style: { entry, column in
        switch column {
        case 3: isSourceRightToLeft ? rightToLeft : plain
        case 4, 5: entry.isRightToLeft ? rightToLeft : plain
        default: plain
        }
      },
      { row throws(SpreadsheetError) in
        row.height = heights.points(of: row)
        try writer.append(row)
      })
    try writer.finish()
  }
}

extension SheetEvent.Rejection {
  /// Why the proposal was rejected, by whom and when: `rejected by Anna on 2026-01-31: too long`.
  package var line: String {
    "rejected\(author.map { " by \(Visible.text($0))" } ?? "") on \(time.prefix(10)): "
      + (reason.map { Visible.text($0, limit: 400) }.flatMap { $0.isEmpty ? nil : $0 } ?? "no reason was given")
  }

  /// The decision as the member `rejected` of its proposal.
  package var json: JSONValue { ["rejected": JSONValue.members(["reason": reason, "author": author, "time": time])] }
}
