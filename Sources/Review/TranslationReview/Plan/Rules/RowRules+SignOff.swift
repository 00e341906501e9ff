import Basics
import NStackAPI

extension RowRules {
  /// The reason to refuse a row that signs its text off; nil if the row says what its reviewer saw.
  func refusalToSignOff(_ row: ReturnedRow) -> RowDecision? {
    guard let base = row.base else {
      return RowDecision(
        .refused,
        "The row has no Base, so nothing says which text was reviewed. Write ok in a sheet as it was exported.")
    }
    guard base.identity == row.identity else {
      return RowDecision(
        .damaged,
        "The row's Base belongs to another text, so it is not certain which text was reviewed. Restore the row.")
    }
    guard base.suggestion == nil else {
      return RowDecision(
        .refused,
        row.isProposalBlank
          ? "The row was exported with a suggestion, which was removed; there is nothing to sign off. Leave Action empty."
          : "The row shows a suggestion, which the server does not have. Write accept under Action to propose it.")
    }
    let shown = [base.currentValue, base.proposal] + base.otherProposals.values
    if shown.allSatisfy({ $0 == .empty }) {
      return RowDecision(
        .refused,
        "The text is missing, so there is nothing to sign off. Write it under Proposal, or leave Action empty.")
    }
    return shown.contains(.tooLong) || base.sourceValue == .tooLong ? Self.tooLongToSignOff : nil
  }

  private static let tooLongToSignOff = RowDecision(
    .refused,
    "The text or its source text is too long for a cell and was not exported in full, so it cannot be signed off in "
      + "this sheet.")

  /// The decision about a row that signs its text off: it is reviewed if the server has what the sheet shows.
  func signOff(_ row: ReturnedRow) -> RowDecision {
    guard let base = row.base, !isForeign(row) else {
      return RowDecision(
        .refused,
        "The sheet was exported from another application, platform or server, so its texts cannot be signed off here.")
    }
    if let unread = catalog.unreadProposal(of: row.text) { return lapsed(.unreadable(unread)) }
    let text = catalog.canonical(row.text)
    let current = catalog.value(of: text) ?? ""
    guard CellText(current).hash == base.currentValue else { return lapsed(.value(current)) }
    let pending = catalog.pendingProposals(of: text)
    // What an earlier import of the sheet withdrew was the reviewer's choice.
    let shown = shownProposals(to: row, base).filter { !options.history.didDelete($0.key, in: row, of: files) }
    // A proposal that was made again with the same value has another id.
    if SignOff.hashes(pending) != shown.values.sorted(by: { $0.bits < $1.bits }) {
      return lapsed(
        Drift.first(
          in: pending, expecting: [],
          wasSame: { proposal in shown[proposal.id].map { $0 == CellText(proposal.value).hash } })
          ?? .withdrawn(isOwn: false))
    }
    let source = source(of: row, base)
    if let change = source.change { return lapsed(change) }
    if source.found?.value == .tooLong { return Self.tooLongToSignOff }
    var decision = RowDecision(.reviewed, notes: row.damage.isEmpty ? [] : [Self.acceptedNote(row)])
    decision.signOff = SignOff(text: text, currentValue: base.currentValue, source: source.found, pending: shown.values)
    return decision
  }

  /// The sign-off of a row whose proposal was approved; nil for any other row, and if its source value is no longer what
  /// the sheet shows.
  ///
  /// - Parameter pending: The proposals that stay beside it.
  func approval(of row: ReturnedRow, current: String, _ pending: [Proposal]) -> SignOff? {
    guard row.intent == .approve, let base = row.base, base.identity == row.identity, !isForeign(row) else {
      return nil
    }
    // Whatever a translator writes is no longer fuzzy, so that it is a reviewer's word only where one is asked for.
    if row.exchange?.format == .po, options.approval != .required { return nil }
    let source = source(of: row, base)
    guard source.change == nil, source.found?.value != .tooLong else { return nil }
    return SignOff(
      text: catalog.canonical(row.text), currentValue: CellText(current).hash, source: source.found,
      pending: SignOff.hashes(pending))
  }

  private func lapsed(_ drift: Drift) -> RowDecision {
    RowDecision(
      .conflict, "The text is not what was reviewed: \(drift.clause). Look at it again.", proposal: drift.proposal)
  }

  /// The source value that the sheet has beside the text, as the server has it.
  private struct FoundSource {
    /// Nil if the sheet has no source value, or only the text itself.
    var found: (locale: String, value: TextHash)?
    /// What the server has instead; nil if it has what the sheet shows.
    var change: Drift?
  }

  /// The source value of a row, from the visible column or from the hidden one for checks.
  private func source(of row: ReturnedRow, _ base: RowBase) -> FoundSource {
    let isVisible = base.sourceValue != .empty || base.sourceLocale != .empty
    guard let wanted = isVisible ? base.sourceValue : row.sourceText.map(TextHash.init),
      let key = catalog.keyIndex(of: TextKey(row.text))
    else { return FoundSource() }
    guard let language = sourceLocales.language(of: base) else {
      // Without a default locale, there is no hidden source value either.
      return FoundSource(change: isVisible ? .sourceLocale : nil)
    }
    if language == catalog.languageIndex(ofLocale: row.text.locale) { return FoundSource() }
    let locale = catalog.languages[language].locale
    guard sourceLocales.has(wanted, keyAt: key, inLanguageAt: language) else {
      let value = catalog.value(ofKeyAt: key, inLanguageAt: language)
      return FoundSource(change: .source(locale: locale, value: value))
    }
    return FoundSource(found: (locale, catalog.valueHash(ofKeyAt: key, inLanguageAt: language)))
  }

  /// The reason to refuse a row that accepts its suggestion; nil if the suggestion, or the text that replaced it, may
  /// be sent.
  func refusalToAccept(_ row: ReturnedRow) -> RowDecision? {
    if row.base == nil, row.isSuggestionNoted, !row.isProposalBlank { return nil }
    guard let suggestion = row.base?.suggestion else {
      return RowDecision(
        .refused,
        "There is nothing to accept: this row was exported without a suggestion. "
          + (row.isProposalChanged || row.isProposalBlank
            ? "Leave Action empty to send a text that you wrote under Proposal."
            : "Write ok under Action to sign off what it shows."))
    }
    if row.isProposalBlank {
      return RowDecision(.refused, "There is nothing to accept: the suggestion was removed from the row.")
    }
    if !row.isProposalChanged, suggestion != TextHash(row.proposal) {
      return RowDecision(
        .damaged,
        "The suggestion and its hidden copy were both changed, as by a program, so the accepted text is not "
          + "certain. Type the text under Proposal and leave Action empty.")
    }
    return nil
  }
}
