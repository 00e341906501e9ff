import NStackAPI

/// One row of a file in an exchange format.
struct ExchangedRow {
  /// The place in the file at which a person finds the row, counted from one: a line, or a unit.
  let number: Int
  /// The cells, with the row's base if the file kept it.
  var cells: ReviewRow
  /// What the file says about it, besides its cells.
  var exchange: ExchangeRecord
  /// Whether the proposal was changed, if the cells cannot tell: a format that shows the current value where there is no
  /// proposal has other ways to be empty. Nil where the proposal and the base tell.
  var isProposalChanged: Bool?
  /// Why the unit is not the one that its place says, as part of a sentence; nil if it is.
  var misplacement: String?
  /// Whether somebody added the unit, which has neither an id nor metadata of an export. One that names a text, and whose
  /// translation is finished, is planned against the server.
  var isAdded = false
  /// The language of the source text, as the file names it; nil if it does not.
  var sourceLanguage: String?
  /// Who translated the row, as the file says; nil if it does not.
  var author: String?
  /// Whether the translation has an apostrophe that was not exported, as the base shows, so that others may have one
  /// too.
  var hasQuotePrefix = false
  /// What makes the proposal's text uncertain, to follow "the translation has"; nil if it is certain.
  var uncertainty: String?

  /// The state of a unit whose translation is missing or empty.
  static let noTranslation = "no translation"

  /// Creates the row of a unit, whose translation is read later.
  ///
  /// - Parameters:
  ///   - source: The source text, which is only for checks in a sheet without source values.
  ///   - currentValue: The current value, which the file keeps hidden; nil if it kept none.
  ///   - proposal: The proposal, likewise.
  init(
    in format: SheetFormat, number: Int, text: TextIdentity, base: RowBase?, source: String, currentValue: String?,
    proposal: String?, notes: [String], sourceLanguage: String?
  ) {
    self.number = number
    exchange = ExchangeRecord(format: format)
    cells = ReviewRow(
      text: text, currentValue: currentValue ?? "", note: notes.filter { !$0.isEmpty }.joined(separator: "\n"),
      proposalID: base?.proposalID, base: base)
    if let base, base.sourceValue != .empty { cells.sourceValue = source } else { cells.sourceText = source }
    exchange.copy = proposal ?? (base?.shownProposal == .empty ? currentValue : nil)
    self.sourceLanguage = sourceLanguage
  }
}

/// What a file in an exchange format says about a row, besides its cells.
package struct ExchangeRecord: Hashable, Codable, Sendable {
  package let format: SheetFormat
  /// What says that the changed translation is not finished, such as `the state "needs-translation"`; nil if nothing does.
  /// Such a row sends nothing.
  package var unfinished: String?
  /// What the file lost that told whether the translation was changed, such as `the comment "x"`; nil if it lost nothing.
  /// Such a row is sent only on consent.
  package var lost: String?
  /// The copy of what the translation showed, which the file keeps where people do not see it: of the proposal, or of the
  /// current value. What damages the translation damages the copy. Nil if the file kept none.
  package var copy: String?
  /// Whether it says that a person approved the changed translation.
  package var isApproved = false
  /// What it says about the translation beside its text, in words that are compared, such as `fuzzy`.
  package var state = ""

  package init(format: SheetFormat, unfinished: String? = nil) { (self.format, self.unfinished) = (format, unfinished) }
}

/// What a translation that came back means for its row. A unit without a proposal shows the current value.
extension ExchangedRow {
  /// Reads a translation into the row.
  ///
  /// - Parameters:
  ///   - isConfirmed: Whether the file says that a person approved it. Then a suggestion is accepted, and a changed
  ///     translation approved.
  ///   - unfinished: The sign in the file that a changed translation is not finished; nil if there is none.
  mutating func apply(translation text: String, isConfirmed: Bool, unfinished: String?) {
    let exported = cells.base
    cells.proposal = text
    let shown = exported?.shownProposal == .empty ? exported?.currentValue : exported?.shownProposal
    hasQuotePrefix = cells.removeQuotePrefix(knownBy: shown)
    let text = cells.proposal
    cells.proposal = ""
    let hash = TextHash(text)
    if let exported, hash == exported.shownProposal, exported.shownProposal != .empty {
      cells.proposal = text
      if exported.suggestion != nil, isConfirmed { cells.action = ReviewAction.accept.rawValue }
      return
    }
    if text.isEmpty { return keepProposal(isEmptied: true) }
    // The translation of a row without a proposal is the current value.
    if let exported, exported.shownProposal == .empty, hash == exported.currentValue { return }
    cells.proposal = text
    if exported?.shownProposal == .tooLong { cells.exportedProposal = "" }
    exchange.unfinished = unfinished
    exchange.isApproved = isConfirmed && unfinished == nil
  }

  /// For a unit without a translation: leaves the row as exported, or empties its proposal.
  mutating func keepProposal(isEmptied: Bool) {
    guard let base = cells.base else { return }
    if base.shownProposal == .tooLong {
      cells.exportedProposal = ""
    } else if isEmptied {
      let showedCurrentValue = base.currentValue != .empty && base.currentValue != .tooLong
      isProposalChanged = base.shownProposal != .empty || showedCurrentValue
    } else {
      isProposalChanged = false
    }
  }
}
