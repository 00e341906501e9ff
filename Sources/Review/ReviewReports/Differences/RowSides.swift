import NStackAPI

/// One of the texts of a row of a plan, with its differences from the exported text.
public struct RowSide: Hashable, Sendable {
  /// Whose text it is.
  public enum Label: String, Sendable {
    /// The text in the source locale.
    case source
    /// The text that the row showed when it was exported.
    case base
    /// The text that the server has now.
    case server
    /// The text that the returned sheet asks for; empty if it asks to delete.
    case sheet
    /// The text that undoing an import restores.
    case undo
  }

  /// Whose text it is.
  public let label: Label
  /// The text in pieces. Source and base are in one piece; the others differ from the base, or from the server's text if
  /// the row has no base.
  public let pieces: [WordDiff.Piece]
}

extension Changeset.Item {
  /// The texts of the row in the order source, base, server, sheet. A text that the row does not have is left out. The
  /// server's text is also left out if it is the same as the exported one. A row has no texts if it sends nothing and
  /// nothing in it must be corrected.
  public var sides: [RowSide] {
    guard showsTexts else { return [] }
    let base = shownBase
    let server = shownServer(base: base)
    let reference = base ?? server ?? ""
    var sides: [RowSide] = []
    func add(_ label: RowSide.Label, _ pieces: [WordDiff.Piece]) { sides.append(RowSide(label: label, pieces: pieces)) }
    if let source, !source.isEmpty { add(.source, [WordDiff.Piece(.same, source)]) }
    if let base, !base.isEmpty { add(.base, [WordDiff.Piece(.same, base)]) }
    if let server, base == nil || verdict == .conflict || !LineEnds.areEqual(server, base ?? "") {
      let pieces = WordDiff(from: reference, to: server).pieces
      if !pieces.isEmpty { add(.server, pieces) }
    }
    // A sign-off asks for the text that the row shows.
    let kept = row.intent == .signOff ? reference : row.proposal
    let asked = row.intent.isWithdrawal || verdict == .delete ? "" : kept
    let pieces = WordDiff(from: reference, to: asked).pieces
    let isUndo = row.base == nil && row.place.mayBeOfUndo
    // Without a sheet, there is no request for a deletion or for a text that is left alone.
    let isShown = !row.place.isOfDeletion && !(isUndo && asked.isEmpty && !verdict.isChange)
    if isShown, !pieces.isEmpty { add(isUndo ? .undo : .sheet, pieces) }
    return sides
  }

  /// Whether a row's texts help to judge it. A refused deletion shows no text, because it would look as if the text had
  /// been removed.
  private var showsTexts: Bool {
    if verdict.isChange || verdict == .conflict { return true }
    return (verdict.isRefusal || verdict == .notChosen || verdict == .unapproved) && !row.intent.isWithdrawal
      && row.isProposalChanged && !row.isProposalUnknown && !row.isProposalBlank
  }

  /// The exported text; nil for a row that no export wrote.
  var shownBase: String? {
    let base = baseText
    if row.base == nil, base.isEmpty || row.place.isOfDeletion { return nil }
    // If the current value changed, the exported current value is shown for comparison.
    if verdict == .conflict, serverProposal == nil, let server = serverValue,
      !LineEnds.areEqual(server, row.currentValue)
    {
      return row.currentValue
    }
    return base
  }

  /// The server's text that corresponds to the exported one; nil if the row does not depend on it.
  func shownServer(base: String?) -> String? {
    guard verdict.isChange || verdict == .conflict else { return nil }
    if let serverProposal { return serverProposal.value }
    // The row showed another user's proposal, which is still pending.
    if verdict == .propose, let exported = row.exportedProposal, !exported.isEmpty, base == exported { return nil }
    return serverValue
  }
}
