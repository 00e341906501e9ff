import Basics
import Exchange
public import Spreadsheet

/// What differs between two review sheets, whatever their order, format and layout.
///
/// Rows belong together by section, key, locale and proposal. If those cells were edited, the base tells. Hidden cells,
/// `Deletable`, looks and comments are not compared, and neither is a column that one of the sheets lacks.
public struct SheetComparison: Sendable {
  /// What became of a row.
  public enum Kind: String, CaseIterable, Sendable {
    /// Only the new sheet has the row.
    case added
    /// Only the old sheet has the row.
    case gone
    /// A cell has another text.
    case edited
  }

  /// A row that differs.
  public struct Difference: Sendable {
    /// The row of the old sheet; nil if it was added.
    public let old: ReturnedRow?
    /// The row of the new sheet; nil if it is gone.
    public let new: ReturnedRow?
    /// The columns whose texts differ, in their order; of an added row and of one that is gone those with a text.
    public let columns: [ReviewColumn]

    /// What became of the row.
    public var kind: Kind { old == nil ? .added : new == nil ? .gone : .edited }
  }

  /// One of the sheets.
  public struct Sheet: Sendable {
    /// The path of the file.
    public let path: String
    /// The number of rows.
    public fileprivate(set) var rowCount = 0
    /// Whether a row has information for translators.
    fileprivate var hasContext = false
  }

  /// The old sheet.
  public private(set) var old: Sheet
  /// The new sheet.
  public private(set) var new: Sheet
  /// The rows that differ: those of the new sheet in its order, then those that are gone.
  public private(set) var differences: [Difference] = []

  /// The path that version control names for a file that is not there; such a sheet has no rows.
  private static let noFile = "/dev/null"
  /// The most rows of one text that are searched for the one with the same cells.
  fileprivate static let mostAlike = 1_000
  private static let context: Set<ReviewColumn> = [.description, .screenshot, .maximumLength]
  private static let names: [ReviewColumn] = [.section, .key, .locale]
  private static let compared = ReviewColumn.allCases.filter { column in
    !column.isHidden && column != .deletable && column.traits.read != nil && !column.traits.isShownOnly
  }

  /// Compares two files. If another program writes to one of them meanwhile, compares them once more.
  ///
  /// - Throws: `SpreadsheetError` as ``ReviewSheetReader`` does; `limit.kept-text` if the rows that differ have too much
  ///   text.
  public init(from old: String, to new: String, limits: SpreadsheetLimits = SpreadsheetLimits()) throws {
    self = try FileVersion.retryingOnce { try SheetComparison(reading: old, new, limits) }
  }

  private init(reading old: String, _ new: String, _ limits: SpreadsheetLimits) throws {
    (self.old, self.new) = (Sheet(path: old), Sheet(path: new))
    let version = FileVersion(path: old)
    var rows = OldRows()
    try Self.read(&self.old, limits) { rows.add(RowMark($0)) }
    rows.link()
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
    var left: [(row: ReturnedRow, mark: RowMark, old: Int?)] = []
    try Self.read(&self.new, limits) { row in
      let mark = RowMark(row)
      let found = rows.take(mark)
      if let found, rows.marks[found].cells == mark.cells { return }
      try keep(row)
      left.append((row, mark, found))
    }
    for key in Self.laterKeys {
      var groups = Dictionary(grouping: rows.untaken.reversed()) { key.old(rows.marks[$0]) }
      for isAlike in [true, false] {
        for index in left.indices where left[index].old == nil {
          guard let wanted = key.new(left[index].mark) else { continue }
          while let last = groups[wanted]?.last, rows.isTaken[last] { groups[wanted]?.removeLast() }
          let found = groups[wanted, default: []].suffix(Self.mostAlike).last {
            !rows.isTaken[$0] && (!isAlike || rows.marks[$0].cells == left[index].mark.cells)
          }
          left[index].old = found
          if let found { rows.isTaken[found] = true }
        }
      }
    }
    let gone = rows.untaken
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

  /// By what rows belong together whose texts or proposals are not the same: of the new row, and of the old one.
  private static let laterKeys: [(new: @Sendable (RowMark) -> TextHash?, old: @Sendable (RowMark) -> TextHash?)] = [
    ({ $0.text }, { $0.text }), ({ $0.base }, { $0.text }), ({ $0.text }, { $0.base }), ({ $0.base }, { $0.base }),
  ]

  private static func read(
    _ sheet: inout Sheet, _ limits: SpreadsheetLimits, _ body: (ReturnedRow) throws -> Void
  ) throws {
    guard sheet.path != noFile else { return }
    var options = UnitReadingOptions()
    options.limits = limits
    try ExaminedFile(path: sheet.path, options: options).readRows { row, _ in
      sheet.rowCount += 1
      if row.context != nil { sheet.hasContext = true }
      try body(row)
    }
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
    return columns.isEmpty && old != nil && new != nil ? nil : Difference(old: old, new: new, columns: columns)
  }

  /// The number of rows of a kind that differ.
  public func count(of kind: Kind) -> Int { differences.count { $0.kind == kind } }

  /// What is known of a row without its texts.
  fileprivate struct RowMark {
    let text: TextHash
    let proposalID: Int?
    let base: TextHash?
    let cells: TextHash

    init(_ row: ReturnedRow) {
      text = row.identity
      proposalID = row.proposalID
      base = row.base?.identity
      cells = TextHash(chain: compared.map { row.cells.cell($0) })
    }
  }
}

/// The rows of the old sheet, in their order, by text and proposal.
private struct OldRows {
  private struct Key: Hashable {
    let text: TextHash
    let proposalID: Int?
  }

  private(set) var marks: [SheetComparison.RowMark] = []
  var isTaken: [Bool] = []
  private var first: [Key: Int] = [:]
  /// The next row with the same key; nearly every row is the only one.
  private var next: [Int: Int] = [:]

  var untaken: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  mutating func add(_ mark: SheetComparison.RowMark) { marks.append(mark) }

  mutating func link() {
    isTaken = Array(repeating: false, count: marks.count)
    for index in marks.indices.reversed() {
      next[index] = first.updateValue(index, forKey: Self.key(marks[index]))
    }
  }

  private static func key(_ mark: SheetComparison.RowMark) -> Key {
    Key(text: mark.text, proposalID: mark.proposalID)
  }

  /// Takes the row of a text and a proposal, if there are several one with the same cells; nil if none is left.
  mutating func take(_ mark: SheetComparison.RowMark) -> Int? {
    let key = Self.key(mark)
    while let head = first[key], isTaken[head] { first[key] = next[head] }
    var rows: [Int] = []
    var row = first[key]
    while let index = row, rows.count < SheetComparison.mostAlike {
      if !isTaken[index] { rows.append(index) }
      row = next[index]
    }
    let found = rows.first { marks[$0].cells == mark.cells } ?? rows.first
    if let found { isTaken[found] = true }
    return found
  }
}
