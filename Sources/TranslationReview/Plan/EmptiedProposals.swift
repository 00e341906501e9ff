import NStackAPI

/// Pending proposals that came back empty, many at once: as where a column was cleared or has another header now.
enum EmptiedProposals {
  /// From how many rows on it is told of the whole file.
  static let suspiciousRows = 3

  /// What should be known of each file.
  ///
  /// - Parameter isMeant: Whether the user asked to delete the proposals that were emptied.
  static func diagnostics(of sheet: ReturnedSheet, isMeant: Bool) -> [Diagnostic] {
    var emptied: [Int: [ReturnedRow]] = [:]
    for row in sheet.rows where row.isProposalChanged && row.isProposalBlank && row.row.action.isEmpty {
      if let base = row.row.base, base.proposal != .empty, base.shownProposal == base.proposal {
        emptied[row.place.fileIndex, default: []].append(row)
      }
    }
    var pending: [Int: Int] = [:]
    for (text, proposals) in sheet.exportedProposals { pending[text.file, default: 0] += proposals.count }
    return emptied.sorted { $0.key < $1.key }.compactMap { file, rows in
      guard rows.count >= suspiciousRows, let first = rows.first else { return nil }
      let all = pending[file, default: 0]
      return Diagnostic(
        code: "sheet.proposals-emptied", severity: !isMeant && rows.count * 2 >= all ? .error : .warning,
        place: first.place, column: ReviewColumn.proposal.header,
        message: "From here on \(rows.count) of \(all) pending proposals came back empty"
          + (isMeant
            ? "; each is planned as a deletion."
            : ", and nothing is sent for them. Restore the column if it was cleared by mistake; "
              + "write \"delete\" under Action to withdraw proposals."))
    }
  }
}
