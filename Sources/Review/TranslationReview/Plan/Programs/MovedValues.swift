import Basics
import NStackAPI

/// Proposals that belong to other rows of the exported sheet, because one column was sorted, shifted or filled without
/// the others.
struct MovedValues: Sendable {
  /// The smallest number of rows with moved values that counts as an accident and not as a person's edits.
  static let suspiciousRows = 3

  /// The rows of one worksheet and locale; their proposals share a column.
  struct Column: Hashable {
    let file: Int
    let worksheet: String?
    let locale: String?

    init(_ place: RowPlace) { (file, worksheet, locale) = (place.fileIndex, place.worksheet, place.locale) }
  }

  private let rows: [ReturnedRow]
  private let options: PlanningOptions
  /// The exported values that the cells of other columns have lost, by file.
  private let displaced: [Int: Set<TextHash>]
  private let movedSuggestions: [Int: Set<TextHash>]
  /// The pending proposals that each text was exported with.
  private let exported: [ReturnedSheet.ExportedText: [Int: TextHash]]
  /// The values of all proposals in ``exported``, by file.
  private var exportedValues: [Int: Set<TextHash>] = [:]

  init(_ sheet: ReturnedSheet, _ options: PlanningOptions) {
    rows = sheet.rows
    self.options = options
    displaced = sheet.displacedValues
    movedSuggestions = Self.movedSuggestions(in: sheet.rows)
    exported = sheet.exportedProposals
    for (text, proposals) in exported { exportedValues[text.file, default: []].formUnion(proposals.values) }
  }

  /// Refuses the rows if there are many, and adds a note to them if there are few.
  func refuse(_ decisions: inout [RowDecision]) {
    // In an exchange format, a unit contains its texts, so there is no column that could move.
    let candidates = decisions.indices.filter { decisions[$0].verdict.isChange && !rows[$0].isExchanged }
    let changed = Set(candidates.parallelFilter { [self] in isOfOther(rows[$0]) || isDisplaced(rows[$0]) })
    let beside = decisions.indices.parallelFilter { [self] in !rows[$0].isExchanged && isBeside(rows[$0]) }
    let found = Dictionary(grouping: changed.union(beside)) { rows[$0].place.fileIndex }
    for index in changed where found[rows[index].place.fileIndex]?.count ?? 0 < Self.suspiciousRows {
      decisions[index].notes.append(Self.note)
    }
    let suspicious = found.filter { $0.value.count >= Self.suspiciousRows }
    if suspicious.isEmpty { return }
    let emptied = emptiedValues
    let candidatesOfFile = Dictionary(grouping: candidates) { rows[$0].place.fileIndex }
    for (file, indices) in suspicious {
      // If values left their rows, the other values in the column are in wrong rows too.
      let moved = indices.filter { index in
        let row = rows[index]
        return isBeside(row) || isDisplaced(row)
          || (isOfOther(row) && emptied[file]?.contains(TextHash(row.proposal)) == true)
      }
      let columns = moved.count < Self.suspiciousRows ? [] : Set(moved.map { Column(rows[$0].place) })
      let isMoved = Set(indices)
      for index in candidatesOfFile[file] ?? [] {
        if isMoved.contains(index) {
          decisions[index] = RowDecision(.moved, Reason("row.ofOtherRow", .count(indices.count)), option: option)
        } else if columns.contains(Column(rows[index].place)), rows[index].isProposalChanged {
          decisions[index] = RowDecision(.moved, Reason("row.columnMoved", .count(moved.count)), option: option)
        }
      }
    }
  }

  private static let note = Reason("note.ofOtherRow")

  private var option: Reason { options.option(.moved, "ifMoved") }

  /// The exported proposals of the texts whose rows no longer show them, by file.
  private var emptiedValues: [Int: Set<TextHash>] {
    var emptied: [Int: Set<TextHash>] = [:]
    for index in rows.indices where rows[index].isProposalChanged {
      guard let base = rows[index].base, base.shownProposal != .empty else { continue }
      let file = rows[index].place.fileIndex
      let text = ReturnedSheet.ExportedText(file: file, identity: base.identity)
      if let proposals = exported[text] { emptied[file, default: []].formUnion(proposals.values) }
    }
    return emptied
  }

  /// Whether another text of the file was exported with a row's proposal, and the row's own text was not.
  private func isOfOther(_ returned: ReturnedRow) -> Bool {
    let file = returned.place.fileIndex
    guard returned.isProposalChanged, returned.intent != .accept, let values = exportedValues[file],
      !returned.isProposalBlank
    else { return false }
    let proposal = TextHash(returned.proposal)
    let own = ReturnedSheet.ExportedText(file: file, identity: returned.base?.identity ?? returned.identity)
    return values.contains(proposal) && exported[own]?.values.contains(proposal) != true
  }

  /// Suggestions that moved to other rows, as after a sort of one column.
  ///
  /// Suggestions repeat, so a person may write what another row was offered. After a sort, each value is in at most as
  /// many rows as it left, and most changed rows have such a value.
  private static func movedSuggestions(in rows: [ReturnedRow]) -> [Int: Set<TextHash>] {
    // If no row had a suggestion, none can have moved.
    if !rows.contains(where: { $0.cells.base?.suggestion != nil }) { return [:] }
    let changed = rows.filter { $0.isProposalChanged && $0.intent != .accept && !$0.isExchanged }
    return Dictionary(grouping: changed) { $0.place.fileIndex }.compactMapValues { rows in
      var left: [TextHash: Int] = [:]
      var written: [TextHash: Int] = [:]
      for row in rows {
        if let suggestion = row.base?.suggestion { left[suggestion, default: 0] += 1 }
        if !row.isProposalBlank { written[TextHash(row.proposal), default: 0] += 1 }
      }
      let moved = written.filter { $0.value <= left[$0.key] ?? 0 }
      let count = moved.values.reduce(0, +)
      return 2 * count >= written.values.reduce(0, +) ? Set(moved.keys) : nil
    }
  }

  /// Whether a row proposes a value that is missing from a cell of another column.
  private func isDisplaced(_ returned: ReturnedRow) -> Bool {
    let file = returned.place.fileIndex
    let (moved, displaced) = (movedSuggestions[file], displaced[file])
    guard moved != nil || displaced != nil, returned.isProposalChanged, !returned.isProposalBlank else { return false }
    let proposal = TextHash(returned.proposal)
    if returned.intent != .accept, moved?.contains(proposal) == true { return true }
    return displaced?.contains(proposal) == true && returned.base?.currentValue != proposal
  }

  /// Whether the exported proposal is now the row's note, as after two headers were swapped.
  private func isBeside(_ returned: ReturnedRow) -> Bool {
    guard returned.isProposalChanged, let base = returned.base, base.shownProposal != .empty else { return false }
    return TextHash(returned.note) == base.shownProposal
  }
}

/// Pending proposals that came back empty in large numbers, for example because a column was cleared or its header was
/// changed.
extension ReturnedSheet {
  /// The smallest number of emptied proposals that gives a warning about the whole file.
  private static let suspiciousRows = 3

  /// The warnings, at most one for each file.
  func emptiedProposals(isMeant: Bool) -> [Diagnostic] {
    var emptied: [Int: [ReturnedRow]] = [:]
    // Iterating over the indices copies only the rows that are needed.
    for index in rows.indices where rows[index].intent == .clear {
      let row = rows[index]
      if let base = row.base, base.proposal != .empty, base.shownProposal == base.proposal {
        emptied[row.place.fileIndex, default: []].append(row)
      }
    }
    var pending: [Int: Int] = [:]
    for (text, proposals) in exportedProposals { pending[text.file, default: 0] += proposals.count }
    return emptied.sorted { $0.key < $1.key }.compactMap { file, rows in
      guard rows.count >= Self.suspiciousRows, let first = rows.first else { return nil }
      let all = pending[file, default: 0]
      return Diagnostic(
        code: .sheetProposalsEmptied, severity: !isMeant && rows.count * 2 >= all ? .error : .warning,
        place: first.place, column: ReviewColumn.proposal.header,
        message: "From here on, \(rows.count) of \(all) pending proposals came back empty"
          + (isMeant
            ? "; each is planned as a deletion."
            : ", and nothing is sent for them. If the column was cleared by mistake, restore it. "
              + "To withdraw proposals, write \"delete\" under Action."))
    }
  }
}
