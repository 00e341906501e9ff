import NStackAPI

/// One row of a returned sheet that asks for a decision, with where it stood and what happened to its cells.
public struct ReturnedRow: Hashable, Sendable {
  /// What the proposal's cell holds besides a text.
  public enum ProposalForm: Hashable, Sendable {
    /// A text, or a whole number in the General format: what it says is certain.
    case certain
    /// Something that a program made of what was typed; the sentence says what, with value and format as stored.
    case uncertain(String)
  }

  /// A guarded cell that is no longer as it was exported.
  public struct Damage: Hashable, Sendable {
    /// The column.
    public let column: ReviewColumn
    /// What the cell holds now.
    public let found: String

    /// Makes a damage of its fields.
    public init(column: ReviewColumn, found: String) {
      self.column = column
      self.found = found
    }
  }

  /// Where the row stands.
  public let place: RowPlace
  /// The cells.
  public var row: ReviewRow
  /// What the proposal's cell holds besides a text.
  public internal(set) var proposalForm: ProposalForm
  /// The guarded cells that differ from the base.
  public var damage: [Damage]
  /// Whether the proposal is not the exported one.
  public var isProposalChanged: Bool
  /// Whether the proposal's cell holds a formula whose result the file lacks; the proposal is empty then and means nothing.
  public let isProposalUnknown: Bool
  /// Why the cells of the row cannot be those that their headers name, as a part of a sentence; nil where they can. Such a row
  /// is refused, whatever it seems to ask for.
  public internal(set) var misplacement: String?
  /// Whether the row's base is in another column than the header says.
  var isBaseElsewhere = false
  /// Whether the text of the proposal's cell is struck out, in whole or in part.
  public var isProposalStruck = false
  /// Whether the base was left behind by a sort and found by the row's identity.
  public var isBaseFoundElsewhere = false
  /// The row with the base of its own text, which a sort had left with another row.
  func given(_ base: RowBase, exported: String?) -> ReturnedRow {
    var result = self
    result.row.base = base
    result.row.proposalID = base.proposalID
    result.row.exportedProposal = exported
    result.damage = RowClassifier.damage(
      section: row.text.section, key: row.text.key, locale: row.text.locale, currentValue: row.currentValue,
      sourceValue: row.sourceValue, base: base)
    result.isProposalChanged = isProposalUnknown || RowClassifier.isProposalChanged(result.row)
    result.isBaseFoundElsewhere = true
    return result
  }

  /// Whether the proposal is not the exported one, and the hidden copy of that is the same again: a program changes both in
  /// one way, and so does somebody who replaces a word in all cells.
  var isCopyChanged: Bool {
    guard isProposalChanged, !isProposalUnknown, let base = row.base, base.shownProposal != .tooLong,
      let exported = row.exportedProposal
    else { return false }
    return LineEnds.areEqual(exported, row.proposal)
  }

  /// Whether that is all that was done in the row.
  var isOnlyCopyChanged: Bool { isCopyChanged && row.action.isEmpty && damage.isEmpty && misplacement == nil }

  /// Whether the row asks to delete a proposal and holds another one. Without a base and a copy, what it holds is the one to
  /// delete.
  var deletesAndChanges: Bool {
    action == .delete && isProposalChanged && !isProposalBlank && (row.base != nil || row.exportedProposal != nil)
  }

  /// The reviewer's action; nil where the cell is empty or holds no published word.
  public var action: ReviewAction? { ReviewAction(word: row.action) }

  /// Whether the proposal certainly holds nothing or only white space.
  public var isProposalBlank: Bool { proposalForm == .certain && row.proposal.allSatisfy(\.isWhitespace) }

  /// Makes a row of its fields.
  public init(
    place: RowPlace, row: ReviewRow, proposalForm: ProposalForm = .certain, damage: [Damage] = [],
    isProposalChanged: Bool, isProposalUnknown: Bool = false
  ) {
    self.place = place
    self.row = row
    self.proposalForm = proposalForm
    self.damage = damage
    self.isProposalChanged = isProposalChanged
    self.isProposalUnknown = isProposalUnknown
  }
}
