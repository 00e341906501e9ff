import Basics
import Exchange
package import Spreadsheet

/// The differences between two review sheets, whatever their order, format and layout.
///
/// First, rows with the same cells are paired, and then rows with the same section, key, locale and proposal. If those
/// cells were edited, rows are paired by their bases. For two files in the same exchange format, the states of
/// translations are compared too. For other files, it is compared whether a translation was emptied or a formula has no
/// result. Hidden cells, `Deletable`, looks and comments are not compared. Source texts and information for translators
/// are not compared if one of the sheets lacks them.
package struct SheetComparison: Sendable {
  /// What became of a row.
  package enum Kind: String, CaseIterable, Sendable {
    /// Only the new sheet has the row.
    case added
    /// Only the old sheet has the row.
    case gone
    /// A cell has another text, or the translation another state.
    case edited
  }

  /// A row that differs.
  package struct Difference: Sendable {
    /// The row of the old sheet; nil if it was added.
    package let old: ReturnedRow?
    /// The row of the new sheet; nil if it is gone.
    package let new: ReturnedRow?
    /// The columns whose texts differ, in their order; for added and removed rows, those with a text.
    package let columns: [ReviewColumn]
    /// What the files say about the translation besides its text, if that differs.
    package let states: States?

    /// What became of the row.
    package var kind: Kind { old == nil ? .added : new == nil ? .gone : .edited }
  }

  /// What the old and the new sheet say about one translation, in words; empty if they say nothing.
  package struct States: Sendable {
    package let old: String
    package let new: String

    /// Creates the states of two rows; nil if they are the same.
    fileprivate init?(_ old: RowState, _ new: RowState) {
      let isOneFormat = old.format == new.format
      (self.old, self.new) = (old.text(isOneFormat), new.text(isOneFormat))
      if self.old == self.new { return nil }
    }
  }

  /// One of the sheets.
  package struct Sheet: Sendable {
    /// The path of the file.
    package let path: String
    /// The number of rows.
    package fileprivate(set) var rowCount = 0
    /// Whether a row has information for translators.
    fileprivate var hasContext = false
    /// The numbers of texts in columns that people added, by the names of the columns.
    fileprivate var ownColumns: [String: Int] = [:]
  }

  /// The old sheet.
  package private(set) var old: Sheet
  /// The new sheet.
  package private(set) var new: Sheet
  /// The rows that differ: those of the new sheet in its order, then those that are gone.
  package private(set) var differences: [Difference] = []

  /// The columns that people added and whose numbers of texts differ, by their names; nil if a sheet has no text in the
  /// column.
  package var columns: [(name: String, old: Int?, new: Int?)] {
    Set(old.ownColumns.keys).union(new.ownColumns.keys).sorted().compactMap { name in
      let counts = (old.ownColumns[name], new.ownColumns[name])
      return counts.0 == counts.1 ? nil : (name, counts.0, counts.1)
    }
  }

  /// Whether nothing differs.
  package var isAlike: Bool { differences.isEmpty && columns.isEmpty }

  /// The path by which version control names a missing file; such a sheet has no rows.
  private static let noFile = "/dev/null"
  private static let context: Set<ReviewColumn> = [.description, .screenshot, .maximumLength]
  private static let names: [ReviewColumn] = [.section, .key, .locale]
  private static let compared = ReviewColumn.allCases.filter { column in
    !column.isHidden && column != .deletable && column.traits.read != nil && !column.traits.isShownOnly
  }

  /// Compares two files. If another program writes to one of them meanwhile, compares them once more.
  ///
  /// - Throws: `SpreadsheetError` as ``ReviewSheetReader`` does; `limit.kept-text` if the rows that differ have too much
  ///   text.
  package init(from old: String, to new: String, limits: SpreadsheetLimits = SpreadsheetLimits()) throws {
    self = try FileVersion.retryingOnce { try SheetComparison(reading: old, new, limits) }
  }

  private init(reading old: String, _ new: String, _ limits: SpreadsheetLimits) throws {
    (self.old, self.new) = (Sheet(path: old), Sheet(path: new))
    let version = FileVersion(path: old)
    var fingerprints: [RowFingerprint] = []
    try Self.read(&self.old, limits) { fingerprints.append(RowFingerprint($0)) }
    var isTaken = Array(repeating: false, count: fingerprints.count)
    func untaken() -> [Int] { isTaken.indices.filter { !isTaken[$0] } }
    // Linked lists of rows with the same cells; nearly all lists have one row.
    var alike: [TextHash: Int] = [:]
    var next: [Int: Int] = [:]
    for row in fingerprints.indices.reversed() { next[row] = alike.updateValue(row, forKey: fingerprints[row].cells) }
    // Only rows that differ are kept as texts: first those of the new sheet, then their partners of the old one.
    let product = limits.keptText.multipliedReportingOverflow(by: 16)
    var room = product.overflow ? Int.max : product.partialValue
    func keep(_ row: ReturnedRow) throws(SpreadsheetError) {
      for column in ReviewColumn.allCases { room -= row.cells.cell(column).utf8.count }
      guard room < 0 else { return }
      throw SpreadsheetError(
        .limitKeptText, "the rows that differ have too much text.", hint: "Split the sheets, and compare their parts.",
        place: SpreadsheetError.Place(file: row.place.file))
    }
    var left: [(row: ReturnedRow, fingerprint: RowFingerprint, old: Int?)] = []
    try Self.read(&self.new, limits) { row in
      let fingerprint = RowFingerprint(row)
      let same = alike[fingerprint.cells]
      if let same {
        alike[fingerprint.cells] = next[same]
        isTaken[same] = true
        let isSourceChanged =
          fingerprint.source.flatMap { source in fingerprints[same].source.map { $0 != source } } ?? false
        guard isSourceChanged || States(fingerprints[same].state, fingerprint.state) != nil else { return }
      }
      try keep(row)
      left.append((row, fingerprint, same))
    }
    for key in Self.laterKeys {
      var groups = Dictionary(grouping: untaken().reversed()) { key.old(fingerprints[$0]) }
      for index in left.indices where left[index].old == nil {
        guard let wanted = key.new(left[index].fingerprint), let found = groups[wanted]?.popLast() else { continue }
        left[index].old = found
        isTaken[found] = true
      }
    }
    let gone = untaken()
    let wanted = Set(gone).union(left.compactMap(\.old))
    var partners: [Int: ReturnedRow] = [:]
    if !wanted.isEmpty {
      var number = 0
      var again = Sheet(path: old)
      try Self.read(&again, limits) { row in
        defer { number += 1 }
        guard wanted.contains(number) else { return }
        try keep(row)
        partners[number] = row
      }
    }
    if FileVersion(path: old) != version { throw SpreadsheetError.changed(old) }
    differences =
      left.compactMap { difference($0.old.flatMap { partners[$0] }, $0.row) }
      + gone.compactMap { difference(partners[$0], nil) }
  }

  /// The keys by which rows with different cells are paired: one of the new row, and one of the old row.
  private static let laterKeys:
    [(new: @Sendable (RowFingerprint) -> TextHash?, old: @Sendable (RowFingerprint) -> TextHash?)] = [
      ({ $0.proposal }, { $0.proposal }), ({ $0.text }, { $0.text }), ({ $0.base }, { $0.text }),
      ({ $0.text }, { $0.base }), ({ $0.base }, { $0.base }),
    ]

  private static func read(_ sheet: inout Sheet, _ limits: SpreadsheetLimits, _ body: (ReturnedRow) throws -> Void)
    throws
  {
    guard sheet.path != noFile else { return }
    var options = UnitReadingOptions()
    options.limits = limits
    var ownColumns: [String: Int] = [:]
    try ExaminedFile(path: sheet.path, options: options).readRows(
      columns: { ownColumns.merge($0.counts, uniquingKeysWith: +) },
      { row, _ in
        sheet.rowCount += 1
        if row.context != nil { sheet.hasContext = true }
        try body(row)
      })
    sheet.ownColumns = ownColumns
  }

  /// What differs between two rows; nil if nothing does.
  private func difference(_ old: ReturnedRow?, _ new: ReturnedRow?) -> Difference? {
    let columns = Self.compared.filter { column in
      guard let old, let new else {
        return !Self.names.contains(column) && (old ?? new)?.cells.cell(column).isEmpty == false
      }
      if column == .sourceValue, old.sourceValue == nil || new.sourceValue == nil { return false }
      if Self.context.contains(column), !self.old.hasContext || !self.new.hasContext { return false }
      return TextHash(old.cells.cell(column)) != TextHash(new.cells.cell(column))
    }
    let states = old.flatMap { old in new.flatMap { States(RowState(of: old), RowState(of: $0)) } }
    if columns.isEmpty, states == nil, old != nil, new != nil { return nil }
    return Difference(old: old, new: new, columns: columns, states: states)
  }

  /// The number of rows of a kind that differ.
  package func count(of kind: Kind) -> Int { differences.count { $0.kind == kind } }

  /// A row's hashes, kept instead of its texts.
  private struct RowFingerprint {
    let text: TextHash
    /// The text together with its proposal.
    let proposal: TextHash
    let base: TextHash?
    /// The compared cells, without the source text, which one of the sheets may lack.
    let cells: TextHash
    let source: TextHash?
    let state: RowState

    init(_ row: ReturnedRow) {
      state = RowState(of: row)
      text = row.identity
      proposal = TextHash(chain: [row.identity.text, "\(row.proposalID ?? 0)"])
      base = row.base?.identity
      cells = TextHash(chain: compared.map { $0 == .sourceValue ? "" : row.cells.cell($0) })
      source = row.sourceValue.map { TextHash($0) }
    }
  }
}

/// What a file says about a translation besides its text.
private struct RowState {
  let format: SheetFormat?
  private let isUnknown: Bool
  private let isEmptied: Bool
  private let state: String

  init(of row: ReturnedRow) {
    format = row.exchange?.format
    isUnknown = row.isProposalUnknown
    isEmptied = row.isExchanged && row.isProposalChanged && row.isProposalBlank
    state = row.exchange?.state ?? ""
  }

  func text(_ isOneFormat: Bool) -> String {
    isUnknown ? "a formula without a result" : isOneFormat ? state : isEmptied ? ExchangedRow.noTranslation : ""
  }
}
