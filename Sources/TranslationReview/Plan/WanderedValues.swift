import NStackAPI

/// Proposals that are what other rows of the same sheet were exported with: one column was sorted, shifted or filled by itself.
struct WanderedValues {
  /// From how many rows on it is a program's or a slip's work, and not what a person wrote.
  static let suspiciousRows = 3

  /// The rows of one worksheet and locale, whose proposals share a column.
  private struct Column: Hashable {
    let file: Int
    let worksheet: String?
    let locale: String?

    init(_ place: RowPlace) {
      (file, worksheet, locale) = (place.fileIndex, place.worksheet, place.locale)
    }
  }

  private let rows: [ReturnedRow]
  /// The values that left the cells of other columns, of each file.
  private let displaced: [Int: Set<TextHash>]
  /// For each file and exported proposal the texts that had it, two at most.
  private var owners: [Int: [TextHash: [TextHash]]] = [:]
  /// The texts whose rows no longer show the proposal that they were exported with.
  private var emptied: Set<ReturnedSheet.ExportedText> = []

  init(_ sheet: ReturnedSheet) {
    rows = sheet.rows
    displaced = sheet.displacedValues
    for (text, proposals) in sheet.exportedProposals {
      for proposal in proposals.values where owners[text.file]?[proposal]?.count ?? 0 < 2 {
        owners[text.file, default: [:]][proposal, default: []].append(text.identity)
      }
    }
    for row in rows where row.isProposalChanged {
      if let base = row.row.base, base.shownProposal != .empty {
        emptied.insert(ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: base.identity))
      }
    }
  }

  /// Refuses the rows where they are many, and says so in a note where they are few.
  ///
  /// - Parameter isChange: Whether a row would be sent.
  func refuse(_ decisions: inout [RowDecision?], isChange: (RowDecision?) -> Bool) {
    let candidates = decisions.indices.filter { isChange(decisions[$0]) }
    let wandered = candidates.filter { !sources(of: rows[$0]).isEmpty || isDisplaced(rows[$0]) }
    let beside = decisions.indices.filter { isBeside(rows[$0]) }
    for (file, indices) in Dictionary(grouping: wandered + beside, by: { rows[$0].place.fileIndex }) {
      let isWandered = Set(indices)
      guard isWandered.count >= Self.suspiciousRows else {
        for index in isWandered { decisions[index]?.notes.append(Self.note) }
        continue
      }
      // Where values left the rows that they belong to, what else is in the column is in wrong rows too.
      let moved = isWandered.filter { index in
        let row = rows[index]
        return isBeside(row) || isDisplaced(row) || sources(of: row).contains(where: emptied.contains)
      }
      let columns = moved.count < Self.suspiciousRows ? [] : Set(moved.map { Column(rows[$0].place) })
      for index in candidates where rows[index].place.fileIndex == file {
        if isWandered.contains(index) {
          decisions[index] = Self.refusal(count: isWandered.count)
        } else if columns.contains(Column(rows[index].place)), rows[index].isProposalChanged {
          decisions[index] = Self.refusalBesideOthers(count: moved.count)
        }
      }
    }
  }

  private static let note = "Another row of the sheet was exported with this value."

  private static func refusal(count: Int) -> RowDecision {
    RowDecision(
      .refused,
      "The proposal is what another row of the sheet was exported with, as in \(count) rows: a column was sorted, shifted or "
        + "filled by itself. Restore the column, or import with --accept-moved if it is meant.")
  }

  private static func refusalBesideOthers(count: Int) -> RowDecision {
    RowDecision(
      .refused,
      "The column Proposal was sorted or shifted by itself (\(count) of its values belong to other rows), so this one may "
        + "be in a wrong row too. Restore the column, or import with --accept-moved if it is meant.")
  }

  /// The other texts that were exported with what a row proposes.
  private func sources(of returned: ReturnedRow) -> [ReturnedSheet.ExportedText] {
    let file = returned.place.fileIndex
    guard returned.isProposalChanged, !returned.isProposalBlank, returned.action != .accept,
      let found = owners[file]?[TextHash(returned.row.proposal)]
    else { return [] }
    let own = returned.row.base?.identity ?? returned.row.identity
    return found.contains(own) ? [] : found.map { ReturnedSheet.ExportedText(file: file, identity: $0) }
  }

  /// Whether a row proposes what left a cell of another column.
  private func isDisplaced(_ returned: ReturnedRow) -> Bool {
    guard returned.isProposalChanged, !returned.isProposalBlank,
      let values = displaced[returned.place.fileIndex]
    else { return false }
    let proposal = TextHash(returned.row.proposal)
    return values.contains(proposal) && returned.row.base?.currentValue != proposal
  }

  /// Whether the exported proposal is the row's note now, as where two headers were exchanged.
  private func isBeside(_ returned: ReturnedRow) -> Bool {
    guard returned.isProposalChanged, let base = returned.row.base, base.shownProposal != .empty
    else { return false }
    return TextHash(returned.row.note) == base.shownProposal
  }
}
