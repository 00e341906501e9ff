import NStackAPI

/// The texts that a row of a plan is about, each under its label, with its differences from the exported text.
package struct RowSides: Hashable, Sendable {
  /// Whose text it is.
  package enum Label: String, Sendable {
    /// The text in the source locale.
    case source
    /// The text that the row showed when it was exported.
    case base
    /// The text that the server has now.
    case server
    /// The text that the returned sheet asks for; nothing if it asks to delete.
    case sheet
    /// The text that undoing an import restores.
    case undo
  }

  package struct Side: Hashable, Sendable {
    package let label: Label
    /// The text in pieces. Source and base are in one piece; the others differ from the base, or from the server's text
    /// if the row has no base.
    package let pieces: [WordDiff.Piece]
  }

  /// The texts in the order source, base, server, sheet. A text that the row does not have is left out, and so is the
  /// server's if it is the exported one.
  package let sides: [Side]

  /// Creates the texts of a row. A row that sends nothing and has no text to correct has none.
  package init(of item: Changeset.Item) {
    guard Self.showsTexts(item) else {
      sides = []
      return
    }
    let base = Self.base(of: item)
    let server = Self.server(of: item, base: base)
    let reference = base ?? server ?? ""
    var sides: [Side] = []
    func add(_ label: Label, _ pieces: [WordDiff.Piece]) { sides.append(Side(label: label, pieces: pieces)) }
    if let source = item.source, !source.isEmpty { add(.source, [WordDiff.Piece(.same, source)]) }
    if let base, !base.isEmpty { add(.base, [WordDiff.Piece(.same, base)]) }
    if let server, base == nil || item.verdict == .conflict || !LineEnds.areEqual(server, base ?? "") {
      let pieces = WordDiff(from: reference, to: server).pieces
      if !pieces.isEmpty { add(.server, pieces) }
    }
    // A row that signs its text off asks for the text that it shows.
    let kept = item.row.intent == .signOff ? reference : item.row.proposal
    let asked = item.row.intent.isWithdrawal || item.verdict == .delete ? "" : kept
    let pieces = WordDiff(from: reference, to: asked).pieces
    let isUndo = Self.isUndo(item)
    // Without a sheet nothing asks for the deletion, or for the text of a row that is left alone.
    let isShown = !item.row.place.isOfDeletion && !(isUndo && asked.isEmpty && !item.verdict.isChange)
    if isShown, !pieces.isEmpty { add(isUndo ? .undo : .sheet, pieces) }
    self.sides = sides
  }

  /// Whether a row's texts help to judge it. A refused row that only asks for a deletion has none: it must not look as if
  /// its text went.
  private static func showsTexts(_ item: Changeset.Item) -> Bool {
    if item.verdict.isChange || item.verdict == .conflict { return true }
    return (item.verdict.isRefusal || item.verdict == .notChosen || item.verdict == .unapproved)
      && !item.row.intent.isWithdrawal && item.row.isProposalChanged && !item.row.isProposalUnknown
      && !item.row.isProposalBlank
  }

  /// The exported text; nil for a row that no export wrote.
  static func base(of item: Changeset.Item) -> String? {
    let base = item.baseText
    if item.row.base == nil, base.isEmpty || item.row.place.isOfDeletion { return nil }
    // If the current value moved, the one that was exported shows how.
    if item.verdict == .conflict, item.serverProposal == nil, let server = item.serverValue,
      !LineEnds.areEqual(server, item.row.currentValue)
    {
      return item.row.currentValue
    }
    return base
  }

  /// The server's text that corresponds to the exported one; nil if the row does not depend on it.
  static func server(of item: Changeset.Item, base: String?) -> String? {
    guard item.verdict.isChange || item.verdict == .conflict else { return nil }
    if let proposal = item.serverProposal { return proposal.value }
    // The row showed another user's proposal, which still stands.
    if item.verdict == .propose, let exported = item.row.exportedProposal, !exported.isEmpty, base == exported {
      return nil
    }
    return item.serverValue
  }

  /// Whether the row comes from the plan to undo an import.
  private static func isUndo(_ item: Changeset.Item) -> Bool { item.row.base == nil && item.row.place.mayBeOfUndo }
}
