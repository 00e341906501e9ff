import NStackAPI

/// One row of a file in an exchange format.
struct ExchangedRow {
  /// The number by which a person finds the row in the file, counted from one: of a line, or of a unit.
  let number: Int
  /// The cells, with the row's base if the file kept it.
  var cells: ReviewRow
  /// What the file says about it, besides its cells.
  var exchange: ExchangeRecord
  /// Whether the proposal was changed; nil if the proposal and the base show it. They do not always show it in a format
  /// that displays the current value where there is no proposal.
  var isProposalChanged: Bool?
  /// Why the unit's cells may belong to another text, as part of a sentence; nil if they do not.
  var misplacement: String?
  /// Whether a person added the unit: it has neither an id nor metadata from an export. If it names a text and its
  /// translation is finished, it is compared with the server's text.
  var isAdded = false
  /// The language of the source text, as the file names it; nil if it does not.
  var sourceLanguage: String?
  /// Who translated the row, as the file says; nil if it does not.
  var author: String?
  /// Who approved the translation of another person; nil if the file does not say.
  var approver: String?
  /// Whether the translation begins with an apostrophe that, according to the base, was not exported. Then other
  /// translations in the file may have such an apostrophe too.
  var hasQuotePrefix = false
  /// What makes the proposal's text uncertain, to follow "the translation has"; nil if it is certain.
  var uncertainty: String?

  /// The state of a unit whose translation is missing or empty.
  static let noTranslation = "no translation"

  /// Reads a line of the note that begins with `reject:` as the action, for which these formats have no place.
  private mutating func takeRejectionFromNote() {
    var lines = cells.note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }),
        ReviewAction(word: String(line[..<colon])) == .reject
      else { continue }
      cells.action = ReviewAction.reject.rawValue
      lines[index] = line[line.index(after: colon)...]
      cells.note = lines.map { ReviewColumn.trimmed(String($0)) }.filter { !$0.isEmpty }.joined(separator: "\n")
      return
    }
  }

  /// Creates the row of a unit. Its translation is read later.
  ///
  /// - Parameters:
  ///   - source: The source text, which is only for checks in a sheet without source values.
  ///   - currentValue: The current value, which the file keeps hidden; nil if it kept none.
  ///   - proposal: The proposal, which the file keeps hidden; nil if it kept none.
  init(
    in format: SheetFormat, number: Int, text: TextIdentity, base: RowBase?, source: String, currentValue: String?,
    proposal: String?, notes: [String], sourceLanguage: String?
  ) {
    self.number = number
    exchange = ExchangeRecord(format: format)
    cells = ReviewRow(
      text: text, currentValue: currentValue ?? "", note: notes.filter { !$0.isEmpty }.joined(separator: "\n"),
      proposalID: base?.proposalID, base: base)
    takeRejectionFromNote()
    if let base, base.sourceValue != .empty { cells.sourceValue = source } else { cells.sourceText = source }
    exchange.copy = proposal ?? (base?.shownProposal == .empty ? currentValue : nil)
    self.sourceLanguage = sourceLanguage
  }
}

/// What a file in an exchange format says about a row, besides its cells.
package struct ExchangeRecord: Hashable, Codable, Sendable {
  package let format: SheetFormat
  /// The sign that the changed translation is not finished, such as `the state "needs-translation"`; nil if there is
  /// none. An unfinished row sends nothing.
  package var unfinished: String?
  /// What is missing from the file, so that it does not show whether the translation was changed, such as `the comment
  /// "x"`; nil if nothing is missing. Such a row is sent only with consent.
  package var lost: String?
  /// A hidden copy of the text that was exported as the translation: the proposal, or else the current value. A program
  /// that damages the translation damages the copy too. Nil if the file has no copy.
  package var copy: String?
  /// Whether the file says that a person approved the changed translation.
  package var isApproved = false
  /// The state of the translation in words, such as `fuzzy`. It is also compared when two sheets are compared.
  package var state = ""

  package init(format: SheetFormat, unfinished: String? = nil) { (self.format, self.unfinished) = (format, unfinished) }
}

/// How a translation that came back changes its row. A unit without a proposal shows the current value.
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
