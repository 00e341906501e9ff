import NStackAPI

/// One row of a returned sheet that needs a decision: its cells, its place, and what was changed in it.
///
/// The cells can be read as members of the row itself. Journals of imports store the row's encoded form.
@dynamicMemberLookup public struct ReturnedRow: Hashable, Codable, Sendable {
  /// Whether the text in the proposal's cell is certain.
  package enum ProposalForm: Hashable, Codable, Sendable {
    /// The cell contains a text, or a whole number in the General format.
    case certain
    /// A program converted the typed text. The phrase describes the cell with its stored value and format.
    case uncertain(String)
  }

  /// A guarded cell that was changed after the export.
  package struct Damage: Hashable, Codable, Sendable {
    /// The column.
    package let column: ReviewColumn
    /// The text that the cell has now.
    package let found: String
    /// Whether the found text is certain; only the current value can be uncertain.
    package var form = ProposalForm.certain
    /// The name of the reviewer's own column in which the text was found; nil if it was found in the cell itself.
    package var header: String?

    package init(column: ReviewColumn, found: String, form: ProposalForm = .certain, header: String? = nil) {
      (self.column, self.found, self.form, self.header) = (column, found, form, header)
    }
  }

  /// All contents of a row except its flags.
  private struct Contents: Hashable, Codable {
    var place: RowPlace
    var cells: ReviewRow
    var proposalForm: ProposalForm
    var damage: [Damage]
    let misplacement: String?
    let exchange: ExchangeRecord?
    /// Optional, because journals of earlier versions lack it.
    var own: [Damage]?
  }

  /// The contents in one object, because a plan copies rows many times. Each copy changes one reference count instead
  /// of a dozen, one of which (the file's path) is shared by all rows and by all processors.
  private final class SharedContents: Hashable, Codable, Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }

    static func == (left: SharedContents, right: SharedContents) -> Bool {
      left === right || left.contents == right.contents
    }

    func hash(into hasher: inout Hasher) { hasher.combine(contents) }
  }

  private var shared: SharedContents
  /// What the row asks for.
  package private(set) var intent = RowIntent.nothing

  private mutating func change(_ body: (inout Contents) -> Void) {
    var contents = shared.contents
    body(&contents)
    shared = SharedContents(contents)
  }

  /// The place of the row.
  public package(set) var place: RowPlace {
    _read { yield shared.contents.place }
    set { change { $0.place = newValue } }
  }
  /// The cells of the row.
  public var cells: ReviewRow {
    _read { yield shared.contents.cells }
    set {
      change { $0.cells = newValue }
      intent = RowIntent(of: self)
    }
  }
  /// Whether the text in the proposal's cell is certain.
  package var proposalForm: ProposalForm {
    _read { yield shared.contents.proposalForm }
    set {
      change { $0.proposalForm = newValue }
      intent = RowIntent(of: self)
    }
  }
  /// The guarded cells that differ from the base.
  package var damage: [Damage] {
    _read { yield shared.contents.damage }
    set { change { $0.damage = newValue } }
  }
  /// The row's texts in the reviewer's own columns, except a text that is listed as damage.
  package var own: [Damage] {
    get { shared.contents.own ?? [] }
    set { change { $0.own = newValue.isEmpty ? nil : newValue } }
  }
  /// Whether the proposal differs from the exported one.
  package var isProposalChanged: Bool { didSet { intent = RowIntent(of: self) } }
  /// Whether the proposal's cell contains a formula whose result is not in the file; then the proposal is empty and has
  /// no meaning.
  package let isProposalUnknown: Bool
  /// Why the row's cells are not in their columns, as part of a sentence; nil if they are. Such a row is refused,
  /// whatever it seems to ask for.
  package var misplacement: String? { shared.contents.misplacement }
  /// What the file says about the row, if it is in an exchange format; nil for a row of a table.
  package var exchange: ExchangeRecord? { shared.contents.exchange }
  /// Whether the file is in an exchange format. Kept outside the object, because a plan asks this of every row.
  package let isExchanged: Bool
  /// Whether the note had a line about a suggestion. Without a base, only that line shows that the proposal may be an
  /// unreviewed suggestion.
  package let isSuggestionNoted: Bool
  /// Whether the row's base is in a column other than the header's.
  package let isBaseElsewhere: Bool
  package var showedSuggestion: Bool { cells.base.map { $0.suggestion != nil } ?? isSuggestionNoted }
  /// Whether the proposal may be a suggestion that nobody reviewed, because the row has no copy of the suggestion left.
  package var mayBeSuggestion: Bool {
    cells.base == nil && isSuggestionNoted && cells.exportedProposal?.isEmpty ?? true
  }
  /// Whether an earlier import did not do what a person asked for in the row, and nobody has decided about it since.
  /// Emptying a suggestion counts as a decision.
  var isUndecided: Bool { intent == .nothing && !isProposalChanged && cells.base?.isUndecided == true }
  /// Whether the proposal's text is struck out, in full or in part.
  package let isProposalStruck: Bool
  /// Whether a sort left the row's base in another row, and its identity showed that it belongs to this one.
  package private(set) var isBaseFoundElsewhere: Bool

  /// One of the row's cells.
  @inlinable public subscript<Value>(dynamicMember cell: KeyPath<ReviewRow, Value>) -> Value { cells[keyPath: cell] }

  /// Returns the row with the base of its own text, which a sort left in another row.
  func given(hiddenCellsOf other: ReturnedRow) -> ReturnedRow {
    var cells = cells
    cells.base = other.base
    cells.proposalID = other.base?.proposalID
    cells.exportedProposal = other.exportedProposal
    cells.sourceText = other.sourceText
    var result = self
    result.change {
      $0.cells = cells
      $0.damage = cells.guardedDamage + $0.damage.filter { $0.header != nil }
    }
    result.isProposalChanged = isProposalUnknown || cells.isProposalEdited
    result.isBaseFoundElsewhere = true
    return result
  }

  /// Whether the proposal and its hidden copy were changed in the same way, by a program, or by a person who replaced a
  /// word in all cells.
  package var isCopyChanged: Bool {
    guard isProposalChanged, !isProposalUnknown, let base = cells.base, base.shownProposal != .tooLong,
      let exported = exchange == nil ? cells.exportedProposal : exchange?.copy
    else { return false }
    return LineEnds.areEqual(exported, cells.proposal)
  }

  /// Whether one of the row's exported texts came back as the characters of a wrong encoding.
  package var isMojibake: Bool {
    guard let base = cells.base else { return false }
    if isProposalChanged,
      Mojibake.isOf(
        base.shownProposal == .empty && isExchanged ? base.currentValue : base.shownProposal, cells.proposal)
    {
      return true
    }
    return damage.contains { damage in base.value(of: damage.column).map { Mojibake.isOf($0, damage.found) } ?? false }
  }

  /// Whether the copy's change is the row's only change.
  package var isOnlyCopyChanged: Bool { isCopyChanged && cells.action.isEmpty && damage.isEmpty && misplacement == nil }

  /// Whether the row has something that needs a decision: a changed proposal, a word under `Action`, or misplaced
  /// cells.
  package var isEdited: Bool { isProposalChanged || !cells.action.isEmpty || misplacement != nil }

  package var keyBits: UInt64 { TextHash(chain: [cells.text.section, cells.text.key]).bits }

  /// The text that was written under `Current value`, or into a reviewer's own column, instead of under `Proposal`; nil
  /// if there is none.
  package var misplacedText: String? { misplaced?.found }

  package var misplaced: Damage? {
    damage.first { ($0.column == .currentValue || $0.header != nil) && !$0.found.allSatisfy(\.isWhitespace) }
  }

  /// Whether the proposal is certainly empty or only white space.
  package var isProposalBlank: Bool { proposalForm == .certain && cells.proposal.allSatisfy(\.isWhitespace) }

  package init(
    place: RowPlace, cells: ReviewRow, proposalForm: ProposalForm = .certain, damage: [Damage] = [],
    isProposalChanged: Bool, isProposalUnknown: Bool = false, misplacement: String? = nil,
    exchange: ExchangeRecord? = nil, isSuggestionNoted: Bool = false, isBaseElsewhere: Bool = false,
    isProposalStruck: Bool = false, isBaseFoundElsewhere: Bool = false
  ) {
    shared = SharedContents(
      Contents(
        place: place, cells: cells, proposalForm: proposalForm, damage: damage, misplacement: misplacement,
        exchange: exchange))
    self.isProposalChanged = isProposalChanged
    self.isProposalUnknown = isProposalUnknown
    isExchanged = exchange != nil
    self.isSuggestionNoted = isSuggestionNoted
    self.isBaseElsewhere = isBaseElsewhere
    self.isProposalStruck = isProposalStruck
    self.isBaseFoundElsewhere = isBaseFoundElsewhere
    intent = RowIntent(of: self)
  }
}

extension ReturnedRow {
  /// The row's mark among those of its sheet. A row without a base has that of its text.
  package var mark: TextHash { cells.base?.rowMark ?? cells.identity }
  /// The text that a reviewer judges: the proposal, or else the current value.
  package var judgedText: String { cells.proposal.isEmpty ? cells.currentValue : cells.proposal }
}
