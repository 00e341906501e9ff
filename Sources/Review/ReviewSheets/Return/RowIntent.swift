/// What a returned row asks for, judged by its own cells.
///
/// It is worked out once, when the row is read. Rules, reports and copies of the sheet all use this result, so they
/// cannot disagree about a row.
package enum RowIntent: Hashable, Codable, Sendable {
  /// Why it is unclear what a row asks for.
  package enum Ambiguity: Hashable, Codable, Sendable {
    /// The row's cells are not in their columns. The phrase says why.
    case misplaced(String)
    /// The word under `Action` is not known.
    case unknownAction
    /// The proposal may be a suggestion that nobody has read, because the row has no base.
    case possibleSuggestion
    /// A program converted the text of the proposal. The phrase describes the cell with its stored value and format.
    case uncertainProposal(String)
    /// `Action` asks to delete the proposal, and the proposal was changed as well.
    case deletionAndChange
    /// `Action` rejects the proposal, and the proposal was changed as well.
    case rejectionAndChange
    /// `Action` signs the text off, and the proposal was emptied.
    case signOffAndClearing
  }

  /// Nothing: no edit, or only a suggestion that was removed.
  case nothing
  /// To ignore the reviewer's edit, or a translation that its file calls unfinished.
  case skip
  /// To propose the text under `Proposal`.
  case propose
  /// To propose the text under `Proposal`, which the reviewer approved with `ok`.
  case approve
  /// To propose the text that the export filled in, or the one that replaced it.
  case accept
  /// The proposal was emptied, or contains only white space; what that means is the user's choice.
  case clear
  /// To delete the pending proposal.
  case delete
  /// To turn down the pending proposal. Nothing is sent, unless it is this profile's own.
  case reject
  /// To sign the text off as the sheet shows it. Nothing is sent.
  case signOff
  /// What the row asks for is unclear, so it is refused.
  case unclear(Ambiguity)

  init(of row: ReturnedRow) {
    if let why = row.misplacement {
      self = .unclear(.misplaced(why))
    } else if row.exchange?.unfinished != nil, row.action.isEmpty {
      self = row.isProposalChanged ? .skip : .nothing
    } else if row.action.isEmpty {
      let isSuggestionRemoved = row.showedSuggestion && row.isProposalBlank
      self = row.isProposalChanged && !isSuggestionRemoved ? Self.proposal(of: row) : .nothing
    } else {
      switch ReviewAction(word: row.action) {
      case .skip: self = .skip
      case .delete: self = Self.deletesAndChanges(row) ? .unclear(.deletionAndChange) : .delete
      case .reject: self = Self.deletesAndChanges(row) ? .unclear(.rejectionAndChange) : .reject
      case .accept: self = Self.uncertainty(of: row) ?? .accept
      case .ok: self = Self.approval(of: row)
      case nil: self = .unclear(.unknownAction)
      }
    }
  }

  private static func proposal(of row: ReturnedRow) -> RowIntent {
    if row.mayBeSuggestion { return .unclear(.possibleSuggestion) }
    return uncertainty(of: row)
      ?? (row.isProposalBlank ? .clear : row.exchange?.isApproved == true ? .approve : .propose)
  }

  private static func uncertainty(of row: ReturnedRow) -> RowIntent? {
    if case .uncertain(let found) = row.proposalForm { .unclear(.uncertainProposal(found)) } else { nil }
  }

  /// Whether a row with `delete` under `Action` contains another proposal. Without a base and a copy, the proposal in the
  /// row is the one to delete.
  private static func deletesAndChanges(_ row: ReturnedRow) -> Bool {
    row.isProposalChanged && !row.isProposalBlank && (row.base != nil || row.exportedProposal != nil)
  }

  /// What `ok` means: beside a changed proposal it approves the proposal, and otherwise it signs the text off.
  private static func approval(of row: ReturnedRow) -> RowIntent {
    // Without a base, nothing shows whether a cell was changed, and the row is refused for that reason.
    guard row.isProposalChanged, let base = row.base, base.suggestion == nil || !row.isProposalBlank else {
      return .signOff
    }
    return uncertainty(of: row) ?? (row.isProposalBlank ? .unclear(.signOffAndClearing) : .approve)
  }

  /// Whether the row asks to post a proposal.
  package var isProposal: Bool { self == .propose || self == .approve || self == .accept }

  /// Whether the row asks for a call, but no word under `Action` decides about it.
  package var lacksDecision: Bool { self == .propose || self == .clear }

  /// Whether `Action` asks to delete the pending proposal, even if the row also changes it.
  package var isDeletion: Bool { self == .delete || self == .unclear(.deletionAndChange) }

  /// Whether `Action` turns the pending proposal down, even if the row also changes it.
  package var isRejection: Bool { self == .reject || self == .unclear(.rejectionAndChange) }

  /// Whether the row asks for no text: it withdraws or rejects the pending proposal, or its cell was emptied.
  package var isWithdrawal: Bool { isDeletion || isRejection || self == .clear }
}
