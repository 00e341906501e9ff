package import NStackAPI

extension Changeset {
  /// Creates a plan from the fields that a journal saved.
  package init(
    restoring items: [Item], changes: [Change], counts: [Verdict: Int], files: [ReturnedSheet.File],
    diagnostics: [Diagnostic] = [], notes: [ReturnedSheet.Note] = [],
    foreignFiles: [ReturnedSheet.ForeignFile] = []
  ) {
    self.init(
      items: items, changes: changes, counts: counts, diagnostics: diagnostics, files: files, notes: notes,
      foreignFiles: foreignFiles)
  }
}

extension Changeset.Item {
  /// Creates a plan's row from the fields that a journal saved.
  package init(
    restoring row: ReturnedRow, verdict: Verdict, message: String, notes: [String], serverValue: String?,
    serverProposal: Proposal?, signOff: SignOff? = nil
  ) {
    self.init(
      row: row, verdict: verdict, message: message, notes: notes, serverValue: serverValue,
      serverProposal: serverProposal, signOff: signOff)
  }
}

extension ReturnedSheet.Note {
  /// Creates a note from the fields that a journal saved.
  package init(restoring note: String, at place: RowPlace, of text: TextIdentity) {
    self.init(place: place, text: text, note: note)
  }
}
