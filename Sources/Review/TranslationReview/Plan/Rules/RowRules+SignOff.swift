import Basics
import NStackAPI

extension RowRules {
  /// The reason to refuse a row that signs its text off; nil if the row shows what its reviewer saw.
  func refusalToSignOff(_ row: ReturnedRow) -> RowDecision? {
    guard let base = row.base else { return RowDecision(.refused, Reason("row.signOffWithoutBase")) }
    guard base.identity == row.identity else { return RowDecision(.damaged, Reason("row.signOffOfOther")) }
    guard base.suggestion == nil else {
      return RowDecision(.refused, Reason(row.isProposalBlank ? "row.signOffOfRemoved" : "row.signOffOfSuggestion"))
    }
    let shown =
      [base.currentValue, base.proposal] + base.otherProposals.filter { options.rejections[$0.key] == nil }.values
    if shown.allSatisfy({ $0 == .empty }) { return RowDecision(.refused, Reason("row.signOffOfMissing")) }
    return shown.contains(.tooLong) || base.sourceValue == .tooLong ? Self.tooLongToSignOff : nil
  }

  private static let tooLongToSignOff = RowDecision(.refused, Reason("row.signOffTooLong"))

  /// The decision about a row that signs its text off: it is reviewed if the server has what the sheet shows.
  func signOff(_ row: ReturnedRow) -> RowDecision {
    guard let base = row.base, !isForeign(row) else { return RowDecision(.refused, Reason("row.signOffElsewhere")) }
    if let unread = catalog.unreadProposal(of: row.text) { return lapsed(.unreadable(unread)) }
    let text = catalog.canonical(row.text)
    let current = catalog.value(of: text) ?? ""
    guard CellText(current).hash == base.currentValue else { return lapsed(.value(current)) }
    let pending = catalog.pendingProposals(of: text)
    // A proposal that an earlier import of the sheet withdrew was the reviewer's choice.
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
  /// - Parameter pending: The other pending proposals, which stay.
  func approval(of row: ReturnedRow, current: String, _ pending: [Proposal]) -> SignOff? {
    guard row.intent == .approve, let base = row.base, base.identity == row.identity, !isForeign(row) else {
      return nil
    }
    // In a PO file, any text that a translator enters is no longer fuzzy. So this counts as a reviewer's decision only
    // where a decision is required.
    if row.exchange?.format == .po, !options.withholdsUnapproved { return nil }
    let source = source(of: row, base)
    guard source.change == nil, source.found?.value != .tooLong else { return nil }
    return SignOff(
      text: catalog.canonical(row.text), currentValue: CellText(current).hash, source: source.found,
      pending: SignOff.hashes(pending))
  }

  private func lapsed(_ drift: Drift) -> RowDecision {
    RowDecision(.conflict, drift.reason("drift.sinceReview"), proposal: drift.proposal)
  }

  /// The sheet's source value, compared with the server's.
  private struct FoundSource {
    /// The source value; nil if the sheet has none, or only the text itself.
    var found: (locale: String, value: TextHash)?
    /// The difference on the server; nil if it has what the sheet shows.
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
        Reason("row.nothingToAccept")
          + Reason(row.isProposalChanged || row.isProposalBlank ? "row.leaveActionEmpty" : "row.writeOK"))
    }
    if row.isProposalBlank { return RowDecision(.refused, Reason("row.acceptsRemoved")) }
    if !row.isProposalChanged, suggestion != TextHash(row.proposal) {
      return RowDecision(.damaged, Reason("row.suggestionChanged"))
    }
    return nil
  }
}
