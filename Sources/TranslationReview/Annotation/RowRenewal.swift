import Basics
import NStackAPI

/// A row that was not applied, as the tool returns it: the server's current contents, and the reviewer's text as a
/// suggestion.
///
/// Such a row sends nothing unless it is edited, because the next person to import the sheet may not have seen why the
/// row was not applied. `accept` under `Action` sends the suggestion, another text under `Proposal` is an ordinary
/// edit, and a deletion must be requested again.
struct RowRenewal {
  /// A row, and a hint for its reader.
  struct Renewed {
    var row: ReviewRow
    /// How to request the change again, in sentences; empty if there is nothing to request.
    var hint = ""
  }

  private let catalog: Catalog
  /// All rows of the catalog as an export would write them; nil if the server could not be read.
  private let exported: ReviewSheet?

  init(catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    // A selection without locales fits every catalog.
    exported = catalog.languages.isEmpty ? nil : try? ReviewSheet(catalog: catalog, scope: scope)
  }

  /// Returns the renewed row of an item.
  ///
  /// - Parameters:
  ///   - row: The item's row, with its guarded cells restored where possible.
  ///   - format: The exchange format for which the row is renewed; nil for a table.
  func renewed(_ item: Changeset.Item, _ row: ReviewRow, for format: SheetFormat? = nil) -> Renewed {
    let wish = wish(of: item)
    let fresh = item.verdict == .otherApplication ? nil : fresh(row)
    var result = Renewed(row: fresh.map { upToDate(row, $0) } ?? row)
    result.row.action = ""
    guard let base = result.row.base else { return keptOut(row, for: format) }
    if let wish {
      result.row.proposal = wish
    } else if let fresh {
      result.row.proposal = fresh.proposal
    } else if let shown = row.exportedProposal, TextHash(shown) == base.shownProposal {
      result.row.proposal = shown
    } else if TextHash(row.proposal) != base.shownProposal {
      return keptOut(row, for: format)
    }
    result.row.exportedProposal = result.row.proposal
    let isPending = fresh.map { LineEnds.areEqual($0.proposal, result.row.proposal) } ?? false
    if !isPending { result.row.base = base.suggesting(TextHash(result.row.proposal)) }
    result.hint = hint(item, result.row, fresh, isTable: format == nil)
    return result
  }

  /// Returns a row without a base, with `skip` under `Action`, the only thing that keeps such a row from being sent.
  func keptOut(_ row: ReviewRow, for format: SheetFormat? = nil) -> Renewed {
    var row = row
    row.action = ReviewAction.skip.rawValue
    return Renewed(
      row: row,
      hint: format == nil ? " Clear skip under Action to send it." : " Mark the translation as finished to send it.")
  }

  /// The text that a row proposes; nil if it proposes none, or if the reviewer or the user decided against it.
  private func wish(of item: Changeset.Item) -> String? {
    let returned = item.row
    if item.verdict == .readOnlyEdit { return returned.misplacedText }
    guard !returned.isProposalBlank, !returned.isProposalUnknown, item.verdict != .skipped || item.isLeftOut else {
      return nil
    }
    return returned.isProposalChanged || returned.base?.suggestion != nil ? returned.proposal : nil
  }

  /// The row that an export would write now for the text, with the proposal that the row showed if that is still
  /// pending.
  private func fresh(_ row: ReviewRow) -> ReviewRow? {
    guard let exported, let key = catalog.keyIndex(of: TextKey(row.text)),
      let language = catalog.languageIndex(ofLocale: row.text.locale)
    else { return nil }
    let pending = catalog.pendingProposals(of: row.text)
    let index = pending.firstIndex { $0.id == (row.base?.proposalID ?? row.proposalID) } ?? 0
    return exported.row(index, ofKeyAt: key, inLanguageAt: language)
  }

  /// Returns a row with the server's cells, and with those of its own cells that the server does not have.
  private func upToDate(_ row: ReviewRow, _ fresh: ReviewRow) -> ReviewRow {
    var result = fresh
    if row.base != nil { result.text = row.text }
    result.sourceValue = row.sourceValue
    result.context = row.context
    result.note = IgnoredChecks.removed(from: row.note)
    result.base = fresh.base.map { base in
      RowBase(
        scope: base.scope, identity: result.identity, currentValue: base.currentValue,
        sourceValue: row.sourceHash, sourceLocale: row.base?.sourceLocale ?? .empty,
        proposal: base.proposal, proposalID: base.proposalID, sheetID: row.base?.sheetID,
        otherProposals: base.otherProposals)
    }
    return result
  }

  private func hint(_ item: Changeset.Item, _ row: ReviewRow, _ fresh: ReviewRow?, isTable: Bool) -> String {
    switch item.verdict {
    case .skipped where item.isLeftOut: break
    case .skipped, .cleared, .sameAsCurrent, .gone: return ""
    default: break
    }
    if isTable, item.row.intent == .signOff, item.verdict == .conflict {
      return " To sign off what the row shows now, write ok under Action."
    }
    let asksToDelete = item.row.intent.isDeletion || item.row.isProposalBlank
    let deletion =
      isTable && asksToDelete && row.base?.proposalID != nil && row.deletable != false
      ? " To delete it anyway, write delete under Action." : ""
    guard row.base?.suggestion != nil else { return deletion }
    if item.verdict == .refusedByCheck {
      return isTable ? " Write another text under Proposal." : " Write another translation."
    }
    var hint = ""
    if let fresh, !fresh.proposal.isEmpty, item.verdict != .conflict {
      hint += " The pending proposal is \"\(Visible.text(fresh.proposal))\"."
    }
    guard isTable else { return hint + " Correct the translation to propose it, or approve it as it is." }
    hint += Self.needsLook(item) ? " Check the proposal, then write" : " Write"
    return hint + " accept under Action to propose the text as it is, or write another one." + deletion
  }

  /// Whether a program may have changed the row, so that a person must check it first.
  private static func needsLook(_ item: Changeset.Item) -> Bool {
    if case .uncertain = item.row.proposalForm { return true }
    return item.verdict == .damaged || item.verdict == .readOnlyEdit
  }
}
