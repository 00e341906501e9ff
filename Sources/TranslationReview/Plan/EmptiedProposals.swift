import NStackAPI

/// Pending proposals that came back empty in large numbers, for example because a column was cleared or its header was
/// changed.
enum EmptiedProposals {
  /// The smallest number of emptied proposals that gives a warning about the whole file.
  static let suspiciousRows = 3

  /// The warnings, at most one for each file.
  ///
  /// - Parameter isMeant: Whether the user asked to delete the proposals that were emptied.
  static func diagnostics(of sheet: ReturnedSheet, isMeant: Bool) -> [Diagnostic] {
    var emptied: [Int: [ReturnedRow]] = [:]
    // A row that is not looked at is not copied.
    for index in sheet.rows.indices where sheet.rows[index].intent == .clear {
      let row = sheet.rows[index]
      if let base = row.base, base.proposal != .empty, base.shownProposal == base.proposal {
        emptied[row.place.fileIndex, default: []].append(row)
      }
    }
    var pending: [Int: Int] = [:]
    for (text, proposals) in sheet.exportedProposals { pending[text.file, default: 0] += proposals.count }
    return emptied.sorted { $0.key < $1.key }.compactMap { file, rows in
      guard rows.count >= suspiciousRows, let first = rows.first else { return nil }
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
